//! Plans of outer products for moduli and lengths that no ring of the engine has, and schoolbook
//! products at the limit of their lanes. Each is proved, and multiplies on every backend of this
//! CPU.

use vectru_polymul::{multiply_by, native, outer, prove, ring, schoolbook};

ring! {
    /// q - 1 = 2^5 * 3 * 5 * 11; a product has 81 coefficients more than 60 chunks.
    pub Prime521 = Z/5281[x]/(x^521 - x - 1);
    /// The largest modulus of products by the definition.
    pub Largest443 = Z/9067[x]/(x^443 - x - 1);
    /// The least prime with these roots of unity.
    pub Prime443 = Z/61[x]/(x^443 - x - 1);
    /// q - 1 = 2^9 * 3 * 5.
    pub Prime769 = Z/7681[x]/(x^769 - x - 1);
    /// A ring that does not belong to NTRU Prime, with the same maps and a large modulus.
    pub Negacyclic864 = Z/11161[x]/(x^864 + 1);
    /// An odd number of chunks.
    pub Negacyclic432 = Z/3457[x]/(x^432 + 1);
    /// A ring whose twist multiplies by 1.
    pub Cyclic288 = Z/3457[x]/(x^288 - 1);
    /// Two factors, whose roots of unity are of order 3.
    pub Plus576 = Z/3457[x]/(x^576 + x^288 + 1);
    /// Two factors, whose roots of unity are of order 6.
    pub Minus576 = Z/3457[x]/(x^576 - x^288 + 1);
    /// The ring of ML-KEM.
    pub Kyber256 = Z/3329[x]/(x^256 + 1), small 3;
}

outer! {
    /// Five chunks at infinity.
    pub Wrapped521: Prime521 = 5 * 3 * 4;
    /// Coefficients of 6 bits need no reduction between the transforms.
    pub Outer443: Prime443 = 5 * 3 * 4;
    /// u2 of order 8.
    pub Eight769: Prime769 = 5 * 3 * 8;
    /// u2 of order 32, and one coefficient that wraps around.
    pub ThirtyTwo769: Prime769 = 3 * 1 * 32;
    /// On vectors of two chunks the places are larger than on vectors of one, by a Barrett product
    /// by 1.
    pub Four864: Negacyclic864 = 5 * 9 * 4;
}

native! {
    /// No dimension u2.
    pub Native432: Negacyclic432 = 27 * 1 * 1;
    /// u2 of order 2, so that vectors hold two places.
    pub Native288: Cyclic288 = 9 * 1 * 2;
    /// Two cyclic rings of 18 chunks.
    pub NativePlus576: Plus576 = 9 * 1 * 2;
    /// Two cyclic rings of 18 chunks, with other roots.
    pub NativeMinus576: Minus576 = 9 * 1 * 2;
    /// No odd dimension.
    pub Native256: Kyber256 = 1 * 1 * 16;
}

schoolbook! {
    /// Sums that fill 16-bit lanes.
    pub Schoolbook443: Largest443;
}

multiply_by! { Largest443: Schoolbook443 }
multiply_by! { Prime521: Wrapped521 }
multiply_by! { Prime443: Outer443 }
multiply_by! { Prime769: Eight769 }
multiply_by! { Negacyclic864: Four864 }
multiply_by! { Negacyclic432: Native432 }
multiply_by! { Cyclic288: Native288 }
multiply_by! { Plus576: NativePlus576 }
multiply_by! { Minus576: NativeMinus576 }
multiply_by! { Kyber256: Native256 }

prove! {
    Largest443: Schoolbook443;
    Prime521: Wrapped521;
    Prime443: Outer443;
    Prime769: Eight769, ThirtyTwo769;
    Negacyclic864: Four864;
    Negacyclic432: Native432;
    Cyclic288: Native288;
    Plus576: NativePlus576;
    Minus576: NativeMinus576;
    Kyber256: Native256;
}
