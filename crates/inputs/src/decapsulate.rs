//! Inputs as ciphertexts, and as changes of an honest ciphertext and of a secret key.

use std::sync::OnceLock;

use vectru::kat::NistDrbg;
use vectru::mechanism::Visitor;
use vectru::{Ciphertext, DecapsulationKey, Mechanism, Object, Set, SharedSecret};
use vectru_polymul::dispatch::{Backend, force};

use crate::{change, check_error, choose, fit};

/// Decapsulates the bytes after the first one, which chooses the set.
pub(crate) fn run(bytes: &[u8]) {
    if let Some((set, bytes)) = choose(bytes) {
        set.visit(Decapsulate(bytes));
    }
}

/// An honest exchange of a set, as bytes.
struct Exchange {
    set: Set,
    secret_key: Vec<u8>,
    ciphertext: Vec<u8>,
    shared_secret: Vec<u8>,
}

/// Returns the exchange of the set, which is the same on each call.
fn exchange(set: Set) -> &'static Exchange {
    static EXCHANGES: OnceLock<Vec<Exchange>> = OnceLock::new();
    let exchanges = EXCHANGES.get_or_init(|| Set::ALL.into_iter().map(|set| set.visit(Make)).collect());
    exchanges.iter().find(|exchange| exchange.set == set).expect("there is one for each set")
}

struct Make;

impl Visitor for Make {
    type Output = Exchange;

    fn visit<M: Mechanism>(self) -> Exchange {
        let mut rng = NistDrbg::new(&[4; 48]);
        let (key, public) = M::generate(&mut rng);
        let (ciphertext, secret) = public.encapsulate(&mut rng);
        Exchange {
            set: M::SET,
            secret_key: key.as_bytes().to_vec(),
            ciphertext: ciphertext.as_bytes().to_vec(),
            shared_secret: secret.as_bytes().to_vec(),
        }
    }
}

struct Decapsulate<'a>(&'a [u8]);

impl Visitor for Decapsulate<'_> {
    type Output = ();

    fn visit<M: Mechanism>(self) {
        let Exchange { secret_key, ciphertext: honest, shared_secret, .. } = exchange(M::SET);
        let key = DecapsulationKey::<M>::from_bytes(secret_key).expect("a generated key loads");
        for bytes in [change(honest, self.0), fit(self.0, honest.len())] {
            let secret = on_both_backends::<M>(&key, &bytes);
            assert_eq!(bytes == *honest, secret.as_bytes()[..] == shared_secret[..], "{}", M::SET);
            assert_eq!(M::decapsulate_once(secret_key, &bytes), Ok(secret));
        }
        let secret_key = change(secret_key, self.0);
        match DecapsulationKey::<M>::from_bytes(&secret_key) {
            Ok(key) => {
                let secret = on_both_backends::<M>(&key, honest);
                assert_eq!(M::decapsulate_once(&secret_key, honest), Ok(secret));
            }
            Err(error) => check_error(error, M::SET, &[Object::SecretKey]),
        }
        // A search cannot find another secret key with the right hash of the public key.
        if let Err(error) = M::decapsulate_trusted(&secret_key, honest) {
            check_error(error, M::SET, &[Object::SecretKey]);
        }
    }
}

/// Returns the shared secret of a ciphertext, after a check that the portable backend computes it,
/// too.
fn on_both_backends<M: Mechanism>(key: &DecapsulationKey<M>, ciphertext: &[u8]) -> SharedSecret {
    let ciphertext = Ciphertext::from_bytes(ciphertext).expect("the length is right");
    let secret = key.decapsulate(&ciphertext);
    force(Some(Backend::Portable)).expect("portable code runs everywhere");
    assert_eq!(key.decapsulate(&ciphertext), secret, "{}", M::SET);
    force(None).expect("the best backend is available");
    secret
}
