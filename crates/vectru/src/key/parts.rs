//! The parts of keys, which their schemes determine.

use core::fmt::Debug;

use vectru_polymul::multiplier::{Multiply, Prepared};
use vectru_polymul::ring::{Polynomial, Ring};

use crate::common::secret::{Secret, Wipe};
use crate::key::EncapsulationKey;
use crate::mechanism::Mechanism;

/// The part of a key that its scheme determines. Only this crate implements it. Secret parts wipe
/// themselves.
pub trait Parts: Clone + Debug + Send + Sync + 'static {
    /// Memory for the parts, which are made where they stay.
    #[doc(hidden)]
    const ZERO: Self;
}

impl<R: Ring> Parts for Polynomial<R> {
    const ZERO: Self = Self::zero();
}

impl<R: Multiply> Parts for Prepared<R> {
    const ZERO: Self = Self::ZERO;
}

impl<T: Parts + Wipe> Parts for Secret<T> {
    const ZERO: Self = Self::new(T::ZERO);
}

impl<T: Parts, const LENGTH: usize> Parts for [T; LENGTH] {
    const ZERO: Self = [const { T::ZERO }; LENGTH];
}

/// The public key in a secret key of NTRU Prime or Saber.
#[derive(Clone, Debug)]
pub struct WithPublicKey<S: Mechanism>(pub(crate) EncapsulationKey<S>);

impl<S: Mechanism> Parts for WithPublicKey<S> {
    const ZERO: Self = Self(EncapsulationKey::ZERO);
}

impl<S: Mechanism> AsRef<EncapsulationKey<S>> for WithPublicKey<S> {
    fn as_ref(&self) -> &EncapsulationKey<S> {
        &self.0
    }
}
