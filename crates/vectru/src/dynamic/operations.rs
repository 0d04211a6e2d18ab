//! The operations of a set that make keys, as an object.

use alloc::sync::Arc;
use alloc::vec::Vec;
use core::marker::PhantomData;
use core::mem;

use vectru_polymul::dispatch::Backend;

use super::typed_keys::{checked_array, in_place};
use super::{DecapsulationKey, EncapsulationKey, Pair};
use crate::common::error::{Error, ErrorKind};
use crate::common::parameters::Array;
use crate::common::random::{Failed, Source};
use crate::common::set::Set;
use crate::common::shared_secret::SharedSecret;
use crate::common::stack::{moves, with_wiped_stack};
use crate::key;
use crate::mechanism::{Mechanism, Visitor, write_pair};
use crate::scheme::extents::StackDepths;

/// The operations of a set that make keys.
pub(super) trait Operations: Sync {
    fn formula(&self) -> &'static str;
    fn multiplier(&self, backend: Backend) -> &'static str;

    /// The numbers of random bytes of a key pair, of a rejected candidate, and of an encapsulation.
    fn random_bytes(&self) -> [usize; 3];
    fn generate(&self, source: &mut dyn Source) -> Result<Pair, Failed>;
    fn generate_many(&self, source: &mut dyn Source, count: usize) -> Result<Vec<Pair>, Failed>;
    fn load_public(&self, bytes: &[u8]) -> Result<EncapsulationKey, ErrorKind>;
    fn load_secret(&self, bytes: &[u8], is_trusted: bool) -> Result<DecapsulationKey, ErrorKind>;

    /// The stack that operations write to.
    fn extents(&self) -> &'static StackDepths;

    // Slices for results have the lengths of the set.
    fn generate_bytes(&self, source: &mut dyn Source, secret: &mut [u8], public: &mut [u8]) -> Result<(), Failed>;
    fn generate_many_bytes(&self, source: &mut dyn Source, secret: &mut [u8], public: &mut [u8]) -> Result<(), Failed>;
    fn encapsulate(
        &self,
        public_key: &[u8],
        ciphertext: &mut [u8],
        source: &mut dyn Source,
    ) -> Result<Result<SharedSecret, ErrorKind>, Failed>;
    fn decapsulate(&self, secret_key: &[u8], is_trusted: bool, ciphertext: &[u8]) -> Result<SharedSecret, Error>;
}

/// The number of key pairs that are generated at a time where their bytes alone are kept.
const GROUP: usize = if cfg!(feature = "rayon") { 1024 } else { 32 };

/// A set as a value.
struct SetOf<S>(PhantomData<fn() -> S>);

impl<S: Mechanism> Operations for SetOf<S> {
    fn formula(&self) -> &'static str {
        S::FORMULA
    }

    fn multiplier(&self, backend: Backend) -> &'static str {
        S::multiplier(backend)
    }

    fn random_bytes(&self) -> [usize; 3] {
        [S::KEY_RANDOM_BYTES, S::CANDIDATE_RANDOM_BYTES, S::ENCAPSULATION_RANDOM_BYTES]
    }

    fn generate(&self, source: &mut dyn Source) -> Result<Pair, Failed> {
        let (key, public) = S::zero_pair();
        let (mut key, mut public) = (Arc::new(key), Arc::new(public));
        if let (Some(key), Some(public)) = (Arc::get_mut(&mut key), Arc::get_mut(&mut public)) {
            with_wiped_stack(S::EXTENTS.generation, || S::key_pair(key, public, source))?;
        }
        Ok((DecapsulationKey(key), EncapsulationKey(public)))
    }

    fn generate_many(&self, source: &mut dyn Source, count: usize) -> Result<Vec<Pair>, Failed> {
        let mut pairs = S::generate_batch(source, count)?;
        // Zeros take the places of the keys in the vector, which would keep their bytes.
        let shared = |(key, public): &mut (_, _)| {
            let shared_key = in_place(key::DecapsulationKey::<S>::ZERO, |shared| mem::swap(shared, key));
            let shared_public = in_place(key::EncapsulationKey::<S>::ZERO, |shared| mem::swap(shared, public));
            (DecapsulationKey(shared_key), EncapsulationKey(shared_public))
        };
        let extent = const { moves::<key::DecapsulationKey<S>>() };
        Ok(with_wiped_stack(extent, || pairs.iter_mut().map(shared).collect()))
    }

    fn load_public(&self, bytes: &[u8]) -> Result<EncapsulationKey, ErrorKind> {
        let mut loaded = Ok(());
        let key = in_place(key::EncapsulationKey::<S>::ZERO, |key| loaded = S::load_public(key, bytes));
        loaded.map(|()| EncapsulationKey(key))
    }

    fn load_secret(&self, bytes: &[u8], is_trusted: bool) -> Result<DecapsulationKey, ErrorKind> {
        let mut loaded = Ok(());
        let key = in_place(key::DecapsulationKey::<S>::ZERO, |key| {
            loaded = with_wiped_stack(S::EXTENTS.loading, || S::load_secret(key, bytes, is_trusted));
        });
        loaded.map(|()| DecapsulationKey(key))
    }

    fn extents(&self) -> &'static StackDepths {
        &S::EXTENTS
    }

    fn generate_bytes(&self, source: &mut dyn Source, secret: &mut [u8], public: &mut [u8]) -> Result<(), Failed> {
        write_pair::<S>(source, secret, public)
    }

    fn generate_many_bytes(&self, source: &mut dyn Source, secret: &mut [u8], public: &mut [u8]) -> Result<(), Failed> {
        let [of_secret, of_public] = [S::SecretKeyBytes::LENGTH, S::PublicKeyBytes::LENGTH];
        for (secret, public) in secret.chunks_mut(GROUP * of_secret).zip(public.chunks_mut(GROUP * of_public)) {
            let pairs = S::generate_batch(source, public.len() / of_public)?;
            let targets = secret.chunks_exact_mut(of_secret).zip(public.chunks_exact_mut(of_public));
            for ((secret, public), (key, public_key)) in targets.zip(&pairs) {
                secret.copy_from_slice(key.as_bytes());
                public.copy_from_slice(public_key.as_bytes());
            }
        }
        Ok(())
    }

    fn encapsulate(
        &self,
        public_key: &[u8],
        ciphertext: &mut [u8],
        source: &mut dyn Source,
    ) -> Result<Result<SharedSecret, ErrorKind>, Failed> {
        S::ciphertext_once(public_key, source, checked_array(ciphertext))
    }

    fn decapsulate(&self, secret_key: &[u8], is_trusted: bool, ciphertext: &[u8]) -> Result<SharedSecret, Error> {
        match is_trusted {
            true => S::decapsulate_trusted(secret_key, ciphertext),
            false => S::decapsulate_once(secret_key, ciphertext),
        }
    }
}

/// Returns the operations of a set.
pub(super) fn operations(set: Set) -> &'static dyn Operations {
    struct AsObject;
    impl Visitor for AsObject {
        type Output = &'static dyn Operations;

        fn visit<S: Mechanism>(self) -> Self::Output {
            &const { SetOf::<S>(PhantomData) }
        }
    }
    set.visit(AsObject)
}
