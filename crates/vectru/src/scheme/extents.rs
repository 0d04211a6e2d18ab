//! The stack that operations write to.
//!
//! An extent is counted in bytes from the frame of the operation's caller down. It grows with the
//! dimension of the set, and where transforms are in the stack with the size of a prepared secret
//! key.
//!
//! The extents of a family are upper bounds of the form a k/4 + c d + b, where k is the size of a
//! prepared secret key in memory and d is the dimension; b is one number for the family. The pairs
//! (a, c) were fitted to the depths that `tools/assurance/wiping` measured of all sets, on the
//! backends of x86-64, at the optimisation levels 1, s and 3 and with link-time optimisation, and
//! some percent were added, as the compiler's frames depend on the sets of a build; loading in NTRU
//! takes more with Neon. The tool's test fails if an operation writes to deeper stack than is
//! overwritten.
//!
//! Encapsulation and decapsulation take so little time that overwriting is a visible part of it.
//! Where the target has vectors, their extents are those of the set: the depth that was measured,
//! and a sixteenth of it.
//!
//! A device, for which features `balanced` and `small` are, must not overwrite more stack than an
//! operation needs. There the extents of operations with keys that are not prepared are lines in
//! the dimension above the stack that `tools/run cortex-m --form balanced small` measures, and
//! other operations use these, too.

use crate::common::table::Parameters;
use crate::key::PreparedDecapsulationKey;
use crate::mechanism::Mechanism;

/// The stack that the operations of a set write to, in bytes.
#[derive(Clone, Copy, Debug)]
pub struct StackDepths {
    /// Key generation.
    pub generation: usize,
    /// Loading of a secret key.
    pub loading: usize,
    /// Preparing of a secret key.
    pub preparing: usize,
    /// Encapsulation with a prepared key.
    pub prepared_encapsulation: usize,
    /// Decapsulation with a prepared key.
    pub prepared_decapsulation: usize,
    /// Encapsulation.
    pub encapsulation: usize,
    /// Decapsulation.
    pub decapsulation: usize,
    /// Key generation of a batch group.
    pub generation_group: usize,
    /// Encapsulation of a batch group.
    pub encapsulation_group: usize,
    /// Decapsulation of a batch group.
    pub decapsulation_group: usize,
}

/// The extent of an operation of a family: the number of quarters of a prepared secret key, and the
/// number of bytes for each unit of the dimension.
type Slope = (usize, usize);

/// The stack that a set was measured to write to, in bytes: its dimension, and the depths of
/// encapsulation and decapsulation with a prepared key, then of both with other keys.
type Depths = (usize, [usize; 4]);

/// The extents of the operations of a family.
struct StackFit {
    /// The slopes in the order of the fields of [`StackDepths`].
    operations: [Slope; 10],
    /// The depths that were measured of each set, for targets with vectors.
    measured: &'static [Depths],
    /// The number of bytes that do not depend on the set.
    base: usize,
    /// On a device with feature `balanced`.
    balanced: Lines,
    /// On a device with feature `small`.
    small: Lines,
}

/// c and b of the extents c d + b: key generation, encapsulation and decapsulation.
type Lines = [(usize, usize); 3];

/// Streamlined NTRU Prime.
const STREAMLINED: StackFit = StackFit {
    operations: [(0, 93), (1, 23), (4, 20), (2, 25), (1, 28), (1, 39), (1, 43), (0, 101), (1, 24), (3, 27)],
    measured: &[
        (653, [16312, 18056, 23256, 28040]),
        (761, [18664, 21416, 25464, 32488]),
        (857, [20728, 23960, 27688, 36232]),
        (953, [27048, 30520, 33416, 44200]),
        (1013, [24552, 28424, 32744, 42696]),
        (1277, [32984, 37656, 42392, 55176]),
    ],
    base: 0,
    balanced: [(60, 2000), (30, 8500), (30, 5200)],
    small: [(27, 2800), (21, 2000), (25, 4400)],
};
/// NTRU LPRime.
const NTRULPR: StackFit = StackFit {
    operations: [(0, 79), (0, 59), (2, 35), (0, 41), (0, 39), (0, 58), (0, 56), (0, 63), (0, 35), (0, 37)],
    measured: &[
        (653, [20504, 20552, 29784, 30856]),
        (761, [23336, 25064, 34856, 36712]),
        (857, [25464, 27400, 38312, 40328]),
        (953, [30984, 33160, 45192, 47368]),
        (1013, [30184, 32520, 45288, 47624]),
        (1277, [39256, 42248, 57944, 60808]),
    ],
    base: 0,
    balanced: [(53, 4200), (35, 5000), (49, 4000)],
    small: [(38, 4400), (33, 4400), (38, 4400)],
};
/// NTRU-HPS.
const HPS: StackFit = StackFit {
    operations: [(4, 80), (0, 13), (5, 25), (0, 44), (0, 43), (0, 55), (0, 57), (4, 75), (0, 47), (0, 49)],
    measured: &[
        (509, [18704, 20608, 24712, 26048]),
        (677, [21096, 23816, 29432, 31240]),
        (821, [26056, 27720, 35640, 36552]),
        (1229, [43032, 45448, 57160, 58504]),
    ],
    base: 0,
    balanced: [(78, 5400), (35, 6400), (37, 5800)],
    small: [(92, 4400), (32, 4400), (34, 4400)],
};
/// NTRU-HRSS, whose products are longer for their dimension.
const HRSS: StackFit = StackFit {
    measured: &[(701, [28120, 28104, 36808, 35912]), (1373, [56952, 56584, 73528, 71384])],
    balanced: [(87, 800), (52, 1400), (51, 500)],
    ..HPS
};
/// Saber. With vectors, a part of the stack holds hashes that are computed side by side, whose size
/// no set changes. On 32-bit Arm, which multiplies over words, row by row, operations with keys
/// that are not prepared write to as much stack in all forms as in form `balanced`. The extents of
/// operations with prepared keys are above the depths that the firmware of `tools/run cortex-m` has
/// there.
const SABER: StackFit = StackFit {
    operations: if VECTORS {
        [(0, 70), (0, 12), (6, 14), (0, 56), (0, 51), (0, 66), (0, 70), (0, 67), (0, 70), (0, 68)]
    } else {
        [(0, 124), (0, 15), (4, 14), (0, 60), (0, 59), (0, 130), (0, 126), (0, 124), (0, 130), (0, 126)]
    },
    measured: &[
        (512, [31768, 29416, 36200, 37640]),
        (768, [35736, 30920, 45800, 48512]),
        (1024, [40408, 32456, 58024, 61136]),
    ],
    base: if VECTORS { 4000 } else { 0 },
    balanced: [(62, 4300), (59, 4200), (57, 5000)],
    small: [(19, 5800), (14, 9800), (14, 9300)],
};

/// True if the target has vector backends.
const VECTORS: bool = cfg!(any(target_arch = "x86_64", target_arch = "aarch64", target_arch = "wasm32"));

/// True on a device: feature `balanced`, which `small` has, and a target without vector backends.
const DEVICE: bool = cfg!(feature = "balanced") && !VECTORS;

impl StackDepths {
    /// Returns the extents of a set.
    pub(crate) const fn of<S: Mechanism>() -> Self {
        let parameters = S::SET.parameters();
        let fit = match parameters {
            Parameters::Streamlined { .. } => STREAMLINED,
            Parameters::Ntrulpr { .. } => NTRULPR,
            Parameters::Hps { .. } => HPS,
            Parameters::Hrss { .. } => HRSS,
            Parameters::Saber { .. } => SABER,
        };
        let saber = matches!(parameters, Parameters::Saber { .. });
        fit.at(size_of::<PreparedDecapsulationKey<S>>(), parameters.dimension(), saber)
    }
}

impl StackFit {
    /// Returns the extents of the set with this size of a prepared secret key and this dimension.
    const fn at(self, secret_key: usize, dimension: usize, saber: bool) -> StackDepths {
        let mut bytes = [0; 10];
        let mut operation = 0;
        while operation < bytes.len() {
            let (quarters, slope) = self.operations[operation];
            bytes[operation] = quarters * secret_key / 4 + slope * dimension + self.base;
            operation += 1;
        }
        if VECTORS {
            // A set that was not measured does not compile: its index is out of bounds.
            let mut set = 0;
            while self.measured[set].0 != dimension {
                set += 1;
            }
            let [sent, received, encapsulation, decapsulation] = self.measured[set].1;
            (bytes[3], bytes[4]) = (sent + sent / 16, received + received / 16);
            (bytes[5], bytes[6]) = (encapsulation + encapsulation / 16, decapsulation + decapsulation / 16);
        }
        if DEVICE || saber && cfg!(target_arch = "arm") {
            let [made, sent, received] = if cfg!(feature = "small") { self.small } else { self.balanced };
            [bytes[0], bytes[5], bytes[6]] =
                [made.0 * dimension + made.1, sent.0 * dimension + sent.1, received.0 * dimension + received.1];
        }
        if DEVICE {
            [bytes[1], bytes[3], bytes[4]] = [bytes[6], bytes[5], bytes[6]];
            // A prepared key of Saber has a transformed matrix.
            if !saber {
                bytes[2] = bytes[6];
            }
        }
        let [generation, loading, preparing, sent, received, encapsulation, decapsulation, groups @ ..] = bytes;
        StackDepths {
            generation,
            loading,
            preparing,
            prepared_encapsulation: sent,
            prepared_decapsulation: received,
            encapsulation,
            decapsulation,
            generation_group: groups[0],
            encapsulation_group: groups[1],
            decapsulation_group: groups[2],
        }
    }
}
