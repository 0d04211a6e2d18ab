//! The table of parameter sets. Everything that names each set is generated from it: the enum
//! [`Set`](crate::Set), the modules of the sets, their traits, and the lists of tests.
//!
//! A row has the set's feature, its module and its type, then the lengths of its keys and
//! ciphertexts in bytes, then the object identifier of its keys, and at last its family with the
//! parameters that the specification gives. Lengths follow from the parameters; a row with a wrong
//! one does not compile. The object identifiers are those of BouncyCastle `[LBC26]`.
//!
//! | family | parameters |
//! | --- | --- |
//! | `streamlined` | p, q and w of Streamlined NTRU Prime, and `factors` |
//! | `ntrulpr` | the ring, and p, q, w, delta and tau_0 to tau_3 of NTRU LPRime |
//! | `ntru` | the [family](crate::ntru::Family), n and q of NTRU |
//! | `module_lwr` | the name in the specification of Saber, and its l, n l, mu and T |
//!
//! `factors` are the irreducible factors of x^p - x - 1 modulo 3 of degree at most 8, by their
//! coefficients from x^0 up: see [`factors`](crate::scheme::streamlined::factors).

/// Passes every parameter set, one row each, to the macro `$callback`, after the arguments in
/// brackets.
///
/// It is exported for the tests of this package alone.
#[doc(hidden)]
#[macro_export]
macro_rules! for_each_set {
    ($callback:ident $($argument:tt)*) => {
        $callback! {
            [$($argument)*]
            "sntrup653", sntrup653, Sntrup653, public key: 994, secret key: 1518, ciphertext: 897,
            object identifier: "1.3.6.1.4.1.22554.5.7.2.1",
            streamlined { p: 653, q: 4621, w: 288, factors: [[-1, -1, 0, 1]] };
            /// OpenSSH combines it with X25519 as `sntrup761x25519-sha512`.
            "sntrup761", sntrup761, Sntrup761, public key: 1158, secret key: 1763, ciphertext: 1039,
            object identifier: "1.3.6.1.4.1.22554.5.7.2.2",
            streamlined { p: 761, q: 4591, w: 286, factors: [] };
            "sntrup857", sntrup857, Sntrup857, public key: 1322, secret key: 1999, ciphertext: 1184,
            object identifier: "1.3.6.1.4.1.22554.5.7.2.3",
            streamlined { p: 857, q: 5167, w: 322, factors: [] };
            "sntrup953", sntrup953, Sntrup953, public key: 1505, secret key: 2254, ciphertext: 1349,
            object identifier: "1.3.6.1.4.1.22554.5.7.2.4",
            streamlined { p: 953, q: 6343, w: 396, factors: [[1, 0, -1, 1, 0, 1]] };
            "sntrup1013", sntrup1013, Sntrup1013, public key: 1623, secret key: 2417, ciphertext: 1455,
            object identifier: "1.3.6.1.4.1.22554.5.7.2.5",
            streamlined { p: 1013, q: 7177, w: 448, factors: [[-1, 1, 0, 0, 1]] };
            "sntrup1277", sntrup1277, Sntrup1277, public key: 2067, secret key: 3059, ciphertext: 1847,
            object identifier: "1.3.6.1.4.1.22554.5.7.2.6",
            streamlined { p: 1277, q: 7879, w: 492, factors: [
                [-1, -1, 0, 1], [-1, 0, 0, 1, 1], [-1, 1, -1, -1, -1, 0, 0, 1], [1, 1, 1, -1, 0, 0, 1, 0, 1]
            ] };
            "ntrulpr653", ntrulpr653, Ntrulpr653, public key: 897, secret key: 1125, ciphertext: 1025,
            object identifier: "1.3.6.1.4.1.22554.5.7.1.1",
            ntrulpr { ring: Sntrup653, p: 653, q: 4621, w: 252, delta: 289, tau: [2175, 113, 2031, 290] };
            "ntrulpr761", ntrulpr761, Ntrulpr761, public key: 1039, secret key: 1294, ciphertext: 1167,
            object identifier: "1.3.6.1.4.1.22554.5.7.1.2",
            ntrulpr { ring: Sntrup761, p: 761, q: 4591, w: 250, delta: 292, tau: [2156, 114, 2007, 287] };
            "ntrulpr857", ntrulpr857, Ntrulpr857, public key: 1184, secret key: 1463, ciphertext: 1312,
            object identifier: "1.3.6.1.4.1.22554.5.7.1.3",
            ntrulpr { ring: Sntrup857, p: 857, q: 5167, w: 281, delta: 329, tau: [2433, 101, 2265, 324] };
            "ntrulpr953", ntrulpr953, Ntrulpr953, public key: 1349, secret key: 1652, ciphertext: 1477,
            object identifier: "1.3.6.1.4.1.22554.5.7.1.4",
            ntrulpr { ring: Sntrup953, p: 953, q: 6343, w: 345, delta: 404, tau: [2997, 82, 2798, 400] };
            "ntrulpr1013", ntrulpr1013, Ntrulpr1013, public key: 1455, secret key: 1773, ciphertext: 1583,
            object identifier: "1.3.6.1.4.1.22554.5.7.1.5",
            ntrulpr { ring: Sntrup1013, p: 1013, q: 7177, w: 392, delta: 450, tau: [3367, 73, 3143, 449] };
            "ntrulpr1277", ntrulpr1277, Ntrulpr1277, public key: 1847, secret key: 2231, ciphertext: 1975,
            object identifier: "1.3.6.1.4.1.22554.5.7.1.6",
            ntrulpr { ring: Sntrup1277, p: 1277, q: 7879, w: 429, delta: 502, tau: [3724, 66, 3469, 496] };
            "ntruhps2048509", ntruhps2048509, Ntruhps2048509, public key: 699, secret key: 935, ciphertext: 699,
            object identifier: "1.3.6.1.4.1.22554.5.5.1",
            ntru { family: Hps, n: 509, q: 2048 };
            "ntruhps2048677", ntruhps2048677, Ntruhps2048677, public key: 930, secret key: 1234, ciphertext: 930,
            object identifier: "1.3.6.1.4.1.22554.5.5.2",
            ntru { family: Hps, n: 677, q: 2048 };
            "ntruhps4096821", ntruhps4096821, Ntruhps4096821, public key: 1230, secret key: 1590, ciphertext: 1230,
            object identifier: "1.3.6.1.4.1.22554.5.5.3",
            ntru { family: Hps, n: 821, q: 4096 };
            "ntruhps40961229", ntruhps40961229, Ntruhps40961229, public key: 1842, secret key: 2366, ciphertext: 1842,
            object identifier: "1.3.6.1.4.1.22554.5.5.5",
            ntru { family: Hps, n: 1229, q: 4096 };
            "ntruhrss701", ntruhrss701, Ntruhrss701, public key: 1138, secret key: 1450, ciphertext: 1138,
            object identifier: "1.3.6.1.4.1.22554.5.5.4",
            ntru { family: Hrss, n: 701, q: 8192 };
            "ntruhrss1373", ntruhrss1373, Ntruhrss1373, public key: 2401, secret key: 2983, ciphertext: 2401,
            object identifier: "1.3.6.1.4.1.22554.5.5.6",
            ntru { family: Hrss, n: 1373, q: 16384 };
            "lightsaber", lightsaber, Lightsaber, public key: 672, secret key: 1568, ciphertext: 736,
            object identifier: "1.3.6.1.4.1.22554.5.3.7",
            module_lwr { name: "LightSaber", l: 2, dimension: 512, mu: 10, t: 8 };
            "saber", saber, Saber, public key: 992, secret key: 2304, ciphertext: 1088,
            object identifier: "1.3.6.1.4.1.22554.5.3.8",
            module_lwr { name: "Saber", l: 3, dimension: 768, mu: 8, t: 16 };
            "firesaber", firesaber, Firesaber, public key: 1312, secret key: 3040, ciphertext: 1472,
            object identifier: "1.3.6.1.4.1.22554.5.3.9",
            module_lwr { name: "FireSaber", l: 4, dimension: 1024, mu: 6, t: 64 };
        }
    };
}

/// Returns the family and the parameters of a row as text.
macro_rules! describe {
    (streamlined { p: $p:literal, q: $q:literal, w: $w:literal, $($rest:tt)* }) => {
        concat!("Streamlined NTRU Prime with p = ", $p, ", q = ", $q, ", w = ", $w)
    };
    (ntrulpr { ring: $ring:ident, p: $p:literal, q: $q:literal, w: $w:literal, $($rest:tt)* }) => {
        concat!("NTRU LPRime with p = ", $p, ", q = ", $q, ", w = ", $w)
    };
    (ntru { family: Hps, n: $n:literal, q: $q:literal }) => {
        concat!("NTRU-HPS with n = ", $n, ", q = ", $q)
    };
    (ntru { family: Hrss, n: $n:literal, q: $q:literal }) => {
        concat!("NTRU-HRSS with n = ", $n, ", q = ", $q)
    };
    (module_lwr { name: $name:literal, l: $l:literal, dimension: $dimension:literal, mu: $mu:literal, t: $t:literal }) => {
        concat!($name, ", of interest for research: l = ", $l, ", mu = ", $mu, ", T = ", $t)
    };
}

/// Returns the dimension of a set: p of NTRU Prime, n of NTRU, n l of Saber.
macro_rules! dimension {
    (streamlined { p: $p:literal, $($rest:tt)* }) => {
        $p
    };
    (ntrulpr { ring: $ring:ident, p: $p:literal, $($rest:tt)* }) => {
        $p
    };
    (ntru { family: $family:ident, n: $n:literal, $($rest:tt)* }) => {
        $n
    };
    (module_lwr { name: $name:literal, l: $l:literal, dimension: $dimension:literal, $($rest:tt)* }) => {
        $dimension
    };
}

#[cfg(feature = "kat")]
/// Returns the length in bytes of a list of p random words of 32 bits, for a family that draws
/// lists.
macro_rules! list_bytes {
    (streamlined { p: $p:literal, $($rest:tt)* }) => {
        Some(4 * $p)
    };
    (ntrulpr { ring: $ring:ident, p: $p:literal, $($rest:tt)* }) => {
        Some(4 * $p)
    };
    ($family:ident $parameters:tt) => {
        None
    };
}

#[cfg(feature = "kat")]
/// Returns the name of a set in the first line of its submission's file of known answers.
macro_rules! response_name {
    ($feature:literal, ntru $parameters:tt) => {
        $feature
    };
    ($feature:literal, module_lwr { name: $name:literal, $($rest:tt)* }) => {
        $name
    };
    ($feature:literal, $family:ident $parameters:tt) => {
        concat!("kem/", $feature)
    };
}

#[cfg(feature = "pkcs8")]
/// Returns the variant of `PublicKeyField` for the public keys of a family.
macro_rules! public_key_field {
    (ntru) => {
        crate::common::set::PublicKeyField::Key
    };
    (module_lwr) => {
        crate::common::set::PublicKeyField::Sequence
    };
    ($family:ident) => {
        crate::common::set::PublicKeyField::OctetString
    };
}

#[cfg(feature = "pkcs8")]
/// Returns the lengths in bytes of the parts of a secret key of NTRU Prime. Key files of
/// BouncyCastle contain these parts one by one. There is none for NTRU and Saber, whose secret keys
/// they contain whole.
macro_rules! secret_key_parts {
    (streamlined { p: $p:literal, $($rest:tt)* }, $public_key:literal) => {
        const { &[usize::div_ceil($p, 4), usize::div_ceil($p, 4), $public_key, usize::div_ceil($p, 4), 32] }
    };
    (ntrulpr { ring: $ring:ident, p: $p:literal, $($rest:tt)* }, $public_key:literal) => {
        const { &[usize::div_ceil($p, 4), $public_key, 32, 32] }
    };
    ($family:ident $parameters:tt, $public_key:literal) => {
        &[]
    };
}

/// Calls `$check::<R> $arguments` for the ring R of each parameter set of a family, `streamlined`
/// or `ntru`, that the features name.
#[cfg(all(test, any(feature = "_sntrup", feature = "_ntru")))]
macro_rules! for_each_ring_of {
    ($family:ident, $check:ident $arguments:tt) => {
        for_each_set!(check_rings $family $check $arguments)
    };
}

#[cfg(all(test, any(feature = "_sntrup", feature = "_ntru")))]
macro_rules! check_rings {
    ([$wanted:ident $check:ident $arguments:tt] $(
        $(#[$note:meta])*
        $feature:literal, $module:ident, $set:ident,
        public key: $public_key:literal, secret key: $secret_key:literal, ciphertext: $ciphertext:literal,
        object identifier: $object_identifier:literal,
        $family:ident $parameters:tt;
    )*) => {
        $(check_rings!(@ $wanted $family $feature $set $check $arguments);)*
    };
    (@ streamlined streamlined $($check:tt)*) => {
        check_rings!(@ $($check)*)
    };
    (@ ntru ntru $($check:tt)*) => {
        check_rings!(@ $($check)*)
    };
    (@ $feature:literal $ring:ident $check:ident $arguments:tt) => {
        #[cfg(feature = $feature)]
        $check::<vectru_polymul::ring::$ring> $arguments
    };
    (@ $wanted:ident $family:ident $($check:tt)*) => {};
}
