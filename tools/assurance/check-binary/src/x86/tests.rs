//! Compares every rule of the executor with this machine's CPU.
//!
//! The instructions are those of all codes that the decoder knows: each is built with registers and
//! with memory, with masks and with repeated elements, as its code allows. One for which the
//! executor has a rule runs twice: in the executor and on the CPU, with the same registers, flags
//! and memory, and both have to leave the same behind. The executor runs it with numbers first.
//! Then it runs it with terms, and their values are compared for many operands: this covers what
//! terms are rewritten to. Sequences of instructions at random cover rewriting across instructions.
//! An instruction that the executor refuses is not compared, since no proof contains it.

mod check;
mod forms;
mod model;
mod native;
mod rewriting;
mod sequences;
mod tally;

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use iced_x86::Mnemonic;

use check::{Checker, Effort};
use tally::Tally;

/// Checks each code, on all CPUs.
fn check_all(effort: Effort) -> Tally {
    let codes = forms::codes();
    let next = AtomicUsize::new(0);
    let count = thread::available_parallelism().map_or(1, usize::from);
    thread::scope(|scope| {
        let work = || {
            let mut checker = Checker::new(effort, 1);
            while let Some(&code) = codes.get(next.fetch_add(1, Ordering::Relaxed)) {
                checker.check_code(code);
            }
            checker.tally
        };
        let threads: Vec<_> = (0..count).map(|_| scope.spawn(work)).collect();
        let tallies = threads.into_iter().map(|thread| thread.join().expect("no thread panics"));
        tallies.reduce(Tally::join).expect("one thread at least")
    })
}

/// The mnemonics that the tables of the executor name.
fn named() -> BTreeSet<Mnemonic> {
    let tables = [
        include_str!("bits.rs"),
        include_str!("scalar.rs"),
        include_str!("vector.rs"),
        include_str!("vector/table.rs"),
    ];
    let lines = tables.into_iter().flat_map(str::lines).filter(|line| !line.trim_start().starts_with("//"));
    let words: BTreeSet<_> = lines.flat_map(|line| line.split(|c: char| !c.is_ascii_alphanumeric())).collect();
    Mnemonic::values().filter(|mnemonic| words.contains(format!("{mnemonic:?}").as_str())).collect()
}

fn compare_every_rule(effort: Effort) {
    let tally = check_all(effort);
    tally.print();
    tally.assert_agreement();
    // Each mnemonic of the tables is compared, if it can run between two states.
    let missing: Vec<_> = named().into_iter().filter(|&mnemonic| !tally.accounts_for(mnemonic)).collect();
    assert!(missing.is_empty() || !native::is_wide(), "named in the tables and not compared: {missing:?}");
    let (numbers, terms) = tally.codes();
    println!("{numbers} codes with numbers, {terms} with terms");
    let (least_numbers, least_terms) = if native::is_wide() { (1200, 1100) } else { (600, 500) };
    assert!(numbers >= least_numbers && terms >= least_terms, "few codes: {numbers} with numbers, {terms} with terms");
}

#[test]
fn the_rules_are_those_of_the_cpu() {
    compare_every_rule(Effort::SHORT);
}

#[test]
#[ignore = "takes long"]
fn the_rules_are_those_of_the_cpu_for_many_operands() {
    compare_every_rule(Effort::LONG);
}

#[test]
fn sequences_do_what_the_cpu_does() {
    sequences::check(Effort::SHORT);
}

#[test]
#[ignore = "takes long"]
fn many_sequences_do_what_the_cpu_does() {
    sequences::check(Effort::LONG);
}

#[test]
fn rewritten_terms_have_the_same_values() {
    rewriting::check(1200);
}

#[test]
#[ignore = "takes long"]
fn many_rewritten_terms_have_the_same_values() {
    rewriting::check(1_000_000);
}

#[test]
fn selections_are_those_of_the_cpu() {
    sequences::check_selections();
}

#[test]
fn branches_are_taken_as_the_cpu_takes_them() {
    sequences::check_branches();
}

#[test]
fn memory_is_filled_and_copied_as_by_the_cpu() {
    sequences::check_strings();
}
