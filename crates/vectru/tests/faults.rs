//! Flipped bits: of a ciphertext, each gives the secret of a rejected ciphertext, or for ntruhrss
//! the ciphertext of another message; of a secret key, each gives an error, or a key with which no
//! wrong secret is agreed on.

use std::sync::atomic::{AtomicUsize, Ordering};

use sha2::{Digest, Sha512};
use sha3::Sha3_256;
use vectru::kat::NistDrbg;
use vectru::mechanism::Visitor;
use vectru::{Array, Ciphertext, DecapsulationKey, ErrorKind, Mechanism, Object, ParameterSet, Set};
use vectru_polymul::ring::Ring;

/// Returns the secret of a rejected ciphertext, as the specifications define it.
fn rejected<M: Mechanism>(secret_key: &[u8], ciphertext: &[u8]) -> [u8; 32] {
    let half = |hash: Sha512| -> [u8; 32] { hash.finalize()[..32].try_into().expect("64 bytes have a half") };
    match M::SET.name().trim_end_matches(|c: char| c.is_ascii_digit()) {
        // Hash_0(Hash_3(rho), ciphertext), where rho stands before the hash of the public key.
        "sntrup" => {
            let rho = &secret_key[..secret_key.len() - 32];
            let rho = &rho[rho.len() - M::Ring::DEGREE.div_ceil(4)..];
            let digest = half(Sha512::new().chain_update([3]).chain_update(rho));
            half(Sha512::new().chain_update([0]).chain_update(digest).chain_update(ciphertext))
        }
        "ntrulpr" => {
            let rho = &secret_key[secret_key.len() - 64..][..32];
            half(Sha512::new().chain_update([0]).chain_update(rho).chain_update(ciphertext))
        }
        // The hash of the key of the pseudorandom function and the ciphertext.
        "ntruhps" | "ntruhrss" => {
            let prf_key = &secret_key[secret_key.len() - 32..];
            Sha3_256::new().chain_update(prf_key).chain_update(ciphertext).finalize().into()
        }
        // The hash of z and the hash of the ciphertext.
        _ => {
            let z = &secret_key[secret_key.len() - 32..];
            let digest = Sha3_256::digest(ciphertext);
            Sha3_256::new().chain_update(z).chain_update(digest).finalize().into()
        }
    }
}

/// Returns whether the ciphertext with the bit at an index flipped may be that of another message.
///
/// A ciphertext of ntruhrss is c = r h + (1 - x) v, where v has the coefficients -1, 0 and 1 and
/// the degree n - 2. The last coefficient of c is not sent, as the sum of all is 0. So a change of
/// the coefficient of x^i by d changes c by d (x^i - x^(n-1)) = d (1 - x) (x^i + ... + x^(n-2)),
/// and v by d in its coefficients from i on. With |d| <= 2 they may stay within -1, 0 and 1, by
/// chance at most (2/3)^(n-1-i): (2/3)^40 is 9 in 10^8.
fn may_encrypt_another<M: Mechanism>(bit: usize) -> bool {
    let bits = 8 * M::SET.ciphertext_bytes() / (M::Ring::DEGREE - 1);
    let index = bit / bits;
    M::SET.name().starts_with("ntruhrss")
        && bit % bits < 2
        && (M::Ring::DEGREE - 41..M::Ring::DEGREE - 1).contains(&index)
}

/// The numbers of flipped bits of ciphertexts, of the ciphertexts of other messages among them, of
/// flipped bits of secret keys, and of keys among them that are refused.
static CIPHERTEXT_BITS: AtomicUsize = AtomicUsize::new(0);
static OTHER_MESSAGES: AtomicUsize = AtomicUsize::new(0);
static KEY_BITS: AtomicUsize = AtomicUsize::new(0);
static REFUSED_KEYS: AtomicUsize = AtomicUsize::new(0);

/// Flips one bit of every `step`, and the last.
struct Flip {
    step: usize,
}

impl Flip {
    /// Returns `bytes` with one bit flipped, for each of the bits, after the index of the bit.
    fn flipped(&self, bytes: &[u8]) -> impl Iterator<Item = (usize, Vec<u8>)> {
        let last = 8 * bytes.len() - 1;
        (0..last).step_by(self.step).chain([last]).map(|bit| {
            let mut flipped = bytes.to_vec();
            flipped[bit / 8] ^= 1 << (bit % 8);
            (bit, flipped)
        })
    }
}

fn decapsulate<M: Mechanism>(key: &DecapsulationKey<M>, ciphertext: &[u8]) -> [u8; 32] {
    *key.decapsulate(&Ciphertext::from_bytes(ciphertext).expect("the length is right")).as_bytes()
}

impl Visitor for Flip {
    type Output = ();

    fn visit<M: Mechanism>(self) {
        let set = M::SET;
        let mut rng = NistDrbg::new(&[8; 48]);
        let (key, public) = M::generate(&mut rng);
        let secret_key = key.as_bytes();
        let (ciphertext, sent) = public.encapsulate(&mut rng);
        let (honest, sent) = (ciphertext.as_bytes(), *sent.as_bytes());
        for (bit, tampered) in self.flipped(honest) {
            let found = decapsulate::<M>(&key, &tampered);
            let is_rejected = found == rejected::<M>(secret_key, &tampered);
            assert_ne!(found, sent, "{set}, bit {bit}");
            assert!(is_rejected || may_encrypt_another::<M>(bit), "{set}, bit {bit}");
            CIPHERTEXT_BITS.fetch_add(1, Ordering::Relaxed);
            OTHER_MESSAGES.fetch_add(usize::from(!is_rejected), Ordering::Relaxed);
        }
        let (_, tampered) = self.flipped(honest).next().expect("a ciphertext has bits");
        for (_, secret_key) in self.flipped(secret_key) {
            KEY_BITS.fetch_add(1, Ordering::Relaxed);
            match DecapsulationKey::<M>::from_bytes(&secret_key) {
                Ok(key) => {
                    let found = decapsulate::<M>(&key, honest);
                    assert!([sent, rejected::<M>(&secret_key, honest)].contains(&found), "{set}");
                    assert_eq!(decapsulate::<M>(&key, &tampered), rejected::<M>(&secret_key, &tampered), "{set}");
                }
                Err(error) => {
                    assert_eq!((error.set, error.object), (set, Object::SecretKey));
                    REFUSED_KEYS.fetch_add(1, Ordering::Relaxed);
                }
            }
        }
        // A flipped bit of the public key or of its hash is noticed where they are in the key.
        if !set.name().starts_with("ntruh") {
            let position = secret_key.windows(32).position(|window| *window == public.as_bytes()[..32]);
            let mut flipped = secret_key.to_vec();
            flipped[position.expect("the secret key contains the public key")] ^= 1;
            let error = DecapsulationKey::<M>::from_bytes(&flipped).map(|_| ()).expect_err("the hash is another one");
            assert_eq!(error.kind, ErrorKind::PublicKeyHash, "{set}");
        }
        assert_eq!(<M as ParameterSet>::CiphertextBytes::LENGTH, honest.len());
    }
}

fn flip(step: usize) {
    Set::ALL.into_iter().for_each(|set| set.visit(Flip { step }));
    let [ciphertexts, others, keys, refused] =
        [&CIPHERTEXT_BITS, &OTHER_MESSAGES, &KEY_BITS, &REFUSED_KEYS].map(|count| count.swap(0, Ordering::Relaxed));
    let sets = Set::ALL.len();
    println!(
        "{sets} sets: {ciphertexts} bits of ciphertexts flipped, {others} give the ciphertext of another message and all \
         others are rejected; {keys} bits of secret keys, {refused} refused, no other secret agreed on"
    );
}

#[test]
fn sampled_bits() {
    flip(97);
}

#[test]
#[ignore = "each bit of a ciphertext and of a secret key: a long test"]
fn every_bit() {
    flip(1);
}
