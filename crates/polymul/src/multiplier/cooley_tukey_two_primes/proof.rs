//! The proof of `cooley-tukey-two-primes`, for the shape of every backend.

use alloc::vec;
use alloc::vec::Vec;

use super::*;
use crate::analysis::arrays::Arrays;
use crate::analysis::count::{Counter, Counting};
use crate::analysis::interval::{Interval, Intervals, Log};
use crate::modular::centred;
use crate::proof::{BasisProof, product_bound};

fn assert_congruent<M: Modulus>(actual: &[i16], expected: &[i64], what: &str) {
    assert_eq!(actual.len(), expected.len());
    for (index, (&actual, &expected)) in actual.iter().zip(expected).enumerate() {
        assert_eq!(centred(actual.into(), M::Q.into()), centred(expected, M::Q.into()), "{what}: coefficient {index}");
    }
}

/// Returns w^exponent.
fn root_power<M: Modulus>(exponent: usize) -> i64 {
    power(root(M::Q.into()), exponent as u64, M::Q.into())
}

/// Checks the transform of x^k: w^(t floor(k / 16)) x^(k mod 16), its remainder modulo x^16 - w^t,
/// in every leaf. That of the small operand is scaled by 2^16 / 16.
fn prove_forward<P: Shape, M: Modulus>() {
    let simd = Arrays::<P>::new();
    let scale = (1 << 16) * inverse(LEAVES as i64, M::Q.into());
    for k in 0..SIZE {
        let (mut operand, mut expected, mut result) = ([0; SIZE], [0; SIZE], [0; SIZE]);
        operand[k] = 1;
        for leaf in 0..LEAVES {
            expected[leaf * CHUNK + k % CHUNK] = root_power::<M>(leaf_exponent(leaf) * (k / CHUNK));
        }
        forward::<_, M>(simd, &operand, &mut result);
        assert_congruent::<M>(&result, &expected, P::NAME);
        forward_scaled::<_, M>(simd, &operand, &mut result);
        assert_congruent::<M>(&result, &expected.map(|value| value * scale % i64::from(M::Q)), P::NAME);
    }
}

/// Checks the inverse transform, times 16: for x^r in the leaf of w^t, the sum of w^(-t s)
/// x^(16 s + r).
fn prove_inverse<P: Shape, M: Modulus>() {
    let simd = Arrays::<P>::new();
    for index in 0..SIZE {
        let (mut transformed, mut expected, mut result) = ([0; SIZE], [0; SIZE], [0; SIZE]);
        transformed[index] = 1;
        inverse_transform::<_, M>(simd, &mut transformed, &mut result);
        for s in 0..LEAVES {
            expected[s * CHUNK + index % CHUNK] = root_power::<M>((ORDER - leaf_exponent(index / CHUNK)) * s);
        }
        assert_congruent::<M>(&result, &expected, P::NAME);
    }
}

/// Returns images of which the one modulo the prime of index `PRIME` is `image`. All coefficients
/// of the other are `other`, on which nothing may depend.
fn images<C: Copy, const PRIME: usize>(image: [C; SIZE], other: C) -> Images<C> {
    let mut images = [[other; SIZE]; 2];
    images[PRIME] = image;
    Aligned(images)
}

/// Checks that sums of `L` products of basis vectors are 2^-16 times the sum of x^j x^k modulo
/// x^16 - w^t in every leaf, where each pair stands in each place of the sum, and that no leaf
/// depends on another.
fn prove_sums<P: Shape, M: Modulus, const PRIME: usize, const L: usize>() {
    let simd = Arrays::<P>::new();
    let left_images = |image: [i16; SIZE]| images::<i16, PRIME>(image, 1234);
    let right_images = |image: [i16; SIZE]| SmallOperand(images::<i16, PRIME>(image, 2345));
    let basis = |k: usize| -> [i16; SIZE] { core::array::from_fn(|i| (i % CHUNK == k).into()) };
    let montgomery = inverse(1 << 16, M::Q.into());
    let (zero_left, zero_right, mut product) = (left_images([0; SIZE]), right_images([0; SIZE]), [0; SIZE]);
    for (place, (j, k)) in (0..L).flat_map(|place| (0..CHUNK * CHUNK).map(move |i| (place, (i / CHUNK, i % CHUNK)))) {
        let (left, right) = (left_images(basis(j)), right_images(basis(k)));
        let (mut a, mut b) = ([&zero_left; L], [&right; L]);
        a[place] = &left;
        sum::<_, M, PRIME, L>(simd, a, b, &mut product);
        let mut expected = [0; SIZE];
        for leaf in 0..LEAVES {
            let exponent = if j + k < CHUNK { 0 } else { leaf_exponent(leaf) };
            expected[leaf * CHUNK + (j + k) % CHUNK] = root_power::<M>(exponent) * montgomery;
        }
        assert_congruent::<M>(&product, &expected, P::NAME);
        // The other factors have no effect either where they alone are not zero.
        (a, b) = ([&left; L], [&zero_right; L]);
        b[place] = &right;
        sum::<_, M, PRIME, L>(simd, a, b, &mut product);
        assert_congruent::<M>(&product, &expected, P::NAME);
    }
    let all: [i16; SIZE] = core::array::from_fn(|i| (i % 2003) as i16 - 1001);
    for leaf in (0..SIZE).step_by(CHUNK) {
        let mut one = [0; SIZE];
        one[leaf..leaf + CHUNK].copy_from_slice(&all[leaf..leaf + CHUNK]);
        for (a, b) in [(one, all), (all, one)] {
            sum::<_, M, PRIME, L>(simd, [&left_images(a); L], [&right_images(b); L], &mut product);
            product[leaf..leaf + CHUNK].fill(0);
            assert!(product.iter().all(|&coefficient| coefficient == 0), "{}: leaf {leaf}", P::NAME);
        }
    }
}

/// Checks that sums of any number of products are within the bounds of a product, and that the
/// inverse transforms leave residues as small as the Chinese remainder theorem assumes.
fn bounds_hold<P: Shape, M: Modulus, const PRIME: usize>() {
    let Safety::Bounded { transformed, .. } = SAFETY else { unreachable!() };
    let (log, counter) = (Log::new(), Counter::new());
    let simd = Counting::new(Intervals::<P>::new(&log), &counter);
    let largest = |image: &[Interval]| image.iter().map(|coefficient| coefficient.magnitude()).max();
    let left = images::<_, PRIME>([Interval::symmetric(transformed); SIZE], Interval::symmetric(i16::MAX.into()));
    let right = SmallOperand(left);
    let mut products = [Interval::ZERO; SIZE];
    macro_rules! check {
        ($($terms:literal),*) => {$(
            sum::<_, M, PRIME, $terms>(simd, [&left; $terms], [&right; $terms], &mut products);
            assert!(largest(&products) <= Some(product_bound(SAFETY)), "{} products", $terms);
        )*};
    }
    check!(1, 2, 3, 4);
    let mut product = [Interval::symmetric(product_bound(SAFETY)); SIZE];
    let mut residues = vec![Interval::ZERO; SIZE];
    inverse_transform::<_, M>(simd, &mut product, &mut residues);
    assert!(largest(&residues) <= Some(RESIDUE));
    assert_eq!(log.overflow(), None);
}

/// Checks the integers that residues determine, at the ends of their range and across it, from the
/// representatives that the bounds allow; and that the fold centres every word.
fn prove_integers<P: Shape>() {
    let simd = Arrays::<P>::new();
    let [p1, p2, q] = [First::Q.into(), Second::Q.into(), i64::from(Q8192::Q)];
    let largest = MOST_PRODUCTS as i64 * LARGEST;
    let representatives = |c: i64, p: i64| -> Vec<i64> {
        let least = centred(c, p);
        [least, least - p, least + p].into_iter().filter(|value| value.abs() <= RESIDUE).collect()
    };
    for step in 0..4096 {
        let magnitude = if step == 0 { largest } else { (step * 2_654_435_761) % (largest + 1) };
        for c in [magnitude, -magnitude] {
            let (c1, c2) = (representatives(c, p1), representatives(c, p2));
            let mut first: Image<i16> = Aligned(core::array::from_fn(|i| c1[i % c1.len()] as i16));
            let second: [i16; SIZE] = core::array::from_fn(|i| c2[i / 3 % c2.len()] as i16);
            combine(simd, first.as_mut(), &second);
            let mut result = [0; SIZE];
            CooleyTukeyTwoPrimes::fold(simd, &mut first, &mut result);
            assert!(result.iter().all(|&found| i64::from(found) == centred(c, q)), "{}: {c}", P::NAME);
        }
    }
    let words: Vec<i16> = (i16::MIN..=i16::MAX).collect();
    for words in words.as_chunks::<SIZE>().0 {
        let mut result = [0; SIZE];
        CooleyTukeyTwoPrimes::fold(simd, &mut Aligned(*words), &mut result);
        for (&word, &found) in words.iter().zip(&result) {
            assert_eq!(i64::from(found), centred(word.into(), q), "{}", P::NAME);
        }
    }
}

impl BasisProof for CooleyTukeyTwoPrimes {
    fn prove<P: Shape>() {
        macro_rules! prove {
            ($($prime:ty, $index:literal;)*) => {$(
                prove_forward::<P, $prime>();
                prove_inverse::<P, $prime>();
                prove_sums::<P, $prime, $index, 1>();
                prove_sums::<P, $prime, $index, 2>();
                prove_sums::<P, $prime, $index, 3>();
                prove_sums::<P, $prime, $index, 4>();
                bounds_hold::<P, $prime, $index>();
            )*};
        }
        prove! {
            First, 0;
            Second, 1;
        }
        prove_integers::<P>();
    }
}
