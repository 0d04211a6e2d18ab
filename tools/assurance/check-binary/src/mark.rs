//! The marks of a program: where its functions are that multiply, and what they compute. The format
//! is that of the module `entry` of vectru-polymul.

use crate::image::Image;
use crate::ring::Ring;

/// The upper bits of the first word of a mark.
pub const MAGIC: u64 = u64::from_be_bytes(*b"\0vectru2");
/// The words of a mark.
const WORDS: usize = 15;

/// The kinds of marked functions, by what they compute.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    Product,
    ProductBySmall,
    Transform,
    ProductByPrepared,
    SumOfProducts,
    TransformBig,
    RowsByColumn,
}

impl Kind {
    /// Returns what the function computes, in words.
    pub fn name(self) -> &'static str {
        match self {
            Self::Product => "a b",
            Self::ProductBySmall => "a s, s small",
            Self::Transform | Self::TransformBig => "prepared a",
            Self::ProductByPrepared => "a b, b prepared",
            Self::SumOfProducts => "a b + c d, b and d prepared",
            Self::RowsByColumn => "1, l or l + 1 rows a_1 s_1 + ... + a_l s_l for l = 1 to 4, s small, a prepared",
        }
    }

    /// Returns whether the function is a product that takes prepared operands.
    pub fn takes_prepared_operands(self) -> bool {
        matches!(self, Self::ProductByPrepared | Self::SumOfProducts | Self::RowsByColumn)
    }
}

/// A marked function.
#[derive(Clone, Debug)]
pub struct Function {
    pub kind: Kind,
    pub address: u64,
    pub ring: Ring,
    /// The coefficients of a polynomial in memory.
    pub padded: usize,
    /// The bytes of a prepared operand.
    pub prepared: usize,
}

/// The marks of a program.
#[derive(Debug, Default)]
pub struct Marks {
    /// The addresses of the number of the chosen backend.
    pub chosen: Vec<u64>,
    /// The addresses of what the CPU is known to have.
    pub detected: Vec<u64>,
    /// The functions.
    pub functions: Vec<Function>,
}

impl Marks {
    /// Reads the marks.
    pub fn read(image: &Image) -> Result<Self, String> {
        let (start, bytes) = &image.marks;
        let words: Vec<u64> =
            bytes.chunks_exact(8).map(|word| u64::from_le_bytes(word.try_into().expect("eight bytes"))).collect();
        let mut marks = Self::default();
        for (at, &head) in words.iter().enumerate() {
            if head >> 8 != MAGIC {
                continue;
            }
            let ended = || format!("the mark at offset {} ends behind its section", 8 * at);
            let place = start + 8 * (at as u64 + 1);
            let address = image.marked(place, *words.get(at + 1).ok_or_else(ended)?, head as u8 > 1)?;
            let kind = match head as u8 {
                0 => {
                    marks.chosen.push(address);
                    continue;
                }
                1 => {
                    marks.detected.push(address);
                    continue;
                }
                2 => Kind::Product,
                3 => Kind::ProductBySmall,
                4 => Kind::Transform,
                5 => Kind::ProductByPrepared,
                6 => Kind::SumOfProducts,
                7 => Kind::TransformBig,
                8 => Kind::RowsByColumn,
                other => return Err(format!("a mark of unknown kind {other}")),
            };
            let word = words.get(at..at + WORDS).ok_or_else(ended)?;
            let pairs = [(word[4] as usize, word[5] as i64), (word[6] as usize, word[7] as i64)];
            let name = word[11..].iter().flat_map(|word| word.to_le_bytes()).take_while(|&byte| byte != 0);
            let ring = Ring {
                name: String::from_utf8_lossy(&name.collect::<Vec<_>>()).into_owned(),
                degree: word[2] as usize,
                modulus: word[3],
                tail: pairs.into_iter().filter(|pair| pair.1 != 0).collect(),
                small: word[8] as i64,
            };
            ring.check()?;
            let padded = word[9] as usize;
            let prepared = word[10] as usize;
            if padded < ring.degree || padded > 1 << 16 || prepared > 1 << 24 {
                return Err(format!("{}: sizes that do not fit the ring", ring.name));
            }
            marks.functions.push(Function { kind, address, ring, padded, prepared });
        }
        marks.functions.sort_by(|a, b| (&a.ring.name, a.kind, a.address).cmp(&(&b.ring.name, b.kind, b.address)));
        Ok(marks)
    }
}
