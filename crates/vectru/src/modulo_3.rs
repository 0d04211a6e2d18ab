//! Residues modulo 3 of numbers that may be secret: no division.

/// The representative -1, 0 or 1 modulo 3, of |value| < 2^14.
///
/// The nearest integer to value/3 is `(10923 value + 2^14) >> 15`, because 10923/2^15 is 1/3 + 1/98304 and value/3 is
/// at least 1/6 away from where rounding changes.
#[inline(always)]
pub(crate) fn modulo_3(value: i16) -> i16 {
    value - 3 * ((10923 * value as i32 + (1 << 14)) >> 15) as i16
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn residues_modulo_three() {
        for value in -(1 << 14) + 1..1 << 14i16 {
            let residue = modulo_3(value);
            assert!((-1..=1).contains(&residue) && (value - residue) % 3 == 0, "{value}");
        }
    }
}
