//! The macro that declares multipliers by Toeplitz products.

/// Declares multipliers by Toeplitz products, for rings with x^n - 1 or x^n + 1 and q a power of
/// two. A line has the type, the ring, the dimension N of the matrix, and the layers of
/// [`toom_cook`](crate::stage::toom_cook) that split it, the first one first. They determine the
/// dimension of the products at the end.
///
/// ```
/// use vectru_polymul::{multiplier::{Multiplier, multiply_with}, ring::Polynomial};
/// vectru_polymul::ring! {
///     /// A ring of NTRU's kind.
///     pub Cyclic743 = Z/4096[x]/(x^743 - 1);
/// }
/// vectru_polymul::toeplitz! {
///     /// 75 products of dimension 48, 2 bits of 4.
///     pub Product743: Cyclic743 = 864 by Toom3, Toom3, Karatsuba;
///     /// Prepared operands are split by the first layer, and by the others at each use.
///     pub Smaller743: Cyclic743 = 864 by Toom3; at use Toom3, Karatsuba;
///     /// One product of dimension 768.
///     pub Whole743: Cyclic743 = 768;
/// }
/// assert_eq!(Product743::RECIPE.name, "toeplitz-outer");
/// let a = Polynomial::<Cyclic743>::from_fn(|k| k as i16);
/// assert_eq!(multiply_with::<Product743>(&a, &a), a.schoolbook(&a));
/// assert_eq!(multiply_with::<Smaller743>(&a, &a), a.schoolbook(&a));
/// assert_eq!(multiply_with::<Whole743>(&a, &a), a.schoolbook(&a));
/// ```
///
/// A name or a source other than the default one is given at the end, by a type that implements
/// [`Origin`](crate::multiplier::toeplitz::Origin): `864 by Toom3, Toom3 of Origin`.
///
/// A wrong plan is an error of `cargo check`. Two layers of Toom-5 and one of Toom-3 lose 7 bits,
/// where coefficients modulo 2048 leave 5:
///
/// ```compile_fail,E0080
/// use vectru_polymul::ring::Ntruhps2048677;
/// vectru_polymul::toeplitz! { pub TooManyBits: Ntruhps2048677 = 1200 by Toom5, Toom5, Toom3; }
/// ```
///
/// Matrices of dimension 480 are too small for the 677 coefficients of an operand:
///
/// ```compile_fail,E0080
/// use vectru_polymul::ring::Ntruhps2048677;
/// vectru_polymul::toeplitz! { pub TooSmall: Ntruhps2048677 = 480 by Toom5, Toom3; }
/// ```
///
/// 720 is no multiple of 16 times 3, 3 and 3:
///
/// ```compile_fail,E0080
/// use vectru_polymul::ring::Ntruhps2048677;
/// vectru_polymul::toeplitz! { pub Undivided: Ntruhps2048677 = 720 by Toom3, Toom3, Toom3; }
/// ```
///
/// The modulus is odd:
///
/// ```compile_fail,E0080
/// vectru_polymul::ring! { pub Kyber256 = Z/3329[x]/(x^256 + 1); }
/// vectru_polymul::toeplitz! { pub Odd: Kyber256 = 256 by Karatsuba; }
/// ```
#[macro_export]
macro_rules! toeplitz {
    (@split $end:ty;) => { $end };
    (@split $end:ty; $layer:ident $($rest:ident)*) => {
        $crate::stage::toeplitz::Split<$crate::stage::toom_cook::$layer, $crate::toeplitz!(@split $end; $($rest)*)>
    };
    (@prepared $end:ty;) => { $end };
    (@prepared $end:ty; $($layer:ident)+) => {
        $crate::stage::toeplitz::AtUse<$crate::toeplitz!(@split $end; $($layer)+)>
    };
    (@origin) => { () };
    (@origin $origin:ident) => { $origin };
    (@multiplier $ring:ty, $chain:ty, $prepared:ty, $origin:ty, $dimension:literal) => {
        $crate::multiplier::toeplitz::Toeplitz<
            $ring,
            $chain,
            $prepared,
            $origin,
            $dimension,
            { $crate::multiplier::toeplitz::ends::<$prepared>() },
            { $crate::multiplier::toeplitz::scratch::<$chain, $prepared>() },
            { $crate::multiplier::toeplitz::rows_scratch::<$prepared>() },
        >
    };
    (@state ($(#[$doc:meta])* $visible:vis $multiplier:ident), $ring:ty, $dimension:literal, ($end:ty),
        [$($layer:ident)*], [$($use_layer:ident)*], [$($origin:ident)?]) => {
        $(#[$doc])*
        $visible type $multiplier = $crate::toeplitz!(
            @multiplier
            $ring,
            $crate::toeplitz!(@split $end; $($layer)* $($use_layer)*),
            $crate::toeplitz!(@split $crate::toeplitz!(@prepared $end; $($use_layer)*); $($layer)*),
            $crate::toeplitz!(@origin $($origin)?),
            $dimension
        );

        const _: u32 = <$multiplier>::CHECKED;
    };
    (@leaf $dimension:literal; $($layer:ident)*) => {
        $crate::stage::toeplitz::Outer<{
            $crate::multiplier::toeplitz::leaf(
                $dimension,
                &[$(<$crate::stage::toom_cook::$layer as $crate::stage::toom_cook::Layer>::PARTS),*],
            )
        }>
    };
    () => {};
    (
        $(#[$doc:meta])*
        $visible:vis $multiplier:ident: $ring:ty = $dimension:literal by $($layer:ident),+;
            at use $($use_layer:ident),+ $(of $origin:ident)?;
        $($rest:tt)*
    ) => {
        $crate::toeplitz! {
            @state ($(#[$doc])* $visible $multiplier), $ring, $dimension,
            ($crate::toeplitz!(@leaf $dimension; $($layer)+ $($use_layer)+)),
            [$($layer)+], [$($use_layer)+], [$($origin)?]
        }
        $crate::toeplitz! { $($rest)* }
    };
    (
        $(#[$doc:meta])*
        $visible:vis $multiplier:ident: $ring:ty = $dimension:literal $(by $($layer:ident),+)? $(of $origin:ident)?;
        $($rest:tt)*
    ) => {
        $crate::toeplitz! {
            @state ($(#[$doc])* $visible $multiplier), $ring, $dimension,
            ($crate::toeplitz!(@leaf $dimension; $($($layer)+)?)),
            [$($($layer)+)?], [], [$($origin)?]
        }
        $crate::toeplitz! { $($rest)* }
    };
}
