//! The bound by ports: the least number of cycles in which a core can start the counted vector
//! instructions of a product.
//!
//! Each class of instructions runs on some of a core's ports, and takes at least its number divided
//! by these. Multiplications, additions and permutations also share the ports for vectors. The
//! largest of these quotients is the bound; latencies, spills, scalar instructions and the cache
//! only add to it.
//!
//! ```text
//! cycles >= max(M / m, A / a, P / p, (M + A + P) / v, L / l, S / s)
//! ```
//!
//! The table has, for each class, the throughput of its fastest instructions, as `[Fog25]` and
//! `[AR19]` have measured them, so that the bound is not too large.

use serde::Serialize;
use vectru_polymul::analysis::count::Counts;
use vectru_polymul::dispatch::Backend;

/// The vector instructions of each class that a core starts in a cycle.
#[derive(Clone, Copy, Debug)]
struct Ports {
    multiplications: f64,
    additions: f64,
    permutations: f64,
    /// Of the three classes above together.
    vector: f64,
    loads: f64,
    stores: f64,
}

/// A core with the ports of its vectors.
#[derive(Clone, Copy, Debug)]
pub struct Core {
    /// The name of the microarchitecture.
    pub name: &'static str,
    family: u32,
    /// The first and the last one of each range of models.
    models: &'static [(u32, u32)],
    avx2: Ports,
    avx512: Option<Ports>,
}

/// A bound of a product on a core.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Bound {
    /// The least number of cycles.
    pub cycles: u64,
    /// The class that takes them: `multiplications`, `additions`, `permutations`, `vector` for the
    /// three together, `loads` or `stores`.
    pub limit: &'static str,
}

/// A bound of a product with the core that it is of.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct OnCore {
    /// The name of the core.
    pub core: &'static str,
    /// The bound.
    #[serde(flatten)]
    pub bound: Bound,
}

/// The ports of 256-bit vectors on AMD's cores from Zen 3 on.
const ZEN: Ports = Ports { multiplications: 2., additions: 4., permutations: 2., vector: 4., loads: 2., stores: 1. };

/// The cores whose ports are known.
pub const CORES: [Core; 4] = [
    Core { name: "Zen 3", family: 25, models: &[(0x00, 0x0f), (0x20, 0x5f)], avx2: ZEN, avx512: None },
    Core {
        name: "Zen 4",
        family: 25,
        models: &[(0x10, 0x1f), (0x60, 0x7f), (0xa0, 0xaf)],
        avx2: ZEN,
        // Two ports of 256 bits work on one instruction.
        avx512: Some(Ports {
            multiplications: 1.,
            additions: 2.,
            permutations: 1.,
            vector: 2.,
            loads: 1.,
            stores: 0.5,
        }),
    },
    // Cores for servers and desktops; those of the other models have narrower vectors.
    Core {
        name: "Zen 5",
        family: 26,
        models: &[(0x00, 0x1f), (0x40, 0x4f)],
        avx2: Ports { stores: 2., ..ZEN },
        avx512: Some(ZEN),
    },
    // In Sapphire and Emerald Rapids. With vectors of 512 bits, ports 0 and 1 work on one
    // instruction.
    Core {
        name: "Golden Cove",
        family: 6,
        models: &[(143, 143), (207, 207)],
        avx2: Ports { multiplications: 2., additions: 3., permutations: 2., vector: 3., loads: 3., stores: 2. },
        avx512: Some(Ports { multiplications: 2., additions: 2., permutations: 1., vector: 2., loads: 2., stores: 1. }),
    },
];

/// Returns the bounds of counted instructions in the vectors of a backend, on the cores that have
/// them.
pub fn bounds(backend: Backend, counts: Counts) -> Vec<OnCore> {
    CORES.iter().filter_map(|core| Some(OnCore { core: core.name, bound: core.bound(backend, counts)? })).collect()
}

impl Core {
    /// Returns the core of a family and a model of x86-64 CPUs, if its ports are known.
    ///
    /// ```
    /// use vectru_bench::ports::Core;
    ///
    /// assert_eq!(Core::of(25, 17).map(|core| core.name), Some("Zen 4"));
    /// ```
    pub fn of(family: u32, model: u32) -> Option<&'static Self> {
        CORES.iter().find(|core| core.is_of(family, model))
    }

    fn is_of(&self, family: u32, model: u32) -> bool {
        self.family == family && self.models.iter().any(|&(first, last)| (first..=last).contains(&model))
    }

    /// Returns the bound of counted instructions in the vectors of a backend, if the core has them.
    ///
    /// ```
    /// use vectru_bench::ports::{Bound, Core};
    /// use vectru_polymul::analysis::count::Counts;
    /// use vectru_polymul::dispatch::Backend;
    ///
    /// let counts = Counts { multiplications: 300, additions: 500, loads: 100, ..Counts::NONE };
    /// let zen3 = Core::of(25, 1).expect("it is known");
    /// assert_eq!(zen3.bound(Backend::Avx2, counts), Some(Bound { cycles: 200, limit: "vector" }));
    /// assert_eq!(zen3.bound(Backend::Avx512, counts), None);
    /// ```
    pub fn bound(&self, backend: Backend, counts: Counts) -> Option<Bound> {
        let ports = match backend {
            Backend::Avx2 => self.avx2,
            Backend::Avx512 => self.avx512?,
            _ => return None,
        };
        let Counts { multiplications, additions, permutations, loads, stores } = counts;
        let quotients = [
            (multiplications, ports.multiplications, "multiplications"),
            (additions, ports.additions, "additions"),
            (permutations, ports.permutations, "permutations"),
            (multiplications + additions + permutations, ports.vector, "vector"),
            (loads, ports.loads, "loads"),
            (stores, ports.stores, "stores"),
        ];
        let bounds = quotients.map(|(count, ports, limit)| {
            let cycles = (f64::from(count) / ports).ceil();
            Bound { cycles: cycles as u64, limit }
        });
        bounds.into_iter().max_by_key(|bound| bound.cycles)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_model_has_one_core() {
        for family in 0..40 {
            for model in 0..256 {
                assert!(
                    CORES.iter().filter(|core| core.is_of(family, model)).count() <= 1,
                    "family {family} model {model}"
                );
            }
        }
        assert_eq!(Core::of(6, 207).map(|core| core.name), Some("Golden Cove"));
        assert!(Core::of(6, 151).is_none(), "a client without 512-bit vectors");
    }

    #[test]
    fn the_largest_quotient_is_the_bound() {
        let golden_cove = Core::of(6, 143).expect("it is known");
        let bound = |counts| golden_cove.bound(Backend::Avx512, counts).expect("it has AVX-512");
        let none = Counts::NONE;
        assert_eq!(bound(Counts { multiplications: 3, ..none }), Bound { cycles: 2, limit: "vector" });
        assert_eq!(bound(Counts { permutations: 3, ..none }), Bound { cycles: 3, limit: "permutations" });
        assert_eq!(bound(Counts { loads: 9, stores: 4, ..none }), Bound { cycles: 5, limit: "loads" });
        assert_eq!(bound(Counts { loads: 6, stores: 4, ..none }), Bound { cycles: 4, limit: "stores" });
    }
}
