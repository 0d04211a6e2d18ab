//! Calls of marked functions on symbolic operands, and what is stated of their results.

use std::collections::{BTreeSet, HashMap};

use crate::cell::{self, Cell, ZERO};
use crate::execution::{Call, Execution};
use crate::form::Interval;
use crate::image::Image;
use crate::mark::{Function, Kind, Marks};
use crate::memory::{Access, Memory, Orders, unknown};
use crate::random::Random;
use crate::ring::Ring;
use crate::statement::{Proof, Statement, needed};
use crate::term::{Id, Input, Lane, Operation, Terms};

/// The bytes of the stack.
const STACK: usize = 1 << 18;
/// The alignment of regions. The stack pointer where a function is called is less aligned: it has
/// all residues modulo this number that the convention of C allows.
const ALIGNMENT: usize = 64;

/// The largest number of columns of a matrix.
const LARGEST_RANK: u16 = 4;
/// The largest number of rows of a matrix.
const LARGEST_HEIGHT: u16 = 5;
/// The numbers of rows and of columns of matrices.
const SIZES: [(u16, u16); 11] =
    [(1, 1), (2, 1), (1, 2), (2, 2), (3, 2), (1, 3), (3, 3), (4, 3), (1, 4), (4, 4), (5, 4)];

/// A list of cells in memory.
type Cells = Vec<Cell>;

/// Where content is unknown: numbers of unknown inputs start here for each kind of memory.
#[derive(Clone, Copy)]
enum Unknown {
    Stack,
    Below,
    Result,
    Before,
    Unused(u32),
    Registers,
}

impl Unknown {
    fn first(self) -> u32 {
        (match self {
            Self::Stack => 0,
            Self::Below => 1,
            Self::Result => 2,
            Self::Before => 3,
            Self::Unused(entry) => 4 + entry,
            Self::Registers => 64,
        }) << 24
    }
}

fn unknown_cells(terms: &mut Terms, of: Unknown, size: usize) -> Cells {
    unknown(terms, &mut of.first(), size)
}

/// The sums of executions.
#[derive(Default)]
pub struct Executed {
    /// Executed instructions.
    pub instructions: u64,
    /// The addresses of executed instructions.
    pub addresses: BTreeSet<u64>,
    /// The addresses of constants that were read.
    #[cfg(test)]
    pub constants: BTreeSet<u64>,
    /// The terms of results.
    pub terms: usize,
    /// Functions of other libraries.
    pub called: BTreeSet<&'static str>,
}

/// The outcome for one kind of product.
pub struct Outcome {
    /// The kind, in words.
    pub kind: &'static str,
    /// Why it was rejected, if it was.
    pub result: Result<(), String>,
}

/// A program with its marks.
pub struct Program<'a> {
    /// The program.
    pub image: &'a Image,
    /// Its marks.
    pub marks: &'a Marks,
}

impl Program<'_> {
    /// Checks all products of a ring on a backend; if operands are prepared on another one, the
    /// products that take such operands.
    pub fn check(&self, ring: &Ring, backend: u8, prepared_on: u8) -> (Vec<Outcome>, Executed) {
        let (mut outcomes, mut executed) = (Vec::new(), Executed::default());
        let is_asked = |function: &&Function| {
            function.ring == *ring && (prepared_on == backend || function.kind.takes_prepared_operands())
        };
        for function in self.marks.functions.iter().filter(is_asked) {
            let mut checker = Checker::new(self.image, self.marks);
            if let Some(result) = checker.check(function, backend, prepared_on) {
                outcomes.push(Outcome { kind: function.kind.name(), result });
            }
            executed.add(checker.executed);
        }
        (outcomes, executed)
    }
}

impl Executed {
    fn add(&mut self, other: Self) {
        self.instructions += other.instructions;
        self.addresses.extend(other.addresses);
        self.terms += other.terms;
        self.called.extend(other.called);
    }
}

/// The functions of one ring.
pub struct Checker<'a> {
    image: &'a Image,
    marks: &'a Marks,
    terms: Terms,
    random: Random,
    /// The stack below a function, of unknown content.
    stack: Cells,
    /// The sums of the executions until now.
    pub executed: Executed,
    /// The coefficients of the last result that was proved.
    result: Vec<Lane>,
}

/// An argument of a function.
enum Argument {
    /// Memory that it reads.
    Read(&'static str, Cells),
    /// Pointers to memories that it reads.
    Pointers(&'static str, Vec<Cells>),
    /// A number.
    Number(u64),
    /// Memory that it writes.
    Write(&'static str, Cells),
}

impl<'a> Checker<'a> {
    /// Returns a checker that has no terms yet.
    pub fn new(image: &'a Image, marks: &'a Marks) -> Self {
        let mut terms = Terms::of_pointers(image.architecture.pointer_bits());
        let stack = unknown_cells(&mut terms, Unknown::Stack, STACK);
        Self { image, marks, terms, stack, random: Random::new(), executed: Executed::default(), result: Vec::new() }
    }

    /// Returns the terms.
    #[cfg(test)]
    pub fn terms(&self) -> &Terms {
        &self.terms
    }

    /// Returns the coefficients of the last result that was proved.
    #[cfg(test)]
    pub fn result(&self) -> &[Lane] {
        &self.result
    }

    /// Returns an operand of n coefficients of this many bytes.
    fn operand(&mut self, function: &Function, operand: u16, bytes: usize) -> Cells {
        let mut cells = Vec::new();
        for k in 0..function.ring.degree {
            let id = self.terms.input(Input::Coefficient(operand, k as u16), 0, 8 * bytes as u8);
            cell::push(&mut cells, Lane::Term(id), bytes);
        }
        cells.resize(function.padded * bytes, ZERO);
        cells
    }

    /// Calls a function on a backend, with every alignment of the stack and, where it compares the
    /// addresses of two regions, in both orders of them. Returns what it wrote, which has to be the
    /// same.
    fn call(&mut self, function: &Function, backend: u8, arguments: &[Argument]) -> Result<Cells, String> {
        let mut written: Option<Cells> = None;
        for alignment in (0..ALIGNMENT).step_by(self.image.architecture.stack_alignment()) {
            let mut open = vec![HashMap::new()];
            while let Some(mut known) = open.pop() {
                let orders = Orders { known: known.clone(), asked: Vec::new() };
                let (found, asked) = self.call_at(function, backend, arguments, alignment, orders)?;
                if written.as_ref().is_some_and(|before| *before != found) {
                    return Err("a result that depends on an address".into());
                }
                written = Some(found);
                for pair in asked {
                    known.insert(pair, false);
                    open.push(known.clone());
                    known.insert(pair, true);
                }
            }
        }
        written.ok_or_else(|| "no execution".into())
    }

    fn call_at(
        &mut self,
        function: &Function,
        backend: u8,
        arguments: &[Argument],
        alignment: usize,
        orders: Orders,
    ) -> Result<(Cells, Vec<(u16, u64)>), String> {
        let chosen = self.marks.chosen.iter().map(|&address| (address, backend));
        let detected = self.marks.detected.iter().map(|&address| (address, 7));
        let named: Vec<_> = chosen.chain(detected).collect();
        let mut memory = Memory::new(self.image, &named);
        memory.orders = orders;
        let mut stack = unknown_cells(&mut self.terms, Unknown::Below, alignment);
        stack.extend_from_slice(&self.stack);
        let stack = memory.add("the stack", stack, Access::Write);
        let (mut lanes, mut result) = (Vec::new(), 0);
        for argument in arguments {
            lanes.push(match argument {
                Argument::Read(name, cells) => {
                    let region = memory.add(name, cells.clone(), Access::Read);
                    self.terms.address(region, 0)
                }
                Argument::Write(name, cells) => {
                    result = memory.add(name, cells.clone(), Access::Write);
                    self.terms.address(result, 0)
                }
                Argument::Number(number) => Lane::Number(*number),
                Argument::Pointers(name, all) => {
                    let mut pointers = Vec::new();
                    for cells in all {
                        let region = memory.add(name, cells.clone(), Access::Read);
                        let address = self.terms.address(region, 0);
                        cell::push(&mut pointers, address, usize::from(self.terms.pointer_bits / 8));
                    }
                    let region = memory.add("a list of pointers", pointers, Access::Read);
                    self.terms.address(region, 0)
                }
            });
        }
        let call = Call { function: function.address, arguments: &lanes, stack: (stack, (STACK + alignment) as i64) };
        let next = Unknown::Registers.first();
        self.terms.start();
        let Execution { memory, executed, called, outcome } =
            self.image.architecture.execute(&mut self.terms, memory, next, &call);
        self.executed.instructions += executed.values().map(|&count| u64::from(count)).sum::<u64>();
        self.executed.addresses.extend(executed.keys());
        self.executed.called.extend(called);
        #[cfg(test)]
        self.executed.constants.extend(&memory.constants);
        outcome.map_err(|stop| format!("{}: {}: {}", self.image.place(stop.address), stop.instruction, stop.reason))?;
        let Memory { mut regions, orders, .. } = memory;
        let cells = std::mem::take(&mut regions[result as usize].cells);
        Ok((cells, orders.asked))
    }

    fn place_for_result(&mut self, function: &Function) -> Argument {
        Argument::Write("the result", unknown_cells(&mut self.terms, Unknown::Result, 2 * function.padded))
    }

    /// Proves that what a function wrote is the sum of this many products, each of one operand and
    /// the next.
    fn prove(&mut self, ring: &Ring, count: u16, intervals: Vec<Interval>, written: &[Cell]) -> Result<(), String> {
        self.prove_sum(ring, (0..count).map(|k| (2 * k, 2 * k + 1)).collect(), intervals, written)
    }

    /// Proves that what a function wrote is the sum of the products of these pairs of operands.
    fn prove_sum(
        &mut self,
        ring: &Ring,
        sum: Vec<(u16, u16)>,
        intervals: Vec<Interval>,
        written: &[Cell],
    ) -> Result<(), String> {
        let (coefficients, padding) = written.split_at(2 * ring.degree);
        if padding.iter().any(|&cell| cell != ZERO) {
            return Err("padding of the result that is not zero".into());
        }
        let result = cell::lanes(&mut self.terms, coefficients, 2);
        let statement = Statement { ring, sum, intervals };
        let place = |address| self.image.place(address);
        let proof = Proof { statement, terms: &self.terms, result: &result, place: &place };
        self.executed.terms += proof.check(&mut self.random)?;
        self.result = result;
        Ok(())
    }

    /// Prepares an operand in memory that held another one before.
    fn prepared(&mut self, function: &Function, backend: u8, operand: Cells, size: usize) -> Result<Cells, String> {
        let before = unknown_cells(&mut self.terms, Unknown::Before, operand.len());
        let memory = Argument::Write("the prepared operand", vec![ZERO; size]);
        let memory = self.call(function, backend, &[Argument::Read("an operand", before), memory])?;
        let memory = Argument::Write("the prepared operand", memory);
        let prepared = self.call(function, backend, &[Argument::Read("an operand", operand), memory])?;
        // Unknown content has one name in both calls. So the checker would accept a product that
        // subtracts what the preparation has added of it.
        let lanes: Vec<_> = prepared.iter().filter_map(cell::term).map(Lane::Term).collect();
        let is_unknown = |&id: &Id| matches!(self.terms.get(id).operation, Operation::Input(Input::Unknown, _));
        if needed(&self.terms, &lanes).iter().any(is_unknown) {
            return Err("a prepared operand that depends on what is unknown".into());
        }
        Ok(prepared)
    }

    /// Returns the function that prepares operands of another function.
    fn preparation(&self, function: &Function, kind: Kind) -> Result<Function, String> {
        let found = self.marks.functions.iter().find(|f| f.kind == kind && f.ring == function.ring);
        found.cloned().ok_or_else(|| "no function prepares its operands".into())
    }

    /// Checks a function on a backend, its operands prepared on another one. Returns nothing for a
    /// function that prepares operands, which is checked with those that take them.
    pub fn check(&mut self, function: &Function, backend: u8, prepared_on: u8) -> Option<Result<(), String>> {
        Some(match function.kind {
            Kind::Product => self.product(function, backend, 2),
            Kind::ProductBySmall => self.product(function, backend, 1),
            Kind::ProductByPrepared => self.products_by_prepared(function, backend, prepared_on, 1),
            Kind::SumOfProducts => self.products_by_prepared(function, backend, prepared_on, 2),
            Kind::RowsByColumn => self.rows_by_column(function, backend, prepared_on),
            Kind::Transform | Kind::TransformBig => return None,
        })
    }

    /// A product of two operands, the second one of coefficients of this many bytes.
    fn product(&mut self, function: &Function, backend: u8, bytes: usize) -> Result<(), String> {
        let ring = &function.ring;
        let arguments = [
            Argument::Read("the first operand", self.operand(function, 0, 2)),
            Argument::Read("the second operand", self.operand(function, 1, bytes)),
            self.place_for_result(function),
        ];
        let written = self.call(function, backend, &arguments)?;
        let second = if bytes == 2 { ring.centred() } else { ring.small_interval() };
        self.prove(ring, 1, vec![ring.centred(), second], &written)
    }

    /// A sum of this many products by prepared operands.
    fn products_by_prepared(
        &mut self,
        function: &Function,
        backend: u8,
        prepared_on: u8,
        count: u16,
    ) -> Result<(), String> {
        let transform = self.preparation(function, Kind::Transform)?;
        let (mut arguments, mut prepared) = (Vec::new(), Vec::new());
        for k in 0..count {
            arguments.push(Argument::Read("an operand", self.operand(function, 2 * k, 2)));
            let second = self.operand(function, 2 * k + 1, 2);
            let cells = self.prepared(&transform, prepared_on, second, function.prepared)?;
            prepared.push(Argument::Read("a prepared operand", cells));
        }
        arguments.extend(prepared);
        arguments.push(self.place_for_result(function));
        let written = self.call(function, backend, &arguments)?;
        let ring = &function.ring;
        self.prove(ring, count, vec![ring.centred(); 2 * usize::from(count)], &written)
    }

    /// Matrices of all sizes by columns. Entries beyond the size are there, and not used.
    fn rows_by_column(&mut self, function: &Function, backend: u8, prepared_on: u8) -> Result<(), String> {
        let transform = self.preparation(function, Kind::TransformBig)?;
        let (ring, entries) = (&function.ring, LARGEST_HEIGHT * LARGEST_RANK);
        // Operands are numbered: first the entries of the column, then those of the rows.
        let column: Vec<_> = (0..LARGEST_RANK).map(|j| self.operand(function, j, 1)).collect();
        let mut matrix = Vec::new();
        for entry in 0..entries {
            let operand = self.operand(function, LARGEST_RANK + entry, 2);
            matrix.push(self.prepared(&transform, prepared_on, operand, function.prepared)?);
        }
        let small = vec![ring.small_interval(); LARGEST_RANK.into()];
        let intervals = [small, vec![ring.centred(); entries.into()]].concat();
        let length = 2 * function.padded;
        for (height, rank) in SIZES {
            let is_used = |entry: u16| entry / LARGEST_RANK < height && entry % LARGEST_RANK < rank;
            let mut unused = |index: u16, cells: &Cells, is_used: bool| match is_used {
                true => cells.clone(),
                false => unknown_cells(&mut self.terms, Unknown::Unused(index.into()), cells.len()),
            };
            let entries = matrix.iter().zip(0..).map(|(cells, entry)| unused(entry, cells, is_used(entry))).collect();
            let column = column
                .iter()
                .zip(0..)
                .map(|(cells, j)| unused(LARGEST_HEIGHT * LARGEST_RANK + j, cells, j < rank))
                .collect();
            let before = unknown_cells(&mut self.terms, Unknown::Result, length * usize::from(LARGEST_HEIGHT));
            let arguments = [
                Argument::Pointers("an entry of the matrix", entries),
                Argument::Pointers("an entry of the column", column),
                Argument::Number(height.into()),
                Argument::Number(rank.into()),
                Argument::Write("the results", before.clone()),
            ];
            let written = self.call(function, backend, &arguments)?;
            let size = |reason| format!("{height} rows of {rank} products: {reason}");
            let (results, rest) = written.split_at(length * usize::from(height));
            if *rest != before[results.len()..] {
                return Err(size("it wrote to other results".into()));
            }
            for (i, result) in results.chunks_exact(length).enumerate() {
                let first = LARGEST_RANK * (i as u16 + 1);
                let sum = (0..rank).map(|j| (first + j, j)).collect();
                self.prove_sum(ring, sum, intervals.clone(), result).map_err(size)?;
            }
        }
        Ok(())
    }
}
