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

const ANSWERS: [Answers; 8] = [
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
    Answers {
        set: Set::Ntruhps2048509,
        order: RngOrder::Nist,
        first: include_str!("data/ntruhps2048509.first3.rsp"),
        all: "d204a151fd8d10e0f6fe484d55362d779fbcb468ac5ae2cd18409b1fd76b4641",
        response: Some("f85cbfd585ee9e03feb10817f7a4ba42695a67af95db383c5ebbc2beab27e6bc"),
    },
    Answers {
        set: Set::Ntruhps2048677,
        order: RngOrder::Nist,
        first: include_str!("data/ntruhps2048677.first3.rsp"),
        all: "3489450d349454bf4914f7947a33ebc6bc5e16d15d19da6820a8168e125a1084",
        response: Some("0e1d2eccfbc6e4f4d6f139b21de27417316202a5c113602d25704316aebb9303"),
    },
    Answers {
        set: Set::Ntruhps4096821,
        order: RngOrder::Nist,
        first: include_str!("data/ntruhps4096821.first3.rsp"),
        all: "143f43534b9705f6485b4a3f1cefda3283f12550e88e294c743b72a9f7d3fcba",
        response: Some("95235f04c6206a82477fd5a877f184e99906d658a242dcd7ebb8337048129a4b"),
    },
    Answers {
        set: Set::Ntruhps40961229,
        order: RngOrder::Nist,
        first: include_str!("data/ntruhps40961229.first3.rsp"),
        all: "b0125f779fb1e9bf8343237a304a40bec47f97fa37d68d4aed92e79f515e71ee",
        response: Some("64cd59d85211cedd65578d6cb3a8eab87d1ac08cf74fedf00759ab0b5f0aa413"),
    },
    Answers {
        set: Set::Ntruhrss701,
        order: RngOrder::Nist,
        first: include_str!("data/ntruhrss701.first3.rsp"),
        all: "684d7e77641399b136fbb4b9261bdca6e83887453a0565e2aef3540821138ada",
        response: Some("1e7c8e02f7dc1a9796332d60d1b08995fff5dfe81f2ae7394ec2f4816dedf4b6"),
    },
    Answers {
        set: Set::Ntruhrss1373,
        order: RngOrder::Nist,
        first: include_str!("data/ntruhrss1373.first3.rsp"),
        all: "eda157973defa4a7b9648d6b442c386cbc3423f9cfb145599a72f1f250cde5f3",
        response: Some("953856fbf1f57f2a1d6592d320082d6f945ecf9e9f06fea7ce8c0dced792d8a8"),
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
