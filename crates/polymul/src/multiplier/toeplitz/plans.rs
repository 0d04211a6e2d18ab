//! The plans: for each ring the dimensions and layers, with the bits that they lose.
//!
//! 16 - log2 q bits may be lost. A layer with more points has fewer products, and loses more bits.
//! The plans have the fewest products that the bits allow, with dimensions that are multiples of
//! 16.
//!
//! Sources: `[CCH+23]`, section 7 and Table 11, suggests layers for `toeplitz-tc`; for
//! ntruhps4096821 and ntruhps40961229 these plans differ. The plans of `toeplitz-outer` are this
//! project's own.

use super::Origin;
use crate::ring::{Ntruhps2048509, Ntruhps2048677, Ntruhps4096821, Ntruhps40961229, Ntruhrss701, Ntruhrss1373, Saber};

/// Layers of this project for a kind of multiplier that has a source.
#[derive(Clone, Copy, Debug)]
pub struct ThisProject;

impl Origin for ThisProject {
    const SOURCE: Option<&'static str> = Some("this project");
}

crate::toeplitz! {
    /// ntruhps4096821 down to dimension 16: 375 products, 3 bits of 4.
    pub ToeplitzTc821: Ntruhps4096821 = 864 by Toom3, Toom3, Toom3, Karatsuba;
    /// ntruhrss701 down to dimension 16: 324 products, 3 bits of 3.
    pub ToeplitzTc701: Ntruhrss701 = 720 by Toom5, KaratsubaThree, KaratsubaThree;
    /// ntruhps2048677 down to dimension 16: 225 products, 5 bits of 5.
    pub ToeplitzTc677: Ntruhps2048677 = 720 by Toom5, Toom3, Toom3;
    /// ntruhps40961229 down to dimension 16: 625 products, 4 bits of 4. Prepared operands stay at
    /// dimension 144: 25 matrices, of 14,400 bytes, for 40,000 bytes at the end of the chain.
    pub ToeplitzTc1229: Ntruhps40961229 = 1296 by Toom3, Toom3; at use Toom3, Toom3 of ThisProject;
    /// ntruhps2048509: 63 products of dimension 32, 3 bits of 5.
    pub ToeplitzOuter509: Ntruhps2048509 = 512 by Toom4, Karatsuba, Karatsuba;
    /// ntruhps2048677: 45 products of dimension 48, 4 bits of 5.
    pub ToeplitzOuter677: Ntruhps2048677 = 720 by Toom5, Toom3;
    /// ntruhps4096821: 125 products of dimension 32, 3 bits of 4.
    pub ToeplitzOuter821: Ntruhps4096821 = 864 by Toom3, Toom3, Toom3;
    /// ntruhps40961229: 125 products of dimension 48, 3 bits of 4.
    pub ToeplitzOuter1229: Ntruhps40961229 = 1296 by Toom3, Toom3, Toom3;
    /// ntruhrss701: 54 products of dimension 48, 3 bits of 3.
    pub ToeplitzOuter701: Ntruhrss701 = 720 by Toom5, KaratsubaThree;
    /// ntruhrss1373: 75 products of dimension 80, 2 bits of 2.
    pub ToeplitzOuter1373: Ntruhrss1373 = 1440 by Toom3, Toom3, Karatsuba;
    /// Saber: 21 products of dimension 32, 3 bits of 3.
    pub ToeplitzOuterSaber: Saber = 256 by Toom4, Karatsuba;
    /// ntruhps2048509: one product.
    pub ToeplitzWhole509: Ntruhps2048509 = 512;
    /// ntruhps2048677: one product.
    pub ToeplitzWhole677: Ntruhps2048677 = 704;
    /// ntruhps4096821: one product.
    pub ToeplitzWhole821: Ntruhps4096821 = 832;
    /// ntruhps40961229: one product.
    pub ToeplitzWhole1229: Ntruhps40961229 = 1248;
    /// ntruhrss701: one product.
    pub ToeplitzWhole701: Ntruhrss701 = 704;
    /// ntruhrss1373: one product.
    pub ToeplitzWhole1373: Ntruhrss1373 = 1376;
    /// Saber: one product.
    pub ToeplitzWholeSaber: Saber = 256;
}
