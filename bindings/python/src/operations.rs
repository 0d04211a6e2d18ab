//! The operations of each parameter set behind trait objects, so that Python's classes are compiled
//! once.

use std::any::Any;
use std::iter::repeat_n;
use std::marker::PhantomData;
use std::sync::{Arc, OnceLock};

use getrandom::SysRng;
use vectru::mechanism::Visitor;
use vectru::seed::Seed;
use vectru::stack::{moves, with_wiped_stack};
use vectru::{
    AnyDecapsulationKey, AnyEncapsulationKey, Ciphertext, DecapsulationKey, EncapsulationKey, Mechanism,
    PreparedDecapsulationKey, PreparedEncapsulationKey, Set, SharedSecret,
};

use crate::failure::Failure;

/// The number of key pairs or ciphertexts that are computed at a time: a larger batch group is not
/// faster, and loaded keys are large.
const GROUP: usize = 32;

/// A ciphertext and its shared secret.
pub(crate) struct Sent {
    pub(crate) ciphertext: Box<[u8]>,
    pub(crate) shared_secret: SharedSecret,
}

/// A parameter set.
pub(crate) trait Operations: Sync {
    fn set(&self) -> Set;

    /// Returns the ring in mathematical notation.
    fn ring(&self) -> &'static str;

    /// Returns the numbers of random bytes of a key pair if no candidate is rejected, of a rejected
    /// candidate, and of an encapsulation.
    fn random_bytes(&self) -> [usize; 3];

    fn generate(&self) -> Result<Arc<dyn Decapsulator>, Failure>;
    fn generate_from(&self, random: &[u8]) -> Result<Arc<dyn Decapsulator>, Failure>;
    fn generate_from_seed(&self, seed: &Seed) -> Result<Arc<dyn Decapsulator>, Failure>;
    fn generate_batch(&self, count: usize) -> Result<Vec<Arc<dyn Decapsulator>>, Failure>;
    fn public_key(&self, bytes: &[u8]) -> Result<Arc<dyn Encapsulator>, Failure>;
    fn secret_key(&self, bytes: &[u8]) -> Result<Arc<dyn Decapsulator>, Failure>;

    /// Encapsulates for each key, all of this set.
    fn encapsulate_batch(&self, keys: &[Arc<dyn Encapsulator>]) -> Result<Vec<Sent>, Failure>;

    /// Decapsulates each ciphertext by the key of the same index, all of this set.
    fn decapsulate_batch(
        &self,
        keys: &[Arc<dyn Decapsulator>],
        ciphertexts: &[Vec<u8>],
    ) -> Result<Vec<SharedSecret>, Failure>;
}

/// A loaded public key.
pub(crate) trait Encapsulator: Any + Send + Sync {
    fn operations(&self) -> &'static dyn Operations;
    fn bytes(&self) -> &[u8];
    /// Prepares the key for its further uses.
    fn prepare(&self);
    fn encapsulate(&self) -> Result<Sent, Failure>;
    fn encapsulate_from(&self, random: &[u8]) -> Result<Sent, Failure>;
    fn encapsulate_batch(&self, count: usize) -> Result<Vec<Sent>, Failure>;
}

/// A loaded secret key. It is wiped when dropped.
pub(crate) trait Decapsulator: Any + Send + Sync {
    fn operations(&self) -> &'static dyn Operations;
    fn bytes(&self) -> &[u8];
    /// Prepares the key for its further uses.
    fn prepare(&self);
    fn public_key(&self) -> Arc<dyn Encapsulator>;
    fn decapsulate(&self, ciphertext: &[u8]) -> Result<SharedSecret, Failure>;
    fn decapsulate_batch(&self, ciphertexts: &[Vec<u8>]) -> Result<Vec<SharedSecret>, Failure>;
}

/// Returns the operations of a parameter set.
pub(crate) fn operations(set: Set) -> &'static dyn Operations {
    struct Find;
    impl Visitor for Find {
        type Output = &'static dyn Operations;

        fn visit<K: Mechanism>(self) -> Self::Output {
            operations_of::<K>()
        }
    }
    set.visit(Find)
}

fn operations_of<K: Mechanism>() -> &'static dyn Operations {
    &const { Of::<K>(PhantomData) }
}

/// The mechanism K as a value.
struct Of<K>(PhantomData<fn() -> K>);

/// A loaded public key of K, and once it is prepared also in that state.
struct Public<K: Mechanism> {
    key: EncapsulationKey<K>,
    prepared: OnceLock<Box<PreparedEncapsulationKey<K>>>,
}

impl<K: Mechanism> Public<K> {
    const fn new(key: EncapsulationKey<K>) -> Self {
        Self { key, prepared: OnceLock::new() }
    }

    /// Returns the key in the state in which it is.
    fn any(&self) -> AnyEncapsulationKey<'_, K> {
        self.prepared.get().map_or_else(|| (&self.key).into(), |prepared| (&**prepared).into())
    }
}

/// A loaded secret key of K, and once it is prepared also in that state.
struct Secret<K: Mechanism> {
    key: DecapsulationKey<K>,
    prepared: OnceLock<Box<PreparedDecapsulationKey<K>>>,
}

impl<K: Mechanism> Secret<K> {
    const fn new(key: DecapsulationKey<K>) -> Self {
        Self { key, prepared: OnceLock::new() }
    }

    /// Returns the key in the state in which it is.
    fn any(&self) -> AnyDecapsulationKey<'_, K> {
        self.prepared.get().map_or_else(|| (&self.key).into(), |prepared| (&**prepared).into())
    }

    /// The bytes of stack for moves of a key, and of the pair that it is made in.
    const MOVES: usize = moves::<(Self, Public<K>)>();

    /// Returns the key on the heap, and leaves no copy of it on the stack.
    fn shared(make: impl FnOnce() -> Result<DecapsulationKey<K>, Failure>) -> Result<Arc<dyn Decapsulator>, Failure> {
        with_wiped_stack(Self::MOVES, || Ok(Arc::new(Self::new(make()?)) as Arc<dyn Decapsulator>))
    }
}

fn sent<K: Mechanism>((ciphertext, shared_secret): (Ciphertext<K>, SharedSecret)) -> Sent {
    Sent { ciphertext: ciphertext.as_bytes().into(), shared_secret }
}

fn ciphertexts<K: Mechanism>(ciphertexts: &[Vec<u8>]) -> Result<Vec<Ciphertext<K>>, Failure> {
    ciphertexts.iter().map(|bytes| Ok(Ciphertext::from_bytes(bytes)?)).collect()
}

/// Returns the keys as those of the type `T`.
///
/// # Errors
///
/// Returns an error if one is not, by its index and the set that `set` returns of it.
fn same_set<'a, K: Mechanism, D: ?Sized, T: 'static>(
    keys: &'a [Arc<D>],
    as_any: impl Fn(&'a D) -> &'a dyn Any,
    set: impl Fn(&D) -> Set,
) -> Result<Vec<&'a T>, Failure> {
    let key_of = |(index, key): (usize, &'a Arc<D>)| {
        let other_set = || Failure::OtherSet { index, expected: K::SET, found: set(key) };
        as_any(key).downcast_ref().ok_or_else(other_set)
    };
    keys.iter().enumerate().map(key_of).collect()
}

impl<K: Mechanism> Operations for Of<K> {
    fn set(&self) -> Set {
        K::SET
    }

    fn ring(&self) -> &'static str {
        K::FORMULA
    }

    fn random_bytes(&self) -> [usize; 3] {
        [K::KEY_RANDOM_BYTES, K::CANDIDATE_RANDOM_BYTES, K::ENCAPSULATION_RANDOM_BYTES]
    }

    fn generate(&self) -> Result<Arc<dyn Decapsulator>, Failure> {
        Secret::<K>::shared(|| Ok(K::try_generate(&mut SysRng)?.0))
    }

    fn generate_from(&self, random: &[u8]) -> Result<Arc<dyn Decapsulator>, Failure> {
        Secret::<K>::shared(|| Ok(K::generate_from(random)?.0))
    }

    fn generate_from_seed(&self, seed: &Seed) -> Result<Arc<dyn Decapsulator>, Failure> {
        Secret::<K>::shared(|| Ok(seed.key_pair::<K>().0))
    }

    fn generate_batch(&self, count: usize) -> Result<Vec<Arc<dyn Decapsulator>>, Failure> {
        let mut keys: Vec<Arc<dyn Decapsulator>> = Vec::new();
        while keys.len() < count {
            let pairs = K::try_generate_many(&mut SysRng, GROUP.min(count - keys.len()))?;
            let shared = |(key, _)| Arc::new(Secret::<K>::new(key)) as Arc<dyn Decapsulator>;
            with_wiped_stack(Secret::<K>::MOVES, || keys.extend(pairs.into_iter().map(shared)));
        }
        Ok(keys)
    }

    fn public_key(&self, bytes: &[u8]) -> Result<Arc<dyn Encapsulator>, Failure> {
        Ok(Arc::new(Public::<K>::new(EncapsulationKey::from_bytes(bytes)?)))
    }

    fn secret_key(&self, bytes: &[u8]) -> Result<Arc<dyn Decapsulator>, Failure> {
        Secret::<K>::shared(|| Ok(DecapsulationKey::<K>::from_bytes(bytes)?))
    }

    fn encapsulate_batch(&self, keys: &[Arc<dyn Encapsulator>]) -> Result<Vec<Sent>, Failure> {
        let keys = same_set::<K, _, Public<K>>(keys, |key| key as &dyn Any, |key| key.operations().set())?;
        let all = K::try_encapsulate_many(keys.into_iter().map(Public::any), &mut SysRng)?;
        Ok(all.into_iter().map(sent).collect())
    }

    fn decapsulate_batch(
        &self,
        keys: &[Arc<dyn Decapsulator>],
        bytes: &[Vec<u8>],
    ) -> Result<Vec<SharedSecret>, Failure> {
        if keys.len() != bytes.len() {
            return Err(Failure::Count { keys: keys.len(), ciphertexts: bytes.len() });
        }
        let keys = same_set::<K, _, Secret<K>>(keys, |key| key as &dyn Any, |key| key.operations().set())?;
        Ok(K::decapsulate_many(keys.into_iter().map(Secret::any).zip(&ciphertexts(bytes)?)))
    }
}

impl<K: Mechanism> Encapsulator for Public<K> {
    fn operations(&self) -> &'static dyn Operations {
        operations_of::<K>()
    }

    fn bytes(&self) -> &[u8] {
        self.key.as_bytes()
    }

    fn prepare(&self) {
        self.prepared.get_or_init(|| self.key.prepare_boxed());
    }

    fn encapsulate(&self) -> Result<Sent, Failure> {
        Ok(sent(self.any().try_encapsulate(&mut SysRng)?))
    }

    fn encapsulate_from(&self, random: &[u8]) -> Result<Sent, Failure> {
        Ok(sent(self.any().encapsulate_from(random)?))
    }

    fn encapsulate_batch(&self, count: usize) -> Result<Vec<Sent>, Failure> {
        let mut all = Vec::new();
        while all.len() < count {
            let keys = repeat_n(self.any(), GROUP.min(count - all.len()));
            all.extend(K::try_encapsulate_many(keys, &mut SysRng)?.into_iter().map(sent));
        }
        Ok(all)
    }
}

impl<K: Mechanism> Decapsulator for Secret<K> {
    fn operations(&self) -> &'static dyn Operations {
        operations_of::<K>()
    }

    fn bytes(&self) -> &[u8] {
        self.key.as_bytes()
    }

    fn prepare(&self) {
        self.prepared.get_or_init(|| self.key.prepare_boxed());
    }

    fn public_key(&self) -> Arc<dyn Encapsulator> {
        Arc::new(Public::<K>::new(self.key.to_encapsulation_key()))
    }

    fn decapsulate(&self, ciphertext: &[u8]) -> Result<SharedSecret, Failure> {
        Ok(self.any().decapsulate(&Ciphertext::from_bytes(ciphertext)?))
    }

    fn decapsulate_batch(&self, bytes: &[Vec<u8>]) -> Result<Vec<SharedSecret>, Failure> {
        Ok(K::decapsulate_many(repeat_n(self.any(), bytes.len()).zip(&ciphertexts(bytes)?)))
    }
}
