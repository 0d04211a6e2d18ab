//! The primes for each length, and the constants of transforms and products modulo them.

use core::marker::PhantomData;

use vectru_polymul::modular::{Constant, Modulus, Q7681, Q8161, Q10753, inverse, power};

use crate::stage::odd_times_512::{LEAVES, Layout, Tables};

/// Chunks whose rows are stored before the first of them is read.
pub(super) const GROUP: usize = 16;

/// The two primes of a length, by its odd factor.
pub trait Primes {
    /// The first prime: the Chinese remainder theorem begins with residues modulo it.
    type First: Modulus;
    /// The second prime.
    type Second: Modulus;
}

/// The length 512 `N`.
#[derive(Clone, Copy, Debug)]
pub struct Size<const N: usize>;

impl Primes for Size<3> {
    type First = Q7681;
    type Second = Q10753;
}

impl Primes for Size<5> {
    type First = Q7681;
    type Second = Q8161;
}

pub(super) type First<const N: usize> = <Size<N> as Primes>::First;
pub(super) type Second<const N: usize> = <Size<N> as Primes>::Second;

/// The constants of the prime `M` in length 512 `N`.
pub(super) struct Constants<M, const N: usize>(PhantomData<M>);

impl<M: Modulus, const N: usize> Constants<M, N> {
    const Q: i64 = M::Q as i64;
    pub(super) const FORWARD: &'static Tables<Constant<M>, N> = &Tables::<Constant<M>, N>::forward();
    pub(super) const INVERSE: &'static Tables<Constant<M>, N> = &Tables::<Constant<M>, N>::inverse();

    /// The weights w^t of the convolutions, by place.
    pub(super) const WEIGHTS: &'static [[[Constant<M>; GROUP]; LEAVES / GROUP]; N] = &{
        let mut weights = [[[Constant::ZERO; GROUP]; LEAVES / GROUP]; N];
        let mut leaf = 0;
        while leaf < Layout::<N>::LEAVES {
            let weight = power(Layout::<N>::root(Self::Q), Layout::<N>::leaf_exponent(leaf) as u64, Self::Q);
            weights[leaf / LEAVES][leaf % LEAVES / GROUP][leaf % GROUP] = Constant::new(weight);
            leaf += 1;
        }
        weights
    };

    /// The factor of the small operand: 2^16 / (32 m).
    pub(super) const SCALE: i16 = Constant::<M>::new((1 << 16) * inverse(Layout::<N>::LEAVES as i64, Self::Q)).value;
}
