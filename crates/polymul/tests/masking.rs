//! Tests products of arithmetic shares, which docs/research/multipliers.md describes.

use vectru_polymul::modular::{Modulus, centred};
use vectru_polymul::multiplier::{Multiply, inner_product, multiply, multiply_prepared, prepare};
use vectru_polymul::ring::{Polynomial, Ring};

/// A generator of words, SplitMix64 `[SLF14]`.
struct Words(u64);

impl Words {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// Returns a polynomial with uniform coefficients.
    fn polynomial<R: Ring>(&mut self) -> Polynomial<R> {
        let q = R::Modulus::Q as i64;
        Polynomial::from_fn(|_| centred((self.next() % q as u64) as i64, q) as i16)
    }
}

/// Returns a + factor b, centred.
fn combined<R: Ring>(a: &Polynomial<R>, factor: i64, b: &Polynomial<R>) -> Polynomial<R> {
    let q = R::Modulus::Q as i64;
    Polynomial::from_fn(|k| centred(i64::from(a[k]) + factor * i64::from(b[k]), q) as i16)
}

/// Returns `count` shares of `secret`: all but the last are uniform, and their sum is `secret`.
fn shares<R: Ring>(secret: &Polynomial<R>, count: usize, words: &mut Words) -> Vec<Polynomial<R>> {
    let mut shares: Vec<_> = (1..count).map(|_| words.polynomial()).collect();
    let last = shares.iter().fold(*secret, |rest, share| combined(&rest, -1, share));
    shares.push(last);
    shares
}

/// Returns the sum of shares.
fn opened<R: Ring>(shares: &[Polynomial<R>]) -> Polynomial<R> {
    shares.iter().fold(Polynomial::zero(), |sum, share| combined(&sum, 1, share))
}

/// Multiplies the shares of a small secret by a public operand.
fn check<R: Multiply>() {
    let mut words = Words(R::DEGREE as u64);
    let secret = Polynomial::<R>::from_fn(|_| (words.next() % 3) as i16 - 1);
    let public = words.polynomial::<R>();
    let (prepared, product) = (prepare(&public), secret.schoolbook(&public));
    for count in 2..=4 {
        let shares = shares(&secret, count, &mut words);
        // The shares are not small polynomials, although the secret is.
        assert!(shares.iter().all(|share| share.coefficients().iter().any(|c| c.abs() > 1)));
        assert_eq!(opened(&shares), secret);
        let by_prepared: Vec<_> = shares.iter().map(|share| multiply_prepared(share, &prepared)).collect();
        assert_eq!(opened(&by_prepared), product, "{} by a prepared operand, {count} shares", R::NAME);
        let by_operand: Vec<_> = shares.iter().map(|share| multiply(share, &public)).collect();
        assert_eq!(by_operand, by_prepared, "{}, {count} shares", R::NAME);
        // Two secrets with as many shares, each with its public operand.
        let again: Vec<_> = shares.iter().map(|share| inner_product([share, share], [&prepared, &prepared])).collect();
        assert_eq!(opened(&again), combined(&product, 1, &product), "{}, inner products", R::NAME);
    }
}

/// Runs the check for every ring of the list of multipliers that is compiled.
macro_rules! rings {
    ($($feature:literal $ring:ident: $(
        $(#[$only:meta])? $kind:ident $multiplier:ident $(on $($backend:ident)|+)?
    ),+;)+) => {
        #[test]
        fn products_of_shares_are_shares_of_the_product() {
            $(
                #[cfg(feature = $feature)]
                check::<vectru_polymul::ring::$ring>();
            )+
        }
    };
}

vectru_polymul::for_each_multiplier!(rings);
