//! Rings of one's own: each is stated with its multipliers by the macros of `vectru-polymul`, and
//! then goes through [`multiply`](vectru_polymul::multiplier::multiply),
//! [`prepare`](vectru_polymul::multiplier::prepare) and all products beside them, on every backend.
#![no_std]

vectru_polymul::ring! {
    /// The ring of SMAUG-T.
    pub Smaug256 = Z/1024[x]/(x^256 + 1);
    /// A field of NTRU Prime's kind that no parameter set uses: q - 1 = 2^5 * 3 * 5 * 11.
    pub Prime443 = Z/5281[x]/(x^443 - x - 1);
    /// The ring of NTRU+ 864: q - 1 = 2^7 * 3^3. It is not a field.
    pub Ntruplus864 = Z/3457[x]/(x^864 - x^432 + 1);
    /// The ring of NTRU+ 576, which has roots of unity for all of its factors down to chunks.
    pub Ntruplus576 = Z/3457[x]/(x^576 - x^288 + 1);
    /// The ring of NTRU+ 768.
    pub Ntruplus768 = Z/3457[x]/(x^768 - x^384 + 1);
    /// The ring of NTRU+ 1152.
    pub Ntruplus1152 = Z/3457[x]/(x^1152 - x^576 + 1);
    /// A field of NTRU Prime's kind: q - 1 = 2 * 3 * 19 * 37 offers few lengths.
    pub Prime1009 = Z/4219[x]/(x^1009 - x - 1);
    /// A ring of NTRU's kind: 773 is a prime of which 2 and 3 are primitive roots.
    pub Cyclic773 = Z/2048[x]/(x^773 - 1);
    /// The ring of ML-KEM: q - 1 = 2^8 * 13.
    pub Kyber256 = Z/3329[x]/(x^256 + 1), small 3;
}

vectru_polymul::toeplitz! {
    /// 21 products of dimension 32, 3 bits of 6.
    pub Toeplitz256: Smaug256 = 256 by Toom4, Karatsuba;
    /// 35 products of dimension 16 times 1, 4 bits of 6; prepared operands are split by one layer.
    pub Prepared256: Smaug256 = 256 by Karatsuba; at use Toom4;
    /// One product of dimension 256.
    pub Whole256: Smaug256 = 256;
    /// 27 products of dimension 80, 3 bits of 5.
    pub Toeplitz773: Cyclic773 = 800 by Toom5, Karatsuba;
}

vectru_polymul::outer! {
    /// 60 chunks of 16 coefficients, where a product fills 56.
    pub Outer443: Prime443 = 5 * 3 * 4;
    /// 108 chunks of 16 coefficients, which a product fills.
    pub Outer864: Ntruplus864 = 27 * 1 * 4;
    /// 148 chunks, where a product fills 127.
    pub Outer1009: Prime1009 = 37 * 1 * 4;
}

vectru_polymul::native! {
    /// Twice 18 chunks.
    pub Native576: Ntruplus576 = 9 * 1 * 2;
    /// Twice 24 chunks.
    pub Native768: Ntruplus768 = 3 * 1 * 8;
    /// Twice 36 chunks.
    pub Native1152: Ntruplus1152 = 9 * 1 * 4;
    /// 16 chunks.
    pub Native256: Kyber256 = 1 * 1 * 16;
}

vectru_polymul::schoolbook! {
    /// Products by the definition.
    pub Schoolbook443: Prime443;
}

vectru_polymul::multiply_by! { Smaug256: Toeplitz256, Prepared256 on Avx2 | Neon; small Whole256 }
vectru_polymul::multiply_by! { Prime443: Outer443; small Schoolbook443 }
vectru_polymul::multiply_by! { Ntruplus864: Outer864 }
vectru_polymul::multiply_by! { Prime1009: Outer1009 }
vectru_polymul::multiply_by! { Cyclic773: Toeplitz773 }
vectru_polymul::multiply_by! { Ntruplus576: Native576 }
vectru_polymul::multiply_by! { Ntruplus768: Native768 }
vectru_polymul::multiply_by! { Ntruplus1152: Native1152 }
vectru_polymul::multiply_by! { Kyber256: Native256 }

vectru_polymul::module_by! { Smaug256: Toeplitz256; small Whole256 }
