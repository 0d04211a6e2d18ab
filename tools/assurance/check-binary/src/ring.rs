//! Rings, their definition, and products in them: what a result is compared with.

use crate::form::Interval;

/// The ring Z_q[x]/(x^n - t(x)).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ring {
    /// The name.
    pub name: String,
    /// The degree n.
    pub degree: usize,
    /// The modulus q.
    pub modulus: u64,
    /// The pairs (k, c) whose c x^k add up to t(x).
    pub tail: Vec<(usize, i64)>,
    /// The largest magnitude of a coefficient of a small polynomial.
    pub small: i64,
}

/// The name, n, q and t of a ring.
type Set = (&'static str, usize, u64, &'static [(usize, i64)]);

/// The rings of parameter sets. What a program calls by one of these names has to be it.
const SETS: [Set; 13] = [
    ("sntrup653", 653, 4621, &[(0, 1), (1, 1)]),
    ("sntrup761", 761, 4591, &[(0, 1), (1, 1)]),
    ("sntrup857", 857, 5167, &[(0, 1), (1, 1)]),
    ("sntrup953", 953, 6343, &[(0, 1), (1, 1)]),
    ("sntrup1013", 1013, 7177, &[(0, 1), (1, 1)]),
    ("sntrup1277", 1277, 7879, &[(0, 1), (1, 1)]),
    ("ntruhps2048509", 509, 2048, &[(0, 1)]),
    ("ntruhps2048677", 677, 2048, &[(0, 1)]),
    ("ntruhps4096821", 821, 4096, &[(0, 1)]),
    ("ntruhps40961229", 1229, 4096, &[(0, 1)]),
    ("ntruhrss701", 701, 8192, &[(0, 1)]),
    ("ntruhrss1373", 1373, 16384, &[(0, 1)]),
    ("saber", 256, 8192, &[(0, -1)]),
];

/// A sum of products: for each term the numbers of its left and its right operand.
pub type Sum = Vec<(u16, u16)>;

impl Ring {
    /// Checks that the proof is for such a ring, and that one with the name of a parameter set is
    /// that of the set.
    pub fn check(&self) -> Result<(), String> {
        let q = self.modulus;
        let is_prime = q > 2 && (2..).take_while(|d| d * d <= q).all(|d| !q.is_multiple_of(d));
        let is_power = q > 2 && q.is_power_of_two();
        let fits = (2..2048).contains(&self.degree) && q <= 1 << 14 && (1..128).contains(&self.small);
        let is_tail = |&(k, c): &(usize, i64)| k < self.degree && c.abs() == 1;
        if !fits || !is_prime && !is_power || self.tail.is_empty() || !self.tail.iter().all(is_tail) {
            return Err(format!("{}: the proof is not for {}", self.name, self.formula()));
        }
        match SETS.iter().find(|set| set.0 == self.name) {
            Some(&(_, n, q, tail)) if (self.degree, self.modulus, self.tail.as_slice()) != (n, q, tail) => {
                Err(format!("{}: expected another ring than {}", self.name, self.formula()))
            }
            _ => Ok(()),
        }
    }

    /// Returns the ring in mathematical notation.
    pub fn formula(&self) -> String {
        let term = |&(k, c): &(usize, i64)| {
            let sign = if c < 0 { "+" } else { "-" };
            match k {
                0 => format!(" {sign} 1"),
                1 => format!(" {sign} x"),
                _ => format!(" {sign} x^{k}"),
            }
        };
        let terms: String = self.tail.iter().rev().map(term).collect();
        format!("Z_{}[x]/(x^{}{terms})", self.modulus, self.degree)
    }

    /// Returns the interval of centred coefficients.
    pub fn centred(&self) -> Interval {
        let q = i128::from(self.modulus);
        (-(q / 2), (q - 1) / 2)
    }

    /// Returns the interval of coefficients of small polynomials.
    pub fn small_interval(&self) -> Interval {
        (i128::from(-self.small), i128::from(self.small))
    }

    /// Adds the product of two polynomials modulo m, by its definition, to a third one. Requires
    /// coefficients below m, and m below 2^27.
    fn add_product(&self, a: &[u64], b: &[u64], m: u64, sum: &mut [u64]) {
        let n = self.degree;
        let mut c = vec![0u64; 2 * n - 1];
        for (i, &a) in a.iter().enumerate() {
            // 256 products of numbers below 2^27 fit 64 bits.
            for (c, &b) in c[i..].iter_mut().zip(b) {
                *c += a * b;
            }
            if i % 256 == 255 {
                c.iter_mut().for_each(|c| *c %= m);
            }
        }
        c.iter_mut().for_each(|c| *c %= m);
        for k in (n..2 * n - 1).rev() {
            let high = c[k];
            for &(power, factor) in &self.tail {
                let factor = factor.rem_euclid(m as i64) as u64;
                c[k - n + power] = (c[k - n + power] + factor * high) % m;
            }
        }
        for (sum, c) in sum.iter_mut().zip(c) {
            *sum = (*sum + c) % m;
        }
    }

    /// Returns the coefficients of a sum of products modulo m.
    pub fn sum(&self, sum: &Sum, operands: &[Vec<u64>], m: u64) -> Vec<u64> {
        let mut total = vec![0; self.degree];
        for &(left, right) in sum {
            self.add_product(&operands[left as usize], &operands[right as usize], m, &mut total);
        }
        total
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ring(name: &str, degree: usize, modulus: u64, tail: &[(usize, i64)]) -> Ring {
        Ring { name: name.into(), degree, modulus, tail: tail.to_vec(), small: 1 }
    }

    #[test]
    fn products_are_reduced_by_the_ring() {
        // x^2 x^2 = x^4 = x (x + 1) modulo x^3 - x - 1.
        let field = ring("small", 3, 7, &[(0, 1), (1, 1)]);
        assert_eq!(field.sum(&vec![(0, 0)], &[vec![0, 0, 1]], 7), [0, 1, 1]);
        assert_eq!(field.formula(), "Z_7[x]/(x^3 - x - 1)");
        // (1 + x) (2 + 3 x) + (1 + x) x = 2 + 6 x + 4 x^2 = -2 + 6 x modulo x^2 + 1.
        let negacyclic = ring("small", 2, 16, &[(0, -1)]);
        assert_eq!(negacyclic.sum(&vec![(0, 1), (0, 2)], &[vec![1, 1], vec![2, 3], vec![0, 1]], 16), [14, 6]);
        assert_eq!(negacyclic.formula(), "Z_16[x]/(x^2 + 1)");
    }

    #[test]
    fn rings_of_parameter_sets_are_not_called_by_another_name() {
        for (name, n, q, tail) in SETS {
            assert_eq!(ring(name, n, q, tail).check(), Ok(()), "{name}");
            assert!(ring(name, n, 4093, tail).check().is_err(), "{name}");
            assert_eq!(ring("another", n, q, tail).check(), Ok(()), "{name}");
        }
        assert!(ring("composite", 100, 4589, &[(0, 1)]).check().is_err());
        assert!(ring("zero", 100, 4591, &[]).check().is_err());
    }
}
