//! `outer!`: a plan in one line.

/// Declares multipliers by outer products: a line has the type, the ring, and the dimensions n0, n1
/// and n2 of the transform over chunks. The constants follow from q and n.
///
/// ```
/// use vectru_polymul::multiplier::Multiplier;
///
/// vectru_polymul::outer! {
///     /// 105 chunks, where a product fills 96.
///     pub Product761: vectru_polymul::ring::Sntrup761 = 17 * 3 * 2;
/// }
/// assert_eq!(Product761::RECIPE.ring, "sntrup761");
/// ```
///
/// | dimension | values |
/// | --- | --- |
/// | n0, n1 | 1, 9, 27 or an odd prime up to 41, coprime divisors of q - 1 |
/// | n2 | 1, 2, 4; 8, 16, 32 if they divide q - 1; 6 if q is 7 and n0 n1 is 5 modulo 8 |
///
/// A product may be longer than the cyclic product of 16 n0 n1 n2 coefficients by up to 81
/// coefficients, which are then [computed separately](crate::stage::infinity). The dimensions u2
/// and u1 are computed in one pass, so n1 should be the smaller one of two odd lengths.
///
/// After the dimensions the following may be given, in this order, each after a comma:
///
/// - `named "…"`: the name of the recipe, which is "good-outer" by default;
/// - `from "…"`: its source in the bibliography;
/// - `even …`: a [`Kind`](crate::multiplier::good_outer::Kind) instead of the kind that n2 stands
///   for;
/// - `correction …`: a [`Correction`](crate::multiplier::good_outer::Correction);
/// - `leaves …`: [`Leaves`](crate::multiplier::good_outer::Leaves).
///
/// A plan without a multiplier does not compile. A product in the ring of sntrup653 has 1305
/// coefficients, and 16 * 11 * 3 * 2 + 81 is less:
///
/// ```compile_fail,E0080
/// vectru_polymul::outer! { pub TooShort: vectru_polymul::ring::Sntrup653 = 11 * 3 * 2; }
/// ```
///
/// There is no root of unity of order 13 modulo 4621:
///
/// ```compile_fail,E0080
/// vectru_polymul::outer! { pub NoRoot: vectru_polymul::ring::Sntrup653 = 13 * 3 * 4; }
/// ```
///
/// 4620 is no multiple of 8:
///
/// ```compile_fail,E0080
/// vectru_polymul::outer! { pub NoEvenRoot: vectru_polymul::ring::Sntrup653 = 7 * 3 * 8; }
/// ```
///
/// 15 is composite:
///
/// ```compile_fail,E0080
/// vectru_polymul::outer! { pub Composite: vectru_polymul::ring::Sntrup653 = 15 * 7 * 4; }
/// ```
///
/// n0 and n1 have a common factor:
///
/// ```compile_fail,E0080
/// vectru_polymul::outer! { pub NotCoprime: vectru_polymul::ring::Sntrup761 = 9 * 3 * 4; }
/// ```
///
/// q is even:
///
/// ```compile_fail,E0080
/// vectru_polymul::outer! { pub EvenModulus: vectru_polymul::ring::Ntruhps2048509 = 7 * 3 * 4; }
/// ```
///
/// 16-bit lanes do not hold the sums of so large a q:
///
/// ```compile_fail,E0080
/// # vectru_polymul::ring! { /// A ring.
/// # pub Large443 = Z/16381[x]/(x^443 - x - 1); }
/// vectru_polymul::outer! { pub TooLarge: Large443 = 5 * 3 * 4; }
/// ```
#[macro_export]
macro_rules! outer {
    ($($(#[$doc:meta])* $visible:vis $name:ident: $ring:ty = $n0:tt * $n1:tt * $n2:tt
        $(, named $recipe:literal)? $(, from $source:literal)? $(, even $even:expr)?
        $(, correction $correction:ty)? $(, leaves $leaves:ty)? $(, @ $native:ident)?;)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug)]
        $visible struct $name {}

        const _: () = {
            use $crate::modular::{Constant, Modulus};
            use $crate::multiplier::Aligned;
            use $crate::multiplier::good_outer::{GoodOuter, GoodOuterPlan, Kind, ModulusOf, check, padded};
            use $crate::ring::Ring;
            use $crate::simd::{CHUNK, Coefficient};

            type M = ModulusOf<$name>;
            const Q: i64 = M::Q as i64;
            const PLACES: usize = GoodOuter::<$name>::CYCLIC;
            const TARGETS: usize = GoodOuter::<$name>::PART;

            impl GoodOuterPlan for $name {
                type Ring = $ring;
                type Operand<C: Coefficient> = Aligned<[C; padded(<$ring as Ring>::DEGREE)]>;
                type Chunks<C: Coefficient> = Aligned<[[C; CHUNK]; GoodOuter::<$name>::CHUNKS]>;
                type Product<C: Coefficient> = Aligned<[C; GoodOuter::<$name>::LENGTH]>;
                type Transform0 = $crate::outer!(@transform M, $n0);
                type Transform1 = $crate::outer!(@transform M, $n1);
                type Correction = $crate::outer!(@correction $($correction)?);
                type Leaves = $crate::outer!(@leaves $($leaves)?);
                const ROOTS: [i64; 2] = {
                    // All other constants depend on this one, so that the errors of a wrong plan
                    // are reported here.
                    check::<$ring>([$n0, $n1], $crate::outer!(@places $n2 $($even)?), $crate::outer!(@is_native $($native)?));
                    [$crate::modular::root_of_unity($n0, Q), $crate::modular::root_of_unity($n1, Q)]
                };
                const TRANSFORMS_0: &'static [Self::Transform0; 2] = &[
                    Self::Transform0::new(Self::ROOTS[0]),
                    Self::Transform0::new($crate::modular::inverse(Self::ROOTS[0], Q)),
                ];
                const TRANSFORMS_1: &'static [Self::Transform1; 2] = &[
                    Self::Transform1::new(Self::ROOTS[1]),
                    Self::Transform1::new($crate::modular::inverse(Self::ROOTS[1], Q)),
                ];
                const KIND: Kind = {
                    let _ = Self::ROOTS;
                    $crate::outer!(@even Kind::new($n2, $n0 * $n1, Q); $($even)?)
                };
                const TARGETS: &'static [u16] = &GoodOuter::<$name>::targets::<TARGETS>();
                const WEIGHTS: &'static [Constant<M>] = &GoodOuter::<$name>::weights::<PLACES>();
                const MAP_NAMES: [&'static str; 2] = [$crate::outer!(@name $n0), $crate::outer!(@name $n1)];
                $crate::outer!(@twist $name $($native)?);
                $(const NAME: &'static str = $recipe;)?
                $(const SOURCE: &'static str = $source;)?
            }

            const _: () = GoodOuter::<$name>::CHECK;
        };
    )*};
    (@is_native) => { false };
    (@is_native native) => { true };
    (@twist $name:ident) => {};
    (@twist $name:ident native) => {
        const TWIST: Option<&'static $crate::stage::twist::Twist<M>> = Some(&$crate::stage::twist::Twist::new(
            $crate::ring::Tail::of::<<Self as GoodOuterPlan>::Ring>(),
            <<Self as GoodOuterPlan>::Ring as Ring>::DEGREE / CHUNK,
            GoodOuter::<$name>::FACTOR,
        ));
    };
    (@transform $modulus:ty, 1) => { $crate::stage::transform::Identity<$modulus> };
    (@transform $modulus:ty, 3) => { $crate::stage::transform::Radix3<$modulus> };
    (@transform $modulus:ty, 5) => { $crate::stage::radix_5::Radix5<$modulus> };
    (@transform $modulus:ty, 9) => { $crate::stage::radix_9::Radix9<$modulus> };
    (@transform $modulus:ty, 27) => { $crate::stage::radix_27::Radix27<$modulus> };
    (@transform $modulus:ty, $n:tt) => { $crate::stage::rader::Rader<$modulus, $n, { $n / 2 }> };
    (@name 1) => { "good-thomas" };
    (@name 3) => { "radix-3" };
    (@name 5) => { "radix-5" };
    (@name 9) => { "radix-9" };
    (@name 27) => { "radix-27" };
    (@name $n:tt) => { concat!("rader-", $n) };
    (@correction) => { $crate::multiplier::good_outer::WrapAround };
    (@correction $correction:ty) => { $correction };
    (@leaves) => { $crate::multiplier::good_outer::Outer };
    (@leaves $leaves:ty) => { $leaves };
    (@even $usual:expr;) => { $usual };
    (@even $usual:expr; $even:expr) => { $even };
    (@places $n2:tt) => { Some($n2) };
    (@places $n2:tt $even:expr) => { None };
}
