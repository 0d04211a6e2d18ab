//! The stack that operations write to.
//!
//! An extent is counted in bytes from the frame of the operation's caller down. It grows with the
//! dimension of the set, and where keys are made or loaded with the size of a secret key in memory:
//! frames between the operation and its caller hold the key before it is moved to its place.
//!
//! The extents of a family are upper bounds of the form a k/4 + c d, where k is the size of a secret
//! key and d is the dimension. The pairs (a, c) were fitted to the depths that `tools/wiping`
//! measured of all sets, on the backends of x86-64, at the optimisation levels 1, s and 3 and with
//! link-time optimisation, and about 5 percent were added, as the compiler's frames depend on the
//! sets of a build. The tool's test fails if an operation writes to deeper stack than is
//! overwritten.
//!
//! A small device, for which feature `small` is, must not overwrite more stack than an operation
//! needs. There the extents of operations with keys for one use are lines in the dimension through
//! the stack that `tools/cortex-m --small` measured, and other operations take these, too.

/// The stack that the operations of a set write to, in bytes.
#[derive(Clone, Copy, Debug)]
pub struct Extents {
    /// Key generation.
    pub generation: usize,
    /// Loading of a secret key.
    pub loading: usize,
    /// Encapsulation.
    pub encapsulation: usize,
    /// Decapsulation.
    pub decapsulation: usize,
    /// Encapsulation with a key for one use.
    pub encapsulation_once: usize,
    /// Decapsulation with a key for one use.
    pub decapsulation_once: usize,
    /// Key generation of a batch group.
    pub generation_group: usize,
    /// Encapsulation of a batch group.
    pub encapsulation_group: usize,
    /// Decapsulation of a batch group.
    pub decapsulation_group: usize,
}

/// The extent of an operation of a family: the number of quarters of a secret key, and the number
/// of bytes for each unit of the dimension.
#[cfg(feature = "_set")]
type Slope = (usize, usize);

/// The extents of the operations of a family.
#[cfg(feature = "_set")]
pub(crate) struct Slopes {
    /// In the order of the fields of [`Extents`].
    operations: [Slope; 9],
    /// On a small device, c and b of the extents c d + b: key generation, encapsulation and
    /// decapsulation.
    device: [(usize, usize); 3],
}

/// Streamlined NTRU Prime.
#[cfg(feature = "_sntrup")]
pub(crate) const STREAMLINED: Slopes = Slopes {
    operations: [(8, 88), (3, 33), (0, 33), (1, 29), (0, 41), (1, 41), (12, 58), (0, 28), (0, 31)],
    device: [(27, 2800), (21, 2000), (25, 4400)],
};
/// NTRU LPRime.
#[cfg(feature = "_ntrulpr")]
pub(crate) const NTRULPR: Slopes = Slopes {
    operations: [(6, 58), (8, 27), (0, 39), (1, 33), (0, 61), (0, 56), (6, 36), (0, 33), (0, 33)],
    device: [(38, 4400), (33, 4400), (38, 4400)],
};
/// NTRU.
#[cfg(feature = "_ntru")]
pub(crate) const NTRU: Slopes = Slopes {
    operations: [(6, 112), (5, 26), (0, 45), (0, 40), (0, 54), (0, 56), (9, 67), (0, 39), (0, 42)],
    device: [(92, 4400), (32, 4400), (34, 4400)],
};
/// Saber.
#[cfg(feature = "_module-lwr")]
pub(crate) const MODULE_LWR: Slopes = Slopes {
    operations: [(7, 29), (6, 7), (0, 38), (0, 40), (0, 53), (0, 60), (6, 29), (0, 31), (0, 40)],
    device: [(62, 400), (28, 9500), (21, 15_000)],
};

/// Whether this is a small device.
#[cfg(feature = "_set")]
const DEVICE: bool =
    cfg!(all(feature = "small", not(any(target_arch = "x86_64", target_arch = "aarch64", target_arch = "wasm32"))));

#[cfg(feature = "_set")]
impl Slopes {
    /// Returns the extents of the set with this size of a secret key and this dimension.
    pub(crate) const fn at(self, secret_key: usize, dimension: usize) -> Extents {
        let mut bytes = [0; 9];
        let mut operation = 0;
        while operation < bytes.len() {
            let (quarters, slope) = self.operations[operation];
            bytes[operation] = quarters * secret_key / 4 + slope * dimension;
            operation += 1;
        }
        if DEVICE {
            let [made, sent, received] = self.device;
            bytes[0] = made.0 * dimension + made.1;
            bytes[1] = received.0 * dimension + received.1;
            bytes[2] = sent.0 * dimension + sent.1;
            bytes[3] = bytes[1];
            bytes[4] = bytes[2];
            bytes[5] = bytes[1];
        }
        let [generation, loading, encapsulation, decapsulation, once @ .., group_1, group_2, group_3] = bytes;
        Extents {
            generation,
            loading,
            encapsulation,
            decapsulation,
            encapsulation_once: once[0],
            decapsulation_once: once[1],
            generation_group: group_1,
            encapsulation_group: group_2,
            decapsulation_group: group_3,
        }
    }
}
