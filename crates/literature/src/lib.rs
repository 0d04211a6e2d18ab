//! Multipliers of the papers for the rings of [`vectru_polymul`], to compare with the multipliers
//! that ship.
//!
//! Each is written over the contract of the engine, with stages of the engine and of [`stage`]. It
//! is proved, counted and measured like a multiplier that ships. A multiplier that becomes the
//! fastest one on some backend moves to the engine.
//!
//! | module | maps | rings | source |
//! | --- | --- | --- | --- |
//! | [`good_outer`] | Good-Thomas, Rader, truncations, products of chunks, some in lanes | sntrup857, sntrup1013, sntrup1277 | `[CCH+23]`, section 7, Table 12 |
//! | [`good_rader_outer`] | Good-Thomas, Rader, outer products | sntrup761 | `[CCH+23]`, section 5.3.2 |
//! | [`truncated_rader`] | Good-Thomas, Rader, outer products, without one factor | sntrup761 | `[Hwa24b]` |
//! | [`good_rader_bruun`] | Good-Thomas, Rader, Bruun | sntrup761 | `[HLY24]`, section 4.4 |
//! | [`good_schoenhage_bruun`] | Good-Thomas, Schönhage, Bruun | sntrup761, sntrup857 | `[HLY24]`, section 4.3; `[CCH+23]`, section 7 |
//! | [`good_schoenhage_outer`] | Good-Thomas, Schönhage, outer products | sntrup857 | `[CCH+23]`, section 7, Table 12 |
//! | [`schoenhage_nussbaumer`] | Schönhage, Nussbaumer | sntrup761 | `[BBCT22]`; `[HLY24]`, section 4.3, Table 1 |
//! | [`good_thomas`] | a cyclic product over the integers, modulo one prime of 25 bits | all but ntruhrss1373 and saber | `[ACC+21]`; `[HLY24]`, section 4.2 |
//! | [`good_thomas_two_primes`] | a cyclic product over the integers, modulo two primes of 16 bits | NTRU Prime, `ntruhps` | `[BBC+20]`, `[ACC+21]`, `[CHK+21]` |
//! | [`toom_cook`] | Toom-Cook, layers 5, 3, 3, 2, and 3, 4, 2, 2 | ntruhps2048677 | `[CCH+23]`, section 5.2.1; `[NG21]` |
//! | [`toeplitz`] | layers of Toom-Cook, Toeplitz products | ntruhps, saber | `[CCH+23]`, section 7, Table 11; `[IKPC20]` |
//! | [`cooley_tukey`] | layers of radix 2 modulo one prime of 26 bits | saber | `[CHK+21]`, `[BHK+22]` |
//! | [`cooley_tukey_two_primes`] | the same modulo two primes of 16 bits, outer products | saber | `[CHK+21]` |
//! | [`two_primes_words`] | six layers modulo 3329 and 7681 on single words, products of dimension 4 | saber | `[ACC+22]`, `[Hwa24a]` |
//! | [`word_transform`] | a transform of length 8 by powers of a variable, Toeplitz products | saber | `[Sch77]`, `[Nus80]`, `[Hwa24a]` |
//!
//!
//! # Features
//!
//! | feature | adds |
//! | --- | --- |
//! | `sntrup653`, …, `saber` | products in the ring of this name, as in the engine; all are in `default` |
//! | `printed` | to the list, multipliers that only tables of the sources need; not in `default` |
//! | `small` | to the list, the engine's multipliers for devices with little memory |
//! | `workbench` | the module `workbench`: all multipliers of these rings in parts, compiled with this crate |
//! | `replace` | `workbench::force`, for programs that measure whole mechanisms; needs the standard library |
#![no_std]
#![cfg_attr(docsrs, feature(doc_cfg))]

#[cfg(test)]
extern crate alloc;
#[cfg(test)]
extern crate std;

pub mod cooley_tukey;
pub mod cooley_tukey_two_primes;
pub mod good_outer;
mod good_rader;
pub mod good_rader_bruun;
pub mod good_rader_outer;
pub mod good_schoenhage_bruun;
pub mod good_schoenhage_outer;
pub mod good_thomas;
pub mod good_thomas_two_primes;
mod integers;
mod list;
pub mod schoenhage_nussbaumer;
pub mod stage;
pub mod toeplitz;
pub mod toom_cook;
pub mod truncated_rader;
pub mod two_primes_words;
pub mod word_transform;
// Unit tests do not need it, and would compile every kernel a second time.
#[cfg(all(feature = "workbench", not(test)))]
pub mod workbench;

pub use cooley_tukey::CooleyTukeyOnePrime;
pub use cooley_tukey_two_primes::CooleyTukeyTwoPrimes;
pub use good_outer::{
    GoodRaderBruun1277, GoodRaderLanes857, GoodRaderOuter857, TruncatedLanes1013, TruncatedRader1013,
};
pub use good_rader_bruun::GoodRaderBruun;
pub use good_rader_outer::GoodRaderOuter;
pub use good_schoenhage_bruun::plans::{GoodSchoenhageBruun761, GoodSchoenhageBruun857};
pub use good_schoenhage_outer::GoodSchoenhageOuter857;
pub use good_thomas::GoodThomas;
pub use good_thomas_two_primes::GoodThomasTwoPrimes;
pub use list::*;
pub use schoenhage_nussbaumer::SchoenhageNussbaumer;
pub use toeplitz::{ToeplitzPrinted509, ToeplitzPrinted821, ToeplitzPrinted1229, ToeplitzTcSaber};
pub use toom_cook::{ToomCook677, ToomCook2021};
pub use truncated_rader::TruncatedRader;
pub use two_primes_words::TwoPrimesWords;
pub use word_transform::{NussbaumerSaber, SchoenhageSaber};
