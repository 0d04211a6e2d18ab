//! Searches for bytes with which the target `multiply` panics.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| vectru_inputs::run("multiply", bytes));
