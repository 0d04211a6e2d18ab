//! Which part of a module's memory is constant, and which tables are.
//!
//! WebAssembly protects no memory: any store may write any address. Linkers put read-only data
//! first, then the initial content of what is written. Code names what it writes by its address, as
//! a number or as the offset of a store, so all data below the lowest address that a store of the
//! module names is taken as constant. That no store reaches it through a pointer is assumed: the
//! language forbids it, in code that is safe.

use std::collections::BTreeSet;

use wasmparser::{
    BinaryReader, BlockType, ContType, FrameKind, FuncType, ModuleArity, Operator, OperatorsReader, RefType, SubType,
};

use super::module::Module;

/// The numbers of operands and results of operators that need the module to say.
struct Arity;

impl ModuleArity for Arity {
    fn sub_type_at(&self, _: u32) -> Option<&SubType> {
        None
    }

    fn tag_type_arity(&self, _: u32) -> Option<(u32, u32)> {
        None
    }

    fn type_index_of_function(&self, _: u32) -> Option<u32> {
        None
    }

    fn func_type_of_cont_type(&self, _: &ContType) -> Option<&FuncType> {
        None
    }

    fn sub_type_of_ref_type(&self, _: &RefType) -> Option<&SubType> {
        None
    }

    fn control_stack_height(&self) -> u32 {
        0
    }

    fn label_block(&self, _: u32) -> Option<(BlockType, FrameKind)> {
        None
    }
}

/// Returns the number of operands of an operator and of its results, or nothing where code goes on
/// elsewhere.
fn arity(module: &Module, operator: &Operator<'_>) -> Option<(usize, usize)> {
    let of = |index| {
        let signature = module.signature(index)?;
        Some((signature.params().len(), signature.results().len()))
    };
    match *operator {
        Operator::Call { function_index } => of(module.signature_of(function_index)?.0),
        Operator::CallIndirect { type_index, .. } => of(type_index).map(|(operands, results)| (operands + 1, results)),
        _ => operator.operator_arity(&Arity).map(|(operands, results)| (operands as usize, results as usize)),
    }
}

/// Returns the place of the address among the operands that an operator writes to, from the last
/// one back, and the offset that it adds.
fn store(operator: &Operator<'_>) -> Option<(usize, u64)> {
    use Operator::*;
    match operator {
        I32Store { memarg }
        | I64Store { memarg }
        | F32Store { memarg }
        | F64Store { memarg }
        | I32Store8 { memarg }
        | I32Store16 { memarg }
        | I64Store8 { memarg }
        | I64Store16 { memarg }
        | I64Store32 { memarg }
        | V128Store { memarg }
        | V128Store8Lane { memarg, .. }
        | V128Store16Lane { memarg, .. }
        | V128Store32Lane { memarg, .. }
        | V128Store64Lane { memarg, .. } => Some((2, memarg.offset)),
        MemoryCopy { .. } | MemoryFill { .. } | MemoryInit { .. } => Some((3, 0)),
        _ => None,
    }
}

/// Returns the table that an operator writes.
fn table(operator: &Operator<'_>) -> Option<u32> {
    use Operator::*;
    match *operator {
        TableSet { table } | TableFill { table } | TableGrow { table } | TableInit { table, .. } => Some(table),
        TableCopy { dst_table, .. } => Some(dst_table),
        _ => None,
    }
}

/// The memory and the tables that the code of a module writes.
#[derive(Default)]
pub struct Written {
    /// The lowest address that a store names.
    pub first: Option<usize>,
    /// The tables.
    pub tables: BTreeSet<u32>,
}

/// Returns what a module writes, with addresses from `low` on.
pub fn find(module: &Module, low: usize) -> Result<Written, String> {
    let mut written = Written::default();
    for function in module.defined() {
        let (body, at) = module.body(function).ok_or("a function without a body")?;
        let text = |error: wasmparser::BinaryReaderError| error.to_string();
        let body = wasmparser::FunctionBody::new(BinaryReader::new(body, at as u64));
        let mut reader: OperatorsReader<'_> = body.get_operators_reader().map_err(text)?;
        // The numbers on the stack; what is below them is not known.
        let mut stack: Vec<Option<u32>> = Vec::new();
        while !reader.eof() {
            let operator = reader.read().map_err(text)?;
            written.tables.extend(table(&operator));
            if let Some((place, offset)) = store(&operator) {
                let base = stack.len().checked_sub(place).and_then(|at| stack[at]).unwrap_or(0);
                let address = usize::try_from(u64::from(base) + offset).unwrap_or(usize::MAX);
                if address >= low {
                    written.first = Some(written.first.map_or(address, |first| first.min(address)));
                }
            }
            match (&operator, arity(module, &operator)) {
                (Operator::I32Const { value }, _) => stack.push(Some(*value as u32)),
                (Operator::LocalTee { .. }, _) => {}
                (Operator::Block { .. } | Operator::Loop { .. } | Operator::If { .. } | Operator::Else, _)
                | (Operator::End | Operator::Br { .. } | Operator::BrTable { .. }, _)
                | (Operator::BrIf { .. } | Operator::Return | Operator::Unreachable, _)
                | (_, None) => stack.clear(),
                (_, Some((operands, results))) => {
                    stack.truncate(stack.len().saturating_sub(operands));
                    stack.resize(stack.len() + results, None);
                }
            }
        }
    }
    Ok(written)
}
