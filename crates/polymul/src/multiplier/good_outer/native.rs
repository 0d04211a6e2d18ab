//! `native!`: a plan of products in the ring itself, in one line.

/// Declares multipliers by outer products that stay in the ring, without doubling the length of the
/// operands: a line has the type, the ring, and the dimensions n0, n1 and n2 of the transform over
/// chunks, as for [`outer!`](crate::outer).
///
/// ```
/// use vectru_polymul::multiplier::{Multiplier, multiply_with};
/// use vectru_polymul::ring::Polynomial;
///
/// vectru_polymul::ring! {
///     /// The ring of ML-KEM.
///     pub Kyber256 = Z/3329[x]/(x^256 + 1);
/// }
/// vectru_polymul::native! {
///     /// The 16 rings modulo x^16 - w, where w is a root of unity of order 32.
///     pub Native256: Kyber256 = 1 * 1 * 16;
/// }
/// let a = Polynomial::<Kyber256>::from_fn(|k| k as i16);
/// assert_eq!(multiply_with::<Native256>(&a, &a), a.schoolbook(&a));
/// ```
///
/// | ring | n0 n1 n2 | required roots of unity, by their order |
/// | --- | --- | --- |
/// | x^n - 1 | n / 16 | n / 16 |
/// | x^n + 1 | n / 16 | n / 8 |
/// | x^n - x^m + 1, n = 2m | m / 16 | 6 m / 16 |
/// | x^n + x^m + 1, n = 2m | m / 16 | 3 m / 16 |
///
/// `named` and `from` may follow, as for [`outer!`](crate::outer). A ring without these roots of
/// unity does not compile: 3457 - 1 = 2^7 * 3^3 is no multiple of 6 * 27.
///
/// ```compile_fail,E0080
/// vectru_polymul::ring! { pub Ntruplus864 = Z/3457[x]/(x^864 - x^432 + 1); }
/// vectru_polymul::native! { pub NoRoot: Ntruplus864 = 27 * 1 * 1; }
/// ```
///
/// The dimensions must fit the length of the ring. These ones fit x^128 + 1:
///
/// ```compile_fail,E0080
/// vectru_polymul::ring! { pub Kyber256 = Z/3329[x]/(x^256 + 1); }
/// vectru_polymul::native! { pub TooShort: Kyber256 = 1 * 1 * 8; }
/// ```
///
/// The polynomial must be one of the table, which x^761 - x - 1 is not:
///
/// ```compile_fail,E0080
/// vectru_polymul::native! { pub Prime: vectru_polymul::ring::Sntrup761 = 9 * 5 * 2; }
/// ```
#[macro_export]
macro_rules! native {
    ($($(#[$doc:meta])* $visible:vis $name:ident: $ring:ty = $n0:tt * $n1:tt * $n2:tt
        $(, named $recipe:literal)? $(, from $source:literal)?;)*) => {
        $crate::outer! {$(
            $(#[$doc])*
            $visible $name: $ring = $n0 * $n1 * $n2, $(named $recipe,)? $(from $source,)? @ native;
        )*}
    };
}
