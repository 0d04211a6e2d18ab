//! Generators of random bytes that are broken: constant, of a short period, or failing. Key
//! generation ends with an error, or with a key pair that decapsulates what it encapsulates.

#[path = "support/failing.rs"]
mod failing;
#[path = "support/repeating.rs"]
mod repeating;

use failing::Failing;
use rand_core::TryCryptoRng;
use repeating::Repeating;
use vectru::kat::NistDrbg;
use vectru::mechanism::Visitor;
use vectru::{Array, DecapsulationKey, EncapsulationKey, ErrorKind, GenerationError, Mechanism, Object, Set};

/// The bytes of the word that makes the coefficient 0 of a small polynomial of NTRU Prime.
const ZERO_WORD: [u8; 4] = (1u32 << 29).to_le_bytes();

/// A counter in `bytes` bytes.
fn counter(bytes: usize, count: u32) -> Vec<u8> {
    (0..count).flat_map(|k| k.to_le_bytes().into_iter().take(bytes)).collect()
}

/// Patterns that a broken generator repeats.
fn patterns<M: Mechanism>() -> Vec<Vec<u8>> {
    let constants = [0x00, 0xff, 0xaa, 0x55, 0x01, 0x80].map(|byte| vec![byte]);
    let random: Vec<u8> = (0..20_000u32).map(|k| (k.wrapping_mul(k).wrapping_mul(0x9e37_79b1) >> 24) as u8).collect();
    // The last two repeat each candidate, and each key pair.
    let periods = [2, 3, 7, 32, 251, 256, 4096, M::CANDIDATE_RANDOM_BYTES.max(5), M::KEY_RANDOM_BYTES];
    let periodic = periods.map(|period| random[..period].to_vec());
    let others = [ZERO_WORD.to_vec(), counter(1, 256), counter(4, 5000)];
    constants.into_iter().chain(periodic).chain(others).collect()
}

/// The number of candidates that key generation of a set draws before it gives up, if it rejects
/// any.
fn candidates(set: Set) -> Option<usize> {
    match set.name().trim_end_matches(|c: char| c.is_ascii_digit()) {
        "sntrup" => Some(32),
        "ntruhps" | "ntruhrss" => Some(1),
        _ => None,
    }
}

/// Checks that a key pair is whole: its bytes load, and it decapsulates what it encapsulates, with
/// random bytes that repeat themselves, too.
fn check_pair<M: Mechanism>((secret, public): &(DecapsulationKey<M>, EncapsulationKey<M>)) {
    let loaded = DecapsulationKey::<M>::from_bytes(secret.as_bytes()).expect("a generated key loads");
    let sealing = EncapsulationKey::<M>::from_bytes(public.as_bytes()).expect("a generated key loads");
    assert_eq!(&loaded.to_encapsulation_key(), public, "{}", M::SET);
    let (ciphertext, sent) = sealing.encapsulate(&mut NistDrbg::new(&[1; 48]));
    assert_eq!(secret.decapsulate(&ciphertext), sent, "{}", M::SET);
    let (ciphertext, sent) = public.encapsulate(&mut Repeating::new(&[0]));
    assert_eq!(loaded.decapsulate(&ciphertext), sent, "{}", M::SET);
}

/// Makes key pairs, single and in batches, of every pattern.
struct Generate;

impl Visitor for Generate {
    /// The numbers of key pairs and of errors.
    type Output = [usize; 2];

    fn visit<M: Mechanism>(self) -> [usize; 2] {
        let set = M::SET;
        let mut counts = [0; 2];
        for pattern in patterns::<M>() {
            for make in [Repeating::new, Repeating::restarting] {
                let mut rng = make(&pattern);
                let result = M::try_generate(&mut rng);
                // Each candidate takes one call. What is not rejected takes two more at most.
                assert!(rng.calls <= candidates(set).unwrap_or(1) + 2, "{set}: {} calls", rng.calls);
                match &result {
                    Ok(pair) => check_pair::<M>(pair),
                    Err(error) => {
                        let expected = candidates(set).expect("only candidates are rejected");
                        assert_eq!(*error, GenerationError::Rejected { candidates: expected }, "{set}");
                    }
                }
                counts[result.is_err() as usize] += 1;

                let (mut secret, mut public) = (M::SecretKeyBytes::ZERO, M::PublicKeyBytes::ZERO);
                let written = M::try_generate_bytes(&mut make(&pattern), &mut secret, &mut public);
                match &result {
                    Ok((key, _)) => assert_eq!((Ok(()), secret.as_ref()), (written, key.as_bytes()), "{set}"),
                    Err(error) => {
                        assert_eq!(written, Err(*error), "{set}");
                        assert!(secret.as_ref().iter().chain(public.as_ref()).all(|byte| *byte == 0), "{set}");
                    }
                }

                let mut rng = make(&pattern);
                match M::try_generate_many(&mut rng, 3) {
                    Ok(pairs) => {
                        assert_eq!(pairs.len(), 3);
                        pairs.iter().for_each(check_pair::<M>);
                        // The first pair is that of a single call. In a batch that falls back to
                        // single calls, bytes that depend on the division into calls are others.
                        if let (Ok((_, public)), false) = (&result, candidates(set) == Some(32)) {
                            assert_eq!(&pairs[0].1, public, "{set}");
                        }
                    }
                    Err(error) => assert!(matches!(error, GenerationError::Rejected { .. }), "{set}: {error}"),
                }
            }
        }
        counts
    }
}

#[test]
fn repeated_bytes_make_key_pairs_that_work_or_none() {
    for set in Set::ALL {
        let [pairs, errors] = set.visit(Generate);
        // Both happen, except where no random bytes are rejected.
        assert!(pairs > 0 && (errors > 0) == candidates(set).is_some(), "{set}: {pairs} key pairs, {errors} errors");
    }
}

/// Encapsulates with every pattern: single, for one use, and in batches.
struct Encapsulate;

impl Visitor for Encapsulate {
    type Output = ();

    fn visit<M: Mechanism>(self) {
        let (secret, public) = M::generate(&mut NistDrbg::new(&[2; 48]));
        for pattern in patterns::<M>() {
            let (ciphertext, sent) = public.encapsulate(&mut Repeating::new(&pattern));
            assert_eq!(secret.decapsulate(&ciphertext), sent, "{}, {pattern:?}", M::SET);
            let once = M::encapsulate_once(public.as_bytes(), &mut Repeating::new(&pattern));
            assert_eq!(once.expect("a generated key loads"), (ciphertext, sent.clone()));
            let many = M::encapsulate_many([&public; 2], &mut Repeating::new(&pattern));
            assert_eq!(many[0], (ciphertext, sent));
            assert_eq!(secret.decapsulate(&many[1].0), many[1].1);
        }
    }
}

#[test]
fn repeated_bytes_make_ciphertexts_that_decapsulate() {
    Set::ALL.into_iter().for_each(|set| set.visit(Encapsulate));
}

/// Draws one candidate after the other that is rejected, then random bytes.
struct RejectedCandidates;

impl Visitor for RejectedCandidates {
    type Output = ();

    fn visit<M: Mechanism>(self) {
        let zero = ZERO_WORD.repeat(M::CANDIDATE_RANDOM_BYTES / 4);
        let accepted =
            patterns::<M>().into_iter().map(|pattern| pattern.repeat(M::KEY_RANDOM_BYTES / pattern.len() + 1));
        let accepted =
            accepted.rev().find(|bytes| M::generate_from(bytes).is_ok()).expect("a counter makes a key pair");
        let expected = M::generate_from(&accepted).expect("these bytes make a key pair").1;
        let after = |count: usize| M::generate_from(&[zero.repeat(count), accepted.clone()].concat());
        for count in [1, 2, 31] {
            assert_eq!(after(count).expect("the next candidate is accepted").1, expected, "{}", M::SET);
        }
        for count in [32, 33] {
            let error = after(count).map(|_| ()).expect_err("there is no further candidate");
            assert_eq!((error.set, error.object), (M::SET, Object::RandomBytes));
            assert_eq!(error.kind, ErrorKind::Rejected { candidates: 32 });
        }
    }
}

#[test]
fn the_32nd_candidate_is_the_last() {
    let sets = Set::ALL.into_iter().filter(|set| candidates(*set) == Some(32));
    sets.for_each(|set| set.visit(RejectedCandidates));
}

/// Makes keys of NTRU of polynomials f and g with one coefficient or none.
struct FewCoefficients;

impl Visitor for FewCoefficients {
    type Output = ();

    fn visit<M: Mechanism>(self) {
        let ternary = <M::Ring as vectru_polymul::ring::Ring>::DEGREE - 1;
        let make = |f: Option<usize>, g: Option<usize>| {
            let mut random = vec![0; M::KEY_RANDOM_BYTES];
            // A byte 0 makes the coefficient 0, a byte 1 makes the coefficient 1.
            f.into_iter().chain(g.map(|g| ternary + g)).for_each(|position| random[position] = 1);
            M::generate_from(&random)
        };
        for f in [0, 1, ternary / 2, ternary - 1] {
            check_pair::<M>(&make(Some(f), Some(f)).expect("f and g are not 0"));
        }
        let rejected = ErrorKind::Rejected { candidates: 1 };
        let no_f = make(None, Some(3)).map(|_| ()).expect_err("f is 0");
        assert_eq!((no_f.set, no_f.object, no_f.kind), (M::SET, Object::RandomBytes, rejected));
        let no_g = make(Some(3), None).map(|pair| check_pair::<M>(&pair)).map_err(|error| error.kind);
        // In NTRU-HPS g has a fixed number of nonzero coefficients, of any bytes.
        let is_hrss = M::SET.name().starts_with("ntruhrss");
        assert_eq!(no_g, if is_hrss { Err(rejected) } else { Ok(()) }, "{}", M::SET);
    }
}

#[test]
fn keys_of_ntru_are_rejected_if_f_or_g_is_zero() {
    let sets = Set::ALL.into_iter().filter(|set| candidates(*set) == Some(1));
    sets.for_each(|set| set.visit(FewCoefficients));
}

/// Lets a generator fail after every number of bytes that matters.
struct Fail;

impl Visitor for Fail {
    type Output = ();

    fn visit<M: Mechanism>(self) {
        let lengths = [0, 1, 31, 32, 64, M::CANDIDATE_RANDOM_BYTES, M::KEY_RANDOM_BYTES - 1];
        for length in lengths.into_iter().filter(|&length| length < M::KEY_RANDOM_BYTES) {
            let failed = GenerationError::Generator(core::fmt::Error);
            fn error<T, E>(result: Result<T, E>) -> Option<E> {
                result.err()
            }
            assert_eq!(error(M::try_generate(&mut Failing(length))), Some(failed), "{}", M::SET);
            assert_eq!(error(M::try_generate_many(&mut Failing(length), 3)), Some(failed), "{}", M::SET);
        }
        let (_, public) = M::generate(&mut NistDrbg::new(&[3; 48]));
        for length in 0..M::ENCAPSULATION_RANDOM_BYTES.min(8) {
            assert_eq!(public.try_encapsulate(&mut Failing(length)).err(), Some(core::fmt::Error));
        }
        check_panics::<M, _>(|| Repeating::new(&ZERO_WORD));
    }
}

/// Checks that a function without a place for an error panics where the other returns one.
fn check_panics<M: Mechanism, R: TryCryptoRng<Error = core::convert::Infallible>>(rng: impl Fn() -> R) {
    let error = M::try_generate(&mut rng()).err().map(|error| error.to_string());
    let panicked = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| drop(M::generate(&mut rng()))));
    let text = panicked.err().and_then(|payload| payload.downcast_ref::<String>().cloned());
    assert_eq!(text, error, "{}", M::SET);
}

#[test]
fn failing_generators_give_their_error() {
    Set::ALL.into_iter().for_each(|set| set.visit(Fail));
}
