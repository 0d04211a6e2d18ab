//! Searches for bytes with which the target `exchange` panics.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| vectru_inputs::run("exchange", bytes));
