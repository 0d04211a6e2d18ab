//! Residues modulo 3 of numbers that may be secret, without division.

use vectru_polymul::modular::Modulus;

/// Returns the residue -1, 0 or 1 modulo 3. Requires |value| < 2^14.
///
/// The integer nearest to value/3 is `(10923 value + 2^14) >> 15`, as 10923/2^15 = 1/3 + 1/98304
/// and value/3 is at least 1/6 away from the nearest half. The shift is written in two parts, in
/// which compilers see the rounding high product that vector units have.
#[inline(always)]
pub(crate) fn modulo_3(value: i16) -> i16 {
    value - 3 * ((((10923 * value as i32) >> 14) + 1) >> 1) as i16
}

/// Returns the residue -1, 0 or 1 modulo 3 of c, where c is the centred residue of 3 `value` modulo
/// q. Requires a centred `value`.
///
/// There is a k in {-1, 0, 1} with c = 3 `value` - k q. As q is 1 modulo 6, c is -k modulo 3, where
/// k is 1 for values above (q - 1)/6 and -1 for values below -(q - 1)/6.
#[inline(always)]
pub(crate) fn triple_modulo_3<M: Modulus>(value: i16) -> i16 {
    const { assert!(M::Q % 6 == 1) };
    let sixth = (M::Q - 1) / 6;
    ((sixth - value) >> 15) - ((value + sixth) >> 15)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn residues_of_triples_modulo_three() {
        use vectru_polymul::modular::centred;
        use vectru_polymul::ring::Ring;

        fn check<R: Ring>() {
            let q = R::Modulus::Q;
            for value in -(q / 2)..=q / 2 {
                let residue = centred(3 * value as i64, q.into());
                assert_eq!(triple_modulo_3::<R::Modulus>(value) as i64, centred(residue, 3), "{value}");
            }
        }
        for_each_set_of!(streamlined, check ring check ());
    }

    #[test]
    fn residues_modulo_three() {
        for value in -(1 << 14) + 1..1 << 14i16 {
            let residue = modulo_3(value);
            assert!((-1..=1).contains(&residue) && (value - residue) % 3 == 0, "{value}");
        }
    }
}
