//! Tells the crate which compiler builds it, for its reports.

use std::env;
use std::process::Command;

fn main() {
    let compiler = env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let version = Command::new(compiler).arg("--version").output().ok().and_then(|output| {
        let text = String::from_utf8(output.stdout).ok()?;
        Some(text.trim().to_owned())
    });
    println!("cargo::rustc-env=VECTRU_BENCH_RUSTC={}", version.unwrap_or_else(|| "an unknown rustc".into()));
    println!("cargo::rerun-if-changed=build.rs");
}
