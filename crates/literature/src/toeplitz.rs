//! Plans of Toeplitz products that the sources have, but that are slower than others for their
//! ring: see [`toeplitz`](vectru_polymul::multiplier::toeplitz).
//!
//! Sources: `[CCH+23]`, section 7 and Table 11; `[IKPC20]` for Saber.

use vectru_polymul::multiplier::toeplitz::Origin;
use vectru_polymul::ring::{Ntruhps2048509, Ntruhps4096821, Ntruhps40961229, Saber};

/// The layers of `[IKPC20]`.
#[derive(Clone, Copy, Debug)]
pub struct Ikpc20;

impl Origin for Ikpc20 {
    const SOURCE: Option<&'static str> = Some("[IKPC20]");
}

/// The layers that `[CCH+23]` suggests in Table 11, although others lose fewer bits or have fewer
/// products.
#[derive(Clone, Copy, Debug)]
pub struct Printed;

impl Origin for Printed {
    const NAME: Option<&'static str> = Some("toeplitz-tc-printed");
}

vectru_polymul::toeplitz! {
    /// ntruhps2048509 by the printed layers and dimension: 189 products, 3 bits of 5.
    pub ToeplitzPrinted509: Ntruhps2048509 = 512 by Toom4, Karatsuba, Karatsuba, Karatsuba of Printed;
    /// ntruhps4096821 by the printed layers: 630 products, 4 bits of 4. The printed dimension, 864,
    /// ends at dimension 12 with these layers; 1152 ends at 16.
    pub ToeplitzPrinted821: Ntruhps4096821 = 1152 by Toom4, Toom3, KaratsubaThree, Karatsuba of Printed;
    /// ntruhps40961229 by the printed layers and dimension: 729 products, 3 bits of 4.
    pub ToeplitzPrinted1229: Ntruhps40961229 = 1280 by Toom5, Karatsuba, Karatsuba, Karatsuba, Karatsuba of Printed;
    /// Saber down to dimension 16: 63 products, 3 bits of 3.
    pub ToeplitzTcSaber: Saber = 256 by Toom4, Karatsuba, Karatsuba of Ikpc20;
}
