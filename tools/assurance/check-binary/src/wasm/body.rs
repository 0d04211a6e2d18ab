//! The body of a function: its instructions, and where its blocks end.

use wasmparser::{BinaryReader, BlockType, FuncType, FunctionBody, Operator, ValType};

use super::module::Module;

/// A body.
pub struct Body<'a> {
    /// The type of the function.
    pub signature: &'a FuncType,
    /// The types of locals behind the parameters.
    pub locals: Vec<ValType>,
    /// The instructions, and their addresses.
    pub code: Vec<(u64, Operator<'a>)>,
    /// For the start of a block, and for an `else`, the place of its `end`.
    pub ends: Vec<usize>,
    /// For an `if`, the place of its `else`, or else of its `end`.
    pub elses: Vec<usize>,
}

/// The largest number of locals.
const LARGEST_COUNT: usize = 50_000;

impl<'a> Body<'a> {
    /// Decodes the body of a function.
    pub fn of(module: &'a Module, function: u32) -> Result<Self, String> {
        let text = |error: wasmparser::BinaryReaderError| error.to_string();
        let (bytes, at) = module.body(function).ok_or("no code is there")?;
        let (_, signature) = module.signature_of(function).ok_or("a function without a type")?;
        let body = FunctionBody::new(BinaryReader::new(bytes, at as u64));
        let mut locals = Vec::new();
        for part in body.get_locals_reader().map_err(text)? {
            let (count, of) = part.map_err(text)?;
            if locals.len() + count as usize > LARGEST_COUNT {
                return Err("more locals than engines support".into());
            }
            locals.resize(locals.len() + count as usize, of);
        }
        let mut reader = body.get_operators_reader().map_err(text)?;
        let mut code = Vec::new();
        while !reader.eof() {
            let (operator, address) = reader.read_with_offset().map_err(text)?;
            code.push((address, operator));
        }
        let (mut ends, mut elses) = (vec![0; code.len()], vec![0; code.len()]);
        let mut open: Vec<(usize, Option<usize>)> = Vec::new();
        for (at, (_, operator)) in code.iter().enumerate() {
            match operator {
                Operator::Block { .. } | Operator::Loop { .. } | Operator::If { .. } => open.push((at, None)),
                Operator::Else => {
                    let block = open.last_mut().ok_or("an else without an if")?;
                    block.1 = Some(at);
                    elses[block.0] = at;
                }
                Operator::End => {
                    // The last one ends the function.
                    let Some((start, other)) = open.pop() else { continue };
                    ends[start] = at;
                    match other {
                        Some(other) => ends[other] = at,
                        None => elses[start] = at,
                    }
                }
                _ => {}
            }
        }
        Ok(Self { signature, locals, code, ends, elses })
    }
}

/// Returns the number of parameters of a block, and of its results.
pub fn arity(module: &Module, block: BlockType) -> Result<(usize, usize), String> {
    match block {
        BlockType::Empty => Ok((0, 0)),
        BlockType::Type(_) => Ok((0, 1)),
        BlockType::FuncType(index) => {
            let signature = module.signature(index).ok_or("a block without a type")?;
            Ok((signature.params().len(), signature.results().len()))
        }
    }
}
