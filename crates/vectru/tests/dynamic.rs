//! Keys of a set that is chosen at run time against typed keys, byte by byte.

use vectru::dynamic::{DecapsulationKey, EncapsulationKey};
use vectru::kat::NistDrbg;
use vectru::mechanism::Visitor;
use vectru::seed::Seed;
use vectru::{Ciphertext, EncapsulationError, ErrorKind, GenerationError, Mechanism, Object, Set};

#[path = "support/failing.rs"]
mod failing;

use failing::Failing;

fn rng(seed: u8) -> NistDrbg {
    NistDrbg::new(&[seed; 48])
}

struct Equals;

impl Visitor for Equals {
    type Output = ();

    fn visit<M: Mechanism>(self) {
        let set = M::SET;
        let (typed, typed_public) = M::generate(&mut rng(1));
        let (key, public) = set.generate(&mut rng(1));
        assert_eq!((key.set(), public.set()), (set, set));
        assert!(key.as_bytes() == typed.as_bytes() && public.as_bytes() == typed_public.as_bytes(), "{set}");
        let loaded = set.decapsulation_key(key.as_bytes()).expect("it is a key");
        let loaded_public = set.encapsulation_key(public.as_bytes()).expect("it is a key");
        assert_eq!((key.to_encapsulation_key(), loaded.to_encapsulation_key()), (public.clone(), loaded_public));

        let (ciphertext, secret) = typed_public.encapsulate(&mut rng(2));
        let expected = (ciphertext.as_bytes().to_vec(), secret);
        for public in [&public, &public.prepare(), &public.prepare().prepare()] {
            assert_eq!(public.encapsulate(&mut rng(2)), expected, "{set}");
        }
        let mut wrong = ciphertext.to_bytes();
        wrong.as_mut()[9] ^= 4;
        for bytes in [ciphertext.to_bytes(), wrong] {
            let expected = Ok(typed.decapsulate(&Ciphertext::<M>::new(bytes)));
            for key in [&key, &key.prepare(), &loaded, &key.clone()] {
                assert_eq!(key.decapsulate(bytes.as_ref()), expected, "{set}");
            }
        }
        let random = vec![5; set.encapsulation_random_bytes()];
        assert_eq!(random.len(), M::ENCAPSULATION_RANDOM_BYTES);
        let (ciphertext, secret) = typed_public.encapsulate_from(&random).expect("the length is right");
        assert_eq!(public.encapsulate_from(&random), Ok((ciphertext.as_bytes().to_vec(), secret)));
        let random: Vec<u8> = (0..set.key_random_bytes()).map(|k| (k * k / 7) as u8).collect();
        let typed = M::generate_from(&random).map(|(key, _)| key.to_bytes().as_ref().to_vec());
        assert_eq!(set.generate_from(&random).map(|(key, _)| key.as_bytes().to_vec()), typed);
        let seed = Seed::new([6; 32]);
        assert_eq!(set.generate_from_seed(&seed).1.as_bytes(), seed.key_pair::<M>().1.as_bytes());
        assert_eq!((set.formula(), set.candidate_random_bytes()), (M::FORMULA, M::CANDIDATE_RANDOM_BYTES));
    }
}

#[test]
fn keys_are_those_of_the_typed_interface() {
    Set::ALL.into_iter().for_each(|set| set.visit(Equals));
}

struct EqualsBatches;

impl Visitor for EqualsBatches {
    type Output = ();

    fn visit<M: Mechanism>(self) {
        let set = M::SET;
        let typed = M::generate_many(&mut rng(3), 5);
        let pairs = set.try_generate_many(&mut rng(3), 5).expect("the generator does not fail");
        let bytes = |(key, public): &(DecapsulationKey, EncapsulationKey)| [key.as_bytes(), public.as_bytes()].concat();
        let typed_bytes: Vec<_> =
            typed.iter().map(|(key, public)| [key.as_bytes(), public.as_bytes()].concat()).collect();
        assert!(pairs.iter().map(bytes).eq(typed_bytes), "{set}");

        // Each second key is prepared.
        let prepared: Vec<_> = pairs
            .iter()
            .enumerate()
            .map(|(k, (key, public))| match k % 2 {
                0 => (key.clone(), public.clone()),
                _ => (key.prepare(), public.prepare()),
            })
            .collect();
        let sent = set.try_encapsulate_many(prepared.iter().map(|(_, public)| public), &mut rng(4));
        let expected = M::encapsulate_many(typed.iter().map(|(_, public)| public), &mut rng(4));
        let expected: Vec<_> = expected.into_iter().map(|(c, secret)| (c.as_bytes().to_vec(), secret)).collect();
        assert_eq!(sent, Ok(expected.clone()));
        let keys = prepared.iter().map(|(key, _)| key);
        let received = set.decapsulate_many(keys.zip(expected.iter().map(|(ciphertext, _)| &ciphertext[..])));
        assert_eq!(received, Ok(expected.into_iter().map(|(_, secret)| secret).collect()));

        let (key, public) = &prepared[1];
        let sent = public.try_encapsulate_many(&mut rng(5), 3).expect("the generator does not fail");
        let received = key.decapsulate_many(sent.iter().map(|(ciphertext, _)| &ciphertext[..]));
        assert_eq!(received, Ok(sent.into_iter().map(|(_, secret)| secret).collect()));
        assert_eq!(set.decapsulate_many([]), Ok(vec![]));
    }
}

#[test]
fn batches_are_those_of_the_typed_interface() {
    Set::ALL.into_iter().for_each(|set| set.visit(EqualsBatches));
}

#[test]
fn errors_are_typed() {
    for set in Set::ALL {
        let (key, public) = set.generate(&mut rng(7));
        let short = &key.as_bytes()[1..];
        let error = set.decapsulation_key(short).expect_err("a byte is missing");
        assert_eq!((error.set, error.object), (set, Object::SecretKey));
        let error = set.encapsulation_key(short).expect_err("the length is wrong");
        assert_eq!((error.set, error.object), (set, Object::PublicKey));
        let error = key.decapsulate(&[0; 3]).expect_err("the length is wrong");
        let length = ErrorKind::Length { expected: set.ciphertext_bytes(), found: 3 };
        assert_eq!((error.set, error.object, error.kind), (set, Object::Ciphertext, length));
        assert_eq!(key.decapsulate_many([&[0; 3][..]]).expect_err("the length is wrong").kind, length);
        assert_eq!(public.encapsulate_from(&[]).expect_err("there are no bytes").object, Object::RandomBytes);
        assert_eq!(public.try_encapsulate(&mut Failing(0)), Err(core::fmt::Error));
        assert!(matches!(set.try_generate(&mut Failing(0)), Err(GenerationError::Generator(_))));
        assert!(!format!("{key:?}").contains(&format!("{:02x}{:02x}", key.as_bytes()[0], key.as_bytes()[1])));

        let other = Set::ALL.into_iter().find(|&other| other != set);
        if let Some(found) = other {
            let (other_key, other_public) = found.generate(&mut rng(8));
            let kind = ErrorKind::OtherSet { index: 1, found };
            let sent = set.try_encapsulate_many([&public, &other_public], &mut rng(9));
            assert!(matches!(sent, Err(EncapsulationError::Key(error)) if error.kind == kind), "{set}");
            let received = set.decapsulate_many([(&key, &[][..]), (&other_key, &[])]);
            assert_eq!(received.expect_err("the sets differ").kind, kind);
            assert_ne!(public, other_public);
        }
    }
}
