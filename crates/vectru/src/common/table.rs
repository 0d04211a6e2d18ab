//! The table of parameter sets. Everything that names each set is generated from it: the enum
//! [`Set`](crate::Set), the modules of the sets, their traits, and the lists of tests.
//!
//! A row has
//!
//! - the set's feature, its module and its type,
//! - the lengths of a public key, a secret key and a ciphertext in bytes,
//! - the object identifier of keys, which is that of BouncyCastle `[LBC26]`,
//! - the module of its family, and its ring,
//! - what its specification gives: [`Parameters`].
//!
//! Lengths follow from the parameters; a row with a wrong one does not compile.

use vectru_polymul::modular::Modulus;
use vectru_polymul::ring::Ring;

use self::Parameters::*;

/// Passes every parameter set, one row each, to the macro `$callback`, after the arguments in
/// brackets.
///
/// It is exported for the tests of this package and for `vectru-capi` alone.
#[doc(hidden)]
#[macro_export]
macro_rules! for_each_set {
    ($callback:ident $($argument:tt)*) => {
        $callback! {
            [$($argument)*]
            "sntrup653", sntrup653, Sntrup653, [994, 1518, 897], "1.3.6.1.4.1.22554.5.7.2.1",
            streamlined over Sntrup653, Streamlined { p: 653, q: 4621, w: 288, factors: &[&[-1, -1, 0, 1]] };
            /// OpenSSH combines it with X25519 as `sntrup761x25519-sha512`.
            "sntrup761", sntrup761, Sntrup761, [1158, 1763, 1039], "1.3.6.1.4.1.22554.5.7.2.2",
            streamlined over Sntrup761, Streamlined { p: 761, q: 4591, w: 286, factors: &[] };
            "sntrup857", sntrup857, Sntrup857, [1322, 1999, 1184], "1.3.6.1.4.1.22554.5.7.2.3",
            streamlined over Sntrup857, Streamlined { p: 857, q: 5167, w: 322, factors: &[] };
            "sntrup953", sntrup953, Sntrup953, [1505, 2254, 1349], "1.3.6.1.4.1.22554.5.7.2.4",
            streamlined over Sntrup953, Streamlined { p: 953, q: 6343, w: 396, factors: &[&[1, 0, -1, 1, 0, 1]] };
            "sntrup1013", sntrup1013, Sntrup1013, [1623, 2417, 1455], "1.3.6.1.4.1.22554.5.7.2.5",
            streamlined over Sntrup1013, Streamlined { p: 1013, q: 7177, w: 448, factors: &[&[-1, 1, 0, 0, 1]] };
            "sntrup1277", sntrup1277, Sntrup1277, [2067, 3059, 1847], "1.3.6.1.4.1.22554.5.7.2.6",
            streamlined over Sntrup1277, Streamlined { p: 1277, q: 7879, w: 492, factors: &[
                &[-1, -1, 0, 1], &[-1, 0, 0, 1, 1], &[-1, 1, -1, -1, -1, 0, 0, 1], &[1, 1, 1, -1, 0, 0, 1, 0, 1]
            ] };
            "ntrulpr653", ntrulpr653, Ntrulpr653, [897, 1125, 1025], "1.3.6.1.4.1.22554.5.7.1.1",
            ntrulpr over Sntrup653, Ntrulpr { p: 653, q: 4621, w: 252, delta: 289, tau: [2175, 113, 2031, 290] };
            "ntrulpr761", ntrulpr761, Ntrulpr761, [1039, 1294, 1167], "1.3.6.1.4.1.22554.5.7.1.2",
            ntrulpr over Sntrup761, Ntrulpr { p: 761, q: 4591, w: 250, delta: 292, tau: [2156, 114, 2007, 287] };
            "ntrulpr857", ntrulpr857, Ntrulpr857, [1184, 1463, 1312], "1.3.6.1.4.1.22554.5.7.1.3",
            ntrulpr over Sntrup857, Ntrulpr { p: 857, q: 5167, w: 281, delta: 329, tau: [2433, 101, 2265, 324] };
            "ntrulpr953", ntrulpr953, Ntrulpr953, [1349, 1652, 1477], "1.3.6.1.4.1.22554.5.7.1.4",
            ntrulpr over Sntrup953, Ntrulpr { p: 953, q: 6343, w: 345, delta: 404, tau: [2997, 82, 2798, 400] };
            "ntrulpr1013", ntrulpr1013, Ntrulpr1013, [1455, 1773, 1583], "1.3.6.1.4.1.22554.5.7.1.5",
            ntrulpr over Sntrup1013, Ntrulpr { p: 1013, q: 7177, w: 392, delta: 450, tau: [3367, 73, 3143, 449] };
            "ntrulpr1277", ntrulpr1277, Ntrulpr1277, [1847, 2231, 1975], "1.3.6.1.4.1.22554.5.7.1.6",
            ntrulpr over Sntrup1277, Ntrulpr { p: 1277, q: 7879, w: 429, delta: 502, tau: [3724, 66, 3469, 496] };
            "ntruhps2048509", ntruhps2048509, Ntruhps2048509, [699, 935, 699], "1.3.6.1.4.1.22554.5.5.1",
            ntru over Ntruhps2048509, Hps { n: 509, q: 2048 };
            "ntruhps2048677", ntruhps2048677, Ntruhps2048677, [930, 1234, 930], "1.3.6.1.4.1.22554.5.5.2",
            ntru over Ntruhps2048677, Hps { n: 677, q: 2048 };
            "ntruhps4096821", ntruhps4096821, Ntruhps4096821, [1230, 1590, 1230], "1.3.6.1.4.1.22554.5.5.3",
            ntru over Ntruhps4096821, Hps { n: 821, q: 4096 };
            "ntruhps40961229", ntruhps40961229, Ntruhps40961229, [1842, 2366, 1842], "1.3.6.1.4.1.22554.5.5.5",
            ntru over Ntruhps40961229, Hps { n: 1229, q: 4096 };
            "ntruhrss701", ntruhrss701, Ntruhrss701, [1138, 1450, 1138], "1.3.6.1.4.1.22554.5.5.4",
            ntru over Ntruhrss701, Hrss { n: 701, q: 8192 };
            "ntruhrss1373", ntruhrss1373, Ntruhrss1373, [2401, 2983, 2401], "1.3.6.1.4.1.22554.5.5.6",
            ntru over Ntruhrss1373, Hrss { n: 1373, q: 16384 };
            "lightsaber", lightsaber, Lightsaber, [672, 1568, 736], "1.3.6.1.4.1.22554.5.3.7",
            module_lwr over Saber, Saber { name: "LightSaber", l: 2, mu: 10, t: 8 };
            "saber", saber, Saber, [992, 2304, 1088], "1.3.6.1.4.1.22554.5.3.8",
            module_lwr over Saber, Saber { name: "Saber", l: 3, mu: 8, t: 16 };
            "firesaber", firesaber, Firesaber, [1312, 3040, 1472], "1.3.6.1.4.1.22554.5.3.9",
            module_lwr over Saber, Saber { name: "FireSaber", l: 4, mu: 6, t: 64 };
        }
    };
}

/// Invokes `$callback! { $module $set $ring $($argument)* }` for each set of a family that the
/// features name.
macro_rules! for_each_set_of {
    ($family:ident, $callback:ident $($argument:tt)*) => {
        for_each_set! { sets_of $family { $callback $($argument)* } }
    };
}

/// Selects the rows of a family for [`for_each_set_of`].
macro_rules! sets_of {
    ([$wanted:ident $call:tt] $(
        $(#[$note:meta])*
        $feature:literal, $module:ident, $set:ident, $bytes:tt, $object_identifier:literal,
        $family:ident over $ring:ident, $kind:ident $parameters:tt;
    )*) => {
        $(sets_of! { @ $wanted $family $feature $call $module $set $ring })*
    };
    (@ streamlined streamlined $($row:tt)*) => { sets_of! { @ $($row)* } };
    (@ ntrulpr ntrulpr $($row:tt)*) => { sets_of! { @ $($row)* } };
    (@ ntru ntru $($row:tt)*) => { sets_of! { @ $($row)* } };
    (@ $feature:literal { $callback:ident $($argument:tt)* } $($row:tt)*) => {
        #[cfg(feature = $feature)]
        $callback! { $($row)* $($argument)* }
    };
    (@ $wanted:ident $family:ident $($row:tt)*) => {};
}

/// Calls a function of a test, `$check::<R> $arguments` for the ring R of a set or `$check::<P>()`
/// for the set P.
#[cfg(test)]
macro_rules! check {
    ($module:ident $set:ident $ring:ident ring $check:ident $arguments:tt) => {
        $check::<vectru_polymul::ring::$ring> $arguments;
    };
    ($module:ident $set:ident $ring:ident set $check:ident) => {
        $check::<crate::$module::$set>();
    };
}

/// Returns the family and the parameters of a row as text.
macro_rules! describe {
    (Streamlined { p: $p:literal, q: $q:literal, w: $w:literal, $($rest:tt)* }) => {
        concat!("Streamlined NTRU Prime with p = ", $p, ", q = ", $q, ", w = ", $w)
    };
    (Ntrulpr { p: $p:literal, q: $q:literal, w: $w:literal, $($rest:tt)* }) => {
        concat!("NTRU LPRime with p = ", $p, ", q = ", $q, ", w = ", $w)
    };
    (Hps { n: $n:literal, q: $q:literal }) => {
        concat!("NTRU-HPS with n = ", $n, ", q = ", $q)
    };
    (Hrss { n: $n:literal, q: $q:literal }) => {
        concat!("NTRU-HRSS with n = ", $n, ", q = ", $q)
    };
    (Saber { name: $name:literal, l: $l:literal, mu: $mu:literal, t: $t:literal }) => {
        concat!($name, ", of interest for research: l = ", $l, ", mu = ", $mu, ", T = ", $t)
    };
}

/// The parameters that the specification of a set gives.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Parameters {
    /// Streamlined NTRU Prime. `factors` are the irreducible factors of x^p - x - 1 modulo 3 of
    /// degree at most 8, by their coefficients from x^0 up: see
    /// [`factors`](crate::scheme::streamlined::factors).
    Streamlined { p: usize, q: usize, w: usize, factors: &'static [&'static [i16]] },
    /// NTRU LPRime. `tau` is tau_0 to tau_3.
    Ntrulpr { p: usize, q: usize, w: usize, delta: usize, tau: [i16; 4] },
    /// NTRU-HPS.
    Hps { n: usize, q: usize },
    /// NTRU-HRSS.
    Hrss { n: usize, q: usize },
    /// Saber, with the name in its specification.
    Saber { name: &'static str, l: usize, mu: usize, t: usize },
}

impl Parameters {
    /// Returns the number of coefficients of an element: p of NTRU Prime, n of NTRU, n l of Saber.
    pub(crate) const fn dimension(self) -> usize {
        match self {
            Streamlined { p: n, .. } | Ntrulpr { p: n, .. } | Hps { n, .. } | Hrss { n, .. } => n,
            Saber { l, .. } => 256 * l,
        }
    }

    /// Returns w of NTRU Prime, the weight of a short polynomial.
    pub(crate) const fn weight(self) -> usize {
        match self {
            Streamlined { w, .. } | Ntrulpr { w, .. } => w,
            _ => panic!("short polynomials are those of NTRU Prime"),
        }
    }

    /// Returns tau_0 to tau_3 of NTRU LPRime.
    pub(crate) const fn tau(self) -> [i16; 4] {
        match self {
            Ntrulpr { tau, .. } => tau,
            _ => panic!("tops are those of NTRU LPRime"),
        }
    }

    /// Returns `factors` of Streamlined NTRU Prime.
    pub(crate) const fn factors(self) -> &'static [&'static [i16]] {
        match self {
            Streamlined { factors, .. } => factors,
            _ => panic!("factors are those of Streamlined NTRU Prime"),
        }
    }

    /// Returns l, mu and log_2 T of Saber.
    pub(crate) const fn saber(self) -> [usize; 3] {
        match self {
            Saber { l, mu, t, .. } if t.is_power_of_two() => [l, mu, t.ilog2() as usize],
            _ => panic!("modules are those of Saber, in which T is a power of two"),
        }
    }

    /// Returns the category of security of the sets with this dimension. A dimension without a
    /// category does not compile.
    pub(crate) const fn category(self) -> u8 {
        match self.dimension() {
            509 | 512 | 653 => 1,
            761 => 2,
            677 | 701 | 768 | 857 => 3,
            953 | 1013 => 4,
            821 | 1024 | 1229 | 1277 | 1373 => 5,
            _ => panic!("every set has a category"),
        }
    }

    /// Fails to compile if the set has no category, if the ring has another degree or modulus than
    /// the set, or if the bound does not hold by which decryption of NTRU LPRime is right: see the
    /// module `top`.
    pub(crate) const fn check<R: Ring>(self) {
        let (degree, modulus) = match self {
            Streamlined { p, q, .. } => (p, q),
            Ntrulpr { p, q, w, delta, .. } => {
                assert!(16 * w + 2 * delta + 3 <= q);
                (p, q)
            }
            Hps { n, q } | Hrss { n, q } => (n, q),
            Saber { .. } => (256, 8192),
        };
        assert!(self.category() > 0 && R::DEGREE == degree && R::Modulus::Q as usize == modulus);
    }
}
