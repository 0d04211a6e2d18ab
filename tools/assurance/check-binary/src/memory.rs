//! Memory: the image of the program, which is constant but for named words, and regions for
//! operands, results and the stack, whose addresses are unknown but for their alignment.

use std::collections::HashMap;

use crate::cell::Cell;
use crate::image::Image;
use crate::term::{Id, Input, Lane, Terms};

/// A byte of the stack whose content was lost: see [`Memory::set_stack`].
const LOST: Cell = Cell::Part(Id(u32::MAX), 0);
/// Numbers of the unknown inputs that are read of such bytes start here.
const FIRST_LOST: u32 = 0xf000_0000;

/// The accesses to a region that a function is allowed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Access {
    /// It may read.
    Read,
    /// It may read and write.
    Write,
}

/// A part of memory at an address that is a multiple of 64 and else unknown.
#[derive(Clone, Debug)]
pub struct Region {
    /// Its content, in words.
    pub name: &'static str,
    /// The bytes.
    pub cells: Vec<Cell>,
    /// The accesses that are allowed.
    pub access: Access,
}

/// Which of two regions lies below the other, where a function asks: either may.
#[derive(Clone, Debug, Default)]
pub struct Orders {
    /// For pairs r < s: whether r lies below s, which is a region, or else an address of the
    /// program.
    pub known: HashMap<(u16, u64), bool>,
    /// The pairs that were asked for and not known, in this order.
    pub asked: Vec<(u16, u64)>,
}

impl Orders {
    /// Returns whether region r lies below region s.
    pub fn is_below(&mut self, r: u16, s: u16) -> bool {
        self.ask((r.min(s), u64::from(r.max(s)))) == (r < s)
    }

    /// Returns whether the first of a pair lies below the second. No program lies at addresses that
    /// are numbers of regions.
    fn ask(&mut self, pair: (u16, u64)) -> bool {
        let asked = &mut self.asked;
        *self.known.entry(pair).or_insert_with(|| {
            asked.push(pair);
            true
        })
    }
}

/// All memory that a function reaches.
pub struct Memory<'a> {
    /// The program.
    pub image: &'a Image,
    /// Words of the program that are set before a function runs.
    pub named: HashMap<u64, u8>,
    /// The other regions.
    pub regions: Vec<Region>,
    /// Which regions lie below others.
    pub orders: Orders,
    /// Where the function's part of the stack starts.
    stack: Option<(u16, i64)>,
    /// The number of the next unknown input.
    next: u32,
    /// The addresses of constants that were read.
    #[cfg(test)]
    pub constants: std::collections::BTreeSet<u64>,
}

impl<'a> Memory<'a> {
    /// Returns the memory of a program with these named bytes, and no region.
    pub fn new(image: &'a Image, named: &[(u64, u8)]) -> Self {
        Self {
            image,
            named: named.iter().copied().collect(),
            regions: Vec::new(),
            orders: Orders::default(),
            stack: None,
            next: FIRST_LOST,
            #[cfg(test)]
            constants: Default::default(),
        }
    }

    /// Adds a region and returns its number.
    pub fn add(&mut self, name: &'static str, cells: Vec<Cell>, access: Access) -> u16 {
        self.regions.push(Region { name, cells, access });
        self.regions.len() as u16 - 1
    }

    /// Sets where the function's part of the stack starts. Below it handlers of signals may write
    /// at any time: nothing there is read or written, and what was there is lost.
    pub fn set_stack(&mut self, (region, start): (u16, i64)) {
        if let Some((stack, before)) = self.stack
            && stack == region
            && before < start
        {
            let cells = &mut self.regions[usize::from(region)].cells;
            let [before, start] = [before, start].map(|at| at.clamp(0, cells.len() as i64) as usize);
            cells[before..start].fill(LOST);
        }
        self.stack = Some((region, start));
    }

    fn region(&mut self, terms: &Terms, address: Lane, size: usize, access: Access) -> Result<&mut [Cell], String> {
        let Some((region, offset)) = terms.as_address(address) else {
            return Err("an address that depends on an operand or on what is unknown".into());
        };
        if self.stack.is_some_and(|(stack, start)| stack == region && offset < start) {
            return Err("an access below the stack pointer, where nothing is kept".into());
        }
        let region = &mut self.regions[region as usize];
        if access == Access::Write && region.access != Access::Write {
            return Err(format!("a write to {}", region.name));
        }
        let place = usize::try_from(offset).ok().and_then(|at| region.cells.get_mut(at..at.checked_add(size)?));
        place.ok_or_else(|| format!("an access at offset {offset} of {}, outside of it", region.name))
    }

    /// Returns whether one address lies below another one, and whether they are equal, if that is
    /// known.
    ///
    /// Two addresses of a region compare as their offsets do: no region lies across the ends of the
    /// address space. Of two regions, either may be the lower one: see [`Orders`].
    pub fn compare(&mut self, (r, x): (u16, i64), (s, y): (u16, i64)) -> (Option<bool>, Option<bool>) {
        if r == s {
            return (Some(x < y), Some(x == y));
        }
        let is_below = self.orders.is_below(r, s);
        // The end of a region may be the start of the one above it.
        let (end, first) = if is_below { (x, y) } else { (y, x) };
        let lower = if is_below { r } else { s };
        let may_meet = end >= self.regions[lower as usize].cells.len() as i64 && first <= 0;
        ((!is_below || !may_meet).then_some(is_below), (!may_meet).then_some(false))
    }

    /// Returns whether x lies below y, and whether they are equal, if that is known, for two
    /// addresses of regions, or one of a region and one of the program. An operand may be a
    /// constant of the program, so that it can lie above one address of the program and below
    /// another one: each may be the lower one.
    pub fn compare_addresses(&mut self, terms: &Terms, x: Lane, y: Lane) -> Option<(Option<bool>, Option<bool>)> {
        let (number, (region, offset), is_first) = match (x, y, terms.as_address(x), terms.as_address(y)) {
            (_, _, Some(x), Some(y)) => return Some(self.compare(x, y)),
            (Lane::Number(number), _, _, Some(place)) => (number, place, false),
            (_, Lane::Number(number), Some(place), _) => (number, place, true),
            _ => return None,
        };
        if !self.image.has(number) {
            return None;
        }
        let length = self.regions[region as usize].cells.len() as i64;
        // Firmware may start at address 0, where no operand lies.
        if number == 0 && (0..length).contains(&offset) {
            return Some((Some(!is_first), Some(false)));
        }
        let is_region_below = self.orders.ask((region, number));
        // The end of a region may be that address, and so may its start.
        let may_meet = match is_region_below {
            true => offset >= length,
            false => offset <= 0,
        };
        let is_below = is_region_below == is_first;
        Some(((!is_below || !may_meet).then_some(is_below), (!may_meet).then_some(false)))
    }

    /// Returns the bytes at an address.
    pub fn load(&mut self, terms: &mut Terms, address: Lane, size: usize) -> Result<Vec<Cell>, String> {
        match address {
            Lane::Number(address) => {
                if let Some(&byte) = self.named.get(&address)
                    && size == 1
                {
                    return Ok(vec![Cell::Byte(byte)]);
                }
                let bytes = self.image.constant(address, size);
                let bytes =
                    bytes.ok_or_else(|| format!("a read of {size} bytes at {address:#x}, which is not constant"))?;
                #[cfg(test)]
                self.constants.extend(address..address + size as u64);
                Ok(bytes.iter().map(|&byte| Cell::Byte(byte)).collect())
            }
            Lane::Term(_) => {
                let mut cells = self.region(terms, address, size, Access::Read)?.to_vec();
                for cell in cells.iter_mut().filter(|cell| **cell == LOST) {
                    *cell = unknown(terms, &mut self.next, 2)[0];
                }
                Ok(cells)
            }
        }
    }

    /// Writes bytes to an address.
    pub fn store(&mut self, terms: &Terms, address: Lane, cells: &[Cell]) -> Result<(), String> {
        if let Lane::Number(address) = address {
            return Err(format!("a write to the program's memory at {address:#x}"));
        }
        self.region(terms, address, cells.len(), Access::Write)?.copy_from_slice(cells);
        Ok(())
    }
}

/// Returns cells that stand for any content, which differs from all other unknown content.
pub fn unknown(terms: &mut Terms, next: &mut u32, size: usize) -> Vec<Cell> {
    let mut cells = Vec::with_capacity(size);
    while cells.len() < size {
        let id = terms.input(Input::Unknown, *next, 16);
        *next += 1;
        cells.extend([Cell::Part(id, 0), Cell::Part(id, 1)]);
    }
    cells
}
