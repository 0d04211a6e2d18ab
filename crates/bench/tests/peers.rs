//! Checks that vectru exchanges keys, ciphertexts and secrets with `pqcrypto-ntruprime` and
//! `pqcrypto-ntru` (the C code of PQClean) and with `sntrup` (Rust), in both directions, on every
//! backend of this CPU.
//!
//! The peers share no code with vectru except SHA-512, and none with each other. Each draws its own
//! random bytes.

use std::marker::PhantomData;

use vectru::mechanism::Visitor;
use vectru::prime::Ciphertext;
use vectru::{DecapsulationKey, EncapsulationKey, Mechanism, Set};
use vectru_polymul::dispatch::{self, Backend};

/// The number of key pairs for each peer, set and backend.
const ROUNDS: usize = 50;

/// The number of tampered ciphertexts for each peer, set and backend.
const REJECTIONS: usize = 20;

/// A pair of byte strings.
type Pair = (Vec<u8>, Vec<u8>);

/// Another implementation of a parameter set, over bytes.
struct Peer {
    name: &'static str,
    /// Returns a public and a secret key.
    generate: fn() -> Pair,
    /// Returns a ciphertext and its secret, for a public key.
    encapsulate: fn(public_key: &[u8]) -> Pair,
    /// Returns the secret, from the secret key and the ciphertext.
    decapsulate: fn(secret_key: &[u8], ciphertext: &[u8]) -> Vec<u8>,
}

/// Makes the peer in a module of a `pqcrypto` crate.
macro_rules! pqcrypto {
    ($crate_name:ident, $set:ident) => {
        Peer {
            name: concat!(stringify!($crate_name), "'s ", stringify!($set)),
            generate: || {
                use pqcrypto_traits::kem::{PublicKey, SecretKey};
                let (public, secret) = $crate_name::$set::keypair();
                (public.as_bytes().to_vec(), secret.as_bytes().to_vec())
            },
            encapsulate: |public| {
                use pqcrypto_traits::kem::{Ciphertext, PublicKey, SharedSecret};
                let public = PublicKey::from_bytes(public).expect("the length is right");
                let (secret, ciphertext) = $crate_name::$set::encapsulate(&public);
                (ciphertext.as_bytes().to_vec(), secret.as_bytes().to_vec())
            },
            decapsulate: |secret, ciphertext| {
                use pqcrypto_traits::kem::{Ciphertext, SecretKey, SharedSecret};
                let secret = SecretKey::from_bytes(secret).expect("the length is right");
                let ciphertext = Ciphertext::from_bytes(ciphertext).expect("the length is right");
                $crate_name::$set::decapsulate(&ciphertext, &secret).as_bytes().to_vec()
            },
        }
    };
}

/// Makes the peer in a module of the crate `sntrup`, which has the type of its set.
macro_rules! sntrup {
    ($set:ident, $name:ident) => {
        Peer {
            name: concat!("sntrup's ", stringify!($set)),
            generate: || {
                let (public, secret) = sntrup::$name::generate_key(&mut vectru::system_rng());
                (public.as_ref().to_vec(), secret.as_ref().to_vec())
            },
            encapsulate: |public| {
                let public = sntrup::$set::EncapsulationKey::try_from(public).expect("the key is valid");
                let (ciphertext, secret) = public.encapsulate(&mut vectru::system_rng());
                (ciphertext.as_ref().to_vec(), secret.as_ref().to_vec())
            },
            decapsulate: |secret, ciphertext| {
                let secret = sntrup::$set::DecapsulationKey::try_from(secret).expect("the key is valid");
                let ciphertext = sntrup::$set::Ciphertext::try_from(ciphertext).expect("the length is right");
                secret.decapsulate(&ciphertext).as_ref().to_vec()
            },
        }
    };
}

/// Every set with its peers.
const PEERS: &[(Set, &[Peer])] = &[
    (Set::Sntrup653, &[pqcrypto!(pqcrypto_ntruprime, sntrup653), sntrup!(sntrup653, Sntrup653)]),
    (Set::Sntrup761, &[pqcrypto!(pqcrypto_ntruprime, sntrup761), sntrup!(sntrup761, Sntrup761)]),
    (Set::Sntrup857, &[pqcrypto!(pqcrypto_ntruprime, sntrup857), sntrup!(sntrup857, Sntrup857)]),
    (Set::Sntrup953, &[pqcrypto!(pqcrypto_ntruprime, sntrup953), sntrup!(sntrup953, Sntrup953)]),
    (Set::Sntrup1013, &[pqcrypto!(pqcrypto_ntruprime, sntrup1013), sntrup!(sntrup1013, Sntrup1013)]),
    (Set::Sntrup1277, &[pqcrypto!(pqcrypto_ntruprime, sntrup1277), sntrup!(sntrup1277, Sntrup1277)]),
    (Set::Ntrulpr653, &[pqcrypto!(pqcrypto_ntruprime, ntrulpr653)]),
    (Set::Ntrulpr761, &[pqcrypto!(pqcrypto_ntruprime, ntrulpr761)]),
    (Set::Ntrulpr857, &[pqcrypto!(pqcrypto_ntruprime, ntrulpr857)]),
    (Set::Ntrulpr953, &[pqcrypto!(pqcrypto_ntruprime, ntrulpr953)]),
    (Set::Ntrulpr1013, &[pqcrypto!(pqcrypto_ntruprime, ntrulpr1013)]),
    (Set::Ntrulpr1277, &[pqcrypto!(pqcrypto_ntruprime, ntrulpr1277)]),
    (Set::Ntruhps2048509, &[pqcrypto!(pqcrypto_ntru, ntruhps2048509)]),
    (Set::Ntruhps2048677, &[pqcrypto!(pqcrypto_ntru, ntruhps2048677)]),
    (Set::Ntruhps4096821, &[pqcrypto!(pqcrypto_ntru, ntruhps4096821)]),
    (Set::Ntruhps40961229, &[pqcrypto!(pqcrypto_ntru, ntruhps40961229)]),
    (Set::Ntruhrss701, &[pqcrypto!(pqcrypto_ntru, ntruhrss701)]),
    (Set::Ntruhrss1373, &[pqcrypto!(pqcrypto_ntru, ntruhrss1373)]),
    (Set::Lightsaber, &[pqcrypto!(pqcrypto_saber, lightsaber)]),
    (Set::Saber, &[pqcrypto!(pqcrypto_saber, saber)]),
    (Set::Firesaber, &[pqcrypto!(pqcrypto_saber, firesaber)]),
];

/// A check of a peer of the set `M`. Its messages name the place.
trait Round {
    fn run<M: Mechanism>(peer: &Peer, place: &str);
}

/// Runs a round with a peer on a backend.
struct With<'a, R>(&'a Peer, Backend, PhantomData<R>);

impl<R: Round> Visitor for With<'_, R> {
    type Output = ();

    fn visit<M: Mechanism>(self) {
        let Self(peer, backend, _) = self;
        R::run::<M>(peer, &format!("{} on {backend}", peer.name));
    }
}

/// Runs a round with every peer on every backend. Only one test calls it, because the backend is
/// chosen for the whole process.
fn everywhere<R: Round>() {
    for backend in Backend::available() {
        dispatch::force(Some(backend)).expect("it is available");
        for (set, peers) in PEERS {
            peers.iter().for_each(|peer| set.visit(With::<R>(peer, backend, PhantomData)));
        }
    }
}

/// Generates, encapsulates and decapsulates by vectru and by the peer.
struct Crossing;

impl Round for Crossing {
    fn run<M: Mechanism>(peer: &Peer, place: &str) {
        let mut rng = vectru::system_rng();
        let ciphertext = |bytes: &[u8]| Ciphertext::<M>::from_bytes(bytes).expect("the length is right");
        for round in 0..ROUNDS {
            // Generate by vectru, encapsulate by the peer, decapsulate by vectru.
            let (secret_key, public_key) = M::generate(&mut rng);
            let (sealed, sent) = (peer.encapsulate)(public_key.as_bytes());
            let received = secret_key.decapsulate(&ciphertext(&sealed));
            assert_eq!(received.as_bytes()[..], sent, "theirs to ours, {place}, round {round}");

            // Generate by the peer, encapsulate by vectru, decapsulate by the peer.
            let (public, secret) = (peer.generate)();
            let loaded = EncapsulationKey::<M>::from_bytes(&public).expect("their key is valid here");
            let (sealed, sent) = loaded.encapsulate(&mut rng);
            let received = (peer.decapsulate)(&secret, sealed.as_bytes());
            assert_eq!(received, sent.as_bytes(), "ours to theirs, {place}, round {round}");

            // Each decapsulates with the other's secret key.
            let (sealed, sent) = public_key.encapsulate(&mut rng);
            let received = (peer.decapsulate)(secret_key.as_bytes(), sealed.as_bytes());
            assert_eq!(received, sent.as_bytes(), "our key there, {place}, round {round}");
            let loaded = DecapsulationKey::<M>::from_bytes(&secret).expect("their key is valid here");
            let (sealed, sent) = (peer.encapsulate)(&public);
            let received = loaded.decapsulate(&ciphertext(&sealed));
            assert_eq!(received.as_bytes()[..], sent, "their key here, {place}, round {round}");
        }
    }
}

/// Checks that tampered ciphertexts have the same secret in both: a pseudorandom one. For ntruhrss
/// a change of the last coefficient may give the ciphertext of another message, whose secret then
/// results.
struct Rejection;

impl Round for Rejection {
    fn run<M: Mechanism>(peer: &Peer, place: &str) {
        let mut rng = vectru::system_rng();
        let (secret_key, public_key) = M::generate(&mut rng);
        for round in 0..REJECTIONS {
            let (ciphertext, sent) = public_key.encapsulate(&mut rng);
            let bytes = ciphertext.as_bytes();
            let flip = |at: usize, bits: u8| {
                let mut tampered = bytes.to_vec();
                tampered[at] ^= bits;
                tampered
            };
            // Each bit of the last bytes, in turn, where the last coefficient is.
            let end = 2 * round % 32;
            // A bit of the polynomial, a bit near the end (a confirmation, or padding), the
            // constants, and coefficients out of range.
            let position = round * 50;
            let wrong = [
                flip(position % (bytes.len() - 32), 1 << (round % 8)),
                flip(bytes.len() - 1 - round, 0x80),
                flip(bytes.len() - 1 - end / 8, 1 << (end % 8)),
                flip(bytes.len() - 1 - end / 8, 2 << (end % 8)),
                vec![0; bytes.len()],
                vec![0xFF; bytes.len()],
                vec![round as u8; bytes.len()],
            ];
            for (index, wrong) in wrong.iter().enumerate() {
                let theirs = (peer.decapsulate)(secret_key.as_bytes(), wrong);
                let wrong = Ciphertext::from_bytes(wrong).expect("the length is right");
                let ours = secret_key.decapsulate(&wrong);
                assert_eq!(ours.as_bytes()[..], theirs, "tampering {index}, {place}, round {round}");
                assert_ne!(ours, sent, "tampering {index}, {place}, round {round}");
            }
        }
    }
}

/// Checks that all lengths agree.
struct Sizes;

impl Round for Sizes {
    fn run<M: Mechanism>(peer: &Peer, place: &str) {
        let (public, secret) = (peer.generate)();
        let (ciphertext, shared_secret) = (peer.encapsulate)(&public);
        let set = M::SET;
        let ours = [set.public_key_bytes(), set.secret_key_bytes(), set.ciphertext_bytes(), set.shared_secret_bytes()];
        assert_eq!([public.len(), secret.len(), ciphertext.len(), shared_secret.len()], ours, "{place}");
    }
}

#[test]
fn every_set_has_peers() {
    assert!(Set::ALL.into_iter().all(|set| PEERS.iter().any(|(other, peers)| *other == set && !peers.is_empty())));
}

#[test]
fn keys_and_ciphertexts_cross_in_both_directions() {
    everywhere::<Sizes>();
    everywhere::<Crossing>();
    everywhere::<Rejection>();
}
