//! Records the first trace of an operation, and compares the others with it.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use iced_x86::{Instruction, InstructionInfoFactory, OpAccess, Register};
use vectru_polymul::dispatch::Backend;

use super::instructions::{self, Timing};
use super::machine::{self, RSP, Registers};
use super::translator::Translator;
use crate::operations::Tracer;

/// What differs between two traces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// The instruction that comes next.
    Branch,
    /// An address.
    Address,
    /// An index of a gather or scatter, or the mask of an access.
    Index,
    /// An operand of an instruction whose time depends on its operands.
    Operand,
}

/// A difference between two traces of an operation.
pub struct Difference {
    /// What differs.
    pub kind: Kind,
    /// The operation, and the address of the instruction.
    pub operation: &'static str,
    pub instruction: u64,
}

/// The outcome of all traces of a set on a backend.
#[derive(Default)]
pub struct Outcome {
    /// The operations, traces and instructions.
    pub operations: BTreeSet<&'static str>,
    pub traces: u64,
    pub executed: u64,
    /// The first difference of each operation.
    pub differences: Vec<Difference>,
    /// The instructions outside of Intel's list that had different operands, by name.
    pub unlisted: BTreeMap<String, BTreeSet<u64>>,
    /// The executions of gathers and scatters, and of masked accesses.
    pub gathers: u64,
    pub masked: u64,
    /// The divisions that were executed, all with the same operands in all traces.
    pub divisions: BTreeSet<u64>,
}

/// What a word of a trace is: a block, or an address or a digest of indices with its instruction.
#[derive(Clone, Copy)]
enum Event {
    Block,
    Address(u64),
    Index(u64),
}

/// Traces operations. The first trace of each operation is recorded, and the others are compared
/// with it as they run.
pub struct Recorder {
    translator: Translator,
    operation: &'static str,
    /// The first trace of each operation, and of the one that runs.
    traces: HashMap<&'static str, Vec<u64>>,
    trace: Vec<u64>,
    at: usize,
    is_first: bool,
    /// The last block that began, and whether this trace has parted from the first.
    last: u64,
    has_left: bool,
    pub outcome: Outcome,
}

impl Recorder {
    /// Returns a recorder.
    ///
    /// # Errors
    ///
    /// Returns the error of the system if it denies memory for translated code.
    pub fn new() -> Result<Self, std::io::Error> {
        Ok(Self {
            translator: Translator::new()?,
            operation: "",
            traces: HashMap::new(),
            trace: Vec::new(),
            at: 0,
            is_first: true,
            last: 0,
            has_left: false,
            outcome: Outcome::default(),
        })
    }

    /// Ends the traces of a set, and returns their outcome.
    pub fn finish(&mut self) -> Outcome {
        self.traces.clear();
        std::mem::take(&mut self.outcome)
    }

    /// Returns the executed instructions that need features of the CPU which the backend does not
    /// ask for, with these features, and forgets all instructions.
    pub fn unasked_features(&mut self, backend: Backend) -> Vec<(u64, Vec<String>)> {
        let features = instructions::features_of(backend);
        let unasked = |instruction: &Instruction| {
            let missing = instructions::unasked(instruction, &features, || files(instruction.ip()));
            (!missing.is_empty()).then_some((instruction.ip(), missing))
        };
        let found = self.translator.instructions.iter().filter_map(unasked).collect();
        self.translator.clear();
        found
    }

    /// Records a word, or compares it and returns whether it differs. Nothing is compared after the
    /// trace has parted from the first.
    fn differs(&mut self, word: u64) -> bool {
        if self.is_first {
            self.trace.push(word);
            return false;
        }
        if self.has_left {
            return false;
        }
        self.at += 1;
        self.trace.get(self.at - 1) != Some(&word)
    }

    /// Records or compares an event. The traces part at a difference.
    fn event(&mut self, event: Event, word: u64) {
        if self.differs(word) {
            let (kind, instruction) = match event {
                Event::Block => (Kind::Branch, self.last),
                Event::Address(instruction) => (Kind::Address, instruction),
                Event::Index(instruction) => (Kind::Index, instruction),
            };
            self.has_left = true;
            self.difference(kind, instruction);
        }
    }

    fn difference(&mut self, kind: Kind, instruction: u64) {
        let operation = self.operation;
        if !self.outcome.differences.iter().any(|known| known.operation == operation && known.kind == kind) {
            self.outcome.differences.push(Difference { kind, operation, instruction });
        }
    }

    /// Records or compares the operands of an instruction. The trace goes on after a difference.
    fn operands(&mut self, instruction: &Instruction, word: u64) {
        if self.differs(word) {
            let name = instructions::name(instruction);
            if instructions::timing(instruction) == Timing::Variable || !instructions::is_accepted(&name) {
                self.difference(Kind::Operand, instruction.ip());
            }
            self.outcome.unlisted.entry(name).or_default().insert(instruction.ip());
        }
    }

    /// Records what an instruction of a block of its own is about to do.
    fn special(&mut self, instruction: &Instruction) {
        let registers = Registers::current();
        let is_masked = instructions::is_masked(instruction);
        let mut factory = InstructionInfoFactory::new();
        let info = factory.info(instruction);
        let mut operands = Vec::new();
        for memory in info.used_memory().iter().filter(|memory| memory.access() != OpAccess::NoMemAccess) {
            let is_vector = memory.index().is_vector_register();
            let index = if is_vector { 0 } else { registers.value(memory.index()) };
            let index = index.wrapping_mul(memory.scale().into());
            let address = registers.value(memory.base()).wrapping_add(index).wrapping_add(memory.displacement());
            self.event(Event::Address(instruction.ip()), address);
            if is_vector {
                self.outcome.gathers += 1;
                self.event(Event::Index(instruction.ip()), digest(&registers.bytes(memory.index())));
            }
            let is_read = !matches!(memory.access(), OpAccess::Write | OpAccess::CondWrite);
            let is_thread_local = matches!(memory.segment(), Register::FS | Register::GS);
            if is_read && !is_masked && !is_thread_local && !instruction.is_string_instruction() {
                let size = memory.memory_size().size();
                // SAFETY: the instruction is about to read these bytes.
                operands.extend_from_slice(unsafe { std::slice::from_raw_parts(address as *const u8, size) });
            }
        }
        if is_masked {
            self.outcome.masked += u64::from(!instruction.is_vsib());
            self.event(Event::Index(instruction.ip()), digest(&mask(registers, instruction)));
        }
        if instructions::timing(instruction) != Timing::Independent && !instruction.is_vsib() {
            for used in info.used_registers() {
                let is_read = !matches!(used.access(), OpAccess::Write | OpAccess::CondWrite | OpAccess::None);
                if is_read && used.register().full_register() != Register::RSP {
                    operands.extend(read(registers, used.register()));
                }
            }
            if instructions::name(instruction).contains("div") {
                self.outcome.divisions.insert(instruction.ip());
            }
            self.operands(instruction, digest(&operands));
        }
    }

    /// Records the end of a block, after it has run.
    fn block(&mut self, number: usize) {
        for at in 0..self.translator.block(number).accesses.len() {
            let access = &self.translator.block(number).accesses[at];
            let (instruction, address) = (access.instruction, access.address());
            self.event(Event::Address(instruction), address);
        }
        self.event(Event::Address(self.translator.block(number).start), Registers::current().general[RSP]);
    }

    /// Runs a function from its start to its end.
    fn run(&mut self, function: extern "C" fn(*mut ()), argument: *mut ()) {
        machine::prepare(argument);
        let mut next = function as *const () as u64;
        self.last = next;
        while next != machine::END {
            let number = self.translator.block_at(next);
            self.event(Event::Block, next);
            self.last = next;
            if let Some(instruction) = self.translator.block(number).special {
                self.special(&instruction);
            }
            self.outcome.executed += self.translator.block(number).instructions;
            // SAFETY: the traced program arrived there.
            next = unsafe { self.translator.run(number) };
            self.block(number);
        }
        // The number of blocks is the same.
        self.event(Event::Block, machine::END);
    }
}

/// Returns the bytes of the part of a register that an instruction reads.
fn read(registers: &Registers, register: Register) -> Vec<u8> {
    let mut bytes = registers.bytes(register);
    let high = matches!(register, Register::AH | Register::BH | Register::CH | Register::DH);
    bytes.drain(..usize::from(high).min(bytes.len()));
    bytes.truncate(register.size());
    bytes
}

/// Returns the mask of an access to memory: the bits of its lanes, or a vector of masks.
fn mask(registers: &Registers, instruction: &Instruction) -> Vec<u8> {
    if !instruction.has_op_mask() {
        // The second operand of a masked move, and the third of a gather of AVX2.
        let operand = if instruction.is_vsib() { instruction.op2_register() } else { instruction.op1_register() };
        return registers.bytes(operand);
    }
    let operands = [instruction.op0_register(), instruction.op1_register()];
    let vector = operands.into_iter().find(|register| register.is_vector_register()).unwrap_or(Register::ZMM0);
    let element = instruction.memory_size().element_size().max(1);
    let mut lanes = match instruction.memory_size().element_count() {
        0 | 1 => vector.size() / element,
        count => count,
    };
    if instruction.is_vsib() {
        lanes = lanes.min(instruction.memory_index().size() / if instruction.is_vsib64() { 8 } else { 4 });
    }
    let mut bits = [0; 8];
    bits.copy_from_slice(&registers.bytes(instruction.op_mask()));
    let unused = 64 - lanes.clamp(1, 64) as u32;
    (u64::from_le_bytes(bits) << unused).to_le_bytes().to_vec()
}

/// Returns a digest of bytes (FNV-1a), which a difference changes but for one case in 2^64.
fn digest(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |digest, &byte| (digest ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3))
}

impl Tracer for Recorder {
    #[inline(never)]
    fn trace<R>(&mut self, operation: &'static str, call: impl FnOnce() -> R) -> R {
        struct Call<F, R> {
            function: Option<F>,
            result: Option<R>,
        }
        extern "C" fn run<F: FnOnce() -> R, R>(argument: *mut ()) {
            // SAFETY: the argument is the structure below.
            let call = unsafe { &mut *argument.cast::<Call<F, R>>() };
            call.result = call.function.take().map(|function| function());
        }
        /// Returns the traced function of a call, whose types only the compiler can name.
        fn function<F: FnOnce() -> R, R>(_: &Call<F, R>) -> extern "C" fn(*mut ()) {
            run::<F, R>
        }
        let mut call = Call { function: Some(call), result: None };
        self.is_first = self.outcome.operations.insert(operation);
        self.operation = operation;
        self.trace = self.traces.remove(operation).unwrap_or_default();
        (self.at, self.has_left) = (0, false);
        let function = function(&call);
        self.run(function, (&raw mut call).cast());
        self.traces.insert(operation, std::mem::take(&mut self.trace));
        self.outcome.traces += 1;
        call.result.expect("the call has returned")
    }
}

/// Returns the source files of the function that contains an instruction, and of those that are
/// inlined there. Functions without debug information, those of the C library, have none.
fn files(address: u64) -> Vec<String> {
    let mut files = Vec::new();
    backtrace::resolve(address as *mut _, |symbol| {
        files.extend(symbol.filename().map(|file| file.to_string_lossy().into_owned()));
    });
    files
}

/// Returns the place of an instruction in the sources: the innermost function with its line, and
/// the function that it is inlined to.
pub fn place(address: u64) -> String {
    let mut frames = Vec::new();
    backtrace::resolve(address as *mut _, |symbol| {
        let name = symbol.name().map_or(String::new(), |name| format!("{name:#}"));
        let file = symbol.filename().and_then(|file| file.file_name()).map(|file| file.to_string_lossy().into_owned());
        frames.push(format!("{name} ({}:{})", file.unwrap_or_default(), symbol.lineno().unwrap_or(0)));
    });
    let offset = address - machine::program().start;
    match frames.as_slice() {
        [] => format!("{offset:#x}"),
        [one] => format!("{offset:#x} {one}"),
        [first, .., last] => format!("{offset:#x} {first} in {last}"),
    }
}
