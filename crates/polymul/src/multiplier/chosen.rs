//! The multipliers that the rings of this crate take. The choice is a measurement: see
//! `docs/multipliers/figures.md`.

#[allow(clippy::wildcard_imports, unused_imports)] // A build has some of the rings.
use super::*;
#[allow(unused_imports)]
use crate::ring::*;

#[cfg(feature = "sntrup653")]
crate::multiply_by! { Sntrup653: GoodOuter653; small Schoolbook653 }
#[cfg(feature = "sntrup761")]
crate::multiply_by! { Sntrup761: GoodInfinityOuter; small Schoolbook761 }
#[cfg(feature = "sntrup857")]
crate::multiply_by! { Sntrup857: GoodOuter857; small Schoolbook857 }
#[cfg(feature = "sntrup953")]
crate::multiply_by! { Sntrup953: GoodOuter953; small Schoolbook953 }
#[cfg(feature = "sntrup1013")]
crate::multiply_by! { Sntrup1013: GoodOuter1013; small Schoolbook1013 }
#[cfg(feature = "sntrup1277")]
crate::multiply_by! { Sntrup1277: GoodOuter1277; small Schoolbook1277 }
#[cfg(feature = "ntruhps2048509")]
crate::multiply_by! { Ntruhps2048509: ToeplitzOuter509; small ToeplitzWhole509 }
#[cfg(feature = "ntruhps2048677")]
crate::multiply_by! { Ntruhps2048677: ToeplitzOuter677, ToeplitzTc677 on Avx2 | Simd128; small ToeplitzWhole677 }
#[cfg(feature = "ntruhps4096821")]
crate::multiply_by! { Ntruhps4096821: ToeplitzOuter821, ToeplitzTc821 on Avx2 | Simd128; small ToeplitzWhole821 }
#[cfg(feature = "ntruhps40961229")]
crate::multiply_by! { Ntruhps40961229: ToeplitzOuter1229, ToeplitzTc1229 on Avx2 | Simd128; small ToeplitzWhole1229 }
#[cfg(feature = "ntruhrss701")]
crate::multiply_by! { Ntruhrss701: ToeplitzOuter701, ToeplitzTc701 on Avx2 | Simd128; small ToeplitzWhole701 }
#[cfg(feature = "ntruhrss1373")]
crate::multiply_by! { Ntruhrss1373: ToeplitzOuter1373; small ToeplitzWhole1373 }
#[cfg(feature = "saber")]
crate::multiply_by! { Saber: ToeplitzOuterSaber; small ToeplitzWholeSaber }

#[cfg(feature = "saber")]
crate::module_by! { Saber: CooleyTukeyTwoPrimes; small ToeplitzWholeSaber }
