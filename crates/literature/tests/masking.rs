//! Tests products of arithmetic shares by every multiplier: see docs/research/multipliers.md.

use vectru_literature::workbench::all;
use vectru_polymul::dispatch::Backend;
use vectru_polymul::modular::centred;
use vectru_polymul::workbench::Part;

/// A generator of words, SplitMix64 `[SLF14]`.
struct Words(u64);

impl Words {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }
}

/// Checks that every multiplier is linear in an operand that may be large: in both, or in the first
/// one.
#[test]
fn every_multiplier_is_linear_share_by_share() {
    for source in all() {
        let mut words = Words(source.degree as u64);
        let (q, backend) = (source.modulus, Backend::best());
        let mut random =
            || -> Vec<i64> { (0..source.degree).map(|_| centred((words.next() % q as u64) as i64, q)).collect() };
        let (first, second, public) = (random(), random(), random());
        let sum: Vec<_> = first.iter().zip(&second).map(|(a, b)| centred(a + b, q)).collect();
        let mut bench = source.build();
        bench.set_operand(1, &|k| public[k] as i16);
        bench.set_small(&|k| (public[k] % 2) as i8);
        let part = if bench.has(Part::Product) { Part::Product } else { Part::ProductBySmall };
        let mut product = |operand: &[i64]| -> Vec<i64> {
            bench.set_operand(0, &|k| operand[k] as i16);
            bench.run(backend, part).expect("it is the best backend of this CPU");
            bench.result().iter().map(|&c| i64::from(c)).collect()
        };
        let (one, other, whole) = (product(&first), product(&second), product(&sum));
        let opened: Vec<_> = one.iter().zip(&other).map(|(a, b)| centred(a + b, q)).collect();
        assert_eq!(opened, whole, "{}, {}", source.recipe.ring, source.recipe.name);
    }
}
