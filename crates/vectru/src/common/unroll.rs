//! Straight-line code for vectors.

/// Repeats the block for the constant `$index` = 0, 1, …, `$bound` - 1 as straight-line code, which
/// keeps vectors in registers whatever the compiler unrolls. `$bound` is 4, 5, 6, 8, 16 or 25.
macro_rules! unroll {
    ($index:ident < 4, $body:block) => { unroll!(@ $index $body 0 1 2 3) };
    ($index:ident < 5, $body:block) => { unroll!(@ $index $body 0 1 2 3 4) };
    ($index:ident < 6, $body:block) => { unroll!(@ $index $body 0 1 2 3 4 5) };
    ($index:ident < 8, $body:block) => { unroll!(@ $index $body 0 1 2 3 4 5 6 7) };
    ($index:ident < 16, $body:block) => {
        unroll!(@ $index $body 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15)
    };
    ($index:ident < 25, $body:block) => {
        unroll!(@ $index $body 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24)
    };
    (@ $index:ident $body:block $($value:literal)*) => {$({
        const $index: usize = $value;
        $body
    })*};
}
