//! One wire format: keys, ciphertexts and secrets of vectru against those of `pqcrypto-ntruprime` (the C code of PQClean)
//! and of `sntrup` (Rust), in both directions, on every backend of this CPU.
//!
//! The peers share no code with vectru beyond SHA-512, nor with each other. Both draw their own random bytes.

use vectru::{Set, sntrup761};
use vectru_polymul::dispatch::{self, Backend};

/// Key pairs for each peer and backend.
const ROUNDS: usize = 50;

/// Ciphertexts that are tampered with, for each peer and backend.
const REJECTIONS: usize = 20;

/// Bytes and bytes.
type Pair = (Vec<u8>, Vec<u8>);

/// Another implementation of sntrup761, over bytes.
struct Peer {
    name: &'static str,
    /// A public and a secret key.
    generate: fn() -> Pair,
    /// A ciphertext and its secret, for a public key.
    encapsulate: fn(public_key: &[u8]) -> Pair,
    /// The secret, by the secret key and the ciphertext.
    decapsulate: fn(secret_key: &[u8], ciphertext: &[u8]) -> Vec<u8>,
}

const PEERS: [Peer; 2] = [
    Peer {
        name: "pqcrypto-ntruprime",
        generate: || {
            use pqcrypto_traits::kem::{PublicKey, SecretKey};
            let (public, secret) = pqcrypto_ntruprime::sntrup761::keypair();
            (public.as_bytes().to_vec(), secret.as_bytes().to_vec())
        },
        encapsulate: |public| {
            use pqcrypto_traits::kem::{Ciphertext, PublicKey, SharedSecret};
            let public = PublicKey::from_bytes(public).expect("the length is right");
            let (secret, ciphertext) = pqcrypto_ntruprime::sntrup761::encapsulate(&public);
            (ciphertext.as_bytes().to_vec(), secret.as_bytes().to_vec())
        },
        decapsulate: |secret, ciphertext| {
            use pqcrypto_traits::kem::{Ciphertext, SecretKey, SharedSecret};
            let secret = SecretKey::from_bytes(secret).expect("the length is right");
            let ciphertext = Ciphertext::from_bytes(ciphertext).expect("the length is right");
            pqcrypto_ntruprime::sntrup761::decapsulate(&ciphertext, &secret).as_bytes().to_vec()
        },
    },
    Peer {
        name: "sntrup",
        generate: || {
            let (public, secret) = sntrup::Sntrup761::generate_key(&mut vectru::system_rng());
            (public.as_ref().to_vec(), secret.as_ref().to_vec())
        },
        encapsulate: |public| {
            let public = sntrup::sntrup761::EncapsulationKey::try_from(public).expect("the key is valid");
            let (ciphertext, secret) = public.encapsulate(&mut vectru::system_rng());
            (ciphertext.as_ref().to_vec(), secret.as_ref().to_vec())
        },
        decapsulate: |secret, ciphertext| {
            let secret = sntrup::sntrup761::DecapsulationKey::try_from(secret).expect("the key is valid");
            let ciphertext = sntrup::sntrup761::Ciphertext::try_from(ciphertext).expect("the length is right");
            secret.decapsulate(&ciphertext).as_ref().to_vec()
        },
    },
];

/// Runs `round` with every peer on every backend. One test calls it, as the choice of a backend is the process's.
fn everywhere(mut round: impl FnMut(&Peer, &str)) {
    for backend in Backend::available() {
        dispatch::force(Some(backend)).expect("it is available");
        for peer in &PEERS {
            round(peer, &format!("{} on {backend}", peer.name));
        }
    }
}

#[test]
fn keys_and_ciphertexts_cross_in_both_directions() {
    let mut rng = vectru::system_rng();
    everywhere(|peer, place| {
        for round in 0..ROUNDS {
            // Generate here, encapsulate there, decapsulate here.
            let (secret_key, public_key) = sntrup761::generate(&mut rng);
            let (ciphertext, sent) = (peer.encapsulate)(public_key.as_bytes());
            let ciphertext = sntrup761::Ciphertext::from_bytes(&ciphertext).expect("the length is right");
            let received = secret_key.decapsulate(&ciphertext);
            assert_eq!(received.as_bytes()[..], sent, "theirs to ours, {place}, round {round}");

            // Generate there, encapsulate here, decapsulate there.
            let (public, secret) = (peer.generate)();
            let public = sntrup761::EncapsulationKey::from_bytes(&public).expect("their key is valid here");
            let (ciphertext, sent) = public.encapsulate(&mut rng);
            let received = (peer.decapsulate)(&secret, ciphertext.as_bytes());
            assert_eq!(received, sent.as_bytes(), "ours to theirs, {place}, round {round}");

            // Each other's secret keys: ours decapsulates there, theirs here.
            let (ciphertext, sent) = public_key.encapsulate(&mut rng);
            let received = (peer.decapsulate)(secret_key.as_bytes(), ciphertext.as_bytes());
            assert_eq!(received, sent.as_bytes(), "our key there, {place}, round {round}");
            let secret = sntrup761::DecapsulationKey::from_bytes(&secret).expect("their key is valid here");
            let (ciphertext, sent) = (peer.encapsulate)(secret.encapsulation_key().as_bytes());
            let ciphertext = sntrup761::Ciphertext::from_bytes(&ciphertext).expect("the length is right");
            assert_eq!(secret.decapsulate(&ciphertext).as_bytes()[..], sent, "their key here, {place}, round {round}");
        }
    });
    rejections_agree();
}

/// Wrong ciphertexts have the same pseudorandom secret everywhere.
fn rejections_agree() {
    let mut rng = vectru::system_rng();
    everywhere(|peer, place| {
        let (secret_key, public_key) = sntrup761::generate(&mut rng);
        for round in 0..REJECTIONS {
            let (ciphertext, sent) = public_key.encapsulate(&mut rng);
            let bytes = ciphertext.as_bytes();
            let flip = |at: usize, bits: u8| {
                let mut tampered = bytes.to_vec();
                tampered[at] ^= bits;
                tampered
            };
            // A bit of the rounded polynomial, a bit of the confirmation, the constants, and coefficients out of range.
            let position = round * 50;
            let wrong = [
                flip(position % (bytes.len() - 32), 1 << (round % 8)),
                flip(bytes.len() - 1 - round, 0x80),
                vec![0; bytes.len()],
                vec![0xFF; bytes.len()],
                vec![round as u8; bytes.len()],
            ];
            for (index, wrong) in wrong.iter().enumerate() {
                let theirs = (peer.decapsulate)(secret_key.as_bytes(), wrong);
                let wrong = sntrup761::Ciphertext::from_bytes(wrong).expect("the length is right");
                let ours = secret_key.decapsulate(&wrong);
                assert_eq!(ours.as_bytes()[..], theirs, "tampering {index}, {place}, round {round}");
                assert_ne!(ours, sent, "tampering {index}, {place}, round {round}");
            }
        }
    });
}

#[test]
fn sizes_are_the_same() {
    for peer in &PEERS {
        let (public, secret) = (peer.generate)();
        let (ciphertext, shared_secret) = (peer.encapsulate)(&public);
        let set = Set::Sntrup761;
        let ours = [set.public_key_bytes(), set.secret_key_bytes(), set.ciphertext_bytes(), set.shared_secret_bytes()];
        assert_eq!([public.len(), secret.len(), ciphertext.len(), shared_secret.len()], ours, "{}", peer.name);
    }
}
