//! Seeds: the definition of their expansion, and the key pairs of one seed as known answers.
#![cfg(all(feature = "seed", feature = "_set"))]

use sha2::{Digest, Sha256};
use shake::Shake256;
use shake::digest::{ExtendableOutput, Update, XofReader};
use vectru::mechanism::Visitor;
use vectru::seed::{Seed, SeedError};
use vectru::{Mechanism, Set};

/// The secret bytes 0, 1, …, 31.
fn counting() -> [u8; 32] {
    std::array::from_fn(|k| k as u8)
}

/// SHA-256 of the public key and the secret key that the secret bytes 0 to 31 expand to.
const KEY_PAIRS: &[(&str, &str)] = &[];

fn hexadecimal(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

struct DigestOfKeyPair;

impl Visitor for DigestOfKeyPair {
    type Output = String;

    fn visit<K: Mechanism>(self) -> String {
        let (secret_key, public_key) = Seed::new(counting()).key_pair::<K>();
        let digest = Sha256::new().chain_update(K::public_key_bytes(&public_key));
        hexadecimal(&digest.chain_update(K::secret_key_bytes(&secret_key)).finalize())
    }
}

#[test]
fn known_key_pairs() {
    for set in Set::ALL {
        let known = KEY_PAIRS.iter().find(|(name, _)| *name == set.name()).map(|(_, digest)| *digest);
        assert_eq!(Some(&*set.visit(DigestOfKeyPair)), known, "{set}");
    }
}

struct MatchesItsDefinition;

impl Visitor for MatchesItsDefinition {
    type Output = ();

    fn visit<K: Mechanism>(self) {
        for first in 0..4 {
            let mut secret = counting();
            secret[0] = first;
            let name = K::SET.name();
            let input = [b"vectru key seed", &[1, name.len() as u8][..], name.as_bytes(), &secret].concat();
            let mut state = Shake256::default();
            state.update(&input);
            let mut random = vec![0; K::KEY_RANDOM_BYTES + 50 * K::CANDIDATE_RANDOM_BYTES];
            state.finalize_xof().read(&mut random);
            let (expected_secret, expected_public) = K::generate_from(&random).expect("few candidates are rejected");

            let (secret_key, public_key) = Seed::new(secret).key_pair::<K>();
            assert_eq!(public_key, expected_public);
            assert_eq!(K::secret_key_bytes(&secret_key), K::secret_key_bytes(&expected_secret));
        }
    }
}

#[test]
fn the_expansion_is_the_one_of_the_definition() {
    Set::ALL.into_iter().for_each(|set| set.visit(MatchesItsDefinition));
}

#[test]
fn seeds_survive_their_bytes() {
    let seed = Seed::generate(&mut vectru::system_rng());
    let bytes = seed.to_bytes();
    assert_eq!(bytes[0], 1);
    assert_eq!(*Seed::from_bytes(&*bytes).expect("these are a seed").to_bytes(), *bytes);
    assert_ne!(*Seed::generate(&mut vectru::system_rng()).to_bytes(), *bytes);
    assert_eq!(format!("{seed:?}"), "Seed(..)");
}

#[test]
fn other_bytes_are_refused() {
    for found in [0, 1, 32, 34] {
        let error = Seed::from_bytes(&vec![1; found]).expect_err("these are refused");
        assert_eq!(error, SeedError::Length { found });
        assert_eq!(error.to_string(), format!("seed: wrong length: expected 33 bytes, found {found}"));
    }
    let error = Seed::from_bytes(&[0; 33]).expect_err("these are refused");
    assert_eq!(
        (error, error.to_string().as_str()),
        (SeedError::Version { found: 0 }, "seed: wrong version: expected 1, found 0")
    );
}
