//! Executes functions of WebAssembly on cells.
//!
//! Addresses, and what branches depend on, have to be numbers or addresses of regions: a term there
//! ends the execution, so that one execution is that of all operands, and neither a branch nor an
//! address depends on them.

mod body;
mod memory;
mod module;
mod scalar;
#[cfg(test)]
mod tests;
mod vector;
mod written;

use std::collections::HashMap;
use std::rc::Rc;

use wasmparser::{BinaryReader, FunctionBody, Operator, ValType};

use crate::cell::{self, Cell, ZERO};
use crate::execution::{Call, Execution, RETURN, Stop};
use crate::memory::{Memory, unknown};
use crate::term::{Lane, Operation, Terms};
use body::{Body, arity};
use module::Global;
pub use module::Module;

/// The bits of an address.
pub const POINTER_BITS: u8 = 32;
/// The largest number of calls that have not returned.
const LARGEST_DEPTH: usize = 1000;

/// A value on the stack, in a local or in a global.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Value {
    I32(Lane),
    I64(Lane),
    V128([Cell; 16]),
}

/// The end of a block that branches lead to.
struct Label {
    /// Where a branch goes on.
    target: usize,
    is_loop: bool,
    /// The values of a branch.
    count: usize,
    /// The values on the stack below the block's.
    height: usize,
}

/// A call that has not returned.
struct Frame<'a> {
    body: Rc<Body<'a>>,
    /// The place of the next instruction.
    next: usize,
    locals: Vec<Value>,
    labels: Vec<Label>,
    /// The values on the stack that belong to callers.
    height: usize,
}

/// Executes a function.
pub fn execute<'a>(terms: &mut Terms, memory: Memory<'a>, next: u32, call: &Call<'_>) -> Execution<'a> {
    let mut machine = Machine {
        terms,
        memory,
        executed: HashMap::new(),
        next,
        stack: Vec::new(),
        frames: Vec::new(),
        globals: Vec::new(),
        bodies: HashMap::new(),
    };
    let outcome = machine.call(call);
    Execution { memory: machine.memory, executed: machine.executed, called: Vec::new(), outcome }
}

/// The state of an instance of a module.
struct Machine<'a, 'b> {
    terms: &'b mut Terms,
    memory: Memory<'a>,
    executed: HashMap<u64, u32>,
    /// The number of the next unknown input.
    next: u32,
    stack: Vec<Value>,
    frames: Vec<Frame<'a>>,
    globals: Vec<Value>,
    bodies: HashMap<u32, Rc<Body<'a>>>,
}

impl<'a> Machine<'a, '_> {
    fn module(&self) -> Result<&'a Module, String> {
        self.memory.image.module.as_ref().ok_or_else(|| "no module of WebAssembly".into())
    }

    /// Calls a function and runs until it returns. The stack pointer has to be what it was.
    fn call(&mut self, call: &Call<'_>) -> Result<(), Stop> {
        let stop = |reason: String| Stop { address: RETURN, instruction: "the call".into(), reason };
        let before = self.start(call).map_err(stop)?;
        while let Some(frame) = self.frames.last_mut() {
            let body = Rc::clone(&frame.body);
            let Some((address, operator)) = body.code.get(frame.next) else {
                return Err(stop("code without an end".into()));
            };
            let place = frame.next;
            frame.next += 1;
            self.terms.address = *address;
            *self.executed.entry(*address).or_default() += 1;
            self.execute(&body, place, operator).map_err(|reason| Stop {
                address: *address,
                instruction: format!("{operator:?}"),
                reason,
            })?;
        }
        let after = &self.globals;
        if *after != before {
            return Err(Stop {
                address: RETURN,
                instruction: "the end".into(),
                reason: "the stack pointer is not what it was".into(),
            });
        }
        Ok(())
    }

    /// Sets globals and parameters, and returns the globals.
    fn start(&mut self, call: &Call<'_>) -> Result<Vec<Value>, String> {
        let module = self.module()?;
        let (region, top) = call.stack;
        for global in module.globals() {
            let value = match *global {
                Global::Number(value) => Value::I32(Lane::Number(value)),
                Global::StackPointer => Value::I32(self.terms.address(region, top)),
                Global::Unknown(of) => self.unknown(of)?,
            };
            self.globals.push(value);
        }
        let function = module.function_at(call.function).ok_or("no function starts there")?;
        let (_, signature) = module.signature_of(function).ok_or("a function without a type")?;
        if signature.params().len() != call.arguments.len() || !signature.results().is_empty() {
            return Err("a function of another type than its mark's".into());
        }
        for (&of, &argument) in signature.params().iter().zip(call.arguments) {
            if of != ValType::I32 {
                return Err("an argument that is no address".into());
            }
            self.stack.push(Value::I32(argument));
        }
        self.enter(function)?;
        Ok(self.globals.clone())
    }

    /// Returns a value of unknown content.
    fn unknown(&mut self, of: ValType) -> Result<Value, String> {
        let size = match of {
            ValType::I32 => 4,
            ValType::I64 => 8,
            // Of no use to a product: references and numbers with fractions.
            _ => return Ok(Value::I32(Lane::Number(0))),
        };
        let cells = unknown(self.terms, &mut self.next, size);
        let lane = cell::lane(self.terms, &cells);
        Ok(if of == ValType::I32 { Value::I32(lane) } else { Value::I64(lane) })
    }

    /// Starts a function, whose arguments are on the stack.
    fn enter(&mut self, function: u32) -> Result<(), String> {
        let module = self.module()?;
        if let Some(name) = module.import(function) {
            return Err(format!("a call of {name}, of another module"));
        }
        if self.frames.len() == LARGEST_DEPTH {
            return Err("calls that are nested too deeply".into());
        }
        let body = match self.bodies.get(&function) {
            Some(body) => Rc::clone(body),
            None => {
                let body = Rc::new(Body::of(module, function)?);
                self.bodies.insert(function, Rc::clone(&body));
                body
            }
        };
        let parameters = body.signature.params();
        let height = self.stack.len().checked_sub(parameters.len()).ok_or(EMPTY)?;
        let mut locals = self.stack.split_off(height);
        for (value, of) in locals.iter().zip(parameters) {
            let is_right = matches!(
                (value, of),
                (Value::I32(_), ValType::I32) | (Value::I64(_), ValType::I64) | (Value::V128(_), ValType::V128)
            );
            if !is_right {
                return Err(OTHER_TYPE.into());
            }
        }
        for of in &body.locals {
            locals.push(match of {
                ValType::I32 => Value::I32(Lane::Number(0)),
                ValType::I64 => Value::I64(Lane::Number(0)),
                ValType::V128 => Value::V128([ZERO; 16]),
                _ => return Err("a local of a type without a rule".into()),
            });
        }
        self.frames.push(Frame { body, next: 0, locals, labels: Vec::new(), height });
        Ok(())
    }

    fn frame(&mut self) -> Result<&mut Frame<'a>, String> {
        self.frames.last_mut().ok_or_else(|| "no call".into())
    }

    /// Ends the current call.
    fn leave(&mut self) -> Result<(), String> {
        let frame = self.frames.pop().ok_or("no call")?;
        self.unwind(frame.height, frame.body.signature.results().len())
    }

    /// Removes the values above a height but for the last ones.
    fn unwind(&mut self, height: usize, kept: usize) -> Result<(), String> {
        let last = self.stack.len().checked_sub(kept).filter(|&last| last >= height).ok_or(EMPTY)?;
        self.stack.drain(height..last);
        Ok(())
    }

    fn branch(&mut self, depth: u32) -> Result<(), String> {
        let frame = self.frame()?;
        let Some(place) = frame.labels.len().checked_sub(1 + depth as usize) else {
            return if depth as usize == frame.labels.len() {
                self.leave()
            } else {
                Err("a branch to no block".into())
            };
        };
        let Label { target, is_loop, count, height } = frame.labels[place];
        frame.labels.truncate(if is_loop { place + 1 } else { place });
        frame.next = target;
        self.unwind(height, count)
    }

    fn pop(&mut self) -> Result<Value, String> {
        self.stack.pop().ok_or_else(|| EMPTY.into())
    }

    fn pop_i32(&mut self) -> Result<Lane, String> {
        match self.pop()? {
            Value::I32(lane) => Ok(lane),
            _ => Err(OTHER_TYPE.into()),
        }
    }

    fn pop_i64(&mut self) -> Result<Lane, String> {
        match self.pop()? {
            Value::I64(lane) => Ok(lane),
            _ => Err(OTHER_TYPE.into()),
        }
    }

    fn pop_v128(&mut self) -> Result<[Cell; 16], String> {
        match self.pop()? {
            Value::V128(cells) => Ok(cells),
            _ => Err(OTHER_TYPE.into()),
        }
    }

    fn pop_number(&mut self, what: &str) -> Result<u64, String> {
        number(self.pop_i32()?, what)
    }

    /// Executes an instruction.
    fn execute(&mut self, body: &Body<'a>, place: usize, operator: &Operator<'a>) -> Result<(), String> {
        if self.execute_control(body, place, operator)?
            || self.execute_memory(operator)?
            || self.execute_scalar(operator)?
            || self.execute_vector(operator)?
        {
            return Ok(());
        }
        Err("an instruction without a rule".into())
    }

    /// Starts a block.
    fn open(&mut self, (parameters, count): (usize, usize), target: usize, is_loop: bool) -> Result<(), String> {
        let height = self.stack.len().checked_sub(parameters).ok_or(EMPTY)?;
        self.frame()?.labels.push(Label { target, is_loop, count: if is_loop { parameters } else { count }, height });
        Ok(())
    }

    /// Executes an instruction on control, locals or globals; returns false if it is none.
    fn execute_control(&mut self, body: &Body<'a>, place: usize, operator: &Operator<'a>) -> Result<bool, String> {
        use Operator::*;
        let module = self.module()?;
        match *operator {
            Nop => {}
            Unreachable => return Err("a failed assertion".into()),
            Block { blockty } => self.open(arity(module, blockty)?, body.ends[place] + 1, false)?,
            Loop { blockty } => self.open(arity(module, blockty)?, place + 1, true)?,
            If { blockty } => {
                let condition = self.pop_number("a branch")?;
                self.open(arity(module, blockty)?, body.ends[place] + 1, false)?;
                if condition == 0 {
                    // An `end` is executed, to close the block.
                    let other = body.elses[place];
                    self.frame()?.next = if matches!(body.code[other].1, Else) { other + 1 } else { other };
                }
            }
            Else => self.frame()?.next = body.ends[place],
            End => {
                if self.frame()?.labels.pop().is_none() {
                    self.leave()?;
                }
            }
            Br { relative_depth } => self.branch(relative_depth)?,
            BrIf { relative_depth } => {
                if self.pop_number("a branch")? != 0 {
                    self.branch(relative_depth)?;
                }
            }
            BrTable { ref targets } => {
                let index = self.pop_number("a branch")?;
                let target = usize::try_from(index).ok().and_then(|index| targets.targets().nth(index));
                let depth = target.transpose().map_err(|error| error.to_string())?;
                self.branch(depth.unwrap_or(targets.default()))?;
            }
            Return => self.leave()?,
            Call { function_index } => self.enter(function_index)?,
            CallIndirect { type_index, table_index } => {
                let index = self.pop_number("a call")?;
                if module.changed_tables.contains(&table_index) {
                    return Err("a call by a table that changes".into());
                }
                let function = module.element(table_index, index).ok_or("a call of no function")?;
                let (_, found) = module.signature_of(function).ok_or("a function without a type")?;
                if module.signature(type_index) != Some(found) {
                    return Err("a call of a function of another type".into());
                }
                self.enter(function)?;
            }
            Drop => drop(self.pop()?),
            LocalGet { local_index } => {
                let value = *self.frame()?.locals.get(local_index as usize).ok_or("no such local")?;
                self.stack.push(value);
            }
            LocalSet { local_index } | LocalTee { local_index } => {
                let value = self.pop()?;
                *self.frame()?.locals.get_mut(local_index as usize).ok_or("no such local")? = value;
                if matches!(operator, LocalTee { .. }) {
                    self.stack.push(value);
                }
            }
            GlobalGet { global_index } => {
                self.stack.push(*self.globals.get(global_index as usize).ok_or("no such global")?);
            }
            GlobalSet { global_index } => {
                let value = self.pop()?;
                if module.globals().get(global_index as usize) != Some(&Global::StackPointer) {
                    return Err("a write to a global".into());
                }
                self.globals[global_index as usize] = value;
            }
            Select | TypedSelect { .. } => {
                let condition = self.pop_i32()?;
                let (other, value) = (self.pop()?, self.pop()?);
                let selected = self.selected(condition, value, other)?;
                self.stack.push(selected);
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// Returns the first value if a condition is not 0, and the second one if it is.
    fn selected(&mut self, condition: Lane, value: Value, other: Value) -> Result<Value, String> {
        if let Lane::Number(condition) = condition {
            // Addresses are selected, too.
            return Ok(if condition != 0 { value } else { other });
        }
        let mask = self.mask_of(condition);
        let mut select = |bits, x, y| {
            let mask = self.terms.extend(mask, 32, bits);
            crate::lanes::select(self.terms, bits, mask, x, y)
        };
        match (value, other) {
            (Value::I32(x), Value::I32(y)) => Ok(Value::I32(select(32, x, y))),
            (Value::I64(x), Value::I64(y)) => Ok(Value::I64(select(64, x, y))),
            _ => Err("a selection of vectors that depends on an operand".into()),
        }
    }

    /// Returns the mask that is -1 if a condition is not 0, and 0 if it is.
    fn mask_of(&mut self, condition: Lane) -> Lane {
        if let Some((Operation::And, [mask, Lane::Number(1)])) = crate::lanes::operands_of(self.terms, condition)
            && is_mask(self.terms, mask, 32)
        {
            return mask;
        }
        let is_zero = self.terms.make(Operation::Equal, 32, condition, Lane::Number(0));
        self.terms.make(Operation::Xor, 32, is_zero, Lane::Number(0xffff_ffff))
    }
}

/// Returns true if a lane of w bits is 0 or -1 by its making.
fn is_mask(terms: &Terms, lane: Lane, bits: u8) -> bool {
    let ones = crate::term::word(u64::MAX, bits);
    match (lane, crate::lanes::operands_of(terms, lane)) {
        (Lane::Number(value), _) => value == 0 || value == ones,
        (_, Some((Operation::Greater | Operation::Equal, _))) => true,
        (_, Some((Operation::Xor, [x, Lane::Number(value)]))) => value == ones && is_mask(terms, x, bits),
        (_, Some((Operation::ShiftSigned, [_, Lane::Number(count)]))) => count == u64::from(bits) - 1,
        (_, Some((Operation::Extend(from), [x, _]))) => is_mask(terms, x, from),
        (_, Some((Operation::Extract, [Lane::Term(id), _]))) => is_mask(terms, Lane::Term(id), terms.get(id).bits),
        _ => false,
    }
}

const EMPTY: &str = "too few values on the stack";
const OTHER_TYPE: &str = "a value of another type";

/// Returns the number that a lane is.
fn number(lane: Lane, what: &str) -> Result<u64, String> {
    match lane {
        Lane::Number(number) => Ok(number),
        Lane::Term(_) => Err(format!("{what} that depends on an operand or on what is unknown")),
    }
}

/// Returns true if the body of a function has a product of vectors of 16-bit lanes.
pub fn has_products(code: &[u8]) -> bool {
    let reader = FunctionBody::new(BinaryReader::new(code, 0)).get_operators_reader();
    reader.is_ok_and(|reader| {
        reader.into_iter().map_while(Result::ok).any(|operator| {
            matches!(
                operator,
                Operator::I16x8Mul
                    | Operator::I16x8Q15MulrSatS
                    | Operator::I32x4DotI16x8S
                    | Operator::I32x4ExtMulLowI16x8S
                    | Operator::I32x4ExtMulHighI16x8S
                    | Operator::I32x4ExtMulLowI16x8U
                    | Operator::I32x4ExtMulHighI16x8U
            )
        })
    })
}
