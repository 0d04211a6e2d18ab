//! Times of a product in each ring, in nanoseconds, by its multiplier on each backend of this CPU,
//! beside the definition:
//!
//! ```sh
//! cargo bench --manifest-path examples/own-rings/Cargo.toml
//! ```

use vectru_own_rings::*;

vectru_polymul::bench! { Smaug256, Kyber256, Prime443, Ntruplus576, Ntruplus768, Ntruplus864, Ntruplus1152, Prime1009, Cyclic773 }
