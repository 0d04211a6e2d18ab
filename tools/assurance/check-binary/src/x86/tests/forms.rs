//! Builds instructions of each code that the decoder knows, from the kinds of its operands.

use iced_x86::{
    Code, CpuidFeature, Decoder, DecoderOptions, Encoder, EncodingKind, FlowControl, Instruction, MemorySize,
    OpCodeInfo, OpCodeOperandKind, OpKind, Register,
};

use crate::tests::operands::{Random, lane};

/// Where an operand that may lie in memory lies.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Place {
    /// In a register.
    Register,
    /// In a region, at an address that is a multiple of 64.
    Aligned,
    /// In a region, at any address.
    Memory,
    /// In the constants of the program.
    Constant,
}

/// The operands that an instruction is built with.
#[derive(Clone, Debug)]
pub struct Shape {
    /// Where an operand lies that may lie in memory.
    pub place: Place,
    /// The mask, if there is one, and whether it zeroes.
    pub mask: Option<(u32, bool)>,
    /// True if the operand in memory is repeated.
    pub broadcast: bool,
    /// The general registers to use.
    pub general: Vec<u32>,
    /// The vector registers to use, of which those above 15 are of EVEX only.
    pub vectors: Vec<u32>,
    /// The mask registers to use.
    pub masks: Vec<u32>,
    /// The immediate operand of 8 bits, if it matters.
    pub immediate: Option<u8>,
}

/// The general registers but the stack pointer.
pub const GENERALS: [u32; 15] = [0, 1, 2, 3, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15];

impl Shape {
    /// Returns a shape with registers of which this many differ.
    pub fn new(place: Place, random: &mut Random, registers: usize) -> Self {
        let general = (0..registers).map(|_| random.of(&GENERALS)).collect();
        let vectors = (0..registers).flat_map(|_| [random.below(16) as u32, random.below(32) as u32]);
        let vectors = vectors.take(if registers == 1 { 1 } else { 2 * registers }).collect();
        let masks = (0..registers).map(|_| random.below(8) as u32).collect();
        Self { place, mask: None, broadcast: false, general, vectors, masks, immediate: None }
    }
}

/// Returns true if an instruction cannot be run between two states, by its properties: it jumps,
/// moves the stack pointer, is repeated by a prefix, or belongs to the operating system.
pub fn is_left_out(code: Code) -> bool {
    code.flow_control() != FlowControl::Next
        || code.is_stack_instruction()
        || code.is_string_instruction()
        || code.is_privileged()
}

/// Returns true if this CPU has the features that an instruction needs.
pub fn is_available(code: Code) -> bool {
    code.cpuid_features().iter().all(|feature| match feature {
        CpuidFeature::INTEL8086
        | CpuidFeature::INTEL186
        | CpuidFeature::INTEL286
        | CpuidFeature::INTEL386
        | CpuidFeature::INTEL486
        | CpuidFeature::X64
        | CpuidFeature::CMOV
        | CpuidFeature::MULTIBYTENOP
        | CpuidFeature::SSE
        | CpuidFeature::SSE2
        | CpuidFeature::CET_IBT => true,
        CpuidFeature::SSE3 => is_x86_feature_detected!("sse3"),
        CpuidFeature::SSSE3 => is_x86_feature_detected!("ssse3"),
        CpuidFeature::SSE4_1 => is_x86_feature_detected!("sse4.1"),
        CpuidFeature::SSE4_2 => is_x86_feature_detected!("sse4.2"),
        CpuidFeature::SSE4A => is_x86_feature_detected!("sse4a"),
        CpuidFeature::BMI1 => is_x86_feature_detected!("bmi1"),
        CpuidFeature::BMI2 => is_x86_feature_detected!("bmi2"),
        CpuidFeature::AVX => is_x86_feature_detected!("avx"),
        CpuidFeature::AVX2 => is_x86_feature_detected!("avx2"),
        CpuidFeature::AVX512F => is_x86_feature_detected!("avx512f"),
        CpuidFeature::AVX512VL => is_x86_feature_detected!("avx512vl"),
        CpuidFeature::AVX512BW => is_x86_feature_detected!("avx512bw"),
        CpuidFeature::AVX512DQ => is_x86_feature_detected!("avx512dq"),
        CpuidFeature::AVX512_VBMI => is_x86_feature_detected!("avx512vbmi"),
        CpuidFeature::AVX512_FP16 => is_x86_feature_detected!("avx512fp16"),
        CpuidFeature::AVX512_VNNI => is_x86_feature_detected!("avx512vnni"),
        CpuidFeature::AVX_VNNI => is_x86_feature_detected!("avxvnni"),
        _ => false,
    })
}

/// The codes of 64-bit programs in the encodings that the executor knows.
pub fn codes() -> Vec<Code> {
    let is_ours = |code: &Code| {
        let info = code.op_code();
        info.is_instruction()
            && info.mode64()
            && matches!(info.encoding(), EncodingKind::Legacy | EncodingKind::VEX | EncodingKind::EVEX)
    };
    Code::values().filter(is_ours).collect()
}

/// The registers of a kind of operand, and whether memory may stand for them.
#[derive(Clone, Copy)]
enum Class {
    General(usize),
    Vector(Register),
    Mask,
    Fixed(Register),
}

fn class(kind: OpCodeOperandKind) -> Option<Class> {
    use Class::{Fixed, General, Mask, Vector};
    use OpCodeOperandKind::*;
    Some(match kind {
        r8_or_mem | r8_reg | r8_opcode => General(1),
        r16_or_mem | r16_reg | r16_reg_mem | r16_rm | r16_opcode => General(2),
        r32_or_mem | r32_reg | r32_reg_mem | r32_rm | r32_opcode | r32_vvvv => General(4),
        r64_or_mem | r64_reg | r64_reg_mem | r64_rm | r64_opcode | r64_vvvv => General(8),
        xmm_or_mem | xmm_reg | xmm_rm | xmm_vvvv | xmm_is4 => Vector(Register::XMM0),
        ymm_or_mem | ymm_reg | ymm_rm | ymm_vvvv | ymm_is4 => Vector(Register::YMM0),
        zmm_or_mem | zmm_reg | zmm_rm | zmm_vvvv => Vector(Register::ZMM0),
        mm_or_mem | mm_reg | mm_rm => Fixed(Register::MM1),
        k_or_mem | k_reg | k_rm | k_vvvv => Mask,
        al => Fixed(Register::AL),
        cl => Fixed(Register::CL),
        ax => Fixed(Register::AX),
        dx => Fixed(Register::DX),
        eax => Fixed(Register::EAX),
        rax => Fixed(Register::RAX),
        seg_reg => Fixed(Register::DS),
        _ => return Option::None,
    })
}

fn register(class: Class, shape: &Shape, is_evex: bool, random: &mut Random) -> Register {
    match class {
        Class::General(bytes) => {
            let number = random.of(&shape.general);
            match bytes {
                1 if number < 4 => Register::AL + number + if random.chance(40) { 4 } else { 0 },
                // The registers of high bytes lie before those of numbers 4 and more.
                1 => Register::AL + number + 4,
                2 => Register::AX + number,
                4 => Register::EAX + number,
                _ => Register::RAX + number,
            }
        }
        Class::Vector(first) => {
            let number = random.of(&shape.vectors);
            first + if is_evex { number } else { number % 16 }
        }
        Class::Mask => Register::K0 + random.of(&shape.masks),
        Class::Fixed(register) => register,
    }
}

fn may_be_memory(kind: OpCodeOperandKind) -> bool {
    use OpCodeOperandKind::*;
    matches!(
        kind,
        mem | mem_offs
            | r8_or_mem
            | r16_or_mem
            | r32_or_mem
            | r64_or_mem
            | xmm_or_mem
            | ymm_or_mem
            | zmm_or_mem
            | k_or_mem
            | mm_or_mem
    )
}

/// Sets an immediate operand, or returns nothing for a kind of another sort.
fn set_immediate(i: &mut Instruction, k: u32, kind: OpCodeOperandKind, value: u64) -> Option<()> {
    use OpCodeOperandKind::*;
    let (kind, value) = match kind {
        imm8 if k > 0 && i.op_kind(k - 1) == OpKind::Immediate8 => (OpKind::Immediate8_2nd, value >> 8 & 0xff),
        imm8 => (OpKind::Immediate8, value & 0xff),
        imm8_const_1 => (OpKind::Immediate8, 1),
        imm8sex16 => (OpKind::Immediate8to16, value as i8 as u64),
        imm8sex32 => (OpKind::Immediate8to32, value as i8 as u64),
        imm8sex64 => (OpKind::Immediate8to64, value as i8 as u64),
        imm16 => (OpKind::Immediate16, value & 0xffff),
        imm32 => (OpKind::Immediate32, value & 0xffff_ffff),
        imm32sex64 => (OpKind::Immediate32to64, value as i32 as u64),
        imm64 => (OpKind::Immediate64, value),
        _ => return Option::None,
    };
    i.set_op_kind(k, kind);
    i.set_immediate_u64(k, value);
    Some(())
}

fn set_address(i: &mut Instruction, kind: OpCodeOperandKind, shape: &Shape, constants: u64, random: &mut Random) {
    i.set_memory_displ_size(8);
    if kind == OpCodeOperandKind::mem_offs || shape.place == Place::Constant {
        let is_relative = kind != OpCodeOperandKind::mem_offs;
        i.set_memory_base(if is_relative { Register::RIP } else { Register::None });
        i.set_memory_displacement64(constants + 64 * random.below(32));
        return;
    }
    let base = random.of(&GENERALS);
    i.set_memory_base(Register::RAX + base);
    i.set_memory_displ_size(1);
    let displacement = if shape.place == Place::Aligned {
        random.of(&[0, 64, 128, -64])
    } else {
        let index = random.of(&GENERALS);
        if index != base && random.chance(50) {
            i.set_memory_index(Register::RAX + index);
            i.set_memory_index_scale(random.of(&[1, 2, 4, 8]));
        }
        random.below(192) as i64 - 64
    };
    i.set_memory_displacement64(displacement as u64);
}

/// Returns an instruction of a shape, if the code has such a form.
pub fn build(code: Code, shape: &Shape, constants: u64, random: &mut Random) -> Option<Instruction> {
    let info = code.op_code();
    let mut i = Instruction::default();
    i.set_code(code);
    let mut is_in_memory = false;
    let is_evex = info.encoding() == EncodingKind::EVEX;
    let immediate = shape.immediate.map_or_else(|| lane(random, random_width(random)), u64::from);
    for (k, &kind) in info.op_kinds().iter().enumerate() {
        let k = k as u32;
        let class = class(kind);
        if may_be_memory(kind) && (shape.place != Place::Register || kind == OpCodeOperandKind::mem_offs) {
            i.set_op_kind(k, OpKind::Memory);
            set_address(&mut i, kind, shape, constants, random);
            is_in_memory = true;
        } else if let Some(class) = class {
            i.set_op_kind(k, OpKind::Register);
            i.set_op_register(k, register(class, shape, is_evex, random));
        } else {
            set_immediate(&mut i, k, kind, immediate)?;
        }
    }
    if is_in_memory != (shape.place != Place::Register) && !info.op_kinds().contains(&OpCodeOperandKind::mem_offs) {
        return None;
    }
    set_evex(&mut i, info, shape, is_in_memory).then_some(i)
}

fn random_width(random: &Random) -> u64 {
    [8, 16, 32, 64][(random.state >> 60 & 3) as usize]
}

/// Sets the mask and the broadcast, and returns whether the code has them.
fn set_evex(i: &mut Instruction, info: &OpCodeInfo, shape: &Shape, is_in_memory: bool) -> bool {
    if let Some((mask, is_zeroing)) = shape.mask {
        if !info.can_use_op_mask_register() || is_zeroing && !info.can_use_zeroing_masking() {
            return false;
        }
        i.set_op_mask(Register::K0 + mask);
        i.set_zeroing_masking(is_zeroing);
    } else if info.require_op_mask_register() {
        return false;
    }
    if shape.broadcast {
        if !is_in_memory || !info.can_broadcast() {
            return false;
        }
        i.set_is_broadcast(true);
    }
    true
}

/// Returns true if an instruction of SSE accesses memory that has to be aligned.
pub fn needs_alignment(i: &Instruction) -> bool {
    i.encoding() == EncodingKind::Legacy
        && i.memory_size() != MemorySize::Unknown
        && i.memory_size().size() >= 16
        && (0..i.op_count()).any(|k| i.op_kind(k) == OpKind::Memory)
}

/// Returns the code of instructions at an address, and what a decoder makes of it, if each is what
/// was asked for.
pub fn assemble(instructions: &[Instruction], mut address: u64) -> Option<(Vec<u8>, Vec<Instruction>)> {
    let (mut code, mut decoded) = (Vec::new(), Vec::new());
    for instruction in instructions {
        let mut encoder = Encoder::new(64);
        encoder.encode(instruction, address).ok()?;
        let bytes = encoder.take_buffer();
        let result = Decoder::with_ip(64, &bytes, address, DecoderOptions::NONE).decode();
        if result.code() != instruction.code() || result.len() != bytes.len() {
            return None;
        }
        address += bytes.len() as u64;
        code.extend(bytes);
        decoded.push(result);
    }
    Some((code, decoded))
}
