//! Compares every rule of the executor with a CPU that QEMU emulates.
//!
//! Instructions are made at random in each class of encodings. One for which the executor has a
//! rule runs in the executor and in one program for all, with the same registers, flags and memory,
//! and both have to leave the same behind: first with numbers, then with terms, whose values are
//! compared for many operands. Pairs of an instruction that sets flags and one that reads them, and
//! sequences on few registers, cover what terms are rewritten to. An instruction that the executor
//! refuses is not compared, since no proof contains it.
//!
//! The decoder is compared as well, since the CPU reads the encodings themselves.

mod check;
mod emulator;
mod encodings;
mod frame;
mod model;

use std::collections::BTreeSet;

use check::{Checker, Effort};

/// Words of the tables that look like names of instructions, and are none.
const OTHERS: [&str; 6] = ["LENGTH", "LINK", "NUMBERS", "WIDTH", "ZERO", "MAX"];

/// The names of instructions in the tables of the executor.
fn named() -> BTreeSet<String> {
    let tables = [include_str!("scalar.rs"), include_str!("access.rs"), include_str!("vector/table.rs")];
    let lines = tables.into_iter().flat_map(str::lines).filter(|line| !line.trim_start().starts_with("//"));
    let words = lines.flat_map(|line| line.split(|c: char| !c.is_ascii_alphanumeric() && c != '_'));
    let is_name = |word: &&str| {
        let is_upper = word.chars().all(|c| c.is_ascii_uppercase() || c.is_ascii_digit());
        word.starts_with(|c: char| c.is_ascii_uppercase()) && is_upper && !OTHERS.contains(word) || *word == "Bcc"
    };
    words.filter(is_name).map(str::to_owned).collect()
}

fn compare_every_rule(effort: Effort) {
    let Some(emulator) = emulator::Emulator::find() else {
        println!("not compared: expected qemu-aarch64 and aarch64-linux-gnu-gcc, found none");
        return;
    };
    let mut checker = Checker::new(effort);
    checker.add_forms();
    checker.add_pairs();
    checker.add_sequences();
    let tally = checker.compare(&emulator);
    println!("{tally}");
    assert!(tally.failures.is_empty(), "{} differences, of which:\n{}", tally.failures.len(), tally.first_failures());
    let missing: Vec<_> = named().into_iter().filter(|name| !tally.names.contains(name)).collect();
    assert!(missing.is_empty(), "named in the tables and not compared: {missing:?}");
    let (numbers, terms) = tally.forms();
    assert!(numbers >= 600 && terms >= 500, "few forms: {numbers} with numbers, {terms} with terms");
}

#[test]
fn the_rules_are_those_of_an_emulated_cpu() {
    compare_every_rule(Effort::SHORT);
}

#[test]
#[ignore = "takes long"]
fn the_rules_are_those_of_an_emulated_cpu_for_many_operands() {
    compare_every_rule(Effort::LONG);
}
