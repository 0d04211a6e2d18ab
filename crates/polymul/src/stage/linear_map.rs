//! Linear maps of vectors as programs of elementary steps, and their transposes.
//!
//! A map f: R^m -> R^n over a ring R has the transpose f*: R^n -> R^m, defined by `<f(a),
//! b> = <a, f*(b)>` for all a and b. A program works on registers. At first, some of them hold the
//! inputs and the others zero; at the end, some hold the outputs. Each step is a linear map of all
//! registers together, and its transpose is a step of the same kind:
//!
//! | step | effect | transposed step |
//! | --- | --- | --- |
//! | `[i += c * j]` | adds c times register j to register i | `[j += c * i]` |
//! | `[i = c * j]` | adds c times register j to register i, which is zero before | `[j += c * i]` |
//! | `[i <> j]` | puts the sum into register i, the difference into register j | itself |
//! | `[i *= c]` | multiplies register i by c | itself |
//!
//! The transpose of a program runs the transposed steps from the last to the first, from its
//! outputs to its inputs. So a program and its transpose have the same number of multiplications
//! (Tellegen's principle).
//!
//! The ring is a type of [`Scalars`]. The layers of Toom-Cook are over [`Words`], Z_65536. Tests
//! have Z_4591, too, where a cyclic transform of length 3 is such a map.
//!
//! Bounds: none over Z_65536, as lanes wrap modulo 2^16.
//!
//! Sources: `[BLS03]` for transposed programs; `[CCH+23]`, section 4.5, for transposed layers of
//! Toom-Cook, given as matrices.

use crate::simd::{I16Vector, Simd};

/// A ring whose elements are the lanes of vectors, with its products by constants.
pub trait Scalars {
    /// Returns c y. The constant c is known at compile time.
    fn multiple<S: Simd>(simd: S, y: S::I16, c: i16) -> S::I16;

    /// Returns x + c y. The constant c is known at compile time.
    fn plus_multiple<S: Simd>(simd: S, x: S::I16, y: S::I16, c: i16) -> S::I16;
}

/// Z_65536.
#[derive(Clone, Copy, Debug)]
pub struct Words;

impl Scalars for Words {
    /// Powers of two are shifts.
    #[inline(always)]
    fn multiple<S: Simd>(simd: S, y: S::I16, c: i16) -> S::I16 {
        match c {
            1 => y,
            2.. if c.unsigned_abs().is_power_of_two() => y.shift_left(c.trailing_zeros()),
            _ => simd.multiple(y, c),
        }
    }

    /// Powers of two and their negatives are shifts.
    #[inline(always)]
    fn plus_multiple<S: Simd>(simd: S, x: S::I16, y: S::I16, c: i16) -> S::I16 {
        if c.unsigned_abs().is_power_of_two() {
            let multiple = Self::multiple(simd, y, c.abs());
            if c > 0 { x + multiple } else { x - multiple }
        } else {
            simd.plus_multiple(x, y, c)
        }
    }
}

/// A linear map, applied to vectors lane by lane, and its transpose.
pub trait LinearMap {
    /// The ring.
    type Scalars: Scalars;
    /// The dimension of the domain.
    const INPUTS: usize;
    /// The dimension of the image.
    const OUTPUTS: usize;

    /// Applies the map: `load(i)` returns input i, and `store(j, v)` receives output j.
    fn apply<S: Simd>(simd: S, load: impl FnMut(usize) -> S::I16, store: impl FnMut(usize, S::I16));

    /// Applies the transpose, which has [`OUTPUTS`](Self::OUTPUTS) inputs and
    /// [`INPUTS`](Self::INPUTS) outputs.
    fn apply_transposed<S: Simd>(simd: S, load: impl FnMut(usize) -> S::I16, store: impl FnMut(usize, S::I16));
}

/// The transpose of the map `F`.
#[derive(Clone, Copy, Debug)]
pub struct Transposed<F>(F);

impl<F: LinearMap> LinearMap for Transposed<F> {
    type Scalars = F::Scalars;

    const INPUTS: usize = F::OUTPUTS;
    const OUTPUTS: usize = F::INPUTS;

    #[inline(always)]
    fn apply<S: Simd>(simd: S, load: impl FnMut(usize) -> S::I16, store: impl FnMut(usize, S::I16)) {
        F::apply_transposed(simd, load, store);
    }

    #[inline(always)]
    fn apply_transposed<S: Simd>(simd: S, load: impl FnMut(usize) -> S::I16, store: impl FnMut(usize, S::I16)) {
        F::apply(simd, load, store);
    }
}

/// Declares a [`LinearMap`] by its ring if that is not Z_65536, the number of its registers, the
/// registers of its inputs and of its outputs, and its steps.
macro_rules! linear_map {
    (@scalars) => { $crate::stage::linear_map::Words };
    (@scalars $scalars:ident) => { $scalars };
    (
        $(#[$doc:meta])*
        $name:ident $(over $scalars:ident)? ($registers:literal): [$($input:literal)*] -> [$($output:literal)*] { $($step:tt)* }
    ) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug)]
        pub struct $name;

        impl $crate::stage::linear_map::LinearMap for $name {
            type Scalars = $crate::stage::linear_map::linear_map!(@scalars $($scalars)?);

            const INPUTS: usize = [$($input),*].len();
            const OUTPUTS: usize = [$($output),*].len();

            #[inline(always)]
            fn apply<S: $crate::simd::Simd>(
                simd: S,
                mut load: impl FnMut(usize) -> S::I16,
                mut store: impl FnMut(usize, S::I16),
            ) {
                let mut x = [simd.splat(0); $registers];
                $crate::stage::linear_map::numbered!(S::Shape, index, $($input)*, register => x[register] = load(index));
                $($crate::stage::linear_map::step!(simd, x, $step);)*
                $crate::stage::linear_map::numbered!(S::Shape, index, $($output)*, register => store(index, x[register]));
            }

            #[inline(always)]
            fn apply_transposed<S: $crate::simd::Simd>(
                simd: S,
                mut load: impl FnMut(usize) -> S::I16,
                mut store: impl FnMut(usize, S::I16),
            ) {
                let mut x = [simd.splat(0); $registers];
                $crate::stage::linear_map::numbered!(S::Shape, index, $($output)*, register => x[register] = load(index));
                $crate::stage::linear_map::transposed_steps!(simd, x, [] $($step)*);
                $crate::stage::linear_map::numbered!(S::Shape, index, $($input)*, register => store(index, x[register]));
            }
        }
    };
}
pub(crate) use linear_map;

/// Runs `$body` for each register of a list and its index 0, 1, …: as straight-line code if the
/// shape is unrolled, because a loop that the compiler does not unroll keeps its registers in
/// memory.
macro_rules! numbered {
    ($shape:ty, $index:ident, $($value:literal)*, $register:ident => $body:expr) => {
        if const { <$shape as $crate::simd::Loops>::UNROLLED } {
            let mut next = 0;
            $(
                let ($index, $register) = (next, $value);
                $body;
                #[allow(unused_assignments)]
                {
                    next += 1;
                }
            )*
        } else {
            for ($index, $register) in [$($value),*].into_iter().enumerate() {
                $body;
            }
        }
    };
}
pub(crate) use numbered;

/// Names a function of the ring of the map whose implementation this is in.
macro_rules! scalars {
    ($function:ident) => {
        <<Self as $crate::stage::linear_map::LinearMap>::Scalars as $crate::stage::linear_map::Scalars>::$function
    };
}
pub(crate) use scalars;

/// Runs one step of a program on the registers.
macro_rules! step {
    ($simd:ident, $x:ident, [$i:literal += $c:literal * $j:literal]) => {
        $x[$i] = $crate::stage::linear_map::scalars!(plus_multiple)($simd, $x[$i], $x[$j], $c);
    };
    ($simd:ident, $x:ident, [$i:literal = $c:literal * $j:literal]) => {
        $x[$i] = $crate::stage::linear_map::scalars!(multiple)($simd, $x[$j], $c);
    };
    ($simd:ident, $x:ident, [$i:literal <> $j:literal]) => {
        ($x[$i], $x[$j]) = ($x[$i] + $x[$j], $x[$i] - $x[$j]);
    };
    ($simd:ident, $x:ident, [$i:literal *= $c:expr]) => {
        $x[$i] = $crate::stage::linear_map::scalars!(multiple)($simd, $x[$i], const { $c });
    };
}
pub(crate) use step;

/// Runs the transposed steps of a program, from the last to the first.
macro_rules! transposed_steps {
    ($simd:ident, $x:ident, [$($done:tt)*]) => {
        $($crate::stage::linear_map::transposed_step!($simd, $x, $done);)*
    };
    ($simd:ident, $x:ident, [$($done:tt)*] $first:tt $($rest:tt)*) => {
        $crate::stage::linear_map::transposed_steps!($simd, $x, [$first $($done)*] $($rest)*);
    };
}
pub(crate) use transposed_steps;

/// Runs the transpose of one step of a program.
macro_rules! transposed_step {
    ($simd:ident, $x:ident, [$i:literal += $c:literal * $j:literal]) => {
        $crate::stage::linear_map::step!($simd, $x, [$j += $c * $i]);
    };
    ($simd:ident, $x:ident, [$i:literal = $c:literal * $j:literal]) => {
        $crate::stage::linear_map::step!($simd, $x, [$j += $c * $i]);
    };
    ($simd:ident, $x:ident, $step:tt) => {
        $crate::stage::linear_map::step!($simd, $x, $step);
    };
}
pub(crate) use transposed_step;

/// Returns `factor` / `value` modulo 2^16. Requires that `value` is odd.
pub(crate) const fn over(factor: i16, value: i16) -> i16 {
    let inverse = crate::modular::inverse_modulo_word(value);
    factor.wrapping_mul(inverse)
}

#[cfg(test)]
#[allow(unreachable_pub)] // The macro declares public maps.
pub(crate) mod tests {
    use std::vec;
    use std::vec::Vec;

    use super::*;
    use crate::modular::{Constant, Modulus, Q4591};
    use crate::simd::portable::Portable;
    use crate::simd::shape::NeonShape;

    fn first_lane(vector: <Portable<NeonShape> as Simd>::I16) -> i16 {
        let mut lanes = [0; 8];
        Portable::<NeonShape>::new().store(vector, &mut lanes);
        lanes[0]
    }

    /// Applies the map to scalars.
    pub(crate) fn apply<F: LinearMap>(input: &[i16]) -> Vec<i16> {
        let (simd, mut result) = (Portable::<NeonShape>::new(), vec![0; F::OUTPUTS]);
        F::apply(simd, |i| simd.splat(input[i]), |i, vector| result[i] = first_lane(vector));
        result
    }

    /// Applies the transpose of the map to scalars.
    pub(crate) fn apply_transposed<F: LinearMap>(input: &[i16]) -> Vec<i16> {
        let (simd, mut result) = (Portable::<NeonShape>::new(), vec![0; F::INPUTS]);
        F::apply_transposed(simd, |i| simd.splat(input[i]), |i, vector| result[i] = first_lane(vector));
        result
    }

    /// Checks `<f(a), b> = <a, f*(b)>` on every pair of basis vectors.
    pub(crate) fn assert_transposed<F: LinearMap>() {
        let unit = |n: usize, k: usize| -> Vec<i16> { (0..n).map(|i| (i == k).into()).collect() };
        for i in 0..F::INPUTS {
            let image = apply::<F>(&unit(F::INPUTS, i));
            for j in 0..F::OUTPUTS {
                assert_eq!(image[j], apply_transposed::<F>(&unit(F::OUTPUTS, j))[i], "input {i}, output {j}");
            }
        }
    }

    /// Z_4591. A product by a constant is a Barrett product, so that sums of few terms fit 16 bits.
    #[derive(Clone, Copy, Debug)]
    pub struct Field;

    impl Scalars for Field {
        #[inline(always)]
        fn multiple<S: Simd>(_: S, y: S::I16, c: i16) -> S::I16 {
            y.barrett_multiply(Constant::<Q4591>::new(c.into()))
        }

        #[inline(always)]
        fn plus_multiple<S: Simd>(simd: S, x: S::I16, y: S::I16, c: i16) -> S::I16 {
            x + Self::multiple(simd, y, c)
        }
    }

    // The monomorphism a -> (a(1), a(w), a(w^2)) of polynomials of degree below 3, w^3 = 1, on
    // those of degree below 2, and its inverse. w = -311, w^2 = 310 and 1/3 = -1530.
    linear_map! {
        Evaluate over Field (5): [0 1] -> [2 3 4] {
            [2 = 1 * 0] [2 += 1 * 1] [3 = 1 * 0] [3 += -311 * 1] [4 = 1 * 0] [4 += 310 * 1]
        }
    }

    linear_map! {
        Interpolate over Field (6): [0 1 2] -> [3 4 5] {
            [3 = 1 * 0] [3 += 1 * 1] [3 += 1 * 2]
            [4 = 1 * 0] [4 += 310 * 1] [4 += -311 * 2]
            [5 = 1 * 0] [5 += -311 * 1] [5 += 310 * 2]
            [3 *= -1530] [4 *= -1530] [5 *= -1530]
        }
    }

    /// Returns a value modulo 4591, centred.
    fn residue(value: i64) -> i16 {
        Constant::<Q4591>::new(value).value
    }

    fn unit(n: usize, k: usize) -> Vec<i16> {
        (0..n).map(|i| (i == k).into()).collect()
    }

    fn pairs(a: usize, b: usize) -> impl Iterator<Item = (usize, usize)> {
        (0..a).flat_map(move |i| (0..b).map(move |j| (i, j)))
    }

    fn products(a: &[i16], b: &[i16]) -> Vec<i16> {
        a.iter().zip(b).map(|(&a, &b)| residue(i64::from(a) * i64::from(b))).collect()
    }

    /// Checks that the transposes of a monomorphism f: R\[x\]_(< 3) -> R^3 over R = Z_4591 multiply
    /// Toeplitz matrices of dimension 2 by vectors (`[CCH+23]`, definition 1 and appendix B), and
    /// that f multiplies polynomials: on all pairs of basis vectors, as both sides are bilinear.
    #[test]
    fn a_monomorphism_over_a_field_multiplies_toeplitz_matrices() {
        assert_eq!((residue((-311) * 310), residue(3 * -1530), Q4591::Q), (1, 1, 4591));
        let residues = |values: Vec<i16>| values.into_iter().map(|value| residue(value.into())).collect::<Vec<_>>();
        for (i, j) in pairs(2, 2) {
            let values = products(&apply::<Evaluate>(&unit(2, i)), &apply::<Evaluate>(&unit(2, j)));
            assert_eq!(residues(apply::<Interpolate>(&values)), unit(3, i + j), "x^{i} x^{j}");
        }
        for (i, j) in pairs(2, 3) {
            let found = apply_transposed::<Evaluate>(&unit(3, j))[i];
            assert_eq!(residue(found.into()), residue(apply::<Evaluate>(&unit(2, i))[j].into()));
        }
        for (i, j) in pairs(3, 3) {
            let found = apply_transposed::<Interpolate>(&unit(3, j))[i];
            assert_eq!(residue(found.into()), residue(apply::<Interpolate>(&unit(3, i))[j].into()));
        }
        // rev Toeplitz(z) a = f* (f(a) . (f^-1)* z), whose row i is the sum of z_(i + j) a_j.
        for (d, j) in pairs(3, 2) {
            let values = products(&apply_transposed::<Interpolate>(&unit(3, d)), &apply::<Evaluate>(&unit(2, j)));
            let expected: Vec<_> = (0..2).map(|i| i16::from(i + j == d)).collect();
            assert_eq!(residues(apply_transposed::<Evaluate>(&values)), expected, "z_{d}, a_{j}");
        }
    }
}
