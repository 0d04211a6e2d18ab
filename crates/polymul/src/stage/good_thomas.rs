//! Good-Thomas: a cyclic transform of composite length with coprime factors is a multi-dimensional one.
//!
//! ```text
//! R[x]/(x^(16 n) - 1)  =  R[x, u0, u1, u2]/(x^16 - u0 u1 u2, u0^n0 - 1, u1^n1 - 1, u2^n2 - 1),   n = n0 n1 n2
//! ```
//!
//! with n0, n1, n2 pairwise coprime: the t-th chunk of 16 coefficients goes to (t mod n0, t mod n1, t mod n2). No
//! arithmetic, no twiddle factors between the dimensions: only this reindexing, which the neighbouring stages do
//! as they load and store.
//!
//! Source: Good (1958), Thomas (1963); Hwang, Liu, Yang (2024), sections 3.4 and 4.4, Algorithm 6.

/// The reindexing for three coprime factors.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GoodThomas {
    factors: [usize; 3],
    /// e_l = 1 modulo the l-th factor and 0 modulo the others.
    idempotents: [usize; 3],
}

impl GoodThomas {
    /// The reindexing for `factors`, which must be pairwise coprime. A factor of 1 is a dimension that is not there.
    pub const fn new(factors: [usize; 3]) -> Self {
        let length = factors[0] * factors[1] * factors[2];
        let mut idempotents = [0; 3];
        let mut l = 0;
        while l < 3 {
            let step = length / factors[l];
            while idempotents[l] % factors[l] != 1 % factors[l] {
                idempotents[l] += step;
                assert!(idempotents[l] < length, "the factors are not pairwise coprime");
            }
            l += 1;
        }
        Self { factors, idempotents }
    }

    /// The length n0 n1 n2.
    pub const fn length(&self) -> usize {
        self.factors[0] * self.factors[1] * self.factors[2]
    }

    /// The idempotents (e0, e1, e2): t = e0 (t mod n0) + e1 (t mod n1) + e2 (t mod n2) modulo the length.
    pub const fn idempotents(&self) -> [usize; 3] {
        self.idempotents
    }

    /// Where chunk t stands in each dimension.
    #[inline(always)]
    pub const fn split(&self, t: usize) -> [usize; 3] {
        [t % self.factors[0], t % self.factors[1], t % self.factors[2]]
    }

    /// The chunk that stands at `position`.
    #[inline(always)]
    pub const fn join(&self, position: [usize; 3]) -> usize {
        let [e0, e1, e2] = self.idempotents;
        (e0 * position[0] + e1 * position[1] + e2 * position[2]) % self.length()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn join_inverts_split() {
        let map = GoodThomas::new([17, 3, 2]);
        assert_eq!(map.idempotents(), [18, 34, 51]);
        for t in 0..102 {
            assert_eq!(map.join(map.split(t)), t);
        }
    }
}
