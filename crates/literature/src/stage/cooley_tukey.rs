//! Cooley-Tukey: the cyclic transform of length N = 2^k, by layers of radix 2.
//!
//! ```text
//! R[u]/(u^N - 1) -> prod_(i < N) R[u]/(u - w_N^i),   w_m of order m
//!
//! one layer, for 2d = N, N/2, ..., 2:
//! R[u]/(u^(2d) - 1) -> R[u]/(u^d - 1) x R[u]/(u^d - 1)
//! (a_j)_(j < 2d)    -> (a_j + a_(j+d))_(j < d), (w_(2d)^j (a_j - a_(j+d)))_(j < d)
//! ```
//!
//! The second factor stands for u^d + 1, with w_(2d) u instead of u. This is decimation in
//! frequency: the twiddle factors multiply the differences. The inverse, times N, is the transform
//! with 1/w.
//!
//! Operations: N lg N additions and subtractions, as in the closed form. The closed form counts
//! N lg N / 2 products, of which N - 1 are by 1; the code skips those.
//!
//! Bounds: sums double, products are reduced. [`CooleyTukey::new`] follows the bound of each value
//! through the layers at compile time. It plans a reduction before a sum only if the sum could
//! leave 16 bits, and after the last layer only if an output could exceed the limit. 32-bit
//! residues have enough headroom for all layers without reductions.
//!
//! Sources: `[CT65]`; `[GS66]` for decimation in frequency. Planning the reductions at compile time
//! is this project's own.

use crate::stage::residues::Residues;
use vectru_polymul::modular::{Constant, Modulus, barrett_bound, power};
use vectru_polymul::simd::{Simd, unroll};

/// Rows of a plan of reductions: one row before each layer and one after the last. A transform of
/// length 8 uses four of them.
const BOUNDARIES: usize = 9;

/// The plan of a transform of length `N` <= 8, whose vectors fit the registers, with constants of
/// type `K`.
#[derive(Clone, Copy, Debug)]
pub struct CooleyTukey<K, const N: usize> {
    /// The powers w_N^i.
    roots: [K; N],
    /// The values that are reduced before each layer, and after the last.
    reduced: [[bool; N]; BOUNDARIES],
}

impl<K: Copy, const N: usize> CooleyTukey<K, N> {
    /// Returns the plan with the powers `roots` of w_N and without reductions.
    ///
    /// # Panics
    ///
    /// Panics if `N` is not a power of two or is more than 8.
    pub const fn unreduced(roots: [K; N]) -> Self {
        assert!(N.is_power_of_two() && N <= 8);
        Self { roots, reduced: [[false; N]; BOUNDARIES] }
    }
}

impl<M: Modulus, const N: usize> CooleyTukey<Constant<M>, N> {
    /// Returns the plan of the transform by `root`, of order N, whose reductions guarantee
    /// |output| <= `limit` for all inputs with |input i| <= `bounds[i]`.
    ///
    /// # Panics
    ///
    /// Panics if a reduced output could exceed `limit`, or if a sum of two reduced values could
    /// leave 16 bits.
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
                // Reducing only the larger value is often enough.
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

/// Returns the transform of `values`, in order: output i is the image modulo u - w_N^i.  The layers
/// leave the outputs in bit-reversed order; reordering an array of registers costs no instruction.
#[inline(always)]
pub fn transform<S: Simd, F: Residues<S>, const N: usize>(
    mut values: [F::Vector; N],
    plan: &CooleyTukey<F::Constant, N>,
) -> [F::Vector; N] {
    let layers = N.trailing_zeros() as usize;
    unroll!(S::Shape, layer < { N.trailing_zeros() as usize }; at most 4, {
        reduce::<S, F, N>(&mut values, &plan.reduced[layer]);
        let distance = N >> (layer + 1);
        unroll!(S::Shape, pair < N / 2; at most 8, {
            let j = pair % distance;
            let low = 2 * (pair - j) + j;
            let (a, b) = (values[low], values[low + distance]);
            values[low] = a + b;
            values[low + distance] = if j == 0 { a - b } else { F::multiply(a - b, plan.roots[j << layer]) };
        });
    });
    reduce::<S, F, N>(&mut values, &plan.reduced[layers]);
    let mut outputs = values;
    unroll!(S::Shape, place < N; at most 16, {
        outputs[place.reverse_bits() >> (usize::BITS as usize - layers)] = values[place];
    });
    outputs
}

/// Reduces the values that are marked in `reduced`.
#[inline(always)]
fn reduce<S: Simd, F: Residues<S>, const N: usize>(values: &mut [F::Vector; N], reduced: &[bool; N]) {
    unroll!(S::Shape, i < N; at most 16, {
        if reduced[i] {
            values[i] = F::reduce(values[i]);
        }
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stage::residues::Narrow;
    use vectru_polymul::analysis::{Lanes, Run};
    use vectru_polymul::modular::{Q7681, Q10753, centred, root_of_unity};
    use vectru_polymul::simd::Shape;
    use vectru_polymul::simd::portable::Portable;
    use vectru_polymul::simd::shape::{Avx2Shape, NeonShape, PortableShape};

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

    /// Checks the counts: N lg N additions, and N lg N / 2 products, of which N - 1 are by 1. A
    /// Barrett product is three multiplications and an addition.
    fn check_counts<const N: usize>() {
        let run = Run::bounds();
        let simd = Lanes::new(&run, &NeonShape::FORM);
        let plan = CooleyTukey::<_, N>::unreduced([Q7681::ONE; N]);
        transform::<Lanes<'_>, Narrow<Q7681>, N>([simd.splat(0); N], &plan);
        let (n, logarithm) = (N as u32, N.trailing_zeros());
        let products = n * logarithm / 2 - (n - 1);
        assert_eq!(run.counts().multiplications, 3 * products);
        assert_eq!(run.counts().additions, n * logarithm + products);
    }

    #[test]
    fn operations_are_the_closed_form() {
        check_counts::<2>();
        check_counts::<4>();
        check_counts::<8>();
    }
}
