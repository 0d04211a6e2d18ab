//! Writes the headers of the C interface to a folder by cbindgen.
//!
//! ```text
//! vectru-c-headers EXPANDED CONFIGURATION FOLDER VERSION
//! ```
//!
//! `EXPANDED` is the source of `vectru-capi` with its macros expanded: functions of the parameter
//! sets come from a macro. `VERSION` is the version of `vectru-capi`. `tools/run c-headers` makes
//! the source and calls this program.

use std::fmt::Write;
use std::path::Path;
use std::{env, error, fs};

use cbindgen::{Builder, Config, Style};
use quote::ToTokens;
use syn::visit::{self, Visit};
use syn::visit_mut::{self, VisitMut};
use syn::{Attribute, Expr, ExprLit, FieldValue, File, Item, ItemFn, ItemMod, Lit, LitStr, Meta, ReturnType, Type};

type Result<T> = std::result::Result<T, Box<dyn error::Error>>;

/// The lengths of a parameter set, as the module of its functions has them.
struct Lengths {
    set: String,
    /// Name and value of each.
    lengths: Vec<(String, String)>,
}

fn main() -> Result<()> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let [expanded, configuration, folder, version] = &arguments[..] else {
        return Err("usage: vectru-c-headers EXPANDED CONFIGURATION FOLDER VERSION".into());
    };
    let mut source = syn::parse_file(&fs::read_to_string(expanded)?)?;
    Comments.visit_file_mut(&mut source);
    for (name, text) in headers(source, &Config::from_file(configuration)?, version)? {
        fs::write(Path::new(folder).join(name), text)?;
    }
    Ok(())
}

/// Returns the names and texts of the headers.
fn headers(mut source: File, config: &Config, version: &str) -> Result<Vec<(&'static str, String)>> {
    let sets = take_lengths(&mut source)?;
    let other_names = |item: &Item| is_module(item, "libntruprime") || is_module(item, "liboqs");
    let (modules, mut own): (Vec<Item>, Vec<Item>) = source.items.drain(..).partition(other_names);
    let module = |name| modules.iter().filter(|item| is_module(item, name)).cloned().collect();
    let liboqs: Vec<Item> = module("liboqs");
    own.iter_mut().for_each(|item| Statuses.visit_item_mut(item));
    let own_macros =
        version_macros(version)? + WARN_UNUSED_RESULT + &macros(&sets, |set| format!("VECTRU_{}", set.to_uppercase()));
    // The structures of liboqs have tags, too.
    let tagged = Config { style: Style::Both, ..config.clone() };
    let libraries: [(_, _, _, Vec<Item>, String); 3] = [
        ("vectru.h", VECTRU, config, own, own_macros),
        ("vectru-ntruprime.h", LIBNTRUPRIME, config, module("libntruprime"), libntruprime_macros(&sets)),
        ("vectru-oqs.h", LIBOQS, &tagged, liboqs.clone(), liboqs_macros(&sets, &liboqs)?),
    ];
    libraries
        .into_iter()
        .map(|(name, header, config, items, macros)| {
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

const WARN_UNUSED_RESULT: &str = "
/* The compiler warns where a program ignores the result of a function that can fail. */
#if defined(__GNUC__) || defined(__clang__)
#define VECTRU_WARN_UNUSED_RESULT __attribute__((warn_unused_result))
#else
#define VECTRU_WARN_UNUSED_RESULT
#endif
";

/// The version of libntruprime, and of liboqs, whose interface the headers declare.
const LIBNTRUPRIME_VERSION: &str = "20241021";
const LIBOQS_VERSION: [&str; 3] = ["0", "16", "0"];

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
    Ok(in_c89(&String::from_utf8(text)?))
}

/// Turns what C99 allows into C89: comments at the ends of lines, and commas at the ends of
/// enumerations.
fn in_c89(text: &str) -> String {
    let line = |line: &str| match line.split_once(" // ") {
        Some((code, comment)) if line.starts_with(['#', '}']) => format!("{} /* {comment} */\n", code.trim_end()),
        _ => format!("{line}\n"),
    };
    text.lines().map(line).collect::<String>().replace(",\n}", "\n}")
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

/// Returns the macros of the version.
fn version_macros(version: &str) -> Result<String> {
    let numbers: Vec<u32> = version.split('.').map(str::parse).collect::<std::result::Result<_, _>>()?;
    let &[major, minor, patch] = &numbers[..] else {
        return Err(format!("expected a version of three numbers, found {version}").into());
    };
    Ok(format!(
        "
/* The version of this header: vectru_version returns that of the library. The number has 8 bits
 * for each part. */
#define VECTRU_VERSION \"{version}\"
#define VECTRU_VERSION_MAJOR {major}
#define VECTRU_VERSION_MINOR {minor}
#define VECTRU_VERSION_PATCH {patch}
#define VECTRU_VERSION_NUMBER 0x{major:02x}{minor:02x}{patch:02x}
"
    ))
}

/// Returns the macros by which the header of libntruprime renames its functions, and the lengths.
fn libntruprime_macros(sets: &[Lengths]) -> String {
    let mut text = format!("\n#define ntruprime_version \"{LIBNTRUPRIME_VERSION}\"\n");
    for prefix in ["", "ntruprime_kem_", "crypto_kem_"] {
        text += &macros(sets, |set| format!("{prefix}{set}"));
        text += "\n";
    }
    for Lengths { set, .. } in sets {
        for function in ["keypair", "enc", "dec"] {
            _ = write!(text, "\n#define {set}_{function} ntruprime_kem_{set}_{function}");
        }
    }
    text
}

/// Returns the macros that headers of liboqs have: versions, what is compiled, and of each
/// mechanism the identifier and the lengths.
fn liboqs_macros(sets: &[Lengths], liboqs: &[Item]) -> Result<String> {
    let [major, minor, patch] = LIBOQS_VERSION;
    let mut text = format!(
        "
#define OQS_VERSION_TEXT \"{major}.{minor}.{patch}\"
#define OQS_VERSION_MAJOR {major}
#define OQS_VERSION_MINOR {minor}
#define OQS_VERSION_PATCH {patch}
#define OQS_API
#define OQS_RAND_alg_system \"system\"
#define OQS_KEM_algs_length {}
",
        sets.len()
    );
    let mut families = Vec::new();
    for Lengths { set, lengths } in sets {
        let mut names = Mechanism::default();
        names.search(liboqs, set);
        let Mechanism { name: Some(name), identifier: Some(identifier) } = names else {
            return Err(format!("expected a mechanism of liboqs for {set}, found none").into());
        };
        let family = name.split('_').next().unwrap_or_default().to_uppercase();
        if !families.contains(&family) {
            _ = write!(text, "\n#define OQS_ENABLE_KEM_{family} 1");
            families.push(family);
        }
        _ = write!(text, "\n#define OQS_ENABLE_KEM_{name} 1\n#define OQS_KEM_alg_{name} \"{identifier}\"");
        for (length, value) in lengths {
            let object = match &length[..] {
                "PUBLICKEYBYTES" => "public_key",
                "SECRETKEYBYTES" => "secret_key",
                "CIPHERTEXTBYTES" => "ciphertext",
                _ => "shared_secret",
            };
            _ = write!(text, "\n#define OQS_KEM_{name}_length_{object} {value}");
        }
        for seed in ["keypair", "encaps"] {
            _ = write!(text, "\n#define OQS_KEM_{name}_length_{seed}_seed 0");
        }
    }
    Ok(text)
}

/// The names of a parameter set in liboqs, as the module of its functions has them.
#[derive(Default)]
struct Mechanism {
    /// The part of the names of functions.
    name: Option<String>,
    identifier: Option<String>,
}

impl Mechanism {
    /// Searches the modules for that of a set.
    fn search(&mut self, items: &[Item], set: &str) {
        for item in items {
            if let Item::Mod(ItemMod { content: Some((_, items)), .. }) = item {
                match is_module(item, set) {
                    true => self.visit_item(item),
                    false => self.search(items, set),
                }
            }
        }
    }
}

impl Visit<'_> for Mechanism {
    fn visit_item_fn(&mut self, function: &ItemFn) {
        for attribute in &function.attrs {
            let text = attribute.to_token_stream().to_string();
            let exported = text.split('"').nth(1).and_then(|name| name.strip_prefix("OQS_KEM_")?.strip_suffix("_new"));
            self.name = self.name.take().or(exported.map(str::to_owned));
        }
    }

    fn visit_field_value(&mut self, field: &FieldValue) {
        if matches!(&field.member, syn::Member::Named(name) if name == "method_name") {
            visit::visit_field_value(self, field);
        }
    }

    fn visit_lit_str(&mut self, text: &LitStr) {
        self.identifier = Some(text.value().trim_end_matches('\0').to_owned());
    }
}

/// Marks the functions that return a status, which a program must not ignore.
struct Statuses;

impl VisitMut for Statuses {
    fn visit_item_fn_mut(&mut self, function: &mut ItemFn) {
        if let ReturnType::Type(_, result) = &function.sig.output
            && let Type::Path(path) = &**result
            && path.path.segments.last().is_some_and(|segment| segment.ident == "c_int")
        {
            function.attrs.push(syn::parse_quote!(#[must_use]));
        }
        visit_mut::visit_item_fn_mut(self, function);
    }
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
