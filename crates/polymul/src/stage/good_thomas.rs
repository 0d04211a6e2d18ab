//! Good-Thomas: a cyclic transform whose length is a product of coprime factors is a
//! multi-dimensional transform.
//!
//! ```text
//! R[x]/(x^(16 n) - 1) = R[x, u0, u1, u2]/(x^16 - u0 u1 u2, u0^n0 - 1, u1^n1 - 1, u2^n2 - 1)
//! n = n0 n1 n2
//! ```
//!
//! where n0, n1 and n2 are pairwise coprime. Chunk t, the 16 coefficients from x^(16 t) on, belongs
//! to u0^t u1^t u2^t, so its index in the three dimensions is (t mod n0, t mod n1, t mod n2).
//!
//! Operations: none, and no twiddle factors between the dimensions. The map is a reindexing, which
//! the neighbouring stages perform when they load and store.
//!
//! Sources: `[Goo58]`, `[Tho63]`; `[HLY24]`, sections 3.4 and 4.4, Algorithm 6; keeping the
//! coefficients of a vector together is vectorization-friendly Good-Thomas, `[AHY22]`, section 3.3.

/// The reindexing for three coprime factors.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GoodThomas {
    factors: [usize; 3],
    /// e_l = 1 modulo the l-th factor and 0 modulo the others.
    idempotents: [usize; 3],
}

impl GoodThomas {
    /// Returns the reindexing for `factors`. A factor of 1 stands for an absent dimension.
    ///
    /// # Panics
    ///
    /// Panics if the factors are not pairwise coprime.
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

    /// Returns the length n = n0 n1 n2, in chunks.
    pub const fn length(&self) -> usize {
        self.factors[0] * self.factors[1] * self.factors[2]
    }

    /// Returns the idempotents (e0, e1, e2) of the Chinese remainder theorem: t = e0
    /// (t mod n0) + e1 (t mod n1) + e2 (t mod n2) modulo n.
    pub const fn idempotents(&self) -> [usize; 3] {
        self.idempotents
    }

    /// Returns the indices of chunk t in the three dimensions.
    #[inline(always)]
    pub const fn split(&self, t: usize) -> [usize; 3] {
        [t % self.factors[0], t % self.factors[1], t % self.factors[2]]
    }

    /// Returns the number t of the chunk with the indices `position`.
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
