//! What the known answers are, as digests, for whoever tests an implementation. All parties to the specifications agree on
//! them.
//!
//! Records: the files of the round-3 submissions for NIST's order, PQClean and liboqs for the other. Rejections, which those
//! files do not have: PQClean, liboqs, libntruprime and others, which all agree. `tests/data/README.md` has the details.

use alloc::vec::Vec;

use super::RngOrder;
use crate::Set;

/// The known answers of a parameter set. Digests are in lower-case hexadecimal.
///
/// ```
/// use vectru::{Set, kat::{Answers, RngOrder}};
/// let answers = Answers::of(Set::Sntrup761).unwrap();
/// assert!(answers.records(RngOrder::OneShot).starts_with("36e1e53d4e6e295e"));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Answers {
    /// The set.
    pub set: Set,
    /// SHA-256 of the submission's `.rsp` file, which has NIST's order.
    pub response: &'static str,
    /// Of all records, in each order.
    nist: &'static str,
    one_shot: &'static str,
    /// The shared secrets of tampered ciphertexts of record 0 in NIST's order.
    pub rejections: [(Tampering, &'static str); 3],
}

impl Answers {
    /// The known answers of `set`. Every set has some.
    ///
    /// ```
    /// use vectru::{Set, kat::Answers};
    /// assert!(Set::ALL.into_iter().all(|set| Answers::of(set).is_some()));
    /// ```
    pub fn of(set: Set) -> Option<&'static Self> {
        ANSWERS.iter().find(|answers| answers.set == set)
    }

    /// SHA-256 of the text of the 100 records, a blank line between two, without a header: as in liboqs's `kats.json`.
    ///
    /// ```
    /// use vectru::{Set, kat::{Answers, RngOrder}};
    /// let answers = Answers::of(Set::Ntruhrss701).unwrap();
    /// assert_eq!(answers.records(RngOrder::OneShot), answers.records(RngOrder::Nist)); // NTRU has one order
    /// ```
    pub const fn records(&self, order: RngOrder) -> &'static str {
        match order {
            RngOrder::Nist => self.nist,
            RngOrder::OneShot => self.one_shot,
        }
    }
}

/// What was done to a ciphertext.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tampering {
    /// Bit 0 of byte 5 is flipped.
    Bit,
    /// Every byte is 00. (That is a ciphertext of NTRU-HRSS: of r = m = 0.)
    Zeros,
    /// Every byte is FF.
    Ones,
}

impl Tampering {
    /// The tampered ciphertext.
    ///
    /// ```
    /// use vectru::kat::Tampering;
    /// assert_eq!(Tampering::Bit.apply(&[7; 6]), [7, 7, 7, 7, 7, 6]);
    /// ```
    pub fn apply(self, ciphertext: &[u8]) -> Vec<u8> {
        let mut tampered = ciphertext.to_vec();
        match self {
            Self::Bit => tampered.iter_mut().skip(5).take(1).for_each(|byte| *byte ^= 1),
            Self::Zeros => tampered.fill(0),
            Self::Ones => tampered.fill(0xff),
        }
        tampered
    }
}

const ANSWERS: &[Answers] = &[
    Answers {
        set: Set::Sntrup761,
        response: "e720b256c12c50fa4281708342aae2c6a47b01ae83b152f3fd03d7680e376172",
        nist: "497090f27b0e1d15a4a36aaee674b3131d859fdcb864a4ecbc50b184d5515461",
        one_shot: "36e1e53d4e6e295e8fb804449958ad9a3719aa350e91933c65791b9117382d57",
        rejections: [
            (Tampering::Bit, "2163477e8dd89b53a55425b9b1ff595524d7a3325ae7e64536b3a943638d038b"),
            (Tampering::Zeros, "5e3a8fa88ce5b6b2d8648449cd29124978ccaf22633d9442ff7e59e4d7aed93d"),
            (Tampering::Ones, "c2db7ed2168fd47e4e8d0257c2f490acbb0aebb801b25e257908d7acd7a67259"),
        ],
    },
    Answers {
        set: Set::Ntrulpr761,
        response: "f1ec1be5e7a562edf94c4ae361cafa11360648c70f95a720d7bd0f8b7905819c",
        nist: "6a5d353d97c7d4b75086d6f2aa0983d96a2d41f1a315297fcec7aeacacfc7946",
        one_shot: "a692bb9abfb3697eb41ba3f1a1495820730529afe4353e9baff5b2cf86f9cd06",
        rejections: [
            (Tampering::Bit, "ed55b3e313ef23003eb2e1c06212feeaa1e57de67fec85f8b2e0a77c62942e43"),
            (Tampering::Zeros, "3e607996de8d2548bb9dcfcf072238548b2b9c5c8c36caf4220b391161d04458"),
            (Tampering::Ones, "06959cd6d431d35673ac76eec86b8674b574f4fec2204a166dc19417f7259989"),
        ],
    },
    Answers {
        set: Set::Ntruhps2048509,
        response: "f85cbfd585ee9e03feb10817f7a4ba42695a67af95db383c5ebbc2beab27e6bc",
        nist: "d204a151fd8d10e0f6fe484d55362d779fbcb468ac5ae2cd18409b1fd76b4641",
        one_shot: "d204a151fd8d10e0f6fe484d55362d779fbcb468ac5ae2cd18409b1fd76b4641",
        rejections: [
            (Tampering::Bit, "aa1c17c3f19b4bf7a6dedbb7104bf49bb1a5c71b6c2be6b090288cdeee1682d4"),
            (Tampering::Zeros, "ca151a4015018e5702a6ffeb8a774a2b606ecd7a8a8a709c54ea1336e9c27637"),
            (Tampering::Ones, "ed75a9d43aaf6009c0a6d2008302b30f176f1cbd0a4c7fe0a044aff6e2be5381"),
        ],
    },
    Answers {
        set: Set::Ntruhps2048677,
        response: "0e1d2eccfbc6e4f4d6f139b21de27417316202a5c113602d25704316aebb9303",
        nist: "3489450d349454bf4914f7947a33ebc6bc5e16d15d19da6820a8168e125a1084",
        one_shot: "3489450d349454bf4914f7947a33ebc6bc5e16d15d19da6820a8168e125a1084",
        rejections: [
            (Tampering::Bit, "3ff4cf79cf37edd93a7077b6c9bfa0436ce9e817c4dedadab953c7691dcc036b"),
            (Tampering::Zeros, "ff7d42ff7b352e4ac65641ff88bb4f2d97ff085b660456874b26bd7d045af44a"),
            (Tampering::Ones, "d8596a50ddcbc5665d307bc8b854004754e30c17c577cf9cc2db0d44df10caac"),
        ],
    },
    Answers {
        set: Set::Ntruhps4096821,
        response: "95235f04c6206a82477fd5a877f184e99906d658a242dcd7ebb8337048129a4b",
        nist: "143f43534b9705f6485b4a3f1cefda3283f12550e88e294c743b72a9f7d3fcba",
        one_shot: "143f43534b9705f6485b4a3f1cefda3283f12550e88e294c743b72a9f7d3fcba",
        rejections: [
            (Tampering::Bit, "026cc4d825ba76898b565b61fce0e93eb135b67a0a7750f688301fabe0ff5aae"),
            (Tampering::Zeros, "cfad01a6ec05690d1bfd8bb620a99f7eb05f46e078e8efa59958eb8b92dc90fc"),
            (Tampering::Ones, "30b5eadac040b0776b7b0d0755559f0d58e634cb5b3f8ebe87a6015de5c3e2f8"),
        ],
    },
    Answers {
        set: Set::Ntruhps40961229,
        response: "64cd59d85211cedd65578d6cb3a8eab87d1ac08cf74fedf00759ab0b5f0aa413",
        nist: "b0125f779fb1e9bf8343237a304a40bec47f97fa37d68d4aed92e79f515e71ee",
        one_shot: "b0125f779fb1e9bf8343237a304a40bec47f97fa37d68d4aed92e79f515e71ee",
        rejections: [
            (Tampering::Bit, "a2eb2fffa0099b0a7175bc55f4a365945c1db1d25d19e26778b6261445df7f6c"),
            (Tampering::Zeros, "f4bc9369360875856b30f3c1983e0b3aea4f67cf9d0d7dc76f5efcb49d6fa72d"),
            (Tampering::Ones, "ae879cb6f9675a47f606b564e42daca105ae2059b7d4675c71cf88c193251e11"),
        ],
    },
    Answers {
        set: Set::Ntruhrss701,
        response: "1e7c8e02f7dc1a9796332d60d1b08995fff5dfe81f2ae7394ec2f4816dedf4b6",
        nist: "684d7e77641399b136fbb4b9261bdca6e83887453a0565e2aef3540821138ada",
        one_shot: "684d7e77641399b136fbb4b9261bdca6e83887453a0565e2aef3540821138ada",
        rejections: [
            (Tampering::Bit, "e47a5003e6aaa88a4b1c79a95acee983dbba74a4a9adbfe19deb5df2d9dd2e0b"),
            (Tampering::Zeros, "d7e64b653dfa6baf3bb092ea194aa5153ad03693c12fbb84d779c53994057aa7"),
            (Tampering::Ones, "5b4c6abd326aa11a5628c27e40031e18564a783d166da6596bc869be38443515"),
        ],
    },
    Answers {
        set: Set::Ntruhrss1373,
        response: "953856fbf1f57f2a1d6592d320082d6f945ecf9e9f06fea7ce8c0dced792d8a8",
        nist: "eda157973defa4a7b9648d6b442c386cbc3423f9cfb145599a72f1f250cde5f3",
        one_shot: "eda157973defa4a7b9648d6b442c386cbc3423f9cfb145599a72f1f250cde5f3",
        rejections: [
            (Tampering::Bit, "850b5dec65a5ee3d8b8e56e7ac5605cfa42cf1ed3ca125f15918fccc3c0b8336"),
            (Tampering::Zeros, "ea24a921a78a3963cde56bcd0c9ba961dea244ab74de05d02d4fccfce8860d00"),
            (Tampering::Ones, "8de60b81d7afaae860ca6fa37a920621065d19756f5073a8d6c7690059acaebc"),
        ],
    },
];
