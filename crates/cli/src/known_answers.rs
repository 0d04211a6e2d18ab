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
/// liboqs, libntruprime and others, which all agree. (Zeros are a ciphertext of NTRU-HRSS: of r = m = 0.)
pub(crate) const KNOWN_ANSWERS: &[KnownAnswers] = &[
    KnownAnswers {
        set: Set::Sntrup761,
        nist: "497090f27b0e1d15a4a36aaee674b3131d859fdcb864a4ecbc50b184d5515461",
        one_shot: "36e1e53d4e6e295e8fb804449958ad9a3719aa350e91933c65791b9117382d57",
        rejections: [
            (Tampering::Bit, "2163477e8dd89b53a55425b9b1ff595524d7a3325ae7e64536b3a943638d038b"),
            (Tampering::Zeros, "5e3a8fa88ce5b6b2d8648449cd29124978ccaf22633d9442ff7e59e4d7aed93d"),
            (Tampering::Ones, "c2db7ed2168fd47e4e8d0257c2f490acbb0aebb801b25e257908d7acd7a67259"),
        ],
    },
    KnownAnswers {
        set: Set::Ntruhps2048509,
        nist: "d204a151fd8d10e0f6fe484d55362d779fbcb468ac5ae2cd18409b1fd76b4641",
        one_shot: "d204a151fd8d10e0f6fe484d55362d779fbcb468ac5ae2cd18409b1fd76b4641",
        rejections: [
            (Tampering::Bit, "aa1c17c3f19b4bf7a6dedbb7104bf49bb1a5c71b6c2be6b090288cdeee1682d4"),
            (Tampering::Zeros, "ca151a4015018e5702a6ffeb8a774a2b606ecd7a8a8a709c54ea1336e9c27637"),
            (Tampering::Ones, "ed75a9d43aaf6009c0a6d2008302b30f176f1cbd0a4c7fe0a044aff6e2be5381"),
        ],
    },
    KnownAnswers {
        set: Set::Ntruhps2048677,
        nist: "3489450d349454bf4914f7947a33ebc6bc5e16d15d19da6820a8168e125a1084",
        one_shot: "3489450d349454bf4914f7947a33ebc6bc5e16d15d19da6820a8168e125a1084",
        rejections: [
            (Tampering::Bit, "3ff4cf79cf37edd93a7077b6c9bfa0436ce9e817c4dedadab953c7691dcc036b"),
            (Tampering::Zeros, "ff7d42ff7b352e4ac65641ff88bb4f2d97ff085b660456874b26bd7d045af44a"),
            (Tampering::Ones, "d8596a50ddcbc5665d307bc8b854004754e30c17c577cf9cc2db0d44df10caac"),
        ],
    },
    KnownAnswers {
        set: Set::Ntruhps4096821,
        nist: "143f43534b9705f6485b4a3f1cefda3283f12550e88e294c743b72a9f7d3fcba",
        one_shot: "143f43534b9705f6485b4a3f1cefda3283f12550e88e294c743b72a9f7d3fcba",
        rejections: [
            (Tampering::Bit, "026cc4d825ba76898b565b61fce0e93eb135b67a0a7750f688301fabe0ff5aae"),
            (Tampering::Zeros, "cfad01a6ec05690d1bfd8bb620a99f7eb05f46e078e8efa59958eb8b92dc90fc"),
            (Tampering::Ones, "30b5eadac040b0776b7b0d0755559f0d58e634cb5b3f8ebe87a6015de5c3e2f8"),
        ],
    },
    KnownAnswers {
        set: Set::Ntruhps40961229,
        nist: "b0125f779fb1e9bf8343237a304a40bec47f97fa37d68d4aed92e79f515e71ee",
        one_shot: "b0125f779fb1e9bf8343237a304a40bec47f97fa37d68d4aed92e79f515e71ee",
        rejections: [
            (Tampering::Bit, "a2eb2fffa0099b0a7175bc55f4a365945c1db1d25d19e26778b6261445df7f6c"),
            (Tampering::Zeros, "f4bc9369360875856b30f3c1983e0b3aea4f67cf9d0d7dc76f5efcb49d6fa72d"),
            (Tampering::Ones, "ae879cb6f9675a47f606b564e42daca105ae2059b7d4675c71cf88c193251e11"),
        ],
    },
    KnownAnswers {
        set: Set::Ntruhrss701,
        nist: "684d7e77641399b136fbb4b9261bdca6e83887453a0565e2aef3540821138ada",
        one_shot: "684d7e77641399b136fbb4b9261bdca6e83887453a0565e2aef3540821138ada",
        rejections: [
            (Tampering::Bit, "e47a5003e6aaa88a4b1c79a95acee983dbba74a4a9adbfe19deb5df2d9dd2e0b"),
            (Tampering::Zeros, "d7e64b653dfa6baf3bb092ea194aa5153ad03693c12fbb84d779c53994057aa7"),
            (Tampering::Ones, "5b4c6abd326aa11a5628c27e40031e18564a783d166da6596bc869be38443515"),
        ],
    },
    KnownAnswers {
        set: Set::Ntruhrss1373,
        nist: "eda157973defa4a7b9648d6b442c386cbc3423f9cfb145599a72f1f250cde5f3",
        one_shot: "eda157973defa4a7b9648d6b442c386cbc3423f9cfb145599a72f1f250cde5f3",
        rejections: [
            (Tampering::Bit, "850b5dec65a5ee3d8b8e56e7ac5605cfa42cf1ed3ca125f15918fccc3c0b8336"),
            (Tampering::Zeros, "ea24a921a78a3963cde56bcd0c9ba961dea244ab74de05d02d4fccfce8860d00"),
            (Tampering::Ones, "8de60b81d7afaae860ca6fa37a920621065d19756f5073a8d6c7690059acaebc"),
        ],
    },
];

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
