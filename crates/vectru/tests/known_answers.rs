//! The known answers of the specifications, in both orders of random draws, and those for rejected
//! ciphertexts, on every backend of this CPU. One test has all backends, as a backend is forced for
//! the whole process.

use std::path::Path;

use sha2::{Digest, Sha256};
use vectru::Set;
use vectru::kat::{Answers, Header, RECORDS, RngOrder, records, write_response};
use vectru_polymul::dispatch::{Backend, force};

#[path = "support/rejections.rs"]
mod rejections;

use rejections::Tampered;

/// Returns the text of the first three records, if there is a file of it. A difference of texts
/// says more than one of digests.
fn first_records(set: Set, order: RngOrder) -> Option<String> {
    let path = format!("{}/tests/data/{set}.{order}.first3.rsp", env!("CARGO_MANIFEST_DIR"));
    Path::new(&path).exists().then(|| std::fs::read_to_string(&path).expect("the file is text"))
}

/// Returns the records of a text, which follow its header.
fn records_of(text: &str) -> impl Iterator<Item = &str> {
    text.split("\n\n").map(str::trim).filter(|text| text.starts_with("count"))
}

fn sha256(text: &str) -> String {
    Sha256::digest(text).iter().map(|byte| format!("{byte:02x}")).collect()
}

fn answers(set: Set) -> &'static Answers {
    Answers::of(set).expect("every set has known answers")
}

#[test]
fn known_answers_on_every_backend() {
    for backend in Backend::available() {
        force(Some(backend)).expect("the backend is available");
        for set in Set::ALL {
            set.visit(Tampered(backend));
            for &order in RngOrder::of(set) {
                let first = first_records(set, order);
                let expected: Vec<&str> = first.iter().flat_map(|text| records_of(text)).collect();
                assert!(first.is_none() || expected.len() == 3);
                let texts: Vec<String> = records(set, order)
                    .take(RECORDS)
                    .enumerate()
                    .map(|(index, record)| {
                        let text = record.to_string();
                        if let Some(&expected) = expected.get(index) {
                            assert_eq!(text.trim(), expected, "{set}, {order}, {backend}");
                        }
                        text
                    })
                    .collect();
                assert_eq!(sha256(&texts.join("\n")), answers(set).records(order), "{set}, {order}, {backend}");
                if let (RngOrder::Nist, Some(expected)) = (order, answers(set).response) {
                    assert_eq!(sha256(&response(set, &texts)), expected, "{set}, {backend}");
                }
            }
        }
    }
    force(None).expect("the best backend is available");
}

/// There are texts in NIST's order for every set, and in the other order for sntrup761.
#[test]
fn first_records_are_here() {
    assert!(Set::ALL.into_iter().all(|set| first_records(set, RngOrder::Nist).is_some()));
    if let Ok(set) = "sntrup761".parse() {
        assert!(first_records(set, RngOrder::OneShot).is_some());
    }
}

/// Returns the text of a submission's file of these records.
fn response(set: Set, texts: &[String]) -> String {
    let records: String = texts.iter().map(|text| format!("{text}\n")).collect();
    format!("{}\n\n{records}", Header(set))
}

#[test]
fn responses_are_written_as_in_the_submissions() {
    for set in Set::ALL {
        let texts: Vec<String> = records(set, RngOrder::Nist).take(2).map(|record| record.to_string()).collect();
        let mut text = String::new();
        write_response(&mut text, set, RngOrder::Nist, texts.len()).expect("a string takes all text");
        assert_eq!(text, response(set, &texts), "{set}");
    }
}
