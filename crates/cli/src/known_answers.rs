//! Comparison with the known answers, which are stored as digests.

use sha2::{Digest, Sha256};
use vectru::Set;
use vectru::kat::{Answers, RECORDS, RngOrder, records};

use crate::mechanism::decapsulate;

/// The verdict of a check: an error says what was expected and what was found.
pub(crate) type Verdict = Result<(), String>;

/// Computes the 100 records and compares their digest with the known one.
pub(crate) fn check_records(answers: &Answers, order: RngOrder) -> Verdict {
    let mut digest = Sha256::new();
    for record in records(answers.set, order).take(RECORDS) {
        if record.count > 0 {
            digest.update("\n");
        }
        digest.update(record.to_string());
    }
    compare(answers.records(order), &digest.finalize())
}

/// Decapsulates the tampered ciphertexts of record 0 and compares the shared secrets with the known
/// answers.
pub(crate) fn check_rejections(answers: &Answers, set: Set) -> Verdict {
    let Some(record) = records(answers.set, RngOrder::Nist).next() else {
        return Err("expected a first record, found none".into());
    };
    for &(tampering, expected) in answers.rejections {
        let ciphertext = tampering.apply(&record.ciphertext);
        let found =
            decapsulate(set, &record.secret_key, &ciphertext).map_err(|refusal| refusal.of("record 0").to_string())?;
        compare(expected, &found)?;
    }
    Ok(())
}

fn compare(expected: &str, found: &[u8]) -> Verdict {
    let found: String = found.iter().map(|byte| format!("{byte:02x}")).collect();
    if found == expected { Ok(()) } else { Err(format!("expected {expected}, found {found}")) }
}
