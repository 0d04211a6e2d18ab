//! Gives the linker the script of `cortex-m-rt`, and the memory of the board.

use std::path::Path;
use std::{env, fs};

fn main() {
    let board = if env::var_os("CARGO_FEATURE_EMULATED").is_some() { "emulated" } else { "stm32f405" };
    let output = env::var("OUT_DIR").expect("Cargo names a folder");
    let memory = format!("memory/{board}.x");
    fs::copy(&memory, Path::new(&output).join("memory.x")).expect("the memory of the board is stated");
    println!("cargo::rerun-if-changed={memory}");
    println!("cargo::rustc-link-search={output}");
    println!("cargo::rustc-link-arg-bins=-Tlink.x");
}
