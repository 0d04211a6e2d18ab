//! The multipliers of devices with little memory, by ring: with feature `small` dispatch chooses
//! these on every backend.

#[allow(unused_imports)] // A build has some of the rings.
pub(super) use super::{
    Schoolbook653 as Sntrup653, Schoolbook761 as Sntrup761, Schoolbook857 as Sntrup857, Schoolbook953 as Sntrup953,
    Schoolbook1009 as Prime1009, Schoolbook1013 as Sntrup1013, Schoolbook1277 as Sntrup1277,
    ToeplitzWhole509 as Ntruhps2048509, ToeplitzWhole677 as Ntruhps2048677, ToeplitzWhole701 as Ntruhrss701,
    ToeplitzWhole773 as Cyclic773, ToeplitzWhole821 as Ntruhps4096821, ToeplitzWhole1229 as Ntruhps40961229,
    ToeplitzWhole1373 as Ntruhrss1373, ToeplitzWholeSaber as Saber,
};
