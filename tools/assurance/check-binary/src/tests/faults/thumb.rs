//! Faults in the firmware of a Cortex-M4.

use super::{Fault, other_constant, rejected};
use crate::image::Image;
use crate::random::Random;
use crate::thumb::field_of_bit;

/// Plants a random fault in an executed instruction or a constant that was read: one bit is
/// another one.
fn fault(image: &Image, addresses: &[u64], constants: &[u64], random: &mut Random) -> Option<Fault> {
    if random.below(6) == 0 {
        return other_constant(image, constants, random);
    }
    let address = addresses[random.below(addresses.len() as u64) as usize];
    let bit = random.below(32) as usize;
    let (text, field) = field_of_bit(image.code(address)?, bit)?;
    let kind = match field {
        '0' | '1' => "opcode",
        'c' => "branch",
        'i' | 'j' | 'w' => "immediate",
        'r' => "list of registers",
        _ => "register",
    };
    let mut bytes = image.code(address)?[..4].to_vec();
    bytes[bit / 8] ^= 1 << (bit % 8);
    Some(Fault { kind, is_code: true, address, bytes, text })
}

#[test]
fn faults_in_firmware_are_rejected_or_change_nothing() {
    let Some(path) = std::env::var_os("FIRMWARE").filter(|path| !path.is_empty()) else {
        println!("no firmware: no fault in it is planted");
        return;
    };
    let image = Image::read(path.as_ref()).expect("firmware");
    assert!(rejected(image, 1, fault, "ntruhps2048677", 20) > 10);
}
