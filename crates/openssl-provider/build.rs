//! Links the unwinder of panics, which is a part of libgcc, into the library. Otherwise it would
//! need `libgcc_s.so.1`, and not only the C library.

use std::env;
use std::path::Path;
use std::process::Command;

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    let is_linux =
        ["CARGO_CFG_TARGET_OS", "CARGO_CFG_TARGET_ENV"].map(env::var) == [Ok("linux".into()), Ok("gnu".into())];
    if is_linux && linker_has("libgcc_eh.a") {
        println!("cargo:rustc-link-lib=static:-bundle=gcc_eh");
        // The linker searches this archive once, before it meets the calls of Rust's own library.
        println!("cargo:rustc-link-arg-cdylib=-Wl,--undefined=_Unwind_Resume");
    }
}

/// Returns true if the linker, which is a C compiler, has this file. Zig's has an unwinder of its
/// own in place of libgcc, and names the file of another compiler.
fn linker_has(file: &str) -> bool {
    let linker = env::var("RUSTC_LINKER").unwrap_or_else(|_| "cc".into());
    let found = Command::new(&linker).arg(format!("-print-file-name={file}")).output();
    !linker.contains("zig")
        && found.is_ok_and(|found| Path::new(String::from_utf8_lossy(&found.stdout).trim()).is_absolute())
}
