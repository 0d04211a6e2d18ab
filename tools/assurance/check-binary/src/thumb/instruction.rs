//! Instructions: rows of the table that encodings match, and their fields.

use std::fmt;
use std::sync::LazyLock;

use super::Machine;
use super::table::TABLE;

/// Executes an instruction.
pub(super) type Rule = fn(&mut Machine<'_, '_>, &Instruction) -> Result<(), String>;

/// An instruction.
#[derive(Clone, Copy)]
pub(super) struct Instruction {
    pub name: &'static str,
    pub rule: Rule,
    /// The bytes.
    pub length: u64,
    word: u32,
    pub row: usize,
}

/// A row of the table: the bits that an encoding has, and the bits of fields.
struct Row {
    length: u64,
    mask: u32,
    bits: u32,
    /// The bits of each letter, the highest first.
    fields: [Vec<u8>; 26],
}

/// The rows, in their order.
static ROWS: LazyLock<Vec<Row>> = LazyLock::new(|| TABLE.iter().map(|row| Row::of(row.0)).collect());

impl Row {
    fn of(pattern: &str) -> Self {
        let bits: Vec<char> = pattern.chars().filter(|c| *c != ' ').collect();
        assert!(matches!(bits.len(), 16 | 32), "{pattern}");
        let mut row = Self { length: bits.len() as u64 / 8, mask: 0, bits: 0, fields: Default::default() };
        for (at, letter) in (0..bits.len() as u8).rev().zip(bits) {
            match letter {
                '0' | '1' => {
                    row.mask |= 1 << at;
                    row.bits |= u32::from(letter == '1') << at;
                }
                _ => row.fields[letter as usize - 'a' as usize].push(at),
            }
        }
        row
    }
}

/// Returns the bytes of the instruction that code starts with, by its first half word.
pub(super) fn length(code: &[u8]) -> usize {
    if code[1] >> 3 >= 0b11101 { 4 } else { 2 }
}

/// Returns the encoding that code starts with: its first half word is the upper one of two.
fn word(code: &[u8]) -> Option<u32> {
    let half = |at: usize| Some(u32::from(u16::from_le_bytes(*code.get(at..)?.first_chunk()?)));
    Some(if length(code.get(..2)?) == 4 { half(0)? << 16 | half(2)? } else { half(0)? })
}

/// Returns the encoding that code starts with, in hexadecimal digits.
pub(super) fn shown(code: &[u8]) -> String {
    word(code).map_or_else(|| "no instruction".into(), |word| format!("{word:#x}"))
}

impl Instruction {
    /// Returns the instruction that code starts with, by the first row that it matches.
    pub(super) fn of(code: &[u8]) -> Option<Self> {
        let (word, length) = (word(code)?, length(code) as u64);
        let row = ROWS.iter().position(|row| row.length == length && word & row.mask == row.bits)?;
        let (_, name, rule) = TABLE[row];
        Some(Self { name, rule, length, word, row })
    }

    /// Returns a field, by its letter.
    pub(super) fn field(&self, letter: char) -> u32 {
        let bits = &ROWS[self.row].fields[letter as usize - 'a' as usize];
        bits.iter().fold(0, |field, at| field << 1 | self.word >> at & 1)
    }

    /// Returns the bits of a field.
    pub(super) fn bits(&self, letter: char) -> u32 {
        ROWS[self.row].fields[letter as usize - 'a' as usize].len() as u32
    }
}

impl fmt::Display for Instruction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({:#x})", self.name, self.word)
    }
}
