//! Reciprocals in Z_q[x]/(x^p - x - 1).

use vectru_polymul::modular::{Modulus, centred, inverse};
use vectru_polymul::ring::{Polynomial, Ring};

/// The reciprocal of 3 `f`, for f other than zero in a field. Coefficients are centred.
pub(crate) fn reciprocal_of_triple<R: Ring>(input: &Polynomial<R>) -> Polynomial<R> {
    let (p, q) = (R::DEGREE, i64::from(R::Modulus::Q));
    let mut state = [[0i32; 1280]; 4];
    let [f, h, v, r] = &mut state;
    (f[0], f[p - 1], f[p], r[0]) = (1, -1, -1, inverse(3, q) as i32);
    for i in 0..p {
        h[p - 1 - i] = input[i].into();
    }
    let mut delta = 1;
    let freeze = |x: i32| x % q as i32;
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
    let scale = inverse(f[0].into(), q);
    Polynomial::from_fn(|i| centred(scale * i64::from(v[p - 1 - i]), q) as i16)
}
