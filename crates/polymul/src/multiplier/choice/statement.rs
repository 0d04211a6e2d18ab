//! The macro that states which multipliers a ring uses.

/// Chooses a multiplier for a ring: [`multiply`](crate::multiplier::multiply),
/// [`prepare`](crate::multiplier::prepare) and the other products in the ring run it. Its kernels
/// are compiled once, in the crate with this line.
///
/// Two more multipliers may be named: an alternative, with the backends on which it is faster, and
/// a smaller one, which replaces both if this crate has feature `small`. The alternative is a path
/// without generic parameters. With feature `balanced` prepared operands stay as they are.
///
/// ```
/// use vectru_polymul::multiplier::{multiply, multiply_prepared, prepare};
/// use vectru_polymul::ring::Polynomial;
///
/// vectru_polymul::ring! {
///     /// The field `Z_5281[x]/(x^443 - x - 1)`.
///     pub Prime443 = Z/5281[x]/(x^443 - x - 1);
/// }
/// vectru_polymul::schoolbook! {
///     /// Products by the definition.
///     pub Schoolbook443: Prime443;
/// }
/// vectru_polymul::multiply_by! { Prime443: Schoolbook443 }
///
/// let a = Polynomial::<Prime443>::from_fn(|k| k as i16);
/// assert_eq!(multiply(&a, &a), a.schoolbook(&a));
/// assert_eq!(multiply_prepared(&a, &prepare(&a)), a.schoolbook(&a));
/// ```
///
/// The complete form is `Ring: Usual, Alternative on Avx2 | Simd128; small Smallest`.
#[macro_export]
macro_rules! multiply_by {
    (@fast $usual:ty) => { ways::Always<$usual> };
    (@fast $usual:ty, $($alternative:ident)::+ on $($backend:ident)|+) => {
        ways::OnSome<$usual, $($alternative)::+, $crate::multiply_by!(@backends $($backend)+)>
    };
    (@backends) => { () };
    (@backends $first:ident $($rest:ident)*) => {
        ($crate::dispatch::only::$first, $crate::multiply_by!(@backends $($rest)*))
    };
    (@smallest $usual:ty) => { ways::Untransformed<ways::Always<$usual>> };
    (@smallest $usual:ty, $small:ty) => { ways::Untransformed<ways::Always<$small>> };
    ($ring:ty: $usual:ty $(, $($alternative:ident)::+ on $($backend:ident)|+)? $(; small $small:ty)?) => {
        const _: () = {
            use $crate::multiplier::choice::ways::{self, Choice};
            use $crate::ring::{Polynomial, Small};

            #[allow(dead_code)] // A build has one of them.
            type Fast = $crate::multiply_by!(@fast $usual $(, $($alternative)::+ on $($backend)|+)?);
            #[allow(dead_code)]
            type Smallest = $crate::multiply_by!(@smallest $usual $(, $small)?);
            type Chosen = $crate::by_form!(Fast, ways::Untransformed<Fast>, Smallest);
            type Operand = <Chosen as Choice>::Prepared;

            #[allow(improper_ctypes_definitions)] // Only pointers pass.
            impl $crate::multiplier::Multiply for $ring {
                type Prepared = Operand;

                fn recipe(backend: $crate::dispatch::Backend) -> $crate::multiplier::Recipe {
                    Chosen::recipe(backend)
                }

                $crate::marked! {
                    fn product(a: &Polynomial<Self>, b: &Polynomial<Self>, product: &mut Polynomial<Self>) {
                        Chosen::product(a, b, product)
                    }

                    fn product_by_small(a: &Polynomial<Self>, b: &Small<Self>, product: &mut Polynomial<Self>) {
                        Chosen::product_by_small(a, b, product)
                    }

                    fn transform(operand: &Polynomial<Self>, prepared: &mut Operand) {
                        Chosen::transform(operand, prepared)
                    }

                    fn product_by_prepared(a: &Polynomial<Self>, b: &Operand, product: &mut Polynomial<Self>) {
                        Chosen::product_by_prepared(a, b, product)
                    }

                    fn sum_of_products(
                        a: &Polynomial<Self>,
                        c: &Polynomial<Self>,
                        b: &Operand,
                        d: &Operand,
                        sum: &mut Polynomial<Self>,
                    ) {
                        Chosen::sum_of_products([a, c], [b, d], sum)
                    }
                }
            }
        };
    };
}

/// Expands to one of three types: the first one, the second one if this crate has feature
/// `balanced`, and the third one if it has `small`. So the crate that states a choice needs no such
/// features of its own.
#[cfg(not(feature = "balanced"))]
#[doc(hidden)]
#[macro_export]
macro_rules! by_form {
    ($fast:ty, $balanced:ty, $small:ty) => {
        $fast
    };
}

/// Expands to the second of three types, because this crate has feature `balanced`.
#[cfg(all(feature = "balanced", not(feature = "small")))]
#[doc(hidden)]
#[macro_export]
macro_rules! by_form {
    ($fast:ty, $balanced:ty, $small:ty) => {
        $balanced
    };
}

/// Expands to the third of three types, because this crate has feature `small`.
#[cfg(feature = "small")]
#[doc(hidden)]
#[macro_export]
macro_rules! by_form {
    ($fast:ty, $balanced:ty, $small:ty) => {
        $small
    };
}
