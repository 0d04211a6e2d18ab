//! What the known answers are, as digests. All parties to the specification agree on them.

use sha2::{Digest, Sha256};
use vectru::Set;
use vectru::kat::{RECORDS, RngOrder, records};

use crate::mechanism::Mechanism;

/// What a check finds: nothing wrong, or what was expected and found.
pub(crate) type Verdict = Result<(), String>;

/// The known answers of a parameter set.
#[derive(Clone, Copy, Debug)]
pub(crate) struct KnownAnswers {
    /// The set.
    set: Set,
    /// SHA-256 of the 100 records in NIST's order of random draws, joined by blank lines.
    nist: &'static str,
    /// The same in the order of one draw a list.
    one_shot: &'static str,
    /// The shared secrets of tampered ciphertexts of record 0 in NIST's order.
    rejections: [(Tampering, &'static str); 3],
}

/// What was done to a ciphertext.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Tampering {
    /// Bit 0 of byte 5 is flipped.
    Bit,
    /// Every byte is 00.
    Zeros,
    /// Every byte is FF.
    Ones,
}

/// The known answers of every set. Digests: NIST round-3 submission files, PQClean and liboqs; rejections: PQClean,
/// liboqs, libntruprime and others, which all agree.
pub(crate) const KNOWN_ANSWERS: &[KnownAnswers] = &[KnownAnswers {
    set: Set::Sntrup761,
    nist: "497090f27b0e1d15a4a36aaee674b3131d859fdcb864a4ecbc50b184d5515461",
    one_shot: "36e1e53d4e6e295e8fb804449958ad9a3719aa350e91933c65791b9117382d57",
    rejections: [
        (Tampering::Bit, "2163477e8dd89b53a55425b9b1ff595524d7a3325ae7e64536b3a943638d038b"),
        (Tampering::Zeros, "5e3a8fa88ce5b6b2d8648449cd29124978ccaf22633d9442ff7e59e4d7aed93d"),
        (Tampering::Ones, "c2db7ed2168fd47e4e8d0257c2f490acbb0aebb801b25e257908d7acd7a67259"),
    ],
}];

impl KnownAnswers {
    /// The known answers of `set`.
    pub(crate) fn of(set: Set) -> Option<&'static Self> {
        KNOWN_ANSWERS.iter().find(|answers| answers.set == set)
    }

    /// Makes the 100 records and compares their digest.
    pub(crate) fn check_records(&self, order: RngOrder) -> Verdict {
        let expected = match order {
            RngOrder::Nist => self.nist,
            RngOrder::OneShot => self.one_shot,
        };
        let mut digest = Sha256::new();
        for record in records(self.set, order).take(RECORDS) {
            if record.count > 0 {
                digest.update("\n");
            }
            digest.update(record.to_string());
        }
        compare(expected, &digest.finalize())
    }

    /// Decapsulates the tampered ciphertexts of record 0 and compares the shared secrets.
    pub(crate) fn check_rejections(&self, mechanism: &Mechanism) -> Verdict {
        let Some(record) = records(self.set, RngOrder::Nist).next() else {
            return Err("expected a first record, found none".into());
        };
        for (tampering, expected) in self.rejections {
            let ciphertext = tampering.apply(&record.ciphertext);
            let found = (mechanism.decapsulate)(&record.secret_key, &ciphertext)
                .map_err(|refusal| refusal.of("record 0").to_string())?;
            compare(expected, &found)?;
        }
        Ok(())
    }
}

impl Tampering {
    fn apply(self, ciphertext: &[u8]) -> Vec<u8> {
        match self {
            Self::Bit => {
                let mut tampered = ciphertext.to_vec();
                if let Some(byte) = tampered.get_mut(5) {
                    *byte ^= 1;
                }
                tampered
            }
            Self::Zeros => vec![0; ciphertext.len()],
            Self::Ones => vec![0xFF; ciphertext.len()],
        }
    }
}

fn compare(expected: &str, found: &[u8]) -> Verdict {
    let found: String = found.iter().map(|byte| format!("{byte:02x}")).collect();
    if found == expected { Ok(()) } else { Err(format!("expected {expected}, found {found}")) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_set_has_known_answers() {
        assert!(Set::ALL.into_iter().all(|set| KnownAnswers::of(set).is_some()));
    }
}
