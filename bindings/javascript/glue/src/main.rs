//! Writes the JavaScript, the types and the binary that wasm-bindgen makes of a compiled crate, for
//! modules that fetch or read the binary themselves: `glue.js`, `glue.d.ts` and `glue_bg.wasm`.
//!
//! ```sh
//! vectru-glue CRATE.wasm FOLDER
//! ```

use std::env;
use std::error::Error;

use wasm_bindgen_cli_support::Bindgen;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let [binary, folder] = &arguments[..] else { return Err("usage: vectru-glue CRATE.wasm FOLDER".into()) };
    let mut bindgen = Bindgen::new();
    bindgen.input_path(binary).out_name("glue").web(true)?.omit_default_module_path(true).typescript(true);
    Ok(bindgen.generate(folder)?)
}
