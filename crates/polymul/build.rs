//! Tells the crate which features a 32-bit Arm target has, because stable Rust does not.
//!
//! | configuration | target |
//! | --- | --- |
//! | `vectru_registers` | Armv7-M: products in general registers by `mla`, kernels over words |
//! | `vectru_dsp` | additionally for Armv7E-M, which has the DSP extension: `smlad` |

use std::env;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rustc-check-cfg=cfg(vectru_registers)");
    println!("cargo::rustc-check-cfg=cfg(vectru_dsp)");
    let target = env::var("TARGET").unwrap_or_default();
    if target.starts_with("thumbv7m-") || target.starts_with("thumbv7em-") {
        println!("cargo::rustc-cfg=vectru_registers");
    }
    if target.starts_with("thumbv7em-") {
        println!("cargo::rustc-cfg=vectru_dsp");
    }
}
