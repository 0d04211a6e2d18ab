//! The proof of every product that programs call.
//!
//! A multiplier is proved by running each of its computations once on the lanes of
//! [`analysis`](crate::analysis), in the form of every backend. The run covers all operands of the
//! domain (centred, or small where the second operand has to be). It knows two facts about every
//! lane: an interval that contains it, and a polynomial F in the coefficients of the operands to
//! which it is congruent. The product is right if, for every coefficient of the result,
//!
//! - its interval lies in the range of centred coefficients,
//! - it is known modulo q, and
//! - F agrees with the product in the ring, by its definition, at random points:
//!   [`Proof::points`] of them, so that a wrong F passes with a probability of at most 2^-128;
//!
//! and if the padding behind the coefficients is 0. Of memory that was never written only the
//! interval is known, so a result that depends on it is not proved.
//!
//! | computation | result |
//! | --- | --- |
//! | `product` | a b |
//! | `product-by-small` | a s |
//! | `product-by-prepared` | a b, where b was prepared on a backend of any form |
//! | `inner-product` | a b + c d, where b and d were prepared on a backend of any form |
//! | `rows-by-column` | k rows of l terms a s + c t + …, where a, c, … were prepared on a backend of any form |
//!
//! An operand may be prepared on one backend and used on another. So the proof prepares it on lanes
//! of every form. All must have the same polynomials, and the computation continues with the hull
//! of their intervals.
//!
//! A multiplier over the integers names the integers where it recombines residues
//! ([`I16Vector::recombine`](crate::simd::I16Vector::recombine)). It is run once for each of its
//! primes, to compare the residues with the residues of these integers, and once for q.

pub mod faults;
mod operands;
pub mod pairs;

use alloc::format;
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;
use core::fmt;

use crate::analysis::{Arithmetic, Cell, Fault, Interval, Lanes, Run};
use crate::dispatch::Backend;
use crate::modular::Modulus;
use crate::multiplier::module::{LARGEST_HEIGHT, LARGEST_RANK, SIZES};
use crate::multiplier::{BigByBig, Multiplier, RowsByColumn};
use crate::ring::Ring;
use crate::simd::Form;

use operands::Operands;

/// The largest number of terms of a sum of products.
const MAX_TERMS: usize = LARGEST_RANK;

/// The number of points of one run. A proof makes as many runs as its number of points requires.
const POINTS_OF_A_RUN: usize = 64;

/// The facts about a ring that its products are proved from.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Definition {
    pub(crate) q: i64,
    pub(crate) degree: usize,
    pub(crate) tail: &'static [(usize, i64)],
    pub(crate) small: i64,
    pub(crate) padded: usize,
}

impl Definition {
    fn of<R: Ring>() -> Self {
        Self {
            q: R::Modulus::Q.into(),
            degree: R::DEGREE,
            tail: R::TAIL,
            small: R::SMALL.into(),
            padded: R::ZERO.as_ref().len(),
        }
    }
}

type Transform = fn(Lanes<'_>, &[Cell]) -> Vec<Cell>;
type Product = fn(Lanes<'_>, &[Cell], &[Cell], &mut [Cell]);
type Sum = fn(Lanes<'_>, &[&[Cell]], &[&[Cell]], &mut [Cell]);
type Rows = fn(Lanes<'_>, &[&[Cell]], &[&[Cell]], &mut [Vec<Cell>]);

/// The computations of a multiplier.
#[derive(Clone, Copy, Debug)]
struct Kernels {
    product_by_small: Product,
    big: Option<BigKernels>,
    module: Option<ModuleKernels>,
}

/// The computations of a multiplier of any two operands.
#[derive(Clone, Copy, Debug)]
struct BigKernels {
    product: Product,
    prepare: Transform,
    product_by_prepared: Product,
    inner_product: Sum,
}

/// The computations of a multiplier for modules.
#[derive(Clone, Copy, Debug)]
struct ModuleKernels {
    prepare: Transform,
    /// Multiplies 1 to [`LARGEST_HEIGHT`] rows, one after the other in the first list.
    rows_by_column: [Rows; LARGEST_HEIGHT],
}

/// A multiplier to prove: its computations, on lanes of every form.
#[derive(Clone, Debug)]
pub struct Subject {
    name: &'static str,
    ring: Definition,
    /// The primes of a multiplier over the integers.
    primes: Vec<u32>,
    kernels: Kernels,
}

fn slices(operands: &[Vec<Cell>]) -> Vec<&[Cell]> {
    operands.iter().map(Vec::as_slice).collect()
}

/// Copies cells to memory of the same length.
fn copied<T: AsMut<[Cell]>>(mut memory: T, cells: &[Cell]) -> T {
    memory.as_mut().copy_from_slice(cells);
    memory
}

/// Runs a transform that writes to `memory`, which starts unwritten.
fn written<T: AsRef<[Cell]> + AsMut<[Cell]>>(run: &Run, memory: T, transform: impl FnOnce(&mut T)) -> Vec<Cell> {
    let unwritten = run.unwritten(memory.as_ref().len());
    let mut memory = copied(memory, &unwritten);
    transform(&mut memory);
    memory.as_ref().to_vec()
}

/// Transforms an operand into memory that starts unwritten.
fn prepare<M: Multiplier>(simd: Lanes<'_>, operand: &[Cell]) -> Vec<Cell>
where
    M::Transformed<Cell>: AsRef<[Cell]> + AsMut<[Cell]>,
{
    written(simd.run(), M::zero_transformed(simd), |result| M::forward(simd, operand, result))
}

impl Kernels {
    fn by_small<M: Multiplier>() -> Self {
        Self { product_by_small: |simd, a, b, result| M::product_by_small(simd, a, b, result), big: None, module: None }
    }

    fn of<M: BigByBig>() -> Self
    where
        M::Transformed<Cell>: AsRef<[Cell]> + AsMut<[Cell]>,
    {
        let big = BigKernels {
            product: |simd, a, b, result| M::product(simd, a, b, result),
            prepare: prepare::<M>,
            product_by_prepared: |simd, a, b, result| {
                M::product_by_transformed(simd, a, &copied(M::zero_transformed(simd), b), result);
            },
            inner_product: |simd, a, b, result| {
                let [first, second] = [b[0], b[1]].map(|cells| copied(M::zero_transformed(simd), cells));
                M::inner_product(simd, [a[0], a[1]], [&first, &second], result);
            },
        };
        Self { big: Some(big), ..Self::by_small::<M>() }
    }

    fn of_module<M: RowsByColumn>() -> Self
    where
        M::Transformed<Cell>: AsRef<[Cell]> + AsMut<[Cell]>,
        M::Second<Cell>: AsRef<[Cell]> + AsMut<[Cell]>,
    {
        let module = ModuleKernels {
            prepare: |simd, operand| {
                written(simd.run(), M::zero_second(simd), |result| M::forward_second(simd, operand, result))
            },
            rows_by_column: [rows::<M, 1>, rows::<M, 2>, rows::<M, 3>, rows::<M, 4>, rows::<M, LARGEST_HEIGHT>],
        };
        Self { module: Some(module), ..Self::of::<M>() }
    }
}

/// Multiplies `K` rows by a column.
fn rows<M: RowsByColumn, const K: usize>(
    simd: Lanes<'_>,
    rows: &[&[Cell]],
    column: &[&[Cell]],
    results: &mut [Vec<Cell>],
) where
    M::Second<Cell>: AsRef<[Cell]> + AsMut<[Cell]>,
{
    let entries: Vec<_> = rows.iter().map(|cells| copied(M::zero_second(simd), cells)).collect();
    let mut results = results.iter_mut();
    let sums = [(); K].map(|()| results.next().expect("a result for each row").as_mut_slice());
    M::rows_by_column::<_, K>(simd, |i, j| &entries[column.len() * i + j], column, sums);
}

/// Returns one backend for each form of lanes.
fn different() -> impl Iterator<Item = Backend> {
    let is_first =
        |(index, backend): &(usize, Backend)| Backend::ALL[..*index].iter().all(|other| other.form() != backend.form());
    Backend::ALL.into_iter().enumerate().filter(is_first).map(|(_, backend)| backend)
}

impl Subject {
    /// Returns the multiplier, to prove its products by small operands.
    pub fn by_small<M: Multiplier>() -> Self {
        Self::with::<M>(Kernels::by_small::<M>())
    }

    /// Returns the multiplier, to prove all products of a ring.
    pub fn of<M: BigByBig>() -> Self
    where
        M::Transformed<Cell>: AsRef<[Cell]> + AsMut<[Cell]>,
    {
        Self::with::<M>(Kernels::of::<M>())
    }

    /// Returns the multiplier, to prove all products of a ring and those of a module.
    pub fn of_module<M: RowsByColumn>() -> Self
    where
        M::Transformed<Cell>: AsRef<[Cell]> + AsMut<[Cell]>,
        M::Second<Cell>: AsRef<[Cell]> + AsMut<[Cell]>,
    {
        Self::with::<M>(Kernels::of_module::<M>())
    }

    fn with<M: Multiplier>(kernels: Kernels) -> Self {
        Self {
            name: M::RECIPE.name,
            ring: Definition::of::<M::Ring>(),
            primes: M::RECIPE.coefficient_ring.primes(<M::Ring as Ring>::Modulus::Q.into()),
            kernels,
        }
    }

    /// Proves every computation of the multiplier on lanes of every form.
    ///
    /// # Errors
    ///
    /// Returns the first coefficient that is not proved, and the reason.
    pub fn prove(&self) -> Result<Proof, Refusal> {
        let main = Arithmetic::modulo(self.ring.q);
        let mut proof = Proof { computations: Vec::new(), points: main.points(), largest_lane: 0, largest_sum: 0 };
        let operands = self.operands();
        for computation in self.computations() {
            for operands in &operands {
                let run = self.run(&computation, operands, None)?;
                proof.largest_lane = proof.largest_lane.max(run.largest_lane());
                proof.largest_sum = proof.largest_sum.max(run.largest_sum());
            }
            proof.computations.push(computation);
        }
        Ok(proof)
    }

    /// Returns the operands of the runs that prove a computation: for each prime of a multiplier
    /// over the integers, and for q, as many runs as the number of points requires.
    fn operands(&self) -> Vec<Operands> {
        let primes = self.primes.iter().map(|&p| Arithmetic::Prime(p));
        let of_runs = |arithmetic: Arithmetic| {
            let points = arithmetic.points();
            let starts = (0..points).step_by(POINTS_OF_A_RUN);
            starts.map(move |start| Operands::new(self.ring, arithmetic, POINTS_OF_A_RUN.min(points - start)))
        };
        primes.chain([Arithmetic::modulo(self.ring.q)]).flat_map(of_runs).collect()
    }

    /// Returns the computations to prove.
    fn computations(&self) -> Vec<Computation> {
        let mut kinds = vec![Kind::ProductBySmall];
        if self.kernels.big.is_some() {
            kinds.extend([Kind::Product, Kind::ProductByPrepared, Kind::InnerProduct]);
        }
        if self.kernels.module.is_some() {
            kinds.extend(SIZES.map(|(rows, terms)| Kind::RowsByColumn { rows, terms }));
        }
        different().flat_map(|backend| kinds.iter().map(move |&kind| Computation { kind, backend })).collect()
    }

    /// Runs a computation and checks its result.
    fn run(&self, computation: &Computation, operands: &Operands, fault: Option<Fault>) -> Result<Run, Refusal> {
        let refused = |place, reason| Refusal { multiplier: self.name, computation: *computation, place, reason };
        let mut run = Run::with_points(operands.arithmetic, operands.points, operands::WITNESSES);
        let (rows, terms) = computation.kind.size();
        let mut results: Vec<_> = (0..rows).map(|_| run.unwritten(self.ring.padded)).collect();
        run.plant(fault);
        let entries = (0..rows).flat_map(|row| (0..terms).map(move |term| (row, term)));
        let big: Vec<_> = entries.map(|(row, term)| operands.big(&run, row, term)).collect();
        let is_small = matches!(computation.kind, Kind::ProductBySmall | Kind::RowsByColumn { .. });
        let second = |term| if is_small { operands.small(&run, term) } else { operands.second(&run, term) };
        let second: Vec<_> = (0..terms).map(second).collect();
        let degree = self.ring.degree;
        let pairs = big.iter().zip(&second).map(|(a, b)| (a[..degree].to_vec(), b[..degree].to_vec())).collect();
        run.name_operands(pairs);
        let form = computation.backend.form();
        let simd = Lanes::new(&run, &form);
        let prepare = |operands: &[Vec<Cell>], transform: Transform| {
            let prepared = |operand: &Vec<Cell>| {
                let meet = different().filter(|other| other.meets(computation.backend));
                let all: Vec<_> = meet.map(|other| transform(Lanes::new(&run, &other.form()), operand)).collect();
                run.merged(&all).map_err(|(place, reason)| refused(place, format!("of a prepared operand: {reason}")))
            };
            operands.iter().map(prepared).collect::<Result<Vec<_>, _>>()
        };
        let result = &mut results[0];
        match (computation.kind, self.kernels.big, self.kernels.module) {
            (Kind::ProductBySmall, ..) => (self.kernels.product_by_small)(simd, &big[0], &second[0], result),
            (Kind::Product, Some(of_big), _) => (of_big.product)(simd, &big[0], &second[0], result),
            (Kind::ProductByPrepared, Some(of_big), _) => {
                let prepared = prepare(&second, of_big.prepare)?;
                (of_big.product_by_prepared)(simd, &big[0], &prepared[0], result);
            }
            (Kind::InnerProduct, Some(of_big), _) => {
                let prepared = prepare(&second, of_big.prepare)?;
                (of_big.inner_product)(simd, &slices(&big), &slices(&prepared), result);
            }
            (Kind::RowsByColumn { .. }, _, Some(module)) => {
                let entries = prepare(&big, module.prepare)?;
                (module.rows_by_column[rows - 1])(simd, &slices(&entries), &slices(&second), &mut results);
            }
            _ => return Err(refused(0, "the multiplier lacks the computation".into())),
        }
        for (row, result) in results.iter().enumerate() {
            let expected = operands.expected(row, terms, is_small);
            self.check(&run, operands.arithmetic, result, &expected)
                .map_err(|(place, reason)| refused(self.ring.padded * row + place, reason))?;
        }
        Ok(run)
    }

    /// Checks that the result is the product.
    fn check(
        &self,
        run: &Run,
        arithmetic: Arithmetic,
        result: &[Cell],
        expected: &[u32],
    ) -> Result<(), (usize, String)> {
        let Definition { q, degree, .. } = self.ring;
        if let Some(place) = result[degree..].iter().position(|&cell| run.interval(cell) != Interval::ZERO) {
            return Err((degree + place, "the padding is not 0".into()));
        }
        run.check_integers(q, &self.primes).map_err(|reason| (0, reason))?;
        if arithmetic != Arithmetic::modulo(q) {
            return Ok(());
        }
        let centred = Interval { low: -(q / 2), high: (q - 1) / 2 };
        let points = expected.len() / degree;
        for (place, (&cell, expected)) in result.iter().zip(expected.chunks_exact(points)).enumerate() {
            let interval = run.interval(cell);
            if !interval.is_within(centred) {
                let Interval { low, high } = interval;
                return Err((place, format!("{low}..{high} is not centred")));
            }
            run.is_congruent(cell, q, expected).map_err(|reason| (place, reason))?;
        }
        Ok(())
    }
}

/// A kind of computation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Product,
    ProductBySmall,
    ProductByPrepared,
    InnerProduct,
    RowsByColumn { rows: usize, terms: usize },
}

impl Kind {
    /// Returns the number of results, and the number of products that each adds up.
    const fn size(self) -> (usize, usize) {
        match self {
            Self::InnerProduct => (1, 2),
            Self::RowsByColumn { rows, terms } => (rows, terms),
            _ => (1, 1),
        }
    }
}

/// A computation that is proved, on lanes of a form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Computation {
    kind: Kind,
    /// The first backend with the form.
    backend: Backend,
}

impl Computation {
    /// Returns the form of the lanes.
    pub const fn form(&self) -> Form {
        self.backend.form()
    }
}

impl fmt::Display for Computation {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = match self.kind {
            Kind::Product => "product",
            Kind::ProductBySmall => "product-by-small",
            Kind::ProductByPrepared => "product-by-prepared",
            Kind::InnerProduct => "inner-product",
            Kind::RowsByColumn { rows, terms } => {
                return write!(formatter, "rows-by-column of {rows} x {terms} on {}", self.form().name);
            }
        };
        write!(formatter, "{name} on {}", self.form().name)
    }
}

/// A proof of a multiplier.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proof {
    /// The computations that are proved.
    pub computations: Vec<Computation>,
    /// The random points at which each coefficient agrees with the definition.
    pub points: usize,
    /// The largest magnitude of a 16-bit lane, for all operands.
    pub largest_lane: i64,
    /// The largest magnitude of a 32-bit sum of products, for all operands.
    pub largest_sum: i64,
}

/// A coefficient of a result that is not proved. Coefficients of several results are counted one
/// after the other, with their padding.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    multiplier: &'static str,
    computation: Computation,
    place: usize,
    reason: String,
}

impl fmt::Display for Refusal {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { multiplier, computation, place, reason } = self;
        write!(formatter, "{multiplier}: {computation}: coefficient {place}: {reason}")
    }
}

impl core::error::Error for Refusal {}

/// Declares the tests of the multipliers of rings: every product of a multiplier is proved, faults
/// in its operations are noticed, and products of pairs of basis vectors are right on every backend
/// of this CPU. The macro is used in a test of the crate that states the rings; the tests of this
/// crate need the feature `analysis` of `vectru-polymul`.
///
/// ```no_run
/// # #[cfg(test)]
/// mod tests {
///     use vectru_polymul::{multiplier::*, ring::*};
///     vectru_polymul::prove! { Sntrup653: GoodOuter653 }
/// }
/// ```
#[macro_export]
macro_rules! prove {
    ($($ring:ident: $($multiplier:ident),+);+ $(;)?) => {$(
        #[test]
        #[allow(non_snake_case)] // Tests have the names of what they prove.
        fn $ring() {
            assert_eq!($crate::proof::pairs::check_on_every_backend::<$ring>(13), Ok(()));
        }

        $(
            #[test]
            #[allow(non_snake_case)]
            fn $multiplier() {
                let subject = $crate::proof::Subject::of::<$multiplier>();
                if let Err(refusal) = subject.prove() {
                    panic!("{refusal}");
                }
                assert_eq!(subject.plant_few_faults().unexplained, [""; 0]);
            }
        )+
    )+};
}
