//! Cooley-Tukey: a cyclic transform of length N = 2^k, layer by layer.
//!
//! ```text
//! R[u]/(u^N - 1) -> prod_(i < N) R[u]/(u - w^i),   w of order N;   layer by layer
//! R[u]/(u^(2d) - 1) -> R[u]/(u^d - 1) x R[u]/(u^d - 1),   a -> (a_j + a_(j+d), w^j (a_j - a_(j+d)))
//! ```
//!
//! where the second factor is u^d + 1 with u scaled by w (decimation in frequency, after Gentleman and Sande): so the
//! twiddle factors follow the differences. The inverse transform is the same one with w^-1.
//!
//! Operations: N lg N additions, as the closed form has it. The closed form's N lg N / 2 products include those by 1, which
//! are N - 1 of them here; the others are products.
//!
//! Bounds: sums double and products are reduced. [`CooleyTukey::new`] follows the bound of every value through the layers
//! when the program is compiled, and plans a reduction only before a sum that could leave 16 bits, and at the end of what
//! exceeds the limit. 32-bit residues have room for the growth of all layers and need none.
//!
//! Source: Cooley, Tukey (1965), Gentleman, Sande (1966); the planned reductions are ours.

use super::residues::Residues;
use crate::modular::{Constant, Modulus, barrett_bound, power};
use crate::simd::{Simd, unroll};

/// Places between layers: as many as `unroll!` writes out, more than there are.
const BOUNDARIES: usize = 9;

/// A transform of length `N` <= 8, whose vectors fit the registers, with constants of type `K`.
#[derive(Clone, Copy, Debug)]
pub struct CooleyTukey<K, const N: usize> {
    /// w^i.
    roots: [K; N],
    /// Which values are reduced before each layer, and after the last.
    reduced: [[bool; N]; BOUNDARIES],
}

impl<K: Copy, const N: usize> CooleyTukey<K, N> {
    /// The transform without any reductions.
    pub const fn unreduced(roots: [K; N]) -> Self {
        assert!(N.is_power_of_two() && N <= 8);
        Self { roots, reduced: [[false; N]; BOUNDARIES] }
    }
}

impl<M: Modulus, const N: usize> CooleyTukey<Constant<M>, N> {
    /// The transform by `root`, of order N, for inputs up to `bounds`. Its outputs are at most `limit`, which must be more
    /// than a reduced value is.
    pub const fn new(root: i64, bounds: [i64; N], limit: i64) -> Self {
        let mut roots = [Constant::ZERO; N];
        let mut i = 0;
        while i < N {
            roots[i] = Constant::new(power(root, i as u64, M::Q as i64));
            i += 1;
        }
        let mut plan = Self::unreduced(roots);
        let mut bounds = bounds;
        let mut layer = 0;
        let mut distance = N / 2;
        while distance > 0 {
            let mut pair = 0;
            while pair < N / 2 {
                let j = pair % distance;
                let low = 2 * (pair - j) + j;
                let high = low + distance;
                // The larger one first: often that is enough.
                while bounds[low] + bounds[high] > i16::MAX as i64 {
                    let larger = if bounds[low] >= bounds[high] { low } else { high };
                    assert!(!plan.reduced[layer][larger], "a sum of reduced values leaves 16 bits");
                    plan.reduced[layer][larger] = true;
                    bounds[larger] = barrett_bound(bounds[larger], M::ONE);
                }
                let sum = bounds[low] + bounds[high];
                bounds[low] = sum;
                bounds[high] = if j == 0 { sum } else { barrett_bound(sum, roots[j * (N / 2 / distance)]) };
                pair += 1;
            }
            layer += 1;
            distance /= 2;
        }
        let mut i = 0;
        while i < N {
            if bounds[i] > limit {
                plan.reduced[layer][i] = true;
                assert!(barrett_bound(bounds[i], M::ONE) <= limit);
            }
            i += 1;
        }
        plan
    }
}

/// The transform of `values`: output i, modulo u - w^i, is at place i.
#[inline(always)]
pub fn transform<S: Simd, F: Residues<S>, const N: usize>(
    mut values: [F::Vector; N],
    plan: &CooleyTukey<F::Constant, N>,
) -> [F::Vector; N] {
    let layers = N.trailing_zeros() as usize;
    unroll!(S::Shape, layer < { N.trailing_zeros() as usize }, {
        reduce::<S, F, N>(&mut values, &plan.reduced[layer]);
        let distance = N >> (layer + 1);
        unroll!(S::Shape, pair < N / 2, {
            let j = pair % distance;
            let low = 2 * (pair - j) + j;
            let (a, b) = (values[low], values[low + distance]);
            values[low] = a + b;
            values[low + distance] = if j == 0 { a - b } else { F::multiply(a - b, plan.roots[j << layer]) };
        });
    });
    reduce::<S, F, N>(&mut values, &plan.reduced[layers]);
    let mut outputs = values;
    unroll!(S::Shape, place < N, {
        outputs[place.reverse_bits() >> (usize::BITS as usize - layers)] = values[place];
    });
    outputs
}

#[inline(always)]
fn reduce<S: Simd, F: Residues<S>, const N: usize>(values: &mut [F::Vector; N], reduced: &[bool; N]) {
    unroll!(S::Shape, i < N, {
        if reduced[i] {
            values[i] = F::reduce(values[i]);
        }
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::count::{Counter, Counting};
    use crate::modular::{Q7681, Q10753, centred, root_of_unity};
    use crate::simd::Shape;
    use crate::simd::portable::Portable;
    use crate::simd::shape::{Avx2Shape, NeonShape, PortableShape};
    use crate::stage::residues::Narrow;

    fn check<P: Shape, M: Modulus, const N: usize>() {
        let (simd, q) = (Portable::<P>::new(), M::Q as i64);
        let root = root_of_unity(N as u64, q);
        let plan = CooleyTukey::<Constant<M>, N>::new(root, [q / 2; N], q);
        for k in 0..N {
            let inputs = core::array::from_fn(|i| simd.splat((i == k) as i16));
            let outputs = transform::<Portable<P>, Narrow<M>, N>(inputs, &plan);
            for (i, output) in outputs.into_iter().enumerate() {
                let mut lanes = [0; 32];
                simd.store(output, &mut lanes);
                assert_eq!(centred(lanes[0].into(), q), centred(power(root, (i * k) as u64, q), q), "{}", P::NAME);
            }
        }
    }

    #[test]
    fn transform_is_the_definition_on_every_basis_vector() {
        check::<PortableShape, Q7681, 4>();
        check::<PortableShape, Q7681, 8>();
        check::<Avx2Shape, Q10753, 8>();
        check::<Avx2Shape, Q10753, 2>();
    }

    /// N lg N additions, and N lg N / 2 products of which N - 1 are by 1: a Barrett product is three multiplications
    /// and an addition.
    fn check_counts<const N: usize>() {
        let counter = Counter::new();
        let simd = Counting::<NeonShape>::new(&counter);
        let plan = CooleyTukey::<_, N>::unreduced([Q7681::ONE; N]);
        transform::<Counting<'_, NeonShape>, Narrow<Q7681>, N>([simd.splat(0); N], &plan);
        let (n, logarithm) = (N as u32, N.trailing_zeros());
        let products = n * logarithm / 2 - (n - 1);
        assert_eq!(counter.counts().multiplications, 3 * products);
        assert_eq!(counter.counts().additions, n * logarithm + products);
    }

    #[test]
    fn operations_are_the_closed_form() {
        check_counts::<2>();
        check_counts::<4>();
        check_counts::<8>();
    }
}
