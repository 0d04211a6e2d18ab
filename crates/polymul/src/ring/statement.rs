//! The macro that declares a ring, and the constant functions that it calls.

use super::{Ring, Tail};
use crate::modular::{Modulus, checked_modulus};

/// Declares rings. A line has the modulus q, the polynomial, and the largest magnitude of a
/// coefficient of a small polynomial if it is not 1.
///
/// ```
/// vectru_polymul::ring! {
///     /// The ring of NTRU+ 864.
///     pub Ntruplus864 = Z/3457[x]/(x^864 - x^432 + 1);
///     /// The ring of ML-KEM.
///     pub Kyber256 = Z/3329[x]/(x^256 + 1), small 3;
/// }
/// use vectru_polymul::ring::Ring;
/// assert_eq!((Ntruplus864::NAME, Ntruplus864::SMALL), ("ntruplus864", 1));
/// assert_eq!((Kyber256::FORMULA, Kyber256::SMALL), ("Z_3329[x]/(x^256 + 1)", 3));
/// ```
///
/// The polynomial is x^n - x - 1, x^n - 1, x^n + 1, x^n - x^m + 1 or x^n + x^m + 1, where n = 2m.
/// The modulus is a prime below 2^14, or a power of two up to 2^14. Other rings are errors of
/// `cargo check`:
///
/// ```compile_fail,E0080
/// // 4589 = 13 * 353
/// vectru_polymul::ring! { pub Composite = Z/4589[x]/(x^761 - x - 1); }
/// ```
///
/// ```compile_fail,E0080
/// vectru_polymul::ring! { pub TooLarge = Z/32749[x]/(x^761 - x - 1); }
/// ```
///
/// ```compile_fail,E0080
/// vectru_polymul::ring! { pub Uneven = Z/3457[x]/(x^864 - x^288 + 1); }
/// ```
///
/// ```compile_fail
/// vectru_polymul::ring! { pub OfFourTerms = Z/3457[x]/(x^864 - x^432 + x + 1); }
/// ```
#[macro_export]
macro_rules! ring {
    (@polynomial $ring:ident, $q:literal, $small:literal; x^$n:literal - x - 1) => {
        $crate::ring! { @implement $ring, $q, $small, $n, [(0, 1), (1, 1)], concat!("x^", $n, " - x - 1") }
    };
    (@polynomial $ring:ident, $q:literal, $small:literal; x^$n:literal - 1) => {
        $crate::ring! { @implement $ring, $q, $small, $n, [(0, 1)], concat!("x^", $n, " - 1") }
    };
    (@polynomial $ring:ident, $q:literal, $small:literal; x^$n:literal + 1) => {
        $crate::ring! { @implement $ring, $q, $small, $n, [(0, -1)], concat!("x^", $n, " + 1") }
    };
    (@polynomial $ring:ident, $q:literal, $small:literal; x^$n:literal - x^$m:literal + 1) => {
        $crate::ring! { @implement $ring, $q, $small, $n, [(0, -1), ($m, 1)], concat!("x^", $n, " - x^", $m, " + 1") }
    };
    (@polynomial $ring:ident, $q:literal, $small:literal; x^$n:literal + x^$m:literal + 1) => {
        $crate::ring! { @implement $ring, $q, $small, $n, [(0, -1), ($m, -1)], concat!("x^", $n, " + x^", $m, " + 1") }
    };
    (@polynomial $ring:ident, $q:literal, $small:literal; $($other:tt)+) => {
        compile_error!(
            "the polynomial of a ring is x^n - x - 1, x^n - 1, x^n + 1, x^n - x^m + 1 or x^n + x^m + 1, where n = 2m"
        );
    };
    (@implement $ring:ident, $q:literal, $small:literal, $n:literal, $tail:expr, $polynomial:expr) => {
        impl $crate::ring::Ring for $ring {
            const NAME: &'static str =
                $crate::ring::text(const { &$crate::ring::lower_case::<{ stringify!($ring).len() }>(stringify!($ring)) });
            const FORMULA: &'static str = concat!("Z_", $q, "[x]/(", $polynomial, ")");
            const DEGREE: usize = $n;
            const TAIL: &'static [(usize, i64)] = &$tail;
            type Modulus = $crate::modular::Q<{ $crate::modular::checked_modulus($q) }>;
            const SMALL: i8 = $small;
            type Coefficients = [i16; $crate::ring::padded($n)];
            type SmallCoefficients = [i8; $crate::ring::padded($n)];
            const ZERO: Self::Coefficients = [0; $crate::ring::padded($n)];
            const SMALL_ZERO: Self::SmallCoefficients = [0; $crate::ring::padded($n)];
        }

        const _: () = $crate::ring::check::<$ring>();
    };
    ($(
        $(#[$doc:meta])*
        $visible:vis $ring:ident = Z/$q:literal[x]/($($polynomial:tt)+) $(, small $small:literal)?;
    )+) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug)]
        $visible struct $ring {} // A type and no value: a test may have its name.

        $crate::ring! { @small $ring, $q $(, $small)?; $($polynomial)+ }
    )+};
    (@small $ring:ident, $q:literal; $($polynomial:tt)+) => {
        $crate::ring! { @polynomial $ring, $q, 1; $($polynomial)+ }
    };
    (@small $ring:ident, $q:literal, $small:literal; $($polynomial:tt)+) => {
        $crate::ring! { @polynomial $ring, $q, $small; $($polynomial)+ }
    };
}

/// Returns the length in memory of a polynomial of degree below `degree`: a multiple of 32, the
/// number of lanes of the widest backend.
pub const fn padded(degree: usize) -> usize {
    degree.next_multiple_of(32)
}

/// Checks that a ring is one that [`ring!`] allows.
///
/// # Panics
///
/// Panics if the modulus, the polynomial or the small coefficients are not allowed.
#[doc(hidden)]
pub const fn check<R: Ring>() {
    let _ = checked_modulus(R::Modulus::Q as i64);
    if let Tail::Trinomial(_) = Tail::of::<R>() {
        assert!(R::DEGREE >= 64, "a ring of a polynomial with x^m has m >= 32, the lanes of the widest vectors");
    }
    assert!(R::DEGREE > 1, "the degree of a ring is at least 2");
    assert!(
        0 < R::SMALL && 2 * R::SMALL as i64 <= R::Modulus::Q as i64,
        "small coefficients are centred, and not all 0"
    );
}

/// Returns the ASCII text in lower case.
#[doc(hidden)]
pub const fn lower_case<const N: usize>(text: &str) -> [u8; N] {
    let mut bytes = [0; N];
    bytes.copy_from_slice(text.as_bytes());
    bytes.make_ascii_lowercase();
    bytes
}

/// Returns the bytes as text.
#[doc(hidden)]
pub const fn text(bytes: &'static [u8]) -> &'static str {
    match core::str::from_utf8(bytes) {
        Ok(text) => text,
        Err(_) => panic!("the name of a ring is of letters and digits"),
    }
}
