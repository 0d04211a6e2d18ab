//! Counts what was compared, refused, and left out.

use std::collections::{BTreeMap, BTreeSet};

use iced_x86::{Code, Instruction, Mnemonic};

use super::forms;

/// The codes that were compared, refused or left out.
#[derive(Default)]
pub struct Tally {
    /// Those that were compared, and how often: with numbers, and with terms.
    pub compared: BTreeMap<Code, [u64; 2]>,
    /// Those of which a form was refused, and why.
    pub refused: BTreeMap<Code, BTreeSet<String>>,
    /// Those without a rule.
    pub unknown: BTreeSet<Code>,
    /// Those that cannot run between two states.
    pub left_out: BTreeSet<Code>,
    /// Those on registers of MMX, and those that this CPU does not have.
    pub unavailable: BTreeSet<Code>,
    /// Those with operands of a kind that the test does not build.
    pub unbuilt: BTreeSet<Code>,
    /// Those that were compared for all values of their only operand.
    pub complete: BTreeSet<Code>,
    /// The differences: the first one for each sequence of codes.
    pub failures: BTreeMap<Vec<Code>, String>,
}

impl Tally {
    /// Returns the sum of two.
    pub fn join(mut self, other: Self) -> Self {
        for (code, counts) in other.compared {
            let sum = self.compared.entry(code).or_default();
            (0..2).for_each(|k| sum[k] += counts[k]);
        }
        for (code, reasons) in other.refused {
            self.refused.entry(code).or_default().extend(reasons);
        }
        self.unknown.extend(other.unknown);
        self.left_out.extend(other.left_out);
        self.unavailable.extend(other.unavailable);
        self.unbuilt.extend(other.unbuilt);
        self.complete.extend(other.complete);
        self.failures.extend(other.failures);
        self
    }

    /// Notes a difference.
    pub fn fail(&mut self, instructions: &[Instruction], difference: String) {
        let codes = instructions.iter().map(Instruction::code).collect();
        self.failures.entry(codes).or_insert(difference);
    }

    /// Returns how many codes were compared with numbers, and how many with terms.
    pub fn codes(&self) -> (usize, usize) {
        (self.compared.len(), self.compared.values().filter(|counts| counts[1] > 0).count())
    }

    /// Returns true if a mnemonic was compared, or if each of its codes cannot be or has no rule.
    pub fn accounts_for(&self, mnemonic: Mnemonic) -> bool {
        let others = [&self.left_out, &self.unavailable, &self.unknown];
        let mut codes = forms::codes().into_iter().filter(|code| code.mnemonic() == mnemonic);
        self.compared.keys().any(|code| code.mnemonic() == mnemonic)
            || codes.all(|code| others.iter().any(|other| other.contains(&code)))
    }

    /// Fails if there is a difference.
    pub fn assert_agreement(&self) {
        let count = self.failures.len();
        let first: Vec<_> = self.failures.values().take(200).map(String::as_str).collect();
        assert!(count == 0, "{count} differences, of which:\n{}", first.join("\n"));
    }

    /// Prints the tally.
    pub fn print(&self) {
        let names = |codes: &mut dyn Iterator<Item = &Code>| -> BTreeSet<String> {
            codes.map(|code| format!("{:?}", code.mnemonic()).to_lowercase()).collect()
        };
        let compared = names(&mut self.compared.keys());
        let counts: [u64; 2] = [0, 1].map(|k| self.compared.values().map(|counts| counts[k]).sum());
        println!("compared: {} codes, {} times with numbers, {} with terms", self.compared.len(), counts[0], counts[1]);
        println!("mnemonics: {}: {compared:?}", compared.len());
        let numbers = names(&mut self.compared.iter().filter(|(_, counts)| counts[1] == 0).map(|(code, _)| code));
        println!("codes compared with numbers only, of: {numbers:?}");
        let refused = self.refused.iter().filter(|(code, _)| !self.compared.contains_key(code));
        let mut reasons: BTreeMap<&str, BTreeSet<String>> = BTreeMap::new();
        for (code, texts) in refused {
            for text in texts {
                reasons.entry(text).or_default().insert(format!("{code:?}"));
            }
        }
        for (reason, codes) in reasons {
            println!("codes that are always refused: {}: {reason}: {codes:?}", codes.len());
        }
        let left_out = names(&mut self.left_out.iter());
        println!("left out by their properties: {left_out:?}");
        println!("on registers of MMX, or not on this CPU: {:?}", self.unavailable);
        println!("without a rule: {} codes, not built: {}", self.unknown.len(), self.unbuilt.len());
    }
}
