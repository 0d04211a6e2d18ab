//! Compares shares and secrets of the groups with `vectru::hybrid` and with X25519.

use getrandom::SysRng;
use rustls::crypto::SupportedKxGroup;
use rustls::crypto::ring::kx_group::X25519;
use rustls::{Error, NamedGroup, PeerMisbehaved};
use vectru::Mechanism;
use vectru::hybrid::{EncapsulationKey, GROUPS, X25519_BYTES, try_generate};
use vectru::mechanism::Visitor;
use vectru_rustls::ALL_KX_GROUPS;

const INVALID: Error = Error::PeerMisbehaved(PeerMisbehaved::InvalidKeyShare);

/// Exchanges secrets between the group and the hybrid of a mechanism, in both directions.
struct Exchange(&'static dyn SupportedKxGroup);

impl Visitor for Exchange {
    type Output = ();

    fn visit<K: Mechanism>(self) {
        let client = self.0.start().expect("random bytes");
        assert_eq!(client.pub_key().len(), X25519_BYTES + K::SET.public_key_bytes());
        let key = EncapsulationKey::<K>::from_bytes(client.pub_key()).expect("a key");
        let (ciphertext, sent) = key.try_encapsulate(&mut SysRng).expect("a key that can be used");
        assert_eq!(client.complete(&ciphertext).expect("a ciphertext").secret_bytes(), sent.as_bytes());

        let (key, public) = try_generate::<K, _>(&mut SysRng).expect("random bytes");
        let server = self.0.start_and_complete(public.as_bytes()).expect("a key");
        assert_eq!(server.group, self.0.name());
        assert_eq!(server.pub_key.len(), X25519_BYTES + K::SET.ciphertext_bytes());
        assert_eq!(server.secret.secret_bytes(), key.decapsulate(&server.pub_key).expect("a ciphertext").as_bytes());
    }
}

#[test]
fn groups_are_the_hybrids_of_vectru() {
    assert_eq!(GROUPS.len(), ALL_KX_GROUPS.len());
    for (group, ours) in GROUPS.iter().zip(ALL_KX_GROUPS) {
        assert_eq!(format!("{ours:?}"), group.name);
        assert_eq!(ours.name(), NamedGroup::from(group.code_point));
        for _ in 0..10 {
            group.set.visit(Exchange(*ours));
        }
    }
}

#[test]
fn the_share_contains_one_of_x25519() {
    for group in ALL_KX_GROUPS {
        let client = group.start().expect("random bytes");
        let (name, share) = client.hybrid_component().expect("a share of X25519");
        assert_eq!((name, share), (NamedGroup::X25519, &client.pub_key()[..X25519_BYTES]));
        let server = X25519.start_and_complete(share).expect("a public key");
        let secret = client.complete_hybrid_component(&server.pub_key).expect("a public key");
        assert_eq!(secret.secret_bytes(), server.secret.secret_bytes());
    }
}

#[test]
fn wrong_shares_are_errors() {
    for group in ALL_KX_GROUPS {
        for wrong in [&[][..], &[9; X25519_BYTES - 1], &[9; X25519_BYTES + 1], &[0; X25519_BYTES]] {
            assert_eq!(group.start_and_complete(wrong).err(), Some(INVALID));
            assert_eq!(group.start().expect("random bytes").complete(wrong).err(), Some(INVALID));
            assert_eq!(group.start().expect("random bytes").complete_hybrid_component(wrong).err(), Some(INVALID));
        }
    }
}
