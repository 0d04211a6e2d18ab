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

struct EqualsOnSlices;

impl Visitor for EqualsOnSlices {
    type Output = ();

    fn visit<M: Mechanism>(self) {
        let set = M::SET;
        let (mut secret_key, mut public_key) = (vec![0; set.secret_key_bytes()], vec![0; set.public_key_bytes()]);
        set.try_generate_bytes(&mut rng(1), &mut secret_key, &mut public_key).expect("the lengths are right");
        let (typed, typed_public) = M::generate(&mut rng(1));
        assert!(secret_key == typed.as_bytes() && public_key == typed_public.as_bytes(), "{set}");

        let (expected, secret) = typed_public.encapsulate(&mut rng(2));
        let mut ciphertext = vec![0; set.ciphertext_bytes()];
        assert_eq!(set.try_encapsulate(&public_key, &mut ciphertext, &mut rng(2)), Ok(secret.clone()));
        assert_eq!(ciphertext, expected.as_bytes(), "{set}");
        let public = set.encapsulation_key(&public_key).expect("it is a key");
        for public in [&public, &public.prepare()] {
            ciphertext.fill(0);
            assert_eq!(public.try_encapsulate_in(&mut ciphertext, &mut rng(2)), Ok(secret.clone()));
            assert_eq!(ciphertext, expected.as_bytes(), "{set}");
        }
        assert_eq!(set.decapsulate(&secret_key, &ciphertext), Ok(secret.clone()));
        assert_eq!(set.decapsulate_trusted(&secret_key, &ciphertext), Ok(secret));
        ciphertext[9] ^= 4;
        let rejected = typed.decapsulate(&Ciphertext::from_bytes(&ciphertext).expect("the length is right"));
        assert_eq!(set.decapsulate(&secret_key, &ciphertext), Ok(rejected));

        // More key pairs than are generated at a time.
        let count = 35;
        let typed = M::generate_many(&mut rng(3), count);
        let (mut secret_keys, mut public_keys) = (secret_key.repeat(count), public_key.repeat(count));
        set.try_generate_many_bytes(&mut rng(3), count, &mut secret_keys, &mut public_keys)
            .expect("the lengths are right");
        assert_eq!(secret_keys, typed.iter().flat_map(|(key, _)| key.as_bytes()).copied().collect::<Vec<_>>());
        assert_eq!(public_keys, typed.iter().flat_map(|(_, key)| key.as_bytes()).copied().collect::<Vec<_>>());

        let keys = [&public, &public.prepare(), &public];
        let expected = M::encapsulate_many(keys.map(|_| &typed_public), &mut rng(4));
        let mut ciphertexts = ciphertext.repeat(3);
        let secrets = set.try_encapsulate_many_in(keys, &mut ciphertexts, &mut rng(4));
        assert_eq!(secrets, Ok(expected.iter().map(|(_, secret)| secret.clone()).collect()));
        assert_eq!(ciphertexts, expected.iter().flat_map(|(c, _)| c.as_bytes()).copied().collect::<Vec<_>>());
    }
}

#[test]
fn slices_are_those_of_the_typed_interface() {
    Set::ALL.into_iter().for_each(|set| set.visit(EqualsOnSlices));
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

        let (mut secret_key, mut public_key) = (key.as_bytes().to_vec(), public.as_bytes().to_vec());
        let (mut ciphertext, _) = public.encapsulate(&mut rng(7));
        let before = (secret_key.clone(), public_key.clone(), ciphertext.clone());
        let mut source = Failing(0);
        let short = set.try_generate_bytes(&mut source, &mut secret_key, &mut public_key[1..]);
        assert!(matches!(short, Err(GenerationError::Buffer(error)) if error.object == Object::PublicKey));
        let short = set.try_generate_bytes(&mut source, &mut secret_key[1..], &mut public_key);
        assert!(matches!(short, Err(GenerationError::Buffer(error)) if error.object == Object::SecretKey));
        let short = set.try_generate_many_bytes(&mut source, 2, &mut secret_key, &mut public_key);
        assert!(matches!(short, Err(GenerationError::Buffer(error)) if error.object == Object::SecretKey));
        let failed = set.try_generate_bytes(&mut source, &mut secret_key, &mut public_key);
        assert_eq!(failed, Err(GenerationError::Generator(core::fmt::Error)));
        let short = set.try_encapsulate(&public_key, &mut ciphertext[1..], &mut source);
        assert!(matches!(short, Err(EncapsulationError::Key(error)) if error.object == Object::Ciphertext));
        let short = set.try_encapsulate(&public_key[1..], &mut ciphertext, &mut source);
        assert!(matches!(short, Err(EncapsulationError::Key(error)) if error.object == Object::PublicKey));
        let failed = set.try_encapsulate(&public_key, &mut ciphertext, &mut source);
        assert_eq!(failed, Err(EncapsulationError::Generator(core::fmt::Error)));
        let short = public.try_encapsulate_in(&mut ciphertext[1..], &mut source);
        assert!(matches!(short, Err(EncapsulationError::Key(error)) if error.object == Object::Ciphertext));
        let short = set.try_encapsulate_many_in([&public; 2], &mut ciphertext, &mut source);
        assert!(matches!(short, Err(EncapsulationError::Key(error)) if error.object == Object::Ciphertext));
        assert_eq!(
            set.decapsulate(&secret_key, &ciphertext[1..]).map_err(|error| error.object),
            Err(Object::Ciphertext)
        );
        assert_eq!(
            set.decapsulate(&secret_key[1..], &ciphertext).map_err(|error| error.object),
            Err(Object::SecretKey)
        );
        assert_eq!((secret_key, public_key, ciphertext), before);

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
