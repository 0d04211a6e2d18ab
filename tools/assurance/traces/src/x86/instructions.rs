//! What is known about instructions: whose time may depend on their operands, and which features of
//! the CPU they need.

use iced_x86::{CpuidFeature, FlowControl, Instruction, Mnemonic, OpKind};
use vectru_polymul::dispatch::Backend;

/// What Intel's documentation says about the time of an instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Timing {
    /// It is on Intel's list of data operand independent timing instructions, or it only decides
    /// where the program goes on, which is compared by itself.
    Independent,
    /// It is not known to be on the list, and moves or combines bits in a fixed way.
    Unlisted,
    /// Its time depends on its operands on some CPUs.
    Variable,
}

/// Mnemonics on Intel's list, "Data Operand Independent Timing Instructions": those that the
/// mechanisms execute. A mnemonic stands for its form with the prefix V, too.
const LISTED: &[&str] = &[
    // General registers.
    "adc",
    "adcx",
    "add",
    "adox",
    "and",
    "andn",
    "bswap",
    "bt",
    "btc",
    "btr",
    "bts",
    "cmp",
    "dec",
    "imul",
    "inc",
    "lea",
    "mov",
    "movd",
    "movq",
    "movsx",
    "movsxd",
    "movzx",
    "mul",
    "mulx",
    "neg",
    "not",
    "or",
    "rol",
    "ror",
    "rorx",
    "sar",
    "sbb",
    "shl",
    "shld",
    "shlx",
    "shr",
    "shrd",
    "shrx",
    "sub",
    "test",
    "xor",
    // Vectors.
    "aesdec",
    "aesdeclast",
    "aesenc",
    "aesenclast",
    "aesimc",
    "aeskeygenassist",
    "broadcasti128",
    "extracti128",
    "inserti128",
    "movdqa",
    "movdqu",
    "movshdup",
    "movsldup",
    "pabsb",
    "pabsd",
    "pabsw",
    "packssdw",
    "packsswb",
    "packusdw",
    "packuswb",
    "paddb",
    "paddd",
    "paddq",
    "paddw",
    "palignr",
    "pand",
    "pandn",
    "pavgb",
    "pavgw",
    "pblendd",
    "pblendvb",
    "pblendw",
    "pbroadcastb",
    "pbroadcastd",
    "pbroadcastq",
    "pbroadcastw",
    "pclmulqdq",
    "pcmpeqb",
    "pcmpeqd",
    "pcmpeqq",
    "pcmpeqw",
    "pcmpgtb",
    "pcmpgtd",
    "pcmpgtq",
    "pcmpgtw",
    "perm2i128",
    "permd",
    "permq",
    "pextrb",
    "pextrd",
    "pextrq",
    "pextrw",
    "pinsrb",
    "pinsrd",
    "pinsrq",
    "pinsrw",
    "pmaddubsw",
    "pmaddwd",
    "pmaxsb",
    "pmaxsw",
    "pmaxub",
    "pmaxud",
    "pmaxuw",
    "pminsb",
    "pminsw",
    "pminub",
    "pminud",
    "pminuw",
    "pmovmskb",
    "pmovsxbd",
    "pmovsxbq",
    "pmovsxbw",
    "pmovsxdq",
    "pmovsxwd",
    "pmovsxwq",
    "pmovzxbd",
    "pmovzxbq",
    "pmovzxbw",
    "pmovzxdq",
    "pmovzxwd",
    "pmovzxwq",
    "pmuldq",
    "pmulhrsw",
    "pmulhuw",
    "pmulhw",
    "pmulld",
    "pmullw",
    "pmuludq",
    "por",
    "pshufb",
    "pshufd",
    "pshufhw",
    "pshuflw",
    "psignb",
    "psignd",
    "psignw",
    "pslld",
    "pslldq",
    "psllq",
    "psllvd",
    "psllvq",
    "psllw",
    "psrad",
    "psraw",
    "psrld",
    "psrldq",
    "psrlq",
    "psrlvd",
    "psrlvq",
    "psrlw",
    "psubb",
    "psubd",
    "psubq",
    "psubw",
    "ptest",
    "punpckhbw",
    "punpckhdq",
    "punpckhqdq",
    "punpckhwd",
    "punpcklbw",
    "punpckldq",
    "punpcklqdq",
    "punpcklwd",
    "pxor",
    "sha256msg1",
    "sha256msg2",
    "sha256rnds2",
];

/// Beginnings of mnemonics that the mechanisms may execute with secret operands although Intel's
/// list is not known to have them. A mnemonic stands for its form with the prefix V, too. No
/// measurement is known in which their time depends on the values of their operands.
const ACCEPTED: &[&str] = &[
    // They move a whole register, to memory or from there.
    "movap",
    "movup",
    "movs",
    "movlp",
    "movhp",
    "movlh",
    "movhl",
    "push",
    "pop",
    "xchg",
    // They move lanes, by constants or by indices into registers.
    "align",
    "broadcast",
    "extract",
    "insert",
    "perm",
    "pblendm",
    "pperm",
    "shuf",
    "unpck",
    "blend",
    // They widen or narrow lanes, or sign-extend an accumulator.
    "pmov",
    "cbw",
    "cwd",
    "cdq",
    "cqo",
    // They work on each bit, or on each lane.
    "btc",
    "andp",
    "andnp",
    "orp",
    "xorp",
    "ptern",
    "prol",
    "pror",
    "psllv",
    "psrlv",
    "psrav",
    "pshld",
    "pshrd",
    "psra",
    "paddus",
    "psubus",
    "padds",
    "psubs",
    "pabs",
    "pmax",
    "pmin",
    "pcmp",
    "ptestm",
    "ptestnm",
    "pdpwssd",
    // They work on the registers of masks.
    "kmov",
    "kxnor",
    "kxor",
    "kand",
    "kor",
    "knot",
    "kshift",
    "kunpck",
    "kadd",
];

/// Beginnings of mnemonics whose time depends on operands on some CPUs: divisions and square roots;
/// floating-point arithmetic, which is slow for denormal numbers; parallel extraction and deposit of
/// bits, which Zen 1 and 2 do bit by bit; strings, whose lengths are in registers.
const VARIABLE: &[&str] = &[
    "div",
    "idiv",
    "vdiv",
    "sqrt",
    "vsqrt",
    "rsqrt",
    "vrsqrt",
    "rcp",
    "vrcp",
    "addp",
    "adds",
    "vaddp",
    "vadds",
    "subp",
    "subs",
    "vsubp",
    "vsubs",
    "mulp",
    "muls",
    "vmulp",
    "vmuls",
    "vfm",
    "vfn",
    "cvt",
    "vcvt",
    "pext",
    "pdep",
    "rep",
    "f",
    "rdrand",
    "rdseed",
    "vpcompress",
    "vpexpand",
    "vp2intersect",
    "vpconflict",
];

/// Returns the mnemonic in lower case.
pub fn name(instruction: &Instruction) -> String {
    format!("{:?}", instruction.mnemonic()).to_lowercase()
}

/// Returns whether the mnemonic is in a list, by itself or without its prefix V.
fn is_among(name: &str, list: &[&str]) -> bool {
    list.contains(&name) || name.strip_prefix('v').is_some_and(|name| list.contains(&name))
}

/// Returns whether an instruction outside of Intel's list may have secret operands.
pub fn is_accepted(name: &str) -> bool {
    let starts = |name: &str| ACCEPTED.iter().any(|start| name.starts_with(start));
    starts(name) || name.strip_prefix('v').is_some_and(starts)
}

/// Returns what is known about the time of an instruction.
pub fn timing(instruction: &Instruction) -> Timing {
    let name = name(instruction);
    // A vector extracted from or inserted to memory in words: `pextrw` begins as `pext` does.
    let is_word = name.trim_start_matches('v').starts_with("pextr");
    if instruction.flow_control() != FlowControl::Next || matches!(name.as_str(), "nop" | "endbr64" | "vzeroupper") {
        Timing::Independent
    } else if is_string(instruction) {
        Timing::Variable
    } else if is_among(&name, LISTED) || name.starts_with("cmov") || name.starts_with("set") {
        Timing::Independent
    } else if !is_word && VARIABLE.iter().any(|start| name.starts_with(start)) {
        Timing::Variable
    } else {
        // AVX-512 has forms of listed instructions for lanes of other sizes, such as vmovdqu8.
        let base = name.trim_end_matches(|c: char| c.is_ascii_digit());
        let is_lane_form = ["vmovdqu", "vmovdqa"].contains(&base);
        let logical =
            name.strip_suffix(['d', 'q']).is_some_and(|name| ["vpand", "vpandn", "vpor", "vpxor"].contains(&name));
        if is_lane_form || logical { Timing::Independent } else { Timing::Unlisted }
    }
}

/// Returns whether the instruction repeats itself for a length in a register.
fn is_string(instruction: &Instruction) -> bool {
    instruction.is_string_instruction() && (instruction.has_rep_prefix() || instruction.has_repne_prefix())
}

/// Returns whether the instruction accesses memory where a mask or a vector of indices says.
pub fn is_masked(instruction: &Instruction) -> bool {
    let memory = (0..instruction.op_count()).any(|k| instruction.op_kind(k) == OpKind::Memory);
    let by_vector = matches!(
        instruction.mnemonic(),
        Mnemonic::Vpmaskmovd | Mnemonic::Vpmaskmovq | Mnemonic::Vmaskmovps | Mnemonic::Vmaskmovpd
    );
    instruction.is_vsib() || (memory && (instruction.has_op_mask() || by_vector))
}

/// Returns whether more than the addresses of an instruction are recorded.
pub fn is_special(instruction: &Instruction) -> bool {
    is_masked(instruction) || timing(instruction) != Timing::Independent
}

/// The sources of the vector backends, whose attributes name the features that they need.
const SOURCES: [(Backend, &str); 2] = [
    (Backend::Avx2, include_str!("../../../../../crates/polymul/src/simd/avx2.rs")),
    (Backend::Avx512, include_str!("../../../../../crates/polymul/src/simd/avx512.rs")),
];

/// Returns the features of the CPU that a backend asks for, in Rust's names, and those that they
/// imply.
pub fn features_of(backend: Backend) -> Vec<String> {
    let source = SOURCES.iter().find(|(of, _)| *of == backend).map_or("", |(_, source)| source);
    let attributes = source.split("target_feature(enable = \"").skip(1).filter_map(|rest| rest.split('"').next());
    let mut features: Vec<String> = attributes.flat_map(|list| list.split(',')).map(str::to_string).collect();
    features.sort();
    features.dedup();
    if features.iter().any(|feature| feature == "avx2") {
        features.extend(["avx", "sse3", "ssse3", "sse4_1", "sse4_2"].map(str::to_string));
    }
    features
}

/// Crates that ask the CPU by themselves before they execute instructions of these features.
const DETECTING: &[(&str, &[&str])] = &[
    ("/sha2-", &["avx", "avx2", "bmi1", "bmi2", "sha", "sha512", "sse3", "sse4_1", "ssse3"]),
    ("/aes-", &["aes", "avx", "avx512f", "vaes"]),
    ("/cpufeatures-", &["xsave"]),
];

/// Returns whether a program for any x86-64 CPU may have an instruction of this feature.
fn is_baseline(feature: CpuidFeature) -> bool {
    use CpuidFeature as F;
    matches!(
        feature,
        F::INTEL8086
            | F::INTEL186
            | F::INTEL286
            | F::INTEL386
            | F::INTEL486
            | F::X64
            | F::CMOV
            | F::SSE
            | F::SSE2
            | F::FXSR
            | F::CX8
            | F::CPUID
            | F::MULTIBYTENOP
            | F::PAUSE
            | F::CET_IBT
            | F::FPU
            | F::FPU287
            | F::FPU387
            | F::SYSCALL
    )
}

/// Returns Rust's name of a feature.
fn rust_name(feature: CpuidFeature) -> String {
    let name = format!("{feature:?}").to_lowercase();
    match name.as_str() {
        "avx512_vnni" => "avx512vnni".into(),
        "sse4_a" => "sse4a".into(),
        _ => name,
    }
}

/// Returns the features that an instruction needs and that nobody asks the CPU for: not the backend,
/// and not the crate among whose source files it is. The C library asks by itself, and has no files.
pub fn unasked(instruction: &Instruction, features: &[String], files: impl FnOnce() -> Vec<String>) -> Vec<String> {
    let needed = instruction.cpuid_features().iter().filter(|&&feature| !is_baseline(feature)).map(|&f| rust_name(f));
    let missing: Vec<String> = needed.filter(|name| !features.contains(name)).collect();
    // Compilers write `tzcnt` where `bsf` would do: a CPU without it executes `bsf`, which does the
    // same for operands other than 0.
    if missing.is_empty() || instruction.mnemonic() == Mnemonic::Tzcnt {
        return Vec::new();
    }
    let files = files();
    let allowed = |name: &String| {
        DETECTING
            .iter()
            .any(|(of, allowed)| files.iter().any(|file| file.contains(of)) && allowed.contains(&name.as_str()))
    };
    if files.is_empty() { Vec::new() } else { missing.into_iter().filter(|name| !allowed(name)).collect() }
}
