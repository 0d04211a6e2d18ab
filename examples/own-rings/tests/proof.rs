//! Every product of every multiplier is proved, and faults in it are noticed.

use vectru_own_rings::*;

vectru_polymul::prove! {
    Smaug256: Toeplitz256, Prepared256, Whole256;
    Prime443: Outer443, Schoolbook443;
    Ntruplus576: Native576;
    Ntruplus768: Native768;
    Ntruplus864: Outer864;
    Ntruplus1152: Native1152;
    Prime1009: Outer1009;
    Cyclic773: Toeplitz773;
    Kyber256: Native256;
}
