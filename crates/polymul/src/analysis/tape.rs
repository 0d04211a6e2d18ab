//! The tape of a run: a line of text for each vector operation.
//!
//! The lines are a program without branches that computes the product, with the bounds that are
//! claimed for each step. The format is that of certificates, which docs/certificates.md describes.
//! A result of an operation is a *value*: a list of lanes. The tape knows for each coefficient the
//! value and the lane that it is.

use core::cell::{Cell as Shared, RefCell};
use core::fmt::{self, Display, Formatter, Write};

use alloc::collections::BTreeMap;
use alloc::format;
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;

use super::cell::Cell;
use super::interval::Interval;

/// A lane of a value.
type Source = (u32, u32);

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

/// The record of a run.
#[derive(Debug)]
pub struct Tape {
    claims: Claims,
    lines: RefCell<Vec<Line>>,
    /// The number of lanes of each value.
    widths: RefCell<Vec<usize>>,
    sources: RefCell<BTreeMap<u32, Source>>,
    gathered: RefCell<BTreeMap<Vec<Source>, u32>>,
    map: Shared<&'static str>,
}

impl Tape {
    /// Returns a tape without operations.
    pub fn new(claims: Claims) -> Self {
        Self {
            claims,
            lines: RefCell::default(),
            // The coefficient 0, and memory of 16 and of 32 bits that nothing was written to.
            widths: RefCell::new(vec![1; 3]),
            sources: RefCell::new((0..3).map(|value| (value, (value, 0))).collect()),
            gathered: RefCell::default(),
            map: Shared::new(""),
        }
    }

    /// Returns the text of the run: the operations that its result depends on, and the coefficients
    /// of the result.
    pub(super) fn finish(self, result: &[Cell]) -> String {
        let output: Vec<_> = result.iter().map(|&cell| self.source(cell)).collect();
        let lines = self.lines.into_inner();
        let mut needed = vec![false; self.widths.into_inner().len()];
        output.iter().for_each(|&(value, _)| needed[value as usize] = true);
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
        let _ = writeln!(text, "output {}", Sources(&output));
        text
    }

    /// Records that the operations that follow belong to the map named `map`.
    pub(super) fn enter(&self, map: &'static str) {
        if self.map.replace(map) != map {
            self.lines.borrow_mut().push(Line::Map(map));
        }
    }

    /// Records an operation on `operands`, whose text is that of their numbers, with its result.
    pub(super) fn operation(
        &self,
        result: &[Cell],
        operands: &[&[Cell]],
        text: impl FnOnce(&[u32]) -> String,
        intervals: &[Interval],
    ) {
        let operands: Vec<u32> = operands.iter().map(|operand| self.gather(operand)).collect();
        let bounds = match self.claims {
            Claims::Intervals => format!("{}", Runs(intervals)),
            Claims::Nothing => String::new(),
        };
        let line = format!("{} :{bounds}", text(&operands));
        let value = self.push(operands, line, result.len());
        let mut sources = self.sources.borrow_mut();
        for (lane, cell) in result.iter().enumerate() {
            sources.entry(cell.0).or_insert((value, lane as u32));
        }
    }

    /// Returns the lane that a coefficient is. One that no operation has made is memory that
    /// nothing was written to.
    fn source(&self, cell: Cell) -> Source {
        self.sources.borrow().get(&cell.0).copied().unwrap_or((1, 0))
    }

    /// Returns the number of the value whose lanes are `cells`: a new one, unless they are all
    /// lanes of one value in order.
    fn gather(&self, cells: &[Cell]) -> u32 {
        let sources: Vec<_> = cells.iter().map(|&cell| self.source(cell)).collect();
        let Some(&(value, _)) = sources.first() else { return 0 };
        let in_order = sources.iter().enumerate().all(|(lane, &source)| source == (value, lane as u32));
        if in_order && self.widths.borrow()[value as usize] == cells.len() {
            return value;
        }
        if let Some(&value) = self.gathered.borrow().get(&sources) {
            return value;
        }
        let operands = sources.iter().map(|&(value, _)| value).collect();
        let value = self.push(operands, format!("gather {}", Sources(&sources)), cells.len());
        self.gathered.borrow_mut().insert(sources, value);
        value
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
            let Interval { low, high } = interval;
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
struct Sources<'a>(&'a [Source]);

impl Display for Sources<'_> {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        let mut rest = self.0;
        let mut separator = "";
        while let [(value, lane), ..] = *rest {
            let ascending = rest.iter().zip(lane..).take_while(|&(source, lane)| *source == (value, lane)).count();
            let same = rest.iter().take_while(|&source| *source == (value, lane)).count();
            write!(formatter, "{separator}{value}.{lane}")?;
            if ascending > 1 {
                write!(formatter, "-{}", lane as usize + ascending - 1)?;
            } else if same > 1 {
                write!(formatter, "*{same}")?;
            }
            rest = &rest[ascending.max(same)..];
            separator = " ";
        }
        Ok(())
    }
}
