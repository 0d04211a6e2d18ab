//! The entries, one for each multiplier.

use std::fmt;

#[cfg(feature = "kernels")]
use vectru_literature::workbench;
use vectru_polymul::analysis::{Cell, Overflow};
use vectru_polymul::dispatch::Backend;
use vectru_polymul::modular::Modulus;
use vectru_polymul::multiplier::recipe::Transformation;
use vectru_polymul::multiplier::{self, BigByBig, Map, ModuloWord, Multiplier, Multiply, Recipe, RowsByColumn};
use vectru_polymul::proof::{Proof, Refusal, Subject};
use vectru_polymul::ring::Ring;
use vectru_polymul::simd::Form;
#[cfg(feature = "kernels")]
use vectru_polymul::workbench::Source;

use crate::bounds::{self, Bounds};
use crate::cost::{self, Costs};

/// A multiplier in the catalogue.
#[derive(Clone, Copy)]
pub struct Entry {
    /// The description of the multiplier.
    pub recipe: Recipe,
    /// The modulus q of its ring.
    pub modulus: i64,
    /// The degree n of its ring.
    pub degree: usize,
    /// The tail of its polynomial: the pairs (k, c) of x^n = sum of c x^k.
    pub tail: &'static [(usize, i64)],
    /// The bits of a coefficient in its transforms: 16 or 32.
    pub coefficient_bits: usize,
    chosen: fn(Backend) -> bool,
    bounds: fn(Form) -> Result<Option<Bounds>, Overflow>,
    costs: fn(Form) -> Costs,
    subject: fn() -> Subject,
}

#[cfg(feature = "saber")]
type OfSaber = <vectru_polymul::ring::Saber as multiplier::Module>::Multiplier;

/// The multiplier of the modules over a ring, with its products in these modules.
type OfModule = (Recipe, fn() -> Subject);

/// The multipliers of the modules over all rings.
const OF_MODULES: &[OfModule] = &[
    #[cfg(feature = "saber")]
    (OfSaber::RECIPE, Subject::of_module::<OfSaber>),
];

impl Entry {
    /// Returns the entry of a multiplier of any two operands.
    #[allow(dead_code)] // The rings of NTRU have none.
    pub(crate) const fn big_by_big<M: BigByBig<Ring: Multiply>>() -> Self
    where
        M::Transformed<Cell>: AsRef<[Cell]> + AsMut<[Cell]>,
        M::Unfolded<Cell>: AsRef<[Cell]>,
    {
        Self {
            // Products by a small operand may run other code.
            bounds: |form| {
                bounds::bounds_by_small::<M>(form)?;
                bounds::bounds::<M>(form).map(Some)
            },
            costs: cost::costs::<M>,
            subject: Subject::of::<M>,
            ..Self::big_by_small::<M>()
        }
    }

    /// Returns the entry of a multiplier whose second operand must be small.
    pub(crate) const fn big_by_small<M: Multiplier<Ring: Multiply>>() -> Self
    where
        M::Transformed<Cell>: AsRef<[Cell]>,
        M::Unfolded<Cell>: AsRef<[Cell]>,
    {
        Self { bounds: |form| bounds::bounds_by_small::<M>(form).map(Some), ..Self::of::<M>() }
    }

    /// Returns the entry of a multiplier over Z_65536, whose lanes wrap.
    #[allow(dead_code)] // The rings of NTRU Prime have none.
    pub(crate) const fn modulo_word<M: ModuloWord<Ring: Multiply>>() -> Self
    where
        M::Transformed<Cell>: AsRef<[Cell]> + AsMut<[Cell]>,
    {
        Self { costs: cost::costs::<M>, subject: Subject::of::<M>, ..Self::of::<M>() }
    }

    /// Returns the entry of a multiplier over Z_65536 for the modules over a ring.
    #[allow(dead_code)] // One ring has modules.
    pub(crate) const fn rows_by_column<M: ModuloWord<Ring: Multiply> + RowsByColumn>() -> Self
    where
        M::Transformed<Cell>: AsRef<[Cell]> + AsMut<[Cell]>,
        M::Second<Cell>: AsRef<[Cell]> + AsMut<[Cell]>,
    {
        Self { subject: Subject::of_module::<M>, ..Self::modulo_word::<M>() }
    }

    /// Returns the entry without bounds, and with the costs for a small second operand.
    const fn of<M: Multiplier<Ring: Multiply>>() -> Self {
        Self {
            recipe: M::RECIPE,
            modulus: <M::Ring as Ring>::Modulus::Q as i64,
            degree: M::Ring::DEGREE,
            tail: M::Ring::TAIL,
            coefficient_bits: M::COEFFICIENT_BITS,
            chosen: |backend| multiplier::chosen::<M::Ring>(backend) == M::RECIPE,
            bounds: |_| Ok(None),
            costs: cost::costs_by_small::<M>,
            subject: Subject::by_small::<M>,
        }
    }

    /// Returns the source of the multiplier's workbench, which runs and checks its kernels.
    ///
    /// # Panics
    ///
    /// Panics if `vectru-literature` lacks the multiplier. The features of both crates rule this
    /// out.
    #[cfg(feature = "kernels")]
    pub fn workbench(&self) -> &'static Source {
        let same = |source: &&Source| (source.recipe.ring, source.recipe.name) == (self.recipe.ring, self.recipe.name);
        workbench::all().find(same).expect("the features of this crate are those of the literature")
    }

    /// Returns true if dispatch chooses this multiplier for products in its ring on the backend.
    pub fn is_chosen(&self, backend: Backend) -> bool {
        (self.chosen)(backend)
    }

    /// Returns true if products in its ring, or rows by columns over it, run this multiplier on the
    /// backend.
    pub fn ships(&self, backend: Backend) -> bool {
        self.is_chosen(backend) || self.of_module().is_some()
    }

    /// Returns the products in modules by this multiplier, if a ring has chosen it for its modules.
    fn of_module(&self) -> Option<fn() -> Subject> {
        OF_MODULES.iter().find(|(recipe, _)| *recipe == self.recipe).map(|&(_, subject)| subject)
    }

    /// Returns the largest magnitudes for any operands, or `None` for a multiplier whose lanes may
    /// [wrap](vectru_polymul::multiplier::Safety::Wrapping). The lanes have the backend's form;
    /// this CPU need not have the backend.
    ///
    /// # Errors
    ///
    /// Returns the first [`Overflow`] that some operands could cause. The tests check that there is
    /// no overflow.
    pub fn bounds(&self, backend: Backend) -> Result<Option<Bounds>, Overflow> {
        (self.bounds)(backend.form())
    }

    /// Proves every product of the multiplier, on lanes of the form of every backend: see
    /// [`proof`](vectru_polymul::proof).
    ///
    /// # Errors
    ///
    /// Returns the first coefficient that is not proved, and the reason.
    pub fn prove(&self) -> Result<Proof, Refusal> {
        self.subject().prove()
    }

    /// Returns the multiplier's products, to prove them or to plant faults in them. They include
    /// rows by columns if a ring has chosen it for its modules.
    pub fn subject(&self) -> Subject {
        self.of_module().unwrap_or(self.subject)()
    }

    /// Returns the counts of the multiplier's operations, on lanes of the backend's form. This CPU
    /// need not have the backend.
    pub fn costs(&self, backend: Backend) -> Costs {
        (self.costs)(backend.form())
    }

    /// Returns the number of the multiplier's coefficients that a vector of the backend holds.
    pub fn lanes(&self, backend: Backend) -> usize {
        self.coefficients(backend.form().lanes)
    }

    /// Returns the number of the multiplier's coefficients that a vector of `lanes` 16-bit lanes
    /// holds.
    pub const fn coefficients(&self, lanes: usize) -> usize {
        lanes * 16 / self.coefficient_bits
    }

    /// Returns true if the map is vectorization-friendly on the backend, as `[HLY24]`, section 4.1,
    /// defines it: for vectors of v coefficients, a composition of maps g ⊗ id_v, which treat the
    /// lanes of a vector alike, and of maps in pi, which are diagonal matrices and cyclic or
    /// negacyclic shifts of dimension v', a multiple of v.
    ///
    /// Such a map needs no permutation. Its arithmetic may still permute lanes, and so may a change
    /// of layout for the next map.
    pub fn is_friendly(&self, map: &Map, backend: Backend) -> bool {
        let lanes = self.lanes(backend);
        match shifts(map) {
            // The coefficients before the zeros have to fill whole vectors, too.
            Some(dimension) => (dimension / 2).is_multiple_of(lanes),
            None => map.grain().is_multiple_of(lanes),
        }
    }
}

/// Returns the dimension v' of the map's negacyclic shifts, or `None` for a map without shifts. The
/// other operations of such a map treat elements of v' coefficients alike.
///
/// Schönhage's transforms are over R\[x\]/(x^v' + 1), where roots of unity are powers of x. Their
/// operands have v'/2 coefficients, followed by zeros.
pub const fn shifts(map: &Map) -> Option<usize> {
    match map.transformation {
        Transformation::Schoenhage { block, .. } | Transformation::TruncatedSchoenhage { block, .. } => Some(2 * block),
        _ => None,
    }
}

impl fmt::Debug for Entry {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Entry").field("recipe", &self.recipe).finish_non_exhaustive()
    }
}
