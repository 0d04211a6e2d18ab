//! Reciprocals in Z_3[x]/(x^p - x - 1).

use vectru_polymul::ring::{Polynomial, Ring};

/// The reciprocal of `g`, and 0xffff if it has one, 0 if not. Coefficients are in {-1, 0, 1}.
pub(crate) fn reciprocal<R: Ring>(g: &Polynomial<R>) -> (Polynomial<R>, u16) {
    let p = R::DEGREE;
    let mut state = [[0i32; 1280]; 4];
    let [f, h, v, r] = &mut state;
    (f[0], f[p - 1], f[p], r[0]) = (1, -1, -1, 1);
    for i in 0..p {
        h[p - 1 - i] = g[i].into();
    }
    let mut delta = 1;
    let freeze = |x: i32| (x + 4) % 3 - 1;
    for _ in 0..2 * p - 1 {
        v.copy_within(..p, 1);
        v[0] = 0;
        let (f0, h0) = (f[0], h[0]);
        let swap = -i32::from((delta > 0) & (h0 != 0));
        for i in 0..=p {
            (f[i], h[i]) = (f[i] ^ (swap & (f[i] ^ h[i])), freeze(f0 * h[i] - h0 * f[i]));
            (v[i], r[i]) = (v[i] ^ (swap & (v[i] ^ r[i])), freeze(f0 * r[i] - h0 * v[i]));
        }
        h.copy_within(1..=p, 0);
        h[p] = 0;
        delta = (delta ^ (swap & (delta ^ -delta))) + 1;
    }
    let result = Polynomial::from_fn(|i| (f[0] * v[p - 1 - i]) as i16);
    (result, if delta == 0 { 0xffff } else { 0 })
}
