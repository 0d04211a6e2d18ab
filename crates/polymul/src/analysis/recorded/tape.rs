//! The tape of a run: a line of text for each vector operation.
//!
//! The format is that of certificates, which docs/certificates.md describes.

use core::cell::{Cell, RefCell};
use core::fmt::{self, Display, Formatter, Write};

use alloc::format;
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;

use super::Traced;
use crate::analysis::interval::{Interval, Log};

/// The widths of the values that exist before the first operation: the coefficient 0, and memory of
/// 16 and of 32 bits that nothing has been written to.
const CONSTANTS: [usize; 3] = [1; 3];

/// The claims that a tape makes about its values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Claims {
    /// An interval for each lane.
    Intervals,
    /// None: lanes wrap modulo 2^16.
    Nothing,
}

/// A line of the text.
#[derive(Debug)]
enum Line {
    /// The name of the map that the operations that follow belong to.
    Map(&'static str),
    /// An operation without its number, and the numbers of its operands.
    Operation(String, Vec<u32>),
}

/// The record of a run on recorded lanes: the log of its intervals, and the text of its operations
/// if it is wanted.
#[derive(Debug, Default)]
pub struct Tape {
    log: Log,
    claims: Option<Claims>,
    lines: RefCell<Vec<Line>>,
    widths: RefCell<Vec<usize>>,
    map: Cell<&'static str>,
}

impl Tape {
    /// Returns a tape that records overflows and magnitudes in its log, and no operations.
    pub const fn silent() -> Self {
        Self {
            log: Log::new(),
            claims: None,
            lines: RefCell::new(Vec::new()),
            widths: RefCell::new(Vec::new()),
            map: Cell::new(""),
        }
    }

    /// Returns a tape that records operations, too.
    pub fn new(claims: Claims) -> Self {
        Self { claims: Some(claims), widths: RefCell::new(CONSTANTS.into()), ..Self::silent() }
    }

    /// Returns the log of the intervals.
    pub const fn log(&self) -> &Log {
        &self.log
    }

    /// Returns the coefficients of an operand named `name`, each an integer of magnitude at most
    /// `bound`, followed by zeros up to `length`.
    pub fn input(&self, name: &str, degree: usize, bound: i64, length: usize) -> Vec<Traced> {
        let interval = Interval::symmetric(bound);
        let value = self.value(&[], format_args!("input {name}"), &vec![interval; degree]);
        let coefficient = |lane| Traced::new(interval, value, lane);
        (0..length).map(|lane| if lane < degree { coefficient(lane) } else { Traced::ZERO }).collect()
    }

    /// Returns the text of the run: the operations that its result depends on, and the coefficients
    /// of the result.
    pub fn finish(self, result: &[Traced]) -> String {
        let lines = self.lines.into_inner();
        let mut needed = vec![false; self.widths.into_inner().len()];
        result.iter().for_each(|coefficient| needed[coefficient.value as usize] = true);
        let mut value = needed.len();
        for line in lines.iter().rev() {
            if let Line::Operation(_, operands) = line {
                value -= 1;
                if needed[value] {
                    operands.iter().for_each(|&operand| needed[operand as usize] = true);
                }
            }
        }
        let (mut text, mut map) = (String::new(), None);
        for line in lines {
            match line {
                Line::Map(name) => map = Some(name),
                Line::Operation(operation, _) => {
                    if needed[value] {
                        // Writing to a string does not fail.
                        let _ = map.take().map_or(Ok(()), |name| writeln!(text, "# {name}"));
                        let _ = writeln!(text, "{value} {operation}");
                    }
                    value += 1;
                }
            }
        }
        let _ = writeln!(text, "output {}", Sources(result));
        text
    }

    /// Records that the operations that follow belong to the map named `map`.
    pub(super) fn enter(&self, map: &'static str) {
        if self.claims.is_some() && self.map.replace(map) != map {
            self.lines.borrow_mut().push(Line::Map(map));
        }
    }

    /// Records an operation on `operands` with its result, and returns the number of the value.
    pub(super) fn value(&self, operands: &[u32], operation: impl Display, lanes: &[Interval]) -> u32 {
        match self.claims {
            None => 0,
            Some(Claims::Intervals) => self.push(operands.into(), format!("{operation} :{}", Runs(lanes)), lanes.len()),
            Some(Claims::Nothing) => self.push(operands.into(), format!("{operation} :"), lanes.len()),
        }
    }

    /// Returns the number of the value whose lanes are `coefficients`: a new one, unless they are
    /// all lanes of one value in order.
    pub(super) fn gather(&self, coefficients: &[Traced]) -> u32 {
        let Some(first) = coefficients.first().filter(|_| self.claims.is_some()) else { return 0 };
        let in_order = |(lane, coefficient): (usize, &Traced)| {
            (coefficient.value, coefficient.lane as usize) == (first.value, lane)
        };
        let whole = self.widths.borrow()[first.value as usize] == coefficients.len();
        if whole && coefficients.iter().enumerate().all(in_order) {
            return first.value;
        }
        let operands = coefficients.iter().map(|coefficient| coefficient.value).collect();
        self.push(operands, format!("gather {}", Sources(coefficients)), coefficients.len())
    }

    /// Appends an operation whose result has `width` lanes, and returns the number of the value.
    fn push(&self, operands: Vec<u32>, operation: String, width: usize) -> u32 {
        let mut widths = self.widths.borrow_mut();
        widths.push(width);
        self.lines.borrow_mut().push(Line::Operation(operation, operands));
        widths.len() as u32 - 1
    }
}

/// Writes each item with the number of its repetitions, separated by spaces, each after a space.
fn write_runs<T: PartialEq>(
    formatter: &mut Formatter<'_>,
    items: &[T],
    write: impl Fn(&mut Formatter<'_>, &T) -> fmt::Result,
) -> fmt::Result {
    for run in items.chunk_by(PartialEq::eq) {
        formatter.write_char(' ')?;
        write(formatter, &run[0])?;
        if run.len() > 1 {
            write!(formatter, "*{}", run.len())?;
        }
    }
    Ok(())
}

/// The claims about lanes: `low..high` for each, `*n` after n equal ones.
struct Runs<'a>(&'a [Interval]);

impl Display for Runs<'_> {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        write_runs(formatter, self.0, |formatter, interval| {
            let (low, high) = interval.ends();
            write!(formatter, "{low}..{high}")
        })
    }
}

/// The numbers of constant lanes, `*n` after n equal ones.
pub(super) struct Numbers<'a, T>(pub(super) &'a [T]);

impl<T: Display + PartialEq> Display for Numbers<'_, T> {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        write_runs(formatter, self.0, |formatter, number| number.fmt(formatter))
    }
}

/// The terms of a sum, the numbers of each separated by commas.
pub(super) struct Tuples<'a, T, const N: usize>(pub(super) &'a [[T; N]]);

impl<T: Display, const N: usize> Display for Tuples<'_, T, N> {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        for term in self.0 {
            for (index, number) in term.iter().enumerate() {
                write!(formatter, "{}{number}", if index == 0 { ' ' } else { ',' })?;
            }
        }
        Ok(())
    }
}

/// The lanes that coefficients come from: `value.lane`, `value.first-last` for lanes in order, and
/// `value.lane*n` for one lane n times.
struct Sources<'a>(&'a [Traced]);

impl Display for Sources<'_> {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        let mut rest = self.0;
        let mut separator = "";
        while let [first, ..] = rest {
            let length = |step: u32| {
                let expected = (first.lane..).step_by(step as usize);
                rest.iter().zip(expected).take_while(|(c, lane)| (c.value, c.lane) == (first.value, *lane)).count()
            };
            let same = rest.iter().take_while(|c| (c.value, c.lane) == (first.value, first.lane)).count();
            let ascending = length(1);
            write!(formatter, "{separator}{}.{}", first.value, first.lane)?;
            if ascending > 1 {
                write!(formatter, "-{}", first.lane as usize + ascending - 1)?;
            } else if same > 1 {
                write!(formatter, "*{same}")?;
            }
            rest = &rest[ascending.max(same)..];
            separator = " ";
        }
        Ok(())
    }
}
