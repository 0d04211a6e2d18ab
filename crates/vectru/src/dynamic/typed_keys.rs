//! Typed keys of any set, in either state, as objects of one trait.

use alloc::sync::Arc;
use alloc::vec::Vec;
use core::any::Any;
use core::mem;

use super::{DecapsulationKey, EncapsulationKey};
use crate::common::ciphertext::Ciphertext;
use crate::common::error::Error;
use crate::common::parameters::{Array, ParameterSet};
use crate::common::random::{Failed, Source};
use crate::common::set::Set;
use crate::common::shared_secret::SharedSecret;
use crate::common::stack::{moves, with_wiped_stack};
use crate::key::{self, AnyDecapsulationKey, AnyEncapsulationKey, PreparedDecapsulationKey, PreparedEncapsulationKey};
use crate::mechanism::Mechanism;

/// The public key of a set, in either state.
pub(super) trait Public: Any + Send + Sync {
    fn set(&self) -> Set;
    fn as_bytes(&self) -> &[u8];
    fn prepare(&self) -> EncapsulationKey;

    /// The stack that encapsulation writes to, in bytes.
    fn extent(&self) -> usize;

    /// Returns a new shared secret, and writes its ciphertext to a slice of the ciphertext's
    /// length.
    fn encapsulate(&self, ciphertext: &mut [u8], source: &mut dyn Source) -> Result<SharedSecret, Failed>;

    /// Encapsulates for each key, all of this set, and passes on the ciphertexts and shared
    /// secrets.
    fn encapsulate_many(
        &self,
        keys: &[&EncapsulationKey],
        source: &mut dyn Source,
        pass_on: &mut dyn FnMut(&[u8], SharedSecret),
    ) -> Result<(), Failed>;
}

/// The secret key of a set, in either state.
pub(super) trait Secret: Any + Send + Sync {
    fn set(&self) -> Set;
    fn as_bytes(&self) -> &[u8];
    fn prepare(&self) -> DecapsulationKey;
    fn public_key(&self) -> EncapsulationKey;
    fn decapsulate(&self, ciphertext: &[u8]) -> Result<SharedSecret, Error>;

    /// Decapsulates each ciphertext by the key beside it, all of this set.
    fn decapsulate_many(&self, pairs: &[(&DecapsulationKey, &[u8])]) -> Result<Vec<SharedSecret>, Error>;
}

/// A typed public key in one of its states.
trait Encapsulates: Send + Sync + 'static {
    type Set: Mechanism;
    fn key(&self) -> &key::EncapsulationKey<Self::Set>;
    fn any(&self) -> AnyEncapsulationKey<'_, Self::Set>;
}

impl<S: Mechanism> Encapsulates for key::EncapsulationKey<S> {
    type Set = S;

    fn key(&self) -> &Self {
        self
    }

    fn any(&self) -> AnyEncapsulationKey<'_, S> {
        self.into()
    }
}

impl<S: Mechanism> Encapsulates for PreparedEncapsulationKey<S> {
    type Set = S;

    fn key(&self) -> &key::EncapsulationKey<S> {
        self.key()
    }

    fn any(&self) -> AnyEncapsulationKey<'_, S> {
        self.into()
    }
}

/// A typed secret key in one of its states.
trait Decapsulates: Send + Sync + 'static {
    type Set: Mechanism;
    fn key(&self) -> &key::DecapsulationKey<Self::Set>;
    fn any(&self) -> AnyDecapsulationKey<'_, Self::Set>;
}

impl<S: Mechanism> Decapsulates for key::DecapsulationKey<S> {
    type Set = S;

    fn key(&self) -> &Self {
        self
    }

    fn any(&self) -> AnyDecapsulationKey<'_, S> {
        self.into()
    }
}

impl<S: Mechanism> Decapsulates for PreparedDecapsulationKey<S> {
    type Set = S;

    fn key(&self) -> &key::DecapsulationKey<S> {
        self.key()
    }

    fn any(&self) -> AnyDecapsulationKey<'_, S> {
        self.into()
    }
}

impl<K: Encapsulates> Public for K {
    fn set(&self) -> Set {
        K::Set::SET
    }

    fn as_bytes(&self) -> &[u8] {
        self.key().as_bytes()
    }

    fn prepare(&self) -> EncapsulationKey {
        EncapsulationKey(in_place(PreparedEncapsulationKey::<K::Set>::ZERO, |prepared| {
            self.key().prepare_in(prepared);
        }))
    }

    fn extent(&self) -> usize {
        self.any().extent()
    }

    fn encapsulate(&self, ciphertext: &mut [u8], source: &mut dyn Source) -> Result<SharedSecret, Failed> {
        K::Set::ciphertext(self.any(), source, checked_array(ciphertext))
    }

    fn encapsulate_many(
        &self,
        keys: &[&EncapsulationKey],
        source: &mut dyn Source,
        pass_on: &mut dyn FnMut(&[u8], SharedSecret),
    ) -> Result<(), Failed> {
        let keys: Vec<_> = keys.iter().filter_map(|key| public_of::<K::Set>(&*key.0)).collect();
        let mut sent = K::Set::encapsulate_batch(&keys, source)?;
        // Zeros take the places of the secrets in the vector, which would keep their bytes.
        with_wiped_stack(moves::<SharedSecret>(), || {
            for (ciphertext, secret) in &mut sent {
                pass_on(ciphertext.as_bytes(), mem::replace(secret, SharedSecret::zero()));
            }
        });
        Ok(())
    }
}

impl<K: Decapsulates> Secret for K {
    fn set(&self) -> Set {
        K::Set::SET
    }

    fn as_bytes(&self) -> &[u8] {
        self.key().as_bytes()
    }

    fn prepare(&self) -> DecapsulationKey {
        DecapsulationKey(in_place(PreparedDecapsulationKey::<K::Set>::ZERO, |prepared| {
            with_wiped_stack(K::Set::EXTENTS.preparing, || self.key().prepare_in(prepared));
        }))
    }

    fn public_key(&self) -> EncapsulationKey {
        EncapsulationKey(in_place(key::EncapsulationKey::<K::Set>::ZERO, |public| {
            with_wiped_stack(K::Set::EXTENTS.generation, || K::Set::public_of(self.key(), public));
        }))
    }

    fn decapsulate(&self, ciphertext: &[u8]) -> Result<SharedSecret, Error> {
        with_wiped_stack(self.any().extent(), || {
            Ok(K::Set::shared_secret(self.any(), Ciphertext::<K::Set>::array_of(ciphertext)?))
        })
    }

    fn decapsulate_many(&self, pairs: &[(&DecapsulationKey, &[u8])]) -> Result<Vec<SharedSecret>, Error> {
        let ciphertexts: Vec<_> =
            pairs.iter().map(|(_, bytes)| Ciphertext::<K::Set>::array_of(bytes)).collect::<Result<_, _>>()?;
        let keys = pairs.iter().filter_map(|(key, _)| secret_of::<K::Set>(&*key.0));
        Ok(K::Set::decapsulate_batch(&keys.zip(ciphertexts).collect::<Vec<_>>()))
    }
}

/// Returns a slice as an array. The caller has checked the length.
pub(super) fn checked_array<A: Array<u8>>(bytes: &mut [u8]) -> &mut A {
    match A::of_mut(bytes) {
        Some(array) => array,
        None => unreachable!("the length was checked"),
    }
}

/// Returns the typed key, if it is one of the set S.
fn public_of<S: Mechanism>(key: &dyn Public) -> Option<AnyEncapsulationKey<'_, S>> {
    let key: &dyn Any = key;
    let prepared = || key.downcast_ref::<PreparedEncapsulationKey<S>>().map(Into::into);
    key.downcast_ref::<key::EncapsulationKey<S>>().map(Into::into).or_else(prepared)
}

/// Returns the typed key, if it is one of the set S.
fn secret_of<S: Mechanism>(key: &dyn Secret) -> Option<AnyDecapsulationKey<'_, S>> {
    let key: &dyn Any = key;
    let prepared = || key.downcast_ref::<PreparedDecapsulationKey<S>>().map(Into::into);
    key.downcast_ref::<key::DecapsulationKey<S>>().map(Into::into).or_else(prepared)
}

/// Makes a key where it is shared, out of zeros.
pub(super) fn in_place<K>(zero: K, make: impl FnOnce(&mut K)) -> Arc<K> {
    let mut shared = Arc::new(zero);
    if let Some(key) = Arc::get_mut(&mut shared) {
        make(key);
    }
    shared
}
