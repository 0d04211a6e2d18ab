//! Writes the headers of the C interface to a folder by cbindgen.
//!
//! ```text
//! c-header EXPANDED CONFIGURATION FOLDER
//! ```
//!
//! `EXPANDED` is the source of `vectru-capi` with its macros expanded: functions of the parameter
//! sets come from a macro. `tools/run c-headers` makes it and calls this program.

use std::fmt::Write;
use std::path::Path;
use std::{env, error, fs};

use cbindgen::{Builder, Config};
use quote::ToTokens;
use syn::visit_mut::VisitMut;
use syn::{Attribute, Expr, ExprLit, File, Item, ItemMod, Lit, Meta};

type Result<T> = std::result::Result<T, Box<dyn error::Error>>;

/// The lengths of a parameter set, as the module of its functions has them.
struct Lengths {
    set: String,
    /// Name and value of each.
    lengths: Vec<(String, String)>,
}

fn main() -> Result<()> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let [expanded, configuration, folder] = &arguments[..] else {
        return Err("usage: c-header EXPANDED CONFIGURATION FOLDER".into());
    };
    let mut source = syn::parse_file(&fs::read_to_string(expanded)?)?;
    Comments.visit_file_mut(&mut source);
    for (name, text) in headers(source, &Config::from_file(configuration)?)? {
        fs::write(Path::new(folder).join(name), text)?;
    }
    Ok(())
}

/// Returns the names and texts of the headers.
fn headers(mut source: File, config: &Config) -> Result<Vec<(&'static str, String)>> {
    let sets = take_lengths(&mut source)?;
    let other_names = |item: &Item| is_module(item, "libntruprime") || is_module(item, "liboqs");
    let (modules, own): (Vec<Item>, Vec<Item>) = source.items.drain(..).partition(other_names);
    let module = |name| modules.iter().filter(|item| is_module(item, name)).cloned().collect();
    let libraries: [(_, _, Vec<Item>, String); 3] = [
        ("vectru.h", VECTRU, own, macros(&sets, |set| format!("VECTRU_{}", set.to_uppercase()))),
        ("vectru-ntruprime.h", LIBNTRUPRIME, module("libntruprime"), libntruprime_macros(&sets)),
        ("vectru-oqs.h", LIBOQS, module("liboqs"), String::new()),
    ];
    libraries
        .into_iter()
        .map(|(name, header, items, macros)| {
            source.items = items;
            Ok((name, generate(&source, config, name, header, macros)?))
        })
        .collect()
}

const VECTRU: &str = "/*
 * vectru: the key-encapsulation mechanisms of NTRU Prime, NTRU and Saber.
 *
 * Rules of every function:
 *
 * - A null pointer is an error, and so is an output that overlaps another buffer. Any other
 *   pointer must point to as many bytes as the function says.
 * - A function that returns int returns 0, or a negative code, which vectru_strerror describes.
 *   After an error its outputs are zero.
 * - Any function can be called from any thread.
 *
 * pk: public key. sk: secret key. ct: ciphertext. ss: shared secret.
 */";

const LIBNTRUPRIME: &str = "/*
 * vectru under the names of libntruprime, OpenSSH and SUPERCOP.
 */";

const LIBOQS: &str = "/*
 * vectru under the names of liboqs.
 */";

fn generate(source: &File, config: &Config, name: &str, header: &str, macros: String) -> Result<String> {
    let path = env::temp_dir().join(format!("{}-{name}.rs", std::process::id()));
    fs::write(&path, source.to_token_stream().to_string())?;
    let mut config = config.clone();
    config.header = Some(header.to_owned());
    config.include_guard = Some(name.to_uppercase().replace(['.', '-'], "_"));
    config.after_includes = Some(macros);
    let bindings = Builder::new().with_config(config).with_src(&path).generate();
    fs::remove_file(&path)?;
    let mut text = Vec::new();
    bindings?.write(&mut text);
    Ok(String::from_utf8(text)?)
}

fn is_module(item: &Item, name: &str) -> bool {
    matches!(item, Item::Mod(module) if module.ident == name)
}

/// Takes the constants that are lengths out of the modules within `sets`: cbindgen would write them
/// under one name for all sets.
fn take_lengths(source: &mut File) -> Result<Vec<Lengths>> {
    let sets = source.items.iter_mut().find(|item| is_module(item, "sets"));
    let Some(Item::Mod(ItemMod { content: Some((_, sets)), .. })) = sets else {
        return Err("expected a module `sets`, found none".into());
    };
    let mut found = Vec::new();
    for item in sets {
        if let Item::Mod(ItemMod { ident, content: Some((_, items)), .. }) = item {
            let lengths = items.iter().filter_map(length).collect();
            items.retain(|item| length(item).is_none());
            found.push(Lengths { set: ident.to_string(), lengths });
        }
    }
    Ok(found)
}

/// Returns the name and the value of a constant that is a number.
fn length(item: &Item) -> Option<(String, String)> {
    let Item::Const(constant) = item else { return None };
    let Expr::Lit(value) = &*constant.expr else { return None };
    Some((constant.ident.to_string(), value.to_token_stream().to_string()))
}

/// Returns the macros of the lengths, under a prefix for each set.
fn macros(sets: &[Lengths], prefix: impl Fn(&str) -> String) -> String {
    let mut text = String::from("\n/* Lengths in bytes. */\n");
    for Lengths { set, lengths } in sets {
        for (name, value) in lengths {
            _ = writeln!(text, "#define {}_{name} {value}", prefix(set));
        }
    }
    text.trim_end().to_owned()
}

/// Returns the macros by which the header of libntruprime renames its functions, and the lengths.
fn libntruprime_macros(sets: &[Lengths]) -> String {
    let mut text = macros(sets, str::to_owned);
    text += "\n";
    for Lengths { set, .. } in sets {
        for function in ["keypair", "enc", "dec"] {
            _ = write!(text, "\n#define {set}_{function} ntruprime_kem_{set}_{function}");
        }
    }
    text
}

/// Removes what comments in C do not need: the sections on safety, which Rust asks for.
struct Comments;

impl VisitMut for Comments {
    fn visit_attributes_mut(&mut self, attributes: &mut Vec<Attribute>) {
        let safety =
            attributes.iter().position(|attribute| comment(attribute).is_some_and(|text| text.trim() == "# Safety"));
        if let Some(safety) = safety {
            // With the empty line before it.
            let first = safety.saturating_sub(1);
            let mut index = 0;
            attributes.retain(|attribute| {
                index += 1;
                index <= first || comment(attribute).is_none()
            });
        }
    }
}

/// Returns the text of a comment that is documentation.
fn comment(attribute: &Attribute) -> Option<String> {
    let Meta::NameValue(pair) = &attribute.meta else { return None };
    let Expr::Lit(ExprLit { lit: Lit::Str(text), .. }) = &pair.value else { return None };
    pair.path.is_ident("doc").then(|| text.value())
}
