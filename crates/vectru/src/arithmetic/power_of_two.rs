//! Residues modulo q, a power of two, as in NTRU and Saber.

use vectru_polymul::modular::Modulus;
use vectru_polymul::ring::Ring;

/// Returns log_2 q, the number of bits of a residue modulo q.
pub(crate) const fn log_q<R: Ring>() -> usize {
    let q = R::Modulus::Q;
    assert!(q > 0 && q & (q - 1) == 0, "q is a power of two");
    q.trailing_zeros() as usize
}

/// Returns the centred representative modulo q, in [-q/2, q/2).
#[inline(always)]
pub(crate) const fn centre<R: Ring>(value: i16) -> i16 {
    let unused = 16 - log_q::<R>();
    value << unused >> unused
}

#[cfg(test)]
mod tests {
    use super::*;
    use vectru_polymul::modular::centred;

    fn check_centre<R: Ring>() {
        for value in i16::MIN..=i16::MAX {
            assert_eq!(centre::<R>(value) as i64, centred(value.into(), R::Modulus::Q.into()));
        }
    }

    #[test]
    fn every_value_is_centred() {
        for_each_set_of!(ntru, check ring check_centre ());
    }
}
