//! Keys as bytes, loaded keys and prepared keys against each other, byte by byte, on every backend.

use vectru::kat::NistDrbg;
use vectru::mechanism::Visitor;
use vectru::{Ciphertext, DecapsulationKey, EncapsulationError, EncapsulationKey, ErrorKind, Mechanism, Set};
use vectru_polymul::dispatch::{self, Backend};

#[path = "support/failing.rs"]
mod failing;

use failing::Failing;

fn equal<M: Mechanism>() {
    let mut rng = NistDrbg::new(&[5; 48]);
    for round in 0..3 {
        let (secret_key, public_key) = M::generate(&mut rng);
        let (secret_bytes, public_bytes) = (secret_key.as_bytes(), public_key.as_bytes());
        let (ciphertext, sent) = public_key.encapsulate(&mut NistDrbg::new(&[round; 48]));
        let once = M::encapsulate_once(public_bytes, &mut NistDrbg::new(&[round; 48])).expect("the key is valid");
        assert_eq!(once, (ciphertext, sent), "{}", M::SET);
        let prepared_public = public_key.prepare();
        assert_eq!(prepared_public.key(), &public_key);
        assert_eq!(prepared_public.encapsulate(&mut NistDrbg::new(&[round; 48])), once, "{}", M::SET);
        let boxed = public_key.prepare_boxed();
        assert_eq!(boxed.try_encapsulate(&mut NistDrbg::new(&[round; 48])), Ok(once.clone()));
        let loaded = DecapsulationKey::<M>::from_bytes(secret_bytes).expect("the key is valid");
        let prepared = [secret_key.prepare(), *loaded.prepare_boxed(), secret_key.prepare().clone()];
        let tried = M::try_encapsulate_once(public_bytes, &mut NistDrbg::new(&[round; 48]));
        assert_eq!(tried, Ok(once));

        // The ciphertext, others that are rejected, and some of wrong encodings.
        let bytes = ciphertext.to_bytes();
        let length = bytes.as_ref().len();
        let changes = [None, Some((0, 1)), Some((length / 2, 0x80)), Some((length - 1, 1)), Some((length - 33, 0xff))];
        for change in changes {
            let mut bytes = bytes;
            if let Some((index, bits)) = change {
                bytes.as_mut()[index] ^= bits;
            }
            let received = M::decapsulate_once(secret_bytes, bytes.as_ref()).expect("the key is valid");
            assert_eq!(received, secret_key.decapsulate(&Ciphertext::new(bytes)), "{} {change:?}", M::SET);
            for prepared in &prepared {
                assert_eq!(prepared.decapsulate(&Ciphertext::new(bytes)), received, "{} {change:?}", M::SET);
            }
            assert_eq!(loaded.decapsulate(&Ciphertext::new(bytes)), received, "{} {change:?}", M::SET);
            assert_eq!(M::decapsulate_trusted(secret_bytes, bytes.as_ref()), Ok(received));
        }
    }
}

struct Equal;

impl Visitor for Equal {
    type Output = ();
    fn visit<M: Mechanism>(self) {
        equal::<M>();
    }
}

#[test]
fn results_are_those_of_loaded_keys() {
    for backend in Backend::available() {
        dispatch::force(Some(backend)).expect("the backend is available");
        Set::ALL.into_iter().for_each(|set| set.visit(Equal));
    }
    dispatch::force(None).expect("the best backend is available");
}

fn same_errors<M: Mechanism>() {
    let mut rng = NistDrbg::new(&[6; 48]);
    let (secret_key, public_key) = M::generate(&mut rng);
    let (secret_bytes, public_bytes) = (secret_key.as_bytes(), public_key.as_bytes());
    let (ciphertext, _) = public_key.encapsulate(&mut rng);
    let check_public = |bytes: &[u8]| {
        let found = M::encapsulate_once(bytes, &mut NistDrbg::new(&[7; 48])).err();
        assert_eq!(found, EncapsulationKey::<M>::from_bytes(bytes).err(), "{}", M::SET);
        // The key is checked before the generator is called.
        let expected = found.map_or(EncapsulationError::Generator(core::fmt::Error), EncapsulationError::Key);
        assert_eq!(M::try_encapsulate_once(bytes, &mut Failing(0)), Err(expected));
    };
    let check_secret = |bytes: &[u8]| {
        let found = M::decapsulate_once(bytes, ciphertext.as_bytes()).err();
        assert_eq!(found, DecapsulationKey::<M>::from_bytes(bytes).err(), "{}", M::SET);
        let trusted = M::decapsulate_trusted(bytes, ciphertext.as_bytes()).err();
        assert_eq!(trusted, found.filter(|error| error.kind != ErrorKind::PublicKeyHash));
    };
    let check = |bytes: &[u8], check: &dyn Fn(&[u8])| {
        for length in [0, 1, bytes.len() - 1, bytes.len()] {
            check(&bytes[..length]);
        }
        check(&[bytes, &[0]].concat());
        for fill in [0, 0x55, 0xff] {
            check(&vec![fill; bytes.len()]);
        }
        // Every seventh byte, and the last ones.
        for index in (0..bytes.len()).step_by(7).chain(bytes.len() - 5..bytes.len()) {
            for change in [1, 0xff] {
                let mut bytes = bytes.to_vec();
                bytes[index] ^= change;
                check(&bytes);
            }
        }
    };
    check(public_bytes, &check_public);
    check(secret_bytes, &check_secret);
    for length in [0, ciphertext.as_bytes().len() - 1] {
        let short = &ciphertext.as_bytes()[..length];
        assert_eq!(M::decapsulate_once(secret_bytes, short).err(), Ciphertext::<M>::from_bytes(short).err());
    }
}

struct SameErrors;

impl Visitor for SameErrors {
    type Output = ();
    fn visit<M: Mechanism>(self) {
        same_errors::<M>();
    }
}

#[test]
fn errors_are_those_of_loading_the_key() {
    Set::ALL.into_iter().for_each(|set| set.visit(SameErrors));
}
