//! Seeds: the definition of their expansion, and the key pairs of one seed as known answers.
#![cfg(feature = "seed")]

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
const KEY_PAIRS: &[(&str, &str)] = &[
    ("sntrup653", "a2954dbb0610d21faa485c54dca0543150f2d9f3b4e648af5554b447e60b0623"),
    ("sntrup761", "eb6c9b36c46a7b4cbc6accb56e91d2ce661a955477636f0f5fe04fa8befb89e1"),
    ("sntrup857", "3ee0967821c7139cda05bccce2f7c5139e3432503032b55d48214b78ef212de9"),
    ("sntrup953", "3e6783a8f1f2d6e2059cbe13b046365f898df25cf710f6c20cdee48413e4b252"),
    ("sntrup1013", "0e227a805e780dc039ab911ea53979a9aef3e5fbe9cb10ffd6c9401370a04bdc"),
    ("sntrup1277", "e5fcea40b275061e61b4e46a94dc80bbd30cc767063c3cabd3fb1f4f9d0bf5b5"),
    ("ntrulpr653", "d8180ee4faae945f80e63df57e672090389fb221cf5e388f0204dee4f627814d"),
    ("ntrulpr761", "21afc77ac91a88941e9ed42358ec3efdb63d1840ff7c0fff1bf4044dacbf7d2b"),
    ("ntrulpr857", "9ab4f12f4abfae18ce09db8cd917a2680aa9735511a1da383df3c655ec5194fb"),
    ("ntrulpr953", "cbb9d71fc1328ca416fa236efb742911c2837ea2a4caf02be1d55ee1865377ea"),
    ("ntrulpr1013", "283fe9a0f9fb7e008bdd92240a78ae233012bc552018c55b5a522dbe805bdbb0"),
    ("ntrulpr1277", "e2033c11cc2f535e69ce9a5db2737107439b92a64934266ab6caf1dc7af79d65"),
    ("ntruhps2048509", "4357b3ed93c1387701f04ff4868db10853e969082158d3a67b51f9596c33c1f4"),
    ("ntruhps2048677", "b23daedc1e6c4e6449b6b019bd9da1343934ed3c5fd63146e4d9590aed06391a"),
    ("ntruhps4096821", "a92e0370d5c7894ead75a3aed2a8a1bd035692c761a248e2dd820eb62270c9c4"),
    ("ntruhps40961229", "88f05c084a32a13e384f39dcd936fce365125e37941cb4c10509fa8dbf8aae09"),
    ("ntruhrss701", "8ac9e5d502a762d3c520fa2bac1674e8912e61afe1a977285cd7b4a9625534a7"),
    ("ntruhrss1373", "51e621078742658f1ee994e13a88d44a6e9014d116de670d3116b5984a132823"),
    ("lightsaber", "003f2077c7eb55b609cf2932d77ed0cbf42ee4af696c0521c530f9ef8f3c988c"),
    ("saber", "c779814e5c816b815a3348a3986adb458ffd215d7d5624c96ef7bce062044e2d"),
    ("firesaber", "4893d8ccd9754c65a6ff7344141bfaded4afb63c4f73103555624f6daff3c268"),
];

fn hexadecimal(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

struct DigestOfKeyPair;

impl Visitor for DigestOfKeyPair {
    type Output = String;

    fn visit<K: Mechanism>(self) -> String {
        let (secret_key, public_key) = Seed::new(counting()).key_pair::<K>();
        let digest = Sha256::new().chain_update(public_key.as_bytes());
        hexadecimal(&digest.chain_update(secret_key.as_bytes()).finalize())
    }
}

#[test]
fn known_key_pairs() {
    for set in Set::ALL {
        let known = KEY_PAIRS.iter().find(|(name, _)| *name == set.name());
        let found = set.visit(DigestOfKeyPair);
        assert_eq!(known, Some(&(set.name(), found.as_str())));
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
            assert_eq!(secret_key.as_bytes(), expected_secret.as_bytes());
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
    for found in (0..=u8::MAX).filter(|&version| version != 1) {
        let mut bytes = [0; 33];
        bytes[0] = found;
        let error = Seed::from_bytes(&bytes).expect_err("these are refused");
        assert_eq!(error, SeedError::Version { found });
        assert_eq!(error.to_string(), format!("seed: wrong version: expected 1, found {found}"));
    }
}
