//! The known answers of the specification, in both orders of random draws, on every backend of this CPU. In one test,
//! as the backend is forced for the whole process.

use sha2::{Digest, Sha256};
use vectru::Set;
use vectru::kat::{RECORDS, RngOrder, records, write_response};
use vectru_polymul::dispatch::{Backend, force};

struct Answers {
    set: Set,
    order: RngOrder,
    first: &'static str,
    /// SHA-256 of all 100 records, a blank line between two.
    all: &'static str,
    /// SHA-256 of the whole file, where there is one to compare with.
    response: Option<&'static str>,
}

const ANSWERS: [Answers; 2] = [
    Answers {
        set: Set::Sntrup761,
        order: RngOrder::Nist,
        first: include_str!("data/sntrup761.nist.first3.rsp"),
        all: "497090f27b0e1d15a4a36aaee674b3131d859fdcb864a4ecbc50b184d5515461",
        response: Some("e720b256c12c50fa4281708342aae2c6a47b01ae83b152f3fd03d7680e376172"),
    },
    Answers {
        set: Set::Sntrup761,
        order: RngOrder::OneShot,
        first: include_str!("data/sntrup761.one-shot.first3.rsp"),
        all: "36e1e53d4e6e295e8fb804449958ad9a3719aa350e91933c65791b9117382d57",
        response: None,
    },
];

fn sha256(text: &str) -> String {
    Sha256::digest(text).iter().map(|byte| format!("{byte:02x}")).collect()
}

#[test]
fn known_answers_on_every_backend() {
    for backend in Backend::available() {
        force(Some(backend)).expect("the backend is available");
        for answers in ANSWERS {
            let (set, order) = (answers.set, answers.order);
            let texts: Vec<String> = records(set, order).take(RECORDS).map(|record| record.to_string()).collect();
            let expected = answers.first.split("\n\n").map(str::trim).filter(|text| text.starts_with("count"));
            let mut compared = 0;
            for (text, expected) in texts.iter().zip(expected) {
                assert_eq!(text.trim(), expected, "{set}, {order}, {backend}");
                compared += 1;
            }
            assert_eq!(compared, 3);
            assert_eq!(sha256(&texts.join("\n")), answers.all, "{set}, {order}, {backend}");
        }
    }
    force(None).expect("the best backend is available");
}

#[test]
fn response_files_are_those_of_the_submission() {
    for answers in ANSWERS {
        let Some(expected) = answers.response else { continue };
        let mut text = String::new();
        write_response(&mut text, answers.set, answers.order, RECORDS).expect("a string takes all text");
        assert_eq!(sha256(&text), expected);
    }
}
