//! Translates the traced program block by block.
//!
//! A block is a sequence of instructions up to the next jump, call or return. Its translation has
//! the same instructions, and before each one that accesses memory it stores the registers that the
//! address is made of. The jump is not translated: [`Translator::follow`] computes where it goes. An
//! instruction of which more than addresses is recorded is a block of its own.

use iced_x86::{
    ConditionCode, Decoder, DecoderOptions, FlowControl, Instruction, InstructionInfo, InstructionInfoFactory,
    Mnemonic, OpAccess, OpKind, Register, UsedMemory,
};

use super::instructions;
use super::machine::{self, RSP, Registers};

/// The most instructions of a block.
const LONGEST: usize = 256;

/// A value that an address is made of: the slot where the block stores it, or none.
type Slot = Option<u16>;

/// An access to memory within a block.
pub struct Access {
    base: Slot,
    index: Slot,
    scale: u64,
    displacement: u64,
    /// The instruction that accesses memory.
    pub instruction: u64,
}

impl Access {
    /// Returns the address, after the block has run.
    pub fn address(&self) -> u64 {
        let slots = machine::slots();
        let value = |slot: Slot| slot.map_or(0, |slot| slots[slot as usize]);
        let index = value(self.index).wrapping_mul(self.scale);
        value(self.base).wrapping_add(index).wrapping_add(self.displacement)
    }
}

/// A translated block.
pub struct Block {
    /// The address of its first instruction.
    pub start: u64,
    /// The number of instructions, the jump at its end included.
    pub instructions: u64,
    /// The accesses whose addresses may differ from run to run. The stack pointer is compared at
    /// the end of a block, and stands for the accesses that it alone is the base of.
    pub accesses: Vec<Access>,
    /// The instruction of a block of its own.
    pub special: Option<Instruction>,
    code: *const u8,
    last: Instruction,
}

/// Translates blocks when the traced program first gets there.
pub struct Translator {
    /// For each byte of the program's code: the number of the block that starts there, plus one.
    starts: Vec<u32>,
    blocks: Vec<Block>,
    code: *mut u8,
    used: usize,
    /// The instructions that were translated, which are those that were executed, in no order.
    pub instructions: Vec<Instruction>,
}

/// Returns whether control goes to the next instruction.
fn is_plain(instruction: &Instruction) -> bool {
    instruction.flow_control() == FlowControl::Next || instruction.mnemonic() == Mnemonic::Syscall
}

impl Translator {
    /// Returns a translator that has translated nothing.
    ///
    /// # Errors
    ///
    /// Returns the error of the system if it denies memory for code.
    pub fn new() -> Result<Self, std::io::Error> {
        let program = machine::program();
        Ok(Self {
            starts: vec![0; (program.end - program.start) as usize],
            blocks: Vec::new(),
            code: machine::code_memory()?,
            used: 0,
            instructions: Vec::new(),
        })
    }

    /// Forgets all translations.
    pub fn clear(&mut self) {
        self.starts.fill(0);
        self.blocks.clear();
        self.instructions.clear();
        self.used = 0;
    }

    /// Returns the number of the block at an address, translated if it was not yet.
    pub fn block_at(&mut self, address: u64) -> usize {
        let program = machine::program();
        assert!(program.contains(&address), "expected an address of the program, found {address:#x}");
        let at = (address - program.start) as usize;
        if self.starts[at] == 0 {
            let block = self.translate(address);
            self.blocks.push(block);
            self.starts[at] = self.blocks.len() as u32;
        }
        self.starts[at] as usize - 1
    }

    /// Returns a block by its number.
    pub fn block(&self, number: usize) -> &Block {
        &self.blocks[number]
    }

    fn emit(&mut self, bytes: &[u8]) {
        assert!(self.used + bytes.len() + 64 <= machine::CODE, "the translated code fits");
        // SAFETY: the memory is for code, and no block runs.
        unsafe { self.code.add(self.used).copy_from(bytes.as_ptr(), bytes.len()) };
        self.used += bytes.len();
    }

    /// Returns the address of the next emitted byte.
    fn here(&self) -> u64 {
        self.code as u64 + self.used as u64
    }

    /// Emits a store of a general register to a slot.
    fn store(&mut self, number: usize, slot: u16) {
        let after = self.here() + 7;
        let distance = (machine::slots_address() + 8 * u64::from(slot)).wrapping_sub(after) as i64;
        let distance = i32::try_from(distance).expect("all of the program is within 2 GiB");
        let number = number as u8;
        self.emit(&[0x48 | number >> 3 << 2, 0x89, (number & 7) << 3 | 5]);
        self.emit(&distance.to_le_bytes());
    }

    /// Emits an instruction, which does the same at its new address.
    fn copy(&mut self, instruction: &Instruction, decoder: &Decoder) {
        // SAFETY: the instruction was decoded from there.
        let bytes = unsafe { std::slice::from_raw_parts(instruction.ip() as *const u8, instruction.len()) };
        let mut bytes = bytes.to_vec();
        if instruction.is_ip_rel_memory_operand() {
            let at = decoder.get_constant_offsets(instruction).displacement_offset();
            let after = self.here() + bytes.len() as u64;
            let distance = instruction.ip_rel_memory_address().wrapping_sub(after) as i64;
            let distance = i32::try_from(distance).expect("all of the program is within 2 GiB");
            bytes[at..at + 4].copy_from_slice(&distance.to_le_bytes());
        }
        self.emit(&bytes);
    }

    fn translate(&mut self, start: u64) -> Block {
        // SAFETY: the code of the program is readable; a few bytes behind its end are, too.
        let bytes = unsafe { std::slice::from_raw_parts(start as *const u8, 16 * LONGEST) };
        let mut decoder = Decoder::with_ip(64, bytes, start, DecoderOptions::NONE);
        let mut factory = InstructionInfoFactory::new();
        let code = self.here() as *const u8;
        let mut accesses = Vec::new();
        // The slots that hold the present values of registers, and the number of used slots.
        let (mut held, mut slots) = ([None; 16], 0);
        let mut count = 0;
        loop {
            let instruction = decoder.decode();
            assert!(!instruction.is_invalid(), "expected an instruction at {:#x}", instruction.ip());
            let special = instructions::is_special(&instruction);
            let mut last = instruction;
            let full = count == LONGEST - 1 || (special && count > 0);
            if full {
                // The block ends before this instruction.
                last = Instruction::default();
                last.set_next_ip(instruction.ip());
            } else {
                count += 1;
                self.instructions.push(instruction);
                let info = factory.info(&instruction);
                if !special {
                    for memory in accessed(info) {
                        let mut slot = |register: Register, this: &mut Self| -> Slot {
                            let number = machine::general_number(register)?;
                            if held[number].is_none() {
                                this.store(number, slots);
                                held[number] = Some(slots);
                                slots += 1;
                            }
                            held[number]
                        };
                        accesses.push(Access {
                            base: slot(memory.base(), self),
                            index: slot(memory.index(), self),
                            scale: memory.scale().into(),
                            displacement: memory.displacement(),
                            instruction: instruction.ip(),
                        });
                    }
                }
                for used in info.used_registers() {
                    let writes = !matches!(used.access(), OpAccess::Read | OpAccess::CondRead | OpAccess::None);
                    if let (true, Some(number)) = (writes, machine::general_number(used.register())) {
                        held[number] = None;
                    }
                }
                if is_plain(&instruction) {
                    self.copy(&instruction, &decoder);
                    if !special {
                        continue;
                    }
                    last = Instruction::default();
                    last.set_next_ip(instruction.next_ip());
                }
            }
            let distance = machine::leave_address().wrapping_sub(self.here() + 5) as i64;
            let distance = i32::try_from(distance).expect("all of the program is within 2 GiB");
            self.emit(&[0xe9]);
            self.emit(&distance.to_le_bytes());
            let special = (special && !full).then_some(instruction);
            return Block { start, instructions: count as u64, accesses, special, code, last };
        }
    }

    /// Runs a block, and returns the address of the next one.
    ///
    /// # Safety
    ///
    /// The traced program must have arrived at the start of the block.
    pub unsafe fn run(&self, number: usize) -> u64 {
        let block = &self.blocks[number];
        // SAFETY: by the promise of the caller.
        unsafe { machine::run_block(block.code) };
        // SAFETY: the instructions of the program access memory that it may access.
        unsafe { follow(&block.last) }
    }
}

/// Returns the accesses of an instruction whose addresses are recorded: not those that are fixed by
/// the stack pointer alone, or by nothing.
fn accessed(info: &InstructionInfo) -> impl Iterator<Item = &UsedMemory> {
    info.used_memory().iter().filter(|memory| {
        let fixed = |register: Register| !register.is_gpr() || register == Register::RSP;
        memory.access() != OpAccess::NoMemAccess && !(fixed(memory.base()) && fixed(memory.index()))
    })
}

/// Returns whether a condition holds for these flags.
fn holds(condition: ConditionCode, flags: u64) -> bool {
    let flag = |bit: u32| flags >> bit & 1 == 1;
    let (carry, parity, zero, sign, overflow) = (flag(0), flag(2), flag(6), flag(7), flag(11));
    match condition {
        ConditionCode::o => overflow,
        ConditionCode::no => !overflow,
        ConditionCode::b => carry,
        ConditionCode::ae => !carry,
        ConditionCode::e => zero,
        ConditionCode::ne => !zero,
        ConditionCode::be => carry || zero,
        ConditionCode::a => !carry && !zero,
        ConditionCode::s => sign,
        ConditionCode::ns => !sign,
        ConditionCode::p => parity,
        ConditionCode::np => !parity,
        ConditionCode::l => sign != overflow,
        ConditionCode::ge => sign == overflow,
        ConditionCode::le => zero || sign != overflow,
        ConditionCode::g => !zero && sign == overflow,
        ConditionCode::None => panic!("expected a condition"),
    }
}

/// Does what the instruction at the end of a block does: returns the address of the next block, and
/// changes the stack for a call or a return.
///
/// # Safety
///
/// The stack and the operand of the instruction must be memory of the traced program.
unsafe fn follow(last: &Instruction) -> u64 {
    let registers = Registers::current();
    if last.is_invalid() {
        return last.next_ip();
    }
    let operand = || match last.op0_kind() {
        OpKind::Register => registers.value(last.op0_register()),
        OpKind::Memory => {
            let address = last.virtual_address(0, 0, |register, _, _| Some(registers.value(register)));
            // SAFETY: by the promise of the caller.
            unsafe { (address.expect("registers are known") as *const u64).read_unaligned() }
        }
        _ => last.near_branch_target(),
    };
    match last.flow_control() {
        FlowControl::UnconditionalBranch | FlowControl::IndirectBranch => operand(),
        FlowControl::ConditionalBranch if last.is_jcc_short_or_near() => {
            match holds(last.condition_code(), registers.flags) {
                true => last.near_branch_target(),
                false => last.next_ip(),
            }
        }
        FlowControl::Call | FlowControl::IndirectCall => {
            let target = operand();
            registers.general[RSP] -= 8;
            // SAFETY: by the promise of the caller.
            unsafe { (registers.general[RSP] as *mut u64).write(last.next_ip()) };
            target
        }
        FlowControl::Return => {
            // SAFETY: by the promise of the caller.
            let target = unsafe { (registers.general[RSP] as *const u64).read() };
            registers.general[RSP] += 8;
            if last.op_count() == 1 {
                registers.general[RSP] += u64::from(last.immediate16());
            }
            target
        }
        other => panic!("expected a jump, a call or a return at {:#x}, found {other:?}", last.ip()),
    }
}
