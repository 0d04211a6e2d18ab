//! Encodings of instructions by their classes: bits that are given, and bits that may be any.

use yaxpeax_arm::armv8::a64::Instruction;

use crate::aarch64::decode;
use crate::tests::operands::Random;

/// The classes: 0 and 1 are given, letters are free, and d, n and m are numbers of registers.
/// Branches go over the next instruction, and offsets of addresses are small.
pub const CLASSES: [&str; 66] = [
    // Numbers and addresses.
    "oii10000iiiiiiiiiiiiiiiiiiiddddd",
    "sop100010hiiiiiiiiiiiinnnnnddddd",
    "soo100100irrrrrrssssssnnnnnddddd",
    "s00100100i00000isssss0nnnnnddddd",
    "soo100101hhiiiiiiiiiiiiiiiiddddd",
    "soo100110irrrrrrssssssnnnnnddddd",
    "000100110i0rrrrr0sssssnnnnnddddd",
    "100100111i0mmmmmssssssnnnnnddddd",
    "000100111i0mmmmm0sssssnnnnnddddd",
    // General registers.
    "s0011010110mmmmm0ooooonnnnnddddd",
    "s101101011000000000ooonnnnnddddd",
    "soo01010ttimmmmmiiiiiinnnnnddddd",
    "soo01010ttimmmmm0iiiiinnnnnddddd",
    "sop01011tt0mmmmmiiiiiinnnnnddddd",
    "sop01011001mmmmmoooiiinnnnnddddd",
    "sop11010000mmmmm000000nnnnnddddd",
    "sp111010010mmmmmcccc00nnnnn0zzzz",
    "sp111010010iiiiicccc10nnnnn0zzzz",
    "sp011010100mmmmmcccc0onnnnnddddd",
    "s0011011ooommmmmoaaaaannnnnddddd",
    // Branches.
    "o0010100000000000000000000000010",
    "0101010000000000000000000100cccc",
    "s011010o0000000000000000010ddddd",
    "b011011obbbbb00000000000010ddddd",
    "110101100oo11111000000nnnnn00000",
    "11010101000000110010ccccooo11111",
    // Loads and stores.
    "oo101v0ppliiiiiii22222nnnnnddddd",
    "oo101v0ppl0000iii22222nnnnnddddd",
    "ss111v00oo0iiiiiiiiippnnnnnddddd",
    "ss111v00oo1mmmmmoooi10nnnnnddddd",
    "ss111v01oo0000000iiiiinnnnnddddd",
    "0q0011000l000000ooooiinnnnnddddd",
    "0q0011001l0mmmmmooooiinnnnnddddd",
    "0q0011001l011111ooooiinnnnnddddd",
    "0q0011010lr00000oooiiinnnnnddddd",
    "0q0011011lrmmmmmoooiiinnnnnddddd",
    "0q0011011lr11111oooiiinnnnnddddd",
    // Vectors.
    "0q001110000mmmmm0lli00nnnnnddddd",
    "0q001110ss0mmmmm0ooo10nnnnnddddd",
    "0q101110000mmmmm0iiii0nnnnnddddd",
    "0qo01110000iiiii0jjjj1nnnnnddddd",
    "01011110000iiiii000001nnnnnddddd",
    "0qu01110ss1mmmmmooooo1nnnnnddddd",
    "01u11110ss1mmmmmooooo1nnnnnddddd",
    "0qu01110ss1mmmmmoooo00nnnnnddddd",
    "0qu01110ss100000oooo10nnnnnddddd",
    "0qu01110ss100001oooo10nnnnnddddd",
    "01u11110ss10000ooooo10nnnnnddddd",
    "0qu01110ss11000ooooo10nnnnnddddd",
    "01u11110ss11000ooooo10nnnnnddddd",
    "0qo0111100000iiicccci1iiiiiddddd",
    "0qu011110iiiiiiioooo01nnnnnddddd",
    "0qu011110iiiiiiioooo11nnnnnddddd",
    "0qu0111100001iiiooooo1nnnnnddddd",
    "0qu011110001iiiiooooo1nnnnnddddd",
    "0qu01111001iiiiiooooo1nnnnnddddd",
    "0qu0111101iiiiiiooooo1nnnnnddddd",
    "01u111110iiiiiiioooo01nnnnnddddd",
    "0qu01111sslmmmmmooooh0nnnnnddddd",
    "01u11111sslmmmmmooooh0nnnnnddddd",
    "0qu0111101lmmmmmooooh0nnnnnddddd",
    "s0011110tt1rrooo000000nnnnnddddd",
    "00011110tt100000010000nnnnnddddd",
    "0q101110ss100000oooo10nnnnnddddd",
    "0q001110ss1mmmmm1oooo1nnnnnddddd",
    "0q101110ss1mmmmm1oooo1nnnnnddddd",
];

/// Returns an encoding of a class, with these registers.
pub fn encoding(class: &str, registers: &[u32], random: &mut Random) -> u32 {
    let mut word = 0;
    for bit in class.chars() {
        word = word << 1
            | match bit {
                '0' => 0,
                '1' => 1,
                _ => random.next() as u32 & 1,
            };
    }
    for (register, at) in [('d', 0), ('n', 5), ('m', 16)] {
        if class.contains(&register.to_string().repeat(5)) {
            word = word & !(31 << at) | random.of(registers) << at;
        }
    }
    word
}

/// Returns the instruction that an encoding is.
pub fn instruction(word: u32) -> Option<Instruction> {
    decode(&word.to_le_bytes())
}
