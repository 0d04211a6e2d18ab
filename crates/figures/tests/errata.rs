//! The errata of `docs/research/sources.md`: what the sources print, and what holds.

const Q: i64 = 4591;

/// Returns the product of two polynomials modulo q.
fn product(a: &[i64], b: &[i64]) -> Vec<i64> {
    let mut product = vec![0; a.len() + b.len() - 1];
    for (i, x) in a.iter().enumerate() {
        for (j, y) in b.iter().enumerate() {
            product[i + j] = (product[i + j] + x * y).rem_euclid(Q);
        }
    }
    product
}

/// Returns x^n + middle x^m + 1.
fn trinomial(n: usize, m: usize, middle: i64) -> Vec<i64> {
    (0..=n).map(|k| if k == m { middle.rem_euclid(Q) } else { i64::from(k == 0 || k == n) }).collect()
}

/// Returns (x^n + middle x^m + 1)(x^n - middle x^m + 1).
fn conjugates(n: usize, m: usize, middle: i64) -> Vec<i64> {
    product(&trinomial(n, m, middle), &trinomial(n, m, -middle))
}

#[test]
fn the_middle_terms_are_those_of_x_8() {
    let binomial = trinomial(32, 16, 0);
    assert_eq!(conjugates(16, 8, 1229), binomial);
    assert_ne!(conjugates(16, 2, 1229), binomial);
    assert_eq!(conjugates(8, 4, 58), trinomial(16, 8, 1229));
    assert_eq!(conjugates(8, 4, 2116), trinomial(16, 8, -1229));
}

#[test]
fn the_remainder_is_that_of_the_chunk() {
    let pairs = || (0..3).flat_map(|i| (0..32).map(move |j| (i, j)));
    assert!(pairs().all(|(i, j)| ((64 * i + 33 * j) % 96 % 3, (64 * i + 33 * j) % 96 % 32) == (i, j)));
    let mut printed: Vec<_> = pairs().map(|(i, j)| 16 * (64 * i + 33 * j) % 96).collect();
    printed.sort_unstable();
    printed.dedup();
    assert_eq!(printed.len(), 6);
}

#[test]
fn radix_3_takes_the_polynomials_from_0_on() {
    let root = (2..Q).map(|g| power(g, (Q - 1) / 3)).find(|&root| root != 1).expect("3 divides q - 1");
    let v = [5, 7, 11];
    let t = root * (v[1] - v[2]);
    let sums = [v[0] + v[1] + v[2], v[0] - v[2] + t, v[0] - v[1] - t];
    for (j, sum) in (0..).zip(sums) {
        let expected: i64 = (0..).zip(v).map(|(i, x)| x * power(root, i * j)).sum();
        assert_eq!((sum - expected) % Q, 0);
    }
}

fn power(base: i64, exponent: i64) -> i64 {
    (0..exponent).fold(1, |power, _| power * base % Q)
}

/// Returns the largest magnitude of a b - q mulhrs(a, constant(b)) over all b and some a.
fn largest(constant: impl Fn(i64) -> i64) -> i64 {
    let product = |a: i64, b: i64| a * b - Q * ((a * constant(b) + (1 << 14)) >> 15);
    let operands = || (-(1 << 15)..1 << 15).step_by(127);
    (0..Q)
        .map(|b| b - Q / 2)
        .flat_map(|b| operands().map(move |a| (a, b)))
        .map(|(a, b)| product(a, b).abs())
        .max()
        .expect("there are operands")
}

#[test]
fn the_constant_is_rounded_to_the_nearest() {
    let rounded = largest(|b| ((b << 16) + Q).div_euclid(2 * Q));
    let floored = largest(|b| (b << 15).div_euclid(Q));
    // |a| is at most 2^15: q/2 + q/2, and q/2 + q.
    assert!(rounded <= Q, "{rounded}");
    assert!(floored > Q && floored <= Q / 2 + Q + 1, "{floored}");
}

#[test]
fn the_montgomery_reduction_adds_a_multiple_of_q() {
    let centred = |x: i64| (x + (1 << 15)).rem_euclid(1 << 16) - (1 << 15);
    let inverse = (1..1 << 16).step_by(2).find(|x| x * Q % (1 << 16) == 1).expect("q is odd");
    let s = 123_456_789;
    let m = centred(centred(s) * centred(-inverse));
    assert_eq!((s + m * Q) % (1 << 16), 0);
    assert_ne!((s + m) % (1 << 16), 0);
    assert_eq!((((s + m * Q) >> 16 << 16) - s) % Q, 0);
}

/// Returns bytes 14 to 29 of two registers, as `ext` with #14 does.
fn ext(low: &[i8], high: &[i8]) -> Vec<i8> {
    [low, high].concat()[14..30].to_vec()
}

#[test]
fn v1_is_the_lower_half() {
    let b: Vec<i8> = (1..=32).collect();
    let v0 = ext(&b[..16], &b[16..]);
    let negated: Vec<_> = b[16..].iter().map(|x| -x).collect();
    let v1 = ext(&negated, &b[..16]);
    // Coefficient k of x^2 b modulo x^32 + 1.
    let shifted: Vec<_> = (0..32).map(|k| if k < 2 { -b[k + 30] } else { b[k - 2] }).collect();
    assert_eq!((&v1[..], &v0[..]), (&shifted[..16], &shifted[16..]));
}

#[test]
fn bruun_with_half_a_square_has_three_constants() {
    let alpha = 58;
    let beta = alpha * alpha % Q * ((Q + 1) / 2) % Q;
    let mut constants =
        [beta, alpha * alpha - beta, alpha, alpha * beta].map(|constant| constant.rem_euclid(Q)).to_vec();
    constants.sort_unstable();
    constants.dedup();
    assert_eq!(constants.len(), 3);
}

#[test]
fn degrees_of_the_suggestions_add_up() {
    // 857, and 1013 as printed and with halves.
    assert_eq!(246 * 8, 1968);
    assert_eq!((312 * 16, 312 % 16), (2 * 2496, 8));
    assert_eq!(117 * 16 + 39 * 8, 2496 - 312);
}

#[test]
fn ratios_and_products_of_printed_cycles() {
    let tenths = |cycles: u64| (10 * 242_585 + cycles / 2) / cycles;
    assert_eq!([47_696, 39_788, 36_266].map(tenths), [51, 61, 67]);
    assert_eq!(12 * 532, 6_384);
    // The ratios of the abstract are those of ntrulpr761 to [Haa21], rounded down to two digits.
    let hundredths = |earlier: u64, cycles: u64| 100 * earlier / cycles;
    let of_ntrulpr761 = [(775_472, 257_382), (1_150_294, 400_223), (1_417_394, 435_789)];
    assert_eq!(of_ntrulpr761.map(|(earlier, cycles)| hundredths(earlier, cycles)), [301, 287, 325]);
    // The parts of poly_Rq_inv.
    assert_eq!(136_776 + 8 * 26_784, 351_048);
}

#[test]
fn the_ratio_of_multiplications_has_two_terms() {
    let (n, m) = (1024_f64, 8_f64);
    let (cooley_tukey, schoenhage) = (n * n.log2() * 3.0 / (2.0 * m.log2()) + n * m, n * n.log2() * m / m.log2());
    let terms = 3.0 / (2.0 * m) + m.log2() / n.log2();
    assert!((cooley_tukey / schoenhage - terms).abs() < 1e-12);
    assert!(terms > 2.0 * 3.0 / (2.0 * m));
}
