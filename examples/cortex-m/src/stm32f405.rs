//! The board: an STM32F405, whose clock of 48 MHz for the generator (PLLQ) the program has set.

use core::ptr;

use crate::hardware::Registers;

/// Registers by their addresses: RCC_AHB2ENR, RNG_CR, RNG_SR and RNG_DR.
const CLOCKS: *mut u32 = 0x4002_3834 as *mut u32;
const CONTROL: *mut u32 = 0x5006_0800 as *mut u32;
const STATUS: *mut u32 = 0x5006_0804 as *mut u32;
const DATA: *const u32 = 0x5006_0808 as *const u32;

/// The peripheral RNG. There is one, so that a program makes one value of this type.
pub struct Peripheral;

impl Peripheral {
    /// Returns the peripheral with its clock.
    pub fn take() -> Self {
        // SAFETY: the register is one of this device, and no interrupt changes it.
        unsafe { ptr::write_volatile(CLOCKS, ptr::read_volatile(CLOCKS) | 1 << 6) };
        Self
    }
}

impl Registers for Peripheral {
    fn status(&mut self) -> u32 {
        // SAFETY: the register is one of this device.
        unsafe { ptr::read_volatile(STATUS) }
    }

    fn data(&mut self) -> u32 {
        // SAFETY: the register is one of this device.
        unsafe { ptr::read_volatile(DATA) }
    }

    fn restart(&mut self) {
        // SAFETY: the registers are those of this device, which this value alone uses.
        unsafe {
            ptr::write_volatile(STATUS, 0);
            ptr::write_volatile(CONTROL, 0);
            ptr::write_volatile(CONTROL, 1 << 2);
        }
    }
}

/// Ends the example: a product would use the secret, or report the error, and go on.
pub fn end(_: Result<(), &'static str>) -> ! {
    loop {
        cortex_m::asm::wfi();
    }
}
