//! The plans: for each ring the dimensions and layers, with the bits that they lose.
//!
//! 16 - log2 q bits may be lost. A layer with more points has fewer products, and loses more bits.
//! The plans have the fewest products that the bits allow, with dimensions that are multiples of
//! 16.
//!
//! Sources: `[CCH+23]`, section 7 and Table 11, suggests layers for `toeplitz-tc`; for
//! ntruhps4096821 and ntruhps40961229 these plans differ, and `toeplitz-tc-printed` has the
//! suggested layers. The plans of `toeplitz-outer` are this project's own.

use core::fmt::Debug;

use super::{EXPAND, Toeplitz, ToeplitzPlan};
use crate::multiplier::recipe::{Map, Transformation};
use crate::multiplier::{Aligned, zeta};
use crate::ring::{self, Ring};
use crate::simd::Coefficient;
use crate::stage::toeplitz::{AtUse, Chain, OUTER_PRODUCT, Outer, Split};
use crate::stage::toom_cook::{Karatsuba, KaratsubaThree, Layer, Toom3, Toom4, Toom5};

/// Declares plans. Each has a ring, a name, a source, the dimensions with the layers between them,
/// and the products at the end. Layers behind an arrow are left to each use of an operand that is
/// used several times.
macro_rules! plans {
    ($($(#[$doc:meta])* $plan:ident: $ring:ident, $name:literal, $source:literal $(, $whole:literal = $layer:ident * $part:literal)*
        $(=> $($use_whole:literal = $use_layer:ident * $use_part:literal),+)?, $end:ty;)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug)]
        pub struct $plan;

        impl ToeplitzPlan for $plan {
            type Ring = ring::$ring;
            type Chain = plans!(@chain plans!(@chain $end, $($($use_layer)+)?), $($layer)*);
            type Prepared = plans!(@chain plans!(@prepared $end, $($($use_layer)+)?), $($layer)*);
            type Vector<C: Coefficient> = Aligned<[C; <Self::Chain as Chain>::SIZE]>;
            type Matrix<C: Coefficient> = Aligned<[C; 2 * <Self::Chain as Chain>::SIZE]>;
            type Vectors<C: Coefficient> = Aligned<[C; <Self::Prepared as Chain>::END * <Self::Prepared as Chain>::PRODUCTS]>;
            type Matrices<C: Coefficient> = Aligned<[C; 2 * <Self::Prepared as Chain>::END * <Self::Prepared as Chain>::PRODUCTS]>;
            type Scratch<C: Coefficient> = Aligned<[C; scratch::<Self::Chain, Self::Prepared>()]>;

            const NAME: &'static str = $name;
            const SOURCE: &'static str = $source;
            const CHAIN: &'static [Map] = &[
                Map {
                    name: EXPAND,
                    transformation: Transformation::Expand {
                        degree: <ring::$ring as Ring>::DEGREE,
                        zeta: zeta::<ring::$ring>(),
                        dimension: <Self::Chain as Chain>::SIZE,
                    },
                    source: "[Win80]",
                },
                $(layer::<$layer>($whole, $part),)*
                $($(layer::<$use_layer>($use_whole, $use_part),)+)?
                Map {
                    name: OUTER_PRODUCT,
                    transformation: Transformation::OuterProducts {
                        dimension: <Self::Chain as Chain>::END,
                        products: <Self::Chain as Chain>::PRODUCTS,
                    },
                    source: "[CCH+23]",
                },
            ];
        }
    )*};
    (@chain $end:ty, $layer:ident $($rest:ident)*) => { Split<$layer, plans!(@chain $end, $($rest)*)> };
    (@chain $end:ty,) => { $end };
    (@prepared $end:ty,) => { $end };
    (@prepared $end:ty, $($layer:ident)+) => { AtUse<plans!(@chain $end, $($layer)+)> };
}

/// Returns the coefficients of working memory that serve either chain.
const fn scratch<C: Chain, D: Chain>() -> usize {
    if C::SCRATCH > D::SCRATCH { C::SCRATCH } else { D::SCRATCH }
}

/// Returns the map of a layer between two dimensions.
const fn layer<L: Layer>(whole: usize, part: usize) -> Map {
    assert!(whole == L::PARTS * part, "the dimensions are not those of the layer");
    let transformation = Transformation::ToeplitzLayer { part, parts: L::PARTS, points: L::POINTS };
    Map { name: L::NAME, transformation, source: "[CCH+23]" }
}

plans! {
    /// ntruhps2048509 down to dimension 16: 189 products, 3 bits of 5.
    Tc509: Ntruhps2048509, "toeplitz-tc", "[CCH+23]",
        512 = Toom4 * 128, 128 = Karatsuba * 64, 64 = Karatsuba * 32, 32 = Karatsuba * 16, Outer<1>;
    /// ntruhps4096821 down to dimension 16: 375 products, 3 bits of 4.
    Tc821: Ntruhps4096821, "toeplitz-tc", "[CCH+23]",
        864 = Toom3 * 288, 288 = Toom3 * 96, 96 = Toom3 * 32, 32 = Karatsuba * 16, Outer<1>;
    /// ntruhrss701 down to dimension 16: 324 products, 3 bits of 3.
    Tc701: Ntruhrss701, "toeplitz-tc", "[CCH+23]",
        720 = Toom5 * 144, 144 = KaratsubaThree * 48, 48 = KaratsubaThree * 16, Outer<1>;
    /// ntruhps2048677 down to dimension 16: 225 products, 5 bits of 5.
    Tc677: Ntruhps2048677, "toeplitz-tc", "[CCH+23]", 720 = Toom5 * 144, 144 = Toom3 * 48, 48 = Toom3 * 16, Outer<1>;
    /// ntruhps40961229 down to dimension 16: 625 products, 4 bits of 4. Prepared operands stay at
    /// dimension 144: 25 matrices, of 14,400 bytes, for 40,000 bytes at the end of the chain.
    Tc1229: Ntruhps40961229, "toeplitz-tc", "this project",
        1296 = Toom3 * 432, 432 = Toom3 * 144 => 144 = Toom3 * 48, 48 = Toom3 * 16, Outer<1>;
    /// ntruhps4096821 by the printed layers: 630 products, 4 bits of 4. 864, the printed dimension,
    /// ends at 12 with these layers, and 1152 at 16.
    Printed821: Ntruhps4096821, "toeplitz-tc-printed", "[CCH+23]",
        1152 = Toom4 * 288, 288 = Toom3 * 96, 96 = KaratsubaThree * 32, 32 = Karatsuba * 16, Outer<1>;
    /// ntruhps40961229 by the printed layers and dimension: 729 products, 3 bits of 4.
    Printed1229: Ntruhps40961229, "toeplitz-tc-printed", "[CCH+23]",
        1280 = Toom5 * 256, 256 = Karatsuba * 128, 128 = Karatsuba * 64, 64 = Karatsuba * 32, 32 = Karatsuba * 16, Outer<1>;
    /// ntruhps2048509: 63 products of dimension 32, 3 bits of 5.
    Outer509: Ntruhps2048509, "toeplitz-outer", "this project", 512 = Toom4 * 128, 128 = Karatsuba * 64, 64 = Karatsuba * 32, Outer<2>;
    /// ntruhps2048677: 45 products of dimension 48, 4 bits of 5.
    Outer677: Ntruhps2048677, "toeplitz-outer", "this project", 720 = Toom5 * 144, 144 = Toom3 * 48, Outer<3>;
    /// ntruhps4096821: 125 products of dimension 32, 3 bits of 4.
    Outer821: Ntruhps4096821, "toeplitz-outer", "this project", 864 = Toom3 * 288, 288 = Toom3 * 96, 96 = Toom3 * 32, Outer<2>;
    /// ntruhps40961229: 125 products of dimension 48, 3 bits of 4.
    Outer1229: Ntruhps40961229, "toeplitz-outer", "this project", 1296 = Toom3 * 432, 432 = Toom3 * 144, 144 = Toom3 * 48, Outer<3>;
    /// ntruhrss701: 54 products of dimension 48, 3 bits of 3.
    Outer701: Ntruhrss701, "toeplitz-outer", "this project", 720 = Toom5 * 144, 144 = KaratsubaThree * 48, Outer<3>;
    /// ntruhrss1373: 75 products of dimension 80, 2 bits of 2.
    Outer1373: Ntruhrss1373, "toeplitz-outer", "this project", 1440 = Toom3 * 480, 480 = Toom3 * 160, 160 = Karatsuba * 80, Outer<5>;
    /// Saber down to dimension 16: 63 products, 3 bits of 3.
    TcSaber: Saber, "toeplitz-tc", "[IKPC20]",
        256 = Toom4 * 64, 64 = Karatsuba * 32, 32 = Karatsuba * 16, Outer<1>;
    /// Saber: 21 products of dimension 32, 3 bits of 3.
    OuterSaber: Saber, "toeplitz-outer", "this project", 256 = Toom4 * 64, 64 = Karatsuba * 32, Outer<2>;
    /// Cyclic773: 27 products of dimension 80, 3 bits of 5.
    Outer773: Cyclic773, "toeplitz-outer", "this project", 800 = Toom5 * 160, 160 = Karatsuba * 80, Outer<5>;
    /// ntruhps2048509: one product.
    Whole509: Ntruhps2048509, "toeplitz-whole", "[Win80]", Outer<32>;
    /// ntruhps2048677: one product.
    Whole677: Ntruhps2048677, "toeplitz-whole", "[Win80]", Outer<44>;
    /// ntruhps4096821: one product.
    Whole821: Ntruhps4096821, "toeplitz-whole", "[Win80]", Outer<52>;
    /// ntruhps40961229: one product.
    Whole1229: Ntruhps40961229, "toeplitz-whole", "[Win80]", Outer<78>;
    /// ntruhrss701: one product.
    Whole701: Ntruhrss701, "toeplitz-whole", "[Win80]", Outer<44>;
    /// ntruhrss1373: one product.
    Whole1373: Ntruhrss1373, "toeplitz-whole", "[Win80]", Outer<86>;
    /// Saber: one product.
    WholeSaber: Saber, "toeplitz-whole", "[Win80]", Outer<16>;
    /// Cyclic773: one product.
    Whole773: Cyclic773, "toeplitz-whole", "[Win80]", Outer<50>;
    /// A plan that loses 7 bits of 5: it does not compile to a multiplier.
    TooManyBits: Ntruhps2048677, "too-many-bits", "this project", 1200 = Toom5 * 240, 240 = Toom5 * 48, 48 = Toom3 * 16, Outer<1>;
    /// Dimension 480, which is too small for ntruhps2048677: it does not compile to a multiplier.
    TooSmall: Ntruhps2048677, "too-small", "this project", 480 = Toom5 * 96, 96 = Toom3 * 32, Outer<2>;
}

/// `toeplitz-tc` for ntruhps2048509.
pub type ToeplitzTc509 = Toeplitz<Tc509>;
/// `toeplitz-tc` for ntruhps4096821.
pub type ToeplitzTc821 = Toeplitz<Tc821>;
/// `toeplitz-tc` for ntruhrss701.
pub type ToeplitzTc701 = Toeplitz<Tc701>;
/// `toeplitz-tc` for ntruhps40961229.
pub type ToeplitzTc1229 = Toeplitz<Tc1229>;
/// `toeplitz-tc` for ntruhps2048677.
pub type ToeplitzTc677 = Toeplitz<Tc677>;
/// `toeplitz-tc-printed` for ntruhps4096821.
pub type ToeplitzPrinted821 = Toeplitz<Printed821>;
/// `toeplitz-tc-printed` for ntruhps40961229.
pub type ToeplitzPrinted1229 = Toeplitz<Printed1229>;
/// `toeplitz-outer` for ntruhps2048509.
pub type ToeplitzOuter509 = Toeplitz<Outer509>;
/// `toeplitz-outer` for ntruhps2048677.
pub type ToeplitzOuter677 = Toeplitz<Outer677>;
/// `toeplitz-outer` for ntruhps4096821.
pub type ToeplitzOuter821 = Toeplitz<Outer821>;
/// `toeplitz-outer` for ntruhps40961229.
pub type ToeplitzOuter1229 = Toeplitz<Outer1229>;
/// `toeplitz-outer` for ntruhrss701.
pub type ToeplitzOuter701 = Toeplitz<Outer701>;
/// `toeplitz-outer` for ntruhrss1373.
pub type ToeplitzOuter1373 = Toeplitz<Outer1373>;
/// `toeplitz-tc` for Saber.
pub type ToeplitzTcSaber = Toeplitz<TcSaber>;
/// `toeplitz-outer` for Saber.
pub type ToeplitzOuterSaber = Toeplitz<OuterSaber>;
/// `toeplitz-outer` for cyclic773.
pub type ToeplitzOuter773 = Toeplitz<Outer773>;
/// `toeplitz-whole` for ntruhps2048509.
pub type ToeplitzWhole509 = Toeplitz<Whole509>;
/// `toeplitz-whole` for ntruhps2048677.
pub type ToeplitzWhole677 = Toeplitz<Whole677>;
/// `toeplitz-whole` for ntruhps4096821.
pub type ToeplitzWhole821 = Toeplitz<Whole821>;
/// `toeplitz-whole` for ntruhps40961229.
pub type ToeplitzWhole1229 = Toeplitz<Whole1229>;
/// `toeplitz-whole` for ntruhrss701.
pub type ToeplitzWhole701 = Toeplitz<Whole701>;
/// `toeplitz-whole` for ntruhrss1373.
pub type ToeplitzWhole1373 = Toeplitz<Whole1373>;
/// `toeplitz-whole` for Saber.
pub type ToeplitzWholeSaber = Toeplitz<WholeSaber>;
/// `toeplitz-whole` for Cyclic773.
pub type ToeplitzWhole773 = Toeplitz<Whole773>;
