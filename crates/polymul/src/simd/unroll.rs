//! Straight-line code instead of loops.

/// Runs the block for `$index` = 0, 1, …, `$bound` - 1, where `$bound` is a constant.
///
/// The block becomes straight-line code if [`Loops::UNROLLED`](super::Loops::UNROLLED) and the
/// bound is at most 20, or at most the number given after `at most`; otherwise it is a loop. The
/// compiler does not unroll a loop with a large body, and then keeps the arrays of vectors that the
/// body indexes in memory instead of in registers.
///
/// The compiler checks a copy of the block for each index that the bound may allow, and one for the
/// loop. In nested blocks these numbers multiply, so that bounds other than the literals 1, 3, 4,
/// 5, 8, 9 and 16 need `at most` there, with 4, 8 or 16. For a copy that the bound may exclude, the
/// compiler evaluates a further constant in each instance of a function.
#[doc(hidden)] // Documented as `simd::unroll`.
#[macro_export]
macro_rules! unroll {
    ($shape:ty, $index:ident < 1, $body:block) => { $crate::unroll!(@all $shape, $index, 1, $body, 0) };
    ($shape:ty, $index:ident < 3, $body:block) => { $crate::unroll!(@all $shape, $index, 3, $body, 0 1 2) };
    ($shape:ty, $index:ident < 4, $body:block) => { $crate::unroll!(@all $shape, $index, 4, $body, 0 1 2 3) };
    ($shape:ty, $index:ident < 5, $body:block) => { $crate::unroll!(@all $shape, $index, 5, $body, 0 1 2 3 4) };
    ($shape:ty, $index:ident < 8, $body:block) => { $crate::unroll!(@all $shape, $index, 8, $body, 0 1 2 3 4 5 6 7) };
    ($shape:ty, $index:ident < 9, $body:block) => { $crate::unroll!(@all $shape, $index, 9, $body, 0 1 2 3 4 5 6 7 8) };
    ($shape:ty, $index:ident < 16, $body:block) => {
        $crate::unroll!(@all $shape, $index, 16, $body, 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15)
    };
    ($shape:ty, $index:ident < $bound:expr, $body:block) => { $crate::unroll!($shape, $index < $bound; at most 20, $body) };
    ($shape:ty, $index:ident < $bound:expr; at most 4, $body:block) => {
        $crate::unroll!(@some $shape, $index, $bound, $body, 0 1 2 3)
    };
    ($shape:ty, $index:ident < $bound:expr; at most 8, $body:block) => {
        $crate::unroll!(@some $shape, $index, $bound, $body, 0 1 2 3 4 5 6 7)
    };
    ($shape:ty, $index:ident < $bound:expr; at most 16, $body:block) => {
        $crate::unroll!(@some $shape, $index, $bound, $body, 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15)
    };
    ($shape:ty, $index:ident < $bound:expr; at most 20, $body:block) => {
        $crate::unroll!(@some $shape, $index, $bound, $body, 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19)
    };
    (@all $shape:ty, $index:ident, $bound:literal, $body:block, $($value:literal)*) => {{
        if const { <$shape as $crate::simd::Loops>::UNROLLED } {
            $({
                let $index: usize = $value;
                $body
            })*
        } else {
            for $index in 0..$bound $body
        }
    }};
    (@some $shape:ty, $index:ident, $bound:expr, $body:block, $($value:literal)*) => {{
        if const { <$shape as $crate::simd::Loops>::UNROLLED && $bound <= [$($value),*].len() } {
            // The condition is a constant: no code is generated for an excluded index. The lints
            // would notice that the block may exceed an array's bounds there..
            $(#[allow(unconditional_panic, arithmetic_overflow)] {
                let $index: usize = $value;
                if const { $value < $bound } $body
            })*
        } else {
            for $index in 0..$bound $body
        }
    }};
}
#[doc(inline)]
pub use crate::unroll;
