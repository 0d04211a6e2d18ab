//! The known answers as digests, for tests of implementations.
//!
//! The records in NIST's order come from the round-3 submissions, the records in the other order
//! from PQClean and liboqs. The records of Saber come from PQClean. None of these files has
//! rejected ciphertexts. The shared secrets of rejected ciphertexts are the ones on which PQClean,
//! liboqs, libntruprime and others agree, and PQClean's for Saber. `tests/data/README.md` has the
//! details.

use alloc::vec::Vec;

use super::RngOrder;
use crate::common::set::Set;

/// The known answers of a parameter set. Digests are written in lower-case hexadecimal digits.
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
    /// SHA-256 of the `.rsp` file of the submission, which has NIST's order. None for Saber, of
    /// which the project has the records alone.
    pub response: Option<&'static str>,
    /// SHA-256 of all records in NIST's order.
    nist: &'static str,
    /// SHA-256 of all records in the order that draws lists by one call.
    one_shot: &'static str,
    /// The shared secrets of tampered ciphertexts of record 0 in NIST's order.
    pub rejections: &'static [(Tampering, &'static str)],
}

impl Answers {
    /// Returns the known answers of `set`. Every set of this version has some.
    ///
    /// ```
    /// use vectru::{Set, kat::Answers};
    /// assert!(Set::ALL.into_iter().all(|set| Answers::of(set).is_some()));
    /// ```
    pub fn of(set: Set) -> Option<&'static Self> {
        ANSWERS.iter().find(|answers| answers.set == set)
    }

    /// Returns SHA-256 of the text of the 100 records, with a blank line between two and without a
    /// header, as in liboqs's `kats.json`.
    ///
    /// ```
    /// use vectru::{Set, kat::{Answers, RngOrder}};
    /// let answers = Answers::of(Set::Ntruhrss701).unwrap();
    /// // NTRU has one order.
    /// assert_eq!(answers.records(RngOrder::OneShot), answers.records(RngOrder::Nist));
    /// ```
    pub const fn records(&self, order: RngOrder) -> &'static str {
        match order {
            RngOrder::Nist => self.nist,
            RngOrder::OneShot => self.one_shot,
        }
    }
}

/// A change of a ciphertext.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tampering {
    /// Bit 0 of byte 5 is flipped.
    Bit,
    /// Bit 0 of the middle byte is flipped: byte floor(L/2) of L bytes.
    MiddleBit,
    /// Every byte is 00. In NTRU-HRSS this is the encryption of r = m = 0.
    Zeros,
    /// Every byte is FF.
    Ones,
}

impl Tampering {
    /// Returns the changed ciphertext.
    ///
    /// ```
    /// use vectru::kat::Tampering;
    /// assert_eq!(Tampering::Bit.apply(&[7; 6]), [7, 7, 7, 7, 7, 6]);
    /// assert_eq!(Tampering::MiddleBit.apply(&[7; 6]), [7, 7, 7, 6, 7, 7]);
    /// ```
    pub fn apply(self, ciphertext: &[u8]) -> Vec<u8> {
        let mut tampered = ciphertext.to_vec();
        match self {
            Self::Bit => tampered.iter_mut().skip(5).take(1).for_each(|byte| *byte ^= 1),
            Self::MiddleBit => tampered.iter_mut().skip(ciphertext.len() / 2).take(1).for_each(|byte| *byte ^= 1),
            Self::Zeros => tampered.fill(0),
            Self::Ones => tampered.fill(0xff),
        }
        tampered
    }
}

/// Declares the known answers of every set that the features name: those of the fields of
/// [`Answers`], in order.
macro_rules! answers {
    ($(
        $feature:literal, $set:ident, $response:expr,
        $nist:literal, $one_shot:literal,
        $($tampering:ident $secret:literal),*;
    )*) => {
        const ANSWERS: &[Answers] = &[$(
            #[cfg(feature = $feature)]
            Answers {
                set: Set::$set,
                response: $response,
                nist: $nist,
                one_shot: $one_shot,
                rejections: &[$((Tampering::$tampering, $secret)),*],
            },
        )*];
    };
}

answers! {
    "sntrup653", Sntrup653, Some("65181e2fb8de0455248c25ec1b1aa628a96bd6cc604d411af2ea46c06b9f9693"),
    "64780b00a2be684092395899c2de1ca4ccfdc1ecb87ef58db4a1d56a44c91c52",
    "7b2c3debcbc76d47cdabaf55b51ca517304fdbba3aea90b50b84f56ca8d8a5a4",
    Bit "73cdf4dec8ad6580e448e738f841f328e5bc084d7f22249f35ff1dc7a5412ba4",
    Zeros "22c9483332e7218cd7f100f565cc4f2ed266920add857d7840b6327c145317ff",
    Ones "a63bc583ee43ed1d5cbacdda7cf85f842900ebd506f5c588444d0aec2467ee48";
    "sntrup761", Sntrup761, Some("e720b256c12c50fa4281708342aae2c6a47b01ae83b152f3fd03d7680e376172"),
    "497090f27b0e1d15a4a36aaee674b3131d859fdcb864a4ecbc50b184d5515461",
    "36e1e53d4e6e295e8fb804449958ad9a3719aa350e91933c65791b9117382d57",
    Bit "2163477e8dd89b53a55425b9b1ff595524d7a3325ae7e64536b3a943638d038b",
    Zeros "5e3a8fa88ce5b6b2d8648449cd29124978ccaf22633d9442ff7e59e4d7aed93d",
    Ones "c2db7ed2168fd47e4e8d0257c2f490acbb0aebb801b25e257908d7acd7a67259";
    "sntrup857", Sntrup857, Some("ca8d4c876bbb2c3b105fa997f6ee0a5a839363e8c697ced2175ea9348f71c4b3"),
    "5f1f04fe11d71997502fc8cbeaccd76532ee717bad3e722b0d2e8e4871b44930",
    "40fe677ac87f2f828582c2113fa32aaa6bbfb156eb191ecd8763796da727cb26",
    Bit "8278c2b7bdc88ff39885cfdae25e3b0eb0193b5c80dccc0f10504839c01fb287",
    Zeros "fa4942ef06ac0254d62ec5388df4356731282f9ac28803d4717cd5bf1e932128",
    Ones "db3a6c748fe650a72e8a6760d12effb525cdbbc8bbe772c81f6bbe8c9c1a9294";
    "sntrup953", Sntrup953, Some("d95e16d37e97d40496b9f2e5c67b002252254485522ac180e27d92ab8627f3d3"),
    "269c5b8d50f34bdeb30a7ad8ebde33c401d0629be6732297b9dd93c154354e51",
    "73e9bfb909e228def75eebc8a7fe91df1bcbc8f679ec6dca4bc0fecc66924e91",
    Bit "0c7341530e08871a319cb2d6d27dd387d23f10085a7af23d41a511fa3a2cf0c2",
    Zeros "742fc7baeb5da4dbab10d9ba54ca16ac513e38d4067fb188f615a7f02ffc1543",
    Ones "ad6be0a758afc16dd0ca1e14db1242fa498deee25ba277efcd9db3b9b99efb3f";
    "sntrup1013", Sntrup1013, Some("8e282b2fdb83a95d01c6a4336875b3e303eec31d40c61437c05db8185d08d98b"),
    "c1817dc8bb528ba7f6ae91a336e86d2c585dd1fd17556e20676f9482eedca4f0",
    "0e059d5706416759b0bde9dfe7527c0d9130b4dcfa04654a975d2e64d2db4bad",
    Bit "d7138c37bfa660d5fdc476c484d741ba5e8a1c2a36b2007012e2ba458cdf2d14",
    Zeros "5adde41cf01a0b47507d4a6131a18eb1f5e627d3d0dcc840033129c64a0ee260",
    Ones "458d0f9743ba709a12d123e16af8f21a1825fb8ee45642c0faf92b8e3e9402be";
    "sntrup1277", Sntrup1277, Some("9e208aabc5c340932ef547abe0b14e16cf75eb7bebaafe2c3469c8d7d8b688f0"),
    "39a479b5323e829e3bbdd5940f2f317840e7e497d0132b2cadb123d961d82648",
    "b68ccfc185e83a8546a89e2080541557c57d58b52f00bca922b814136203d12b",
    Bit "1fab45614337576a7f62f0754c637d3a2c127c573ed1959531da3f815591c9b8",
    Zeros "1e0430ee06720cf6e2f12f607458f04343fc8e292a6ce90b3ccc6823302d054c",
    Ones "dfb4bddc0d182ff2e4b87b3ce348ebec1cd2006122df30f2dddd8403fb586802";
    "ntrulpr653", Ntrulpr653, Some("ecba9b6eea104678ee931694faaa74ba240771c4b677808211e29f6396810815"),
    "12e8e8e5ccf65cb6b9a6e68aa88fa29b8704450a9275e5ad7551e528bb2250de",
    "d3fe87933714ab0ee6debc2130e6241285836e9a281e24c77ca0d15d6f0fdeb4",
    Bit "90e587f472af1d4a923a6db6f542e79682f8edd9ca52f90a6a7be86a47adcdf4",
    Zeros "485efbea808ba7bd12018b92d0b1d6e9809975d102253473d4e199eb6b3acabd",
    Ones "2eb1c8c29e44436ee6ca9ccd59897f85829d7d03589f205dd92f155d45c7bb90";
    "ntrulpr761", Ntrulpr761, Some("f1ec1be5e7a562edf94c4ae361cafa11360648c70f95a720d7bd0f8b7905819c"),
    "6a5d353d97c7d4b75086d6f2aa0983d96a2d41f1a315297fcec7aeacacfc7946",
    "a692bb9abfb3697eb41ba3f1a1495820730529afe4353e9baff5b2cf86f9cd06",
    Bit "ed55b3e313ef23003eb2e1c06212feeaa1e57de67fec85f8b2e0a77c62942e43",
    Zeros "3e607996de8d2548bb9dcfcf072238548b2b9c5c8c36caf4220b391161d04458",
    Ones "06959cd6d431d35673ac76eec86b8674b574f4fec2204a166dc19417f7259989";
    "ntrulpr857", Ntrulpr857, Some("e58a062ae6e4cbce858c28b42805747f583076b0581ed9a57a8690445584cb6a"),
    "e3cce7d7ff4d2c9e44bbb20f0d1843ee27f8c5f21c44765b0dafca0144a1bbdb",
    "8b7115108a27c4af8e1c60140dc8bbb5547663d98067a6a82b362e21c554eb42",
    Bit "f7ae5730eb3862574736f393665c1e0813165fb0f285df750183c0946f5c8f72",
    Zeros "b1828a20c696a8e1816ed2960d7b6f2e0bca0eb41fdfed918bcf0a2d2e6c38c7",
    Ones "ae7b1140ac3e7090699cd091bdbbe7969f1d5d13e0173e4ed4c53af1092d0075";
    "ntrulpr953", Ntrulpr953, Some("5efef3c75eddcff263af737e11e3d5b71b12ca95d18a5d1ae4b3d8ae15c7f3bc"),
    "84f1196c915128f91a2cb63c7f0e989326647f49cec3d192a2ab085318867c70",
    "8200fdedb53c8f3480a8ee79bd4c2ebd0ad7d56bd8df6c60ec7c8303d53cb13f",
    Bit "4eb7c0d388c0cc0001051673ed17fe56de40d8100bf0a8841617331c5e909812",
    Zeros "eb4bc706bb8761652902fe45576db339d0385019414b208c0986222218697835",
    Ones "41b6d3ee3971be293361f89e47c223106e62432c520f5df97fa43c67f59b5aec";
    "ntrulpr1013", Ntrulpr1013, Some("c17f43f1059fa8bbaee8524635ab806bed040683d58517ad9675e11e72b6efd5"),
    "9cb7ae81a96e469507f38b9659b08f7d221fa03656f47089a553eb6adb086aea",
    "d54d72a39dfb68bc12436201445af72ba236256d72f45c18e7608a5aa9fa49f1",
    Bit "6dfc98ae6b6a2449504494e67c7ff8ad7999b12bf47ba3d380541d5ab15d567d",
    Zeros "ae3a10ed0453c3e88db820ed255abe4b778976a65b86db9ea97e4f58af318d56",
    Ones "a6e258d68743a669ae752faf7e2978ce4e28733291f94a58a6d676f7689f2afd";
    "ntrulpr1277", Ntrulpr1277, Some("f6429ab9c2a74e5553fee76a3174b4b9bb922a04e57247e4f4920d55a94a0ae6"),
    "61add9441fe28d65cefffcfbede9cf7a7e7fc22b901ab1373a3996f44323e55f",
    "8d6851df363632e1401607ac6fe80ab556a1f59c1314b557f39d20f452c42edd",
    Bit "2203443cb6b75ee9e02370bc09c7d8ad279e630a881b2353db76c593476c9192",
    Zeros "50b5d3f4a447b9db3d0068ef76f3c6a179f5f99134ebab934638cf1b093d052c",
    Ones "a3b4ea29ac89e593a55221f95afb9b8224d01bc72ec8c67c629fe5de59a9c0b6";
    "ntruhps2048509", Ntruhps2048509, Some("f85cbfd585ee9e03feb10817f7a4ba42695a67af95db383c5ebbc2beab27e6bc"),
    "d204a151fd8d10e0f6fe484d55362d779fbcb468ac5ae2cd18409b1fd76b4641",
    "d204a151fd8d10e0f6fe484d55362d779fbcb468ac5ae2cd18409b1fd76b4641",
    Bit "aa1c17c3f19b4bf7a6dedbb7104bf49bb1a5c71b6c2be6b090288cdeee1682d4",
    Zeros "ca151a4015018e5702a6ffeb8a774a2b606ecd7a8a8a709c54ea1336e9c27637",
    Ones "ed75a9d43aaf6009c0a6d2008302b30f176f1cbd0a4c7fe0a044aff6e2be5381";
    "ntruhps2048677", Ntruhps2048677, Some("0e1d2eccfbc6e4f4d6f139b21de27417316202a5c113602d25704316aebb9303"),
    "3489450d349454bf4914f7947a33ebc6bc5e16d15d19da6820a8168e125a1084",
    "3489450d349454bf4914f7947a33ebc6bc5e16d15d19da6820a8168e125a1084",
    Bit "3ff4cf79cf37edd93a7077b6c9bfa0436ce9e817c4dedadab953c7691dcc036b",
    Zeros "ff7d42ff7b352e4ac65641ff88bb4f2d97ff085b660456874b26bd7d045af44a",
    Ones "d8596a50ddcbc5665d307bc8b854004754e30c17c577cf9cc2db0d44df10caac";
    "ntruhps4096821", Ntruhps4096821, Some("95235f04c6206a82477fd5a877f184e99906d658a242dcd7ebb8337048129a4b"),
    "143f43534b9705f6485b4a3f1cefda3283f12550e88e294c743b72a9f7d3fcba",
    "143f43534b9705f6485b4a3f1cefda3283f12550e88e294c743b72a9f7d3fcba",
    Bit "026cc4d825ba76898b565b61fce0e93eb135b67a0a7750f688301fabe0ff5aae",
    Zeros "cfad01a6ec05690d1bfd8bb620a99f7eb05f46e078e8efa59958eb8b92dc90fc",
    Ones "30b5eadac040b0776b7b0d0755559f0d58e634cb5b3f8ebe87a6015de5c3e2f8";
    "ntruhps40961229", Ntruhps40961229, Some("64cd59d85211cedd65578d6cb3a8eab87d1ac08cf74fedf00759ab0b5f0aa413"),
    "b0125f779fb1e9bf8343237a304a40bec47f97fa37d68d4aed92e79f515e71ee",
    "b0125f779fb1e9bf8343237a304a40bec47f97fa37d68d4aed92e79f515e71ee",
    Bit "a2eb2fffa0099b0a7175bc55f4a365945c1db1d25d19e26778b6261445df7f6c",
    Zeros "f4bc9369360875856b30f3c1983e0b3aea4f67cf9d0d7dc76f5efcb49d6fa72d",
    Ones "ae879cb6f9675a47f606b564e42daca105ae2059b7d4675c71cf88c193251e11";
    "ntruhrss701", Ntruhrss701, Some("1e7c8e02f7dc1a9796332d60d1b08995fff5dfe81f2ae7394ec2f4816dedf4b6"),
    "684d7e77641399b136fbb4b9261bdca6e83887453a0565e2aef3540821138ada",
    "684d7e77641399b136fbb4b9261bdca6e83887453a0565e2aef3540821138ada",
    Bit "e47a5003e6aaa88a4b1c79a95acee983dbba74a4a9adbfe19deb5df2d9dd2e0b",
    Zeros "d7e64b653dfa6baf3bb092ea194aa5153ad03693c12fbb84d779c53994057aa7",
    Ones "5b4c6abd326aa11a5628c27e40031e18564a783d166da6596bc869be38443515";
    "ntruhrss1373", Ntruhrss1373, Some("953856fbf1f57f2a1d6592d320082d6f945ecf9e9f06fea7ce8c0dced792d8a8"),
    "eda157973defa4a7b9648d6b442c386cbc3423f9cfb145599a72f1f250cde5f3",
    "eda157973defa4a7b9648d6b442c386cbc3423f9cfb145599a72f1f250cde5f3",
    Bit "850b5dec65a5ee3d8b8e56e7ac5605cfa42cf1ed3ca125f15918fccc3c0b8336",
    Zeros "ea24a921a78a3963cde56bcd0c9ba961dea244ab74de05d02d4fccfce8860d00",
    Ones "8de60b81d7afaae860ca6fa37a920621065d19756f5073a8d6c7690059acaebc";
    "lightsaber", Lightsaber, None,
    "cada342810f6a9c3458946c1e9a597de2cd24d2917b1a9470134dfc69203bd3f",
    "cada342810f6a9c3458946c1e9a597de2cd24d2917b1a9470134dfc69203bd3f",
    Bit "bf8ea0b8b4e9ca47259af8fe152c72f871381e1f11517ee68bcb1ced634a830d",
    MiddleBit "003cbe7a9d3445d0281b647c9b5cbfee965d876bd7d1fef7228bcc77291f07a0";
    "saber", Saber, None,
    "fd4245143bb26dc0f5b5fa1dc291b1cd5db24f66d2001c28e6d1b35a5ae90067",
    "fd4245143bb26dc0f5b5fa1dc291b1cd5db24f66d2001c28e6d1b35a5ae90067",
    Bit "f20fbf2691ffc9f21f55c2cce596ad3cfd9cc6fa572b5d8e8dfd20b26178bbb7",
    MiddleBit "0a36b9a0d91b578c46c37be19d524d5742e59965b7ff0981f82c97b4f1969579";
    "firesaber", Firesaber, None,
    "6e4d64ff9e509606e893fef8ad3b23b79937b7fd1f6de475e6ae81325d440e92",
    "6e4d64ff9e509606e893fef8ad3b23b79937b7fd1f6de475e6ae81325d440e92",
    Bit "c8fc65f160e3a15c18f074f2e91be24d2e3d78ad10c9646120765e1701bc9883",
    MiddleBit "0d12c298f68751f2c6c6050b0fc13aacc07b693578814dcf79806908dd12020a";
}
