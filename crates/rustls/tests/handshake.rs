//! Tests handshakes of a client and a server in memory: the group that they agree on, the number of
//! round trips, and the effect of shares that a peer has changed.

use std::fmt;
use std::io::{Read, Write};
use std::sync::Arc;

use rustls::client::danger::{HandshakeSignatureValid, ServerCertVerified, ServerCertVerifier};
use rustls::crypto::ring::kx_group::{SECP256R1, X25519};
use rustls::crypto::{
    ActiveKeyExchange, CompletedKeyExchange, CryptoProvider, SharedSecret, SupportedKxGroup, WebPkiSupportedAlgorithms,
    ring, verify_tls13_signature_with_raw_key,
};
use rustls::pki_types::{CertificateDer, PrivatePkcs8KeyDer, ServerName, SubjectPublicKeyInfoDer, UnixTime};
use rustls::server::AlwaysResolvesServerRawPublicKeys;
use rustls::sign::CertifiedKey;
use rustls::{
    AlertDescription, CertificateError, ClientConfig, ClientConnection, ConnectionCommon, DigitallySignedStruct, Error,
    HandshakeKind, NamedGroup, PeerIncompatible, PeerMisbehaved, ProtocolVersion, ServerConfig, ServerConnection,
    SignatureScheme,
};
use vectru_rustls::ALL_KX_GROUPS;

type Groups = Vec<&'static dyn SupportedKxGroup>;

/// The beginning of an Ed25519 secret key in PKCS #8. The 32 bytes of the key follow.
const ED25519_PKCS8: [u8; 16] = [48, 46, 2, 1, 0, 48, 5, 6, 3, 43, 101, 112, 4, 34, 4, 32];

/// The record of the fatal alert `illegal_parameter`, not encrypted.
const ILLEGAL_PARAMETER: [u8; 7] = [21, 3, 3, 0, 2, 2, 47];

/// Accepts one raw public key (RFC 7250), so that the tests need no certificate.
#[derive(Debug)]
struct Pinned {
    key: SubjectPublicKeyInfoDer<'static>,
    algorithms: WebPkiSupportedAlgorithms,
}

impl ServerCertVerifier for Pinned {
    fn verify_server_cert(
        &self,
        end_entity: &CertificateDer<'_>,
        _: &[CertificateDer<'_>],
        _: &ServerName<'_>,
        _: &[u8],
        _: UnixTime,
    ) -> Result<ServerCertVerified, Error> {
        if **end_entity == *self.key {
            Ok(ServerCertVerified::assertion())
        } else {
            Err(CertificateError::UnknownIssuer.into())
        }
    }

    fn verify_tls12_signature(
        &self,
        _: &[u8],
        _: &CertificateDer<'_>,
        _: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        Err(Error::General("expected TLS 1.3".into()))
    }

    fn verify_tls13_signature(
        &self,
        message: &[u8],
        key: &CertificateDer<'_>,
        signature: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        let key = SubjectPublicKeyInfoDer::from(key.as_ref());
        verify_tls13_signature_with_raw_key(message, &key, signature, &self.algorithms)
    }

    fn supported_verify_schemes(&self) -> Vec<SignatureScheme> {
        self.algorithms.supported_schemes()
    }

    fn requires_raw_public_keys(&self) -> bool {
        true
    }
}

/// A client and a server whose providers have the given groups.
struct Connection {
    client: ClientConnection,
    server: ServerConnection,
    /// The bytes that each side sent last.
    from_client: Vec<u8>,
    from_server: Vec<u8>,
}

impl Connection {
    fn new(client_groups: Groups, server_groups: Groups) -> Self {
        let with = |kx_groups| Arc::new(CryptoProvider { kx_groups, ..ring::default_provider() });
        let [client_provider, server_provider] = [client_groups, server_groups].map(with);

        let pkcs8 = PrivatePkcs8KeyDer::from([&ED25519_PKCS8[..], &[7; 32]].concat());
        let signing_key = server_provider.key_provider.load_private_key(pkcs8.into()).expect("an Ed25519 key");
        let public_key = signing_key.public_key().expect("ring knows it").into_owned();
        let certified_key = CertifiedKey::new(vec![CertificateDer::from(public_key.to_vec())], signing_key);
        let verifier = Pinned { key: public_key, algorithms: client_provider.signature_verification_algorithms };

        let client = ClientConfig::builder_with_provider(client_provider)
            .with_protocol_versions(&[&rustls::version::TLS13])
            .expect("cipher suites of TLS 1.3")
            .dangerous()
            .with_custom_certificate_verifier(Arc::new(verifier))
            .with_no_client_auth();
        let server = ServerConfig::builder_with_provider(server_provider)
            .with_protocol_versions(&[&rustls::version::TLS13])
            .expect("cipher suites of TLS 1.3")
            .with_no_client_auth()
            .with_cert_resolver(Arc::new(AlwaysResolvesServerRawPublicKeys::new(Arc::new(certified_key))));
        let name = ServerName::try_from("localhost").expect("a name");
        Self {
            client: ClientConnection::new(Arc::new(client), name).expect("a client"),
            server: ServerConnection::new(Arc::new(server)).expect("a server"),
            from_client: Vec::new(),
            from_server: Vec::new(),
        }
    }

    /// Gives the client's pending bytes to the server.
    fn send_to_server(&mut self) -> Result<(), Error> {
        self.from_client.clear();
        while self.client.wants_write() {
            self.client.write_tls(&mut self.from_client).expect("a vector takes all");
        }
        let mut rest = &self.from_client[..];
        while !rest.is_empty() {
            self.server.read_tls(&mut rest).expect("a slice gives all");
            self.server.process_new_packets()?;
        }
        Ok(())
    }

    /// Gives the server's pending bytes to the client.
    fn send_to_client(&mut self) -> Result<(), Error> {
        self.from_server.clear();
        while self.server.wants_write() {
            self.server.write_tls(&mut self.from_server).expect("a vector takes all");
        }
        let mut rest = &self.from_server[..];
        while !rest.is_empty() {
            self.client.read_tls(&mut rest).expect("a slice gives all");
            self.client.process_new_packets()?;
        }
        Ok(())
    }

    /// Completes the handshake and sends a byte each way. Returns the group and the kind of the
    /// handshake, on which both sides must agree.
    fn complete(mut self) -> (NamedGroup, HandshakeKind) {
        while self.client.is_handshaking() || self.server.is_handshaking() {
            self.send_to_server().expect("the server agrees");
            self.send_to_client().expect("the client agrees");
        }
        self.client.writer().write_all(b"c").expect("the buffer has room");
        self.server.writer().write_all(b"s").expect("the buffer has room");
        self.send_to_server().expect("the server agrees");
        self.send_to_client().expect("the client agrees");
        let mut byte = [0];
        self.server.reader().read_exact(&mut byte).expect("the byte has come");
        assert_eq!(byte, *b"c");
        self.client.reader().read_exact(&mut byte).expect("the byte has come");
        assert_eq!(byte, *b"s");

        let client = agreed(&self.client);
        let server = agreed(&self.server);
        assert_eq!(client, server);
        client
    }
}

/// Returns the group and the kind of a handshake that is complete.
fn agreed<D>(side: &ConnectionCommon<D>) -> (NamedGroup, HandshakeKind) {
    let group = side.negotiated_key_exchange_group().expect("the handshake is complete");
    (group.name(), side.handshake_kind().expect("the handshake is complete"))
}

#[test]
fn each_group_completes_a_handshake() {
    for group in ALL_KX_GROUPS {
        let agreed = Connection::new(vec![*group], vec![*group]).complete();
        assert_eq!(agreed, (group.name(), HandshakeKind::Full));
    }
}

#[test]
fn the_provider_prefers_the_groups() {
    let provider = || vectru_rustls::provider(ring::default_provider()).kx_groups;
    let (group, kind) = Connection::new(provider(), provider()).complete();
    assert_eq!((group, kind), (ALL_KX_GROUPS[0].name(), HandshakeKind::Full));
}

#[test]
fn the_provider_keeps_the_groups_of_its_base() {
    let names = |provider: &CryptoProvider| provider.kx_groups.iter().map(|group| group.name()).collect::<Vec<_>>();
    let base = ring::default_provider();
    let once = vectru_rustls::provider(base.clone());
    let expected: Vec<_> = ALL_KX_GROUPS.iter().map(|group| group.name()).chain(names(&base)).collect();
    assert_eq!(names(&once), expected);
    assert_eq!(names(&vectru_rustls::provider(once)), expected);
}

/// Checks that a client that prefers another group begins with it, and agrees after a retry.
#[test]
fn groups_may_stand_behind_others() {
    let mut groups = vec![SECP256R1];
    groups.extend(ALL_KX_GROUPS);
    for group in ALL_KX_GROUPS {
        let agreed = Connection::new(groups.clone(), vec![*group]).complete();
        assert_eq!(agreed, (group.name(), HandshakeKind::FullWithHelloRetryRequest));
        let agreed = Connection::new(groups.clone(), vec![*group, SECP256R1]).complete();
        assert_eq!(agreed, (NamedGroup::secp256r1, HandshakeKind::Full));
    }
}

#[test]
fn groups_are_of_tls_1_3_alone() {
    for group in ALL_KX_GROUPS {
        assert!(group.usable_for_version(ProtocolVersion::TLSv1_3));
        assert!(!group.usable_for_version(ProtocolVersion::TLSv1_2));
        assert!(!group.fips());
    }
}

/// Checks that the client sends its X25519 public key as a second share, which saves the round trip
/// of a retry.
#[test]
fn a_server_with_x25519_alone_needs_no_retry() {
    for group in ALL_KX_GROUPS {
        let agreed = Connection::new(vec![*group, X25519], vec![X25519]).complete();
        assert_eq!(agreed, (NamedGroup::X25519, HandshakeKind::Full));
    }
}

#[test]
fn a_server_without_a_share_asks_for_one() {
    for group in ALL_KX_GROUPS {
        let agreed = Connection::new(vec![*group, X25519, SECP256R1], vec![SECP256R1]).complete();
        assert_eq!(agreed, (NamedGroup::secp256r1, HandshakeKind::FullWithHelloRetryRequest));
        let agreed = Connection::new(vec![X25519, *group], vec![*group]).complete();
        assert_eq!(agreed, (group.name(), HandshakeKind::FullWithHelloRetryRequest));
    }
}

#[test]
fn no_common_group_ends_the_handshake() {
    for group in ALL_KX_GROUPS {
        let mut connection = Connection::new(vec![*group], vec![X25519]);
        let error = connection.send_to_server().expect_err("the server refuses");
        assert_eq!(error, PeerIncompatible::NoKxGroupsInCommon.into());
        let error = connection.send_to_client().expect_err("the client ends the handshake");
        assert_eq!(error, Error::AlertReceived(AlertDescription::HandshakeFailure));
    }
}

#[test]
fn a_provider_without_groups_makes_no_configuration() {
    let provider = CryptoProvider { kx_groups: Vec::new(), ..ring::default_provider() };
    let built = ClientConfig::builder_with_provider(Arc::new(provider)).with_safe_default_protocol_versions();
    assert_eq!(built.err(), Some(Error::General("no kx groups configured".into())));
}

/// A group that changes the share that it sends.
struct Changing {
    group: &'static dyn SupportedKxGroup,
    change: Change,
}

type Change = fn(&mut Vec<u8>);

/// Returns the group with another share.
fn changing(group: &'static dyn SupportedKxGroup, change: Change) -> &'static dyn SupportedKxGroup {
    Box::leak(Box::new(Changing { group, change }))
}

impl fmt::Debug for Changing {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.group.fmt(formatter)
    }
}

impl SupportedKxGroup for Changing {
    fn start(&self) -> Result<Box<dyn ActiveKeyExchange>, Error> {
        let started = self.group.start()?;
        let mut share = started.pub_key().to_vec();
        (self.change)(&mut share);
        Ok(Box::new(Changed { started, share }))
    }

    fn start_and_complete(&self, client_share: &[u8]) -> Result<CompletedKeyExchange, Error> {
        let mut completed = self.group.start_and_complete(client_share)?;
        (self.change)(&mut completed.pub_key);
        Ok(completed)
    }

    fn name(&self) -> NamedGroup {
        self.group.name()
    }
}

struct Changed {
    started: Box<dyn ActiveKeyExchange>,
    share: Vec<u8>,
}

impl ActiveKeyExchange for Changed {
    fn complete(self: Box<Self>, server_share: &[u8]) -> Result<SharedSecret, Error> {
        self.started.complete(server_share)
    }

    fn pub_key(&self) -> &[u8] {
        &self.share
    }

    fn group(&self) -> NamedGroup {
        self.started.group()
    }
}

/// Shares of a wrong length, and with points of low order: 0, 1 and p - 1, where p = 2^255 - 19.
const WRONG: &[Change] = &[
    |share| share.truncate(share.len() - 1),
    |share| share.push(0),
    |share| share.truncate(32),
    |share| share.truncate(1),
    |share| drop(share.drain(..32)),
    |share| share[..32].fill(0),
    |share| {
        share[..32].fill(0);
        share[0] = 1;
    },
    |share| {
        share[..32].fill(0xff);
        (share[0], share[31]) = (0xec, 0x7f);
    },
];

#[test]
fn a_server_refuses_wrong_shares() {
    // A mechanism's public key also has coefficients out of range, or padding that is not 0.
    let not_a_key: Change = |share| share[32..].fill(0xff);
    for group in ALL_KX_GROUPS {
        for change in WRONG.iter().chain([&not_a_key]) {
            let mut connection = Connection::new(vec![changing(*group, *change)], vec![*group]);
            assert_eq!(
                connection.send_to_server().expect_err("the server refuses"),
                PeerMisbehaved::InvalidKeyShare.into()
            );
            let error = connection.send_to_client().expect_err("the client ends the handshake");
            assert_eq!(error, Error::AlertReceived(AlertDescription::IllegalParameter));
            assert_eq!(connection.from_server, ILLEGAL_PARAMETER);
        }
    }
}

#[test]
fn a_client_refuses_wrong_shares() {
    for group in ALL_KX_GROUPS {
        for change in WRONG {
            let mut connection = Connection::new(vec![*group], vec![changing(*group, *change)]);
            connection.send_to_server().expect("the client's share is right");
            assert_eq!(
                connection.send_to_client().expect_err("the client ends the handshake"),
                PeerMisbehaved::InvalidKeyShare.into()
            );
            let _ = connection.send_to_server();
            assert_eq!(connection.from_client, ILLEGAL_PARAMETER);
        }
    }
}

/// Checks a changed ciphertext: a mechanism decapsulates it, so the secrets of both sides differ.
#[test]
fn a_client_cannot_decrypt_after_a_changed_ciphertext() {
    for group in ALL_KX_GROUPS {
        for change in [(|share| share[0] ^= 1) as Change, |share| share[40] ^= 1, |share| share[32..].fill(0xff)] {
            let mut connection = Connection::new(vec![*group], vec![changing(*group, change)]);
            connection.send_to_server().expect("the client's share is right");
            assert_eq!(connection.send_to_client().expect_err("the client ends the handshake"), Error::DecryptError);
        }
    }
}
