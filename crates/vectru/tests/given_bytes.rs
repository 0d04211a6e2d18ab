//! Key pairs and ciphertexts of given random bytes, against those of a generator that returns the
//! same bytes.

use core::convert::Infallible;

use rand_core::{TryCryptoRng, TryRng};
use vectru::kat::NistDrbg;
use vectru::mechanism::Visitor;
use vectru::{ErrorKind, Mechanism, Object, Set};
use vectru_polymul::ring::Ring;

/// A generator that records the bytes that it returns. Its first calls return words 2^29, which
/// make the polynomial 0.
struct Recorder {
    rng: NistDrbg,
    zeros: usize,
    bytes: Vec<u8>,
}

impl TryRng for Recorder {
    type Error = Infallible;

    fn try_next_u32(&mut self) -> Result<u32, Infallible> {
        unreachable!("mechanisms draw bytes")
    }

    fn try_next_u64(&mut self) -> Result<u64, Infallible> {
        unreachable!("mechanisms draw bytes")
    }

    fn try_fill_bytes(&mut self, bytes: &mut [u8]) -> Result<(), Infallible> {
        if self.zeros > 0 {
            self.zeros -= 1;
            bytes.as_chunks_mut::<4>().0.fill((1u32 << 29).to_le_bytes());
        } else {
            self.rng.try_fill_bytes(bytes)?;
        }
        self.bytes.extend_from_slice(bytes);
        Ok(())
    }
}

impl TryCryptoRng for Recorder {}

/// Compares with a generator whose first `zeros` candidates for g are 0.
struct EqualsGenerator {
    zeros: usize,
}

impl Visitor for EqualsGenerator {
    type Output = ();

    fn visit<M: Mechanism>(self) {
        let zeros = self.zeros;
        let mut recorder = Recorder { rng: NistDrbg::new(&[9; 48]), zeros, bytes: Vec::new() };
        let (expected_key, expected_public) = M::generate(&mut recorder);
        let random = std::mem::take(&mut recorder.bytes);
        let rejected = random.len() - M::KEY_RANDOM_BYTES;
        assert!(rejected >= zeros * M::CANDIDATE_RANDOM_BYTES);
        assert_eq!(rejected.checked_rem(M::CANDIDATE_RANDOM_BYTES).unwrap_or(rejected), 0, "{}", M::SET);

        let (key, public) = M::generate_from(&random).expect("there are enough bytes");
        assert_eq!(key.as_bytes(), expected_key.as_bytes(), "{}", M::SET);
        assert_eq!(public, expected_public);
        let longer: Vec<u8> = random.iter().copied().chain([1; 100]).collect();
        assert_eq!(M::generate_from(&longer).expect("there are enough bytes").1, public);
        for found in [0, 1, random.len() / 2, random.len() - 1] {
            let error = M::generate_from(&random[..found]).map(|_| ()).expect_err("there are too few bytes");
            assert_eq!((error.set, error.object), (M::SET, Object::RandomBytes));
            let ErrorKind::TooFewBytes { needed, found: reported } = error.kind else { panic!("{error}") };
            assert!(reported == found && found < needed && needed <= random.len());
        }

        let (expected_ciphertext, expected_secret) = public.encapsulate(&mut recorder);
        let random = recorder.bytes;
        assert_eq!(random.len(), M::ENCAPSULATION_RANDOM_BYTES);
        let (ciphertext, secret) = public.encapsulate_from(&random).expect("there are as many bytes as needed");
        assert_eq!((ciphertext, secret), (expected_ciphertext, expected_secret), "{}", M::SET);
        let longer: Vec<u8> = random.iter().copied().chain([1]).collect();
        for random in [&random[1..], &longer] {
            let error = public.encapsulate_from(random).expect_err("another number of bytes is an error");
            let length = ErrorKind::Length { expected: M::ENCAPSULATION_RANDOM_BYTES, found: random.len() };
            assert_eq!((error.set, error.object, error.kind), (M::SET, Object::RandomBytes, length));
        }
    }
}

#[test]
fn given_bytes_make_what_a_generator_makes_of_them() {
    Set::ALL.into_iter().for_each(|set| set.visit(EqualsGenerator { zeros: 0 }));
}

#[test]
fn rejected_candidates_take_their_bytes() {
    let streamlined = Set::ALL.into_iter().filter(|set| set.name().starts_with("sntrup"));
    streamlined.for_each(|set| set.visit(EqualsGenerator { zeros: 3 }));
}

/// The numbers of bytes of the specifications.
struct HasNumbersOfBytes;

impl Visitor for HasNumbersOfBytes {
    type Output = ();

    fn visit<M: Mechanism>(self) {
        let list = 4 * M::Ring::DEGREE;
        let (small, ternary) = (M::Ring::DEGREE.div_ceil(4), M::Ring::DEGREE - 1);
        let fixed_type = (30 * ternary).div_ceil(8);
        let expected = match M::SET.name().trim_end_matches(|c: char| c.is_ascii_digit()) {
            "sntrup" => [2 * list + small, list, list],
            "ntrulpr" => [32 + list + 32, 0, 32],
            "ntruhps" => [ternary + fixed_type + 32, 0, ternary + fixed_type],
            "ntruhrss" => [2 * ternary + 32, 0, 2 * ternary],
            "lightsaber" | "saber" | "firesaber" => [3 * 32, 0, 32],
            family => panic!("{family} is a known family"),
        };
        assert_eq!([M::KEY_RANDOM_BYTES, M::CANDIDATE_RANDOM_BYTES, M::ENCAPSULATION_RANDOM_BYTES], expected);
    }
}

#[test]
fn numbers_of_bytes_are_those_of_the_specifications() {
    Set::ALL.into_iter().for_each(|set| set.visit(HasNumbersOfBytes));
}
