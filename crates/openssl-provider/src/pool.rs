//! Key pairs in store: a batch makes each in a fraction of the time that a single one takes.
//!
//! A pool hands out each key pair once. It is wiped when the provider goes, as keys are when they
//! are dropped. A process that forks copies its memory, and with it the pool, to a child: so a pool
//! belongs to the process that filled it, and any other process drops what it finds. Thus no two
//! processes use the same key.

use std::process;
use std::sync::Mutex;

use vectru::Set;
use vectru::dynamic::Pair;

use crate::failure::Failure;
use crate::random::generator;

/// A pool of key pairs of a parameter set.
pub(crate) struct Pool {
    set: Set,
    /// The key pairs that are made at a time. 0 is a pool that stays empty.
    size: usize,
    store: Mutex<Store>,
}

/// The key pairs, and the process that made them.
struct Store {
    process: u32,
    pairs: Vec<Pair>,
}

impl Pool {
    /// Returns an empty pool that makes `size` key pairs at a time.
    pub(crate) const fn new(set: Set, size: usize) -> Self {
        Self { set, size, store: Mutex::new(Store { process: 0, pairs: Vec::new() }) }
    }

    /// Returns a key pair of the pool, which is filled if it is empty.
    ///
    /// No thread waits for another: while one of them is at the pool, the others make their key
    /// pairs alone. A process that was forked in such a moment finds the pool busy for ever and
    /// does the same.
    ///
    /// # Errors
    ///
    /// Returns an error if the operating system has no random bytes.
    pub(crate) fn take(&self) -> Result<Pair, Failure> {
        if self.size > 0
            && let Ok(mut store) = self.store.try_lock()
        {
            return store.take(self.set, self.size, process::id());
        }
        Ok(self.set.generate(&mut generator()?))
    }

    /// Drops and wipes the key pairs.
    pub(crate) fn clear(&self) {
        if let Ok(mut store) = self.store.try_lock() {
            store.pairs.clear();
        }
    }
}

impl Store {
    /// Returns a key pair made by this process, and makes `size` first if there is none.
    fn take(&mut self, set: Set, size: usize, process: u32) -> Result<Pair, Failure> {
        if self.process != process {
            self.pairs.clear();
            self.process = process;
        }
        if self.pairs.is_empty() {
            // If a batch fails, the key pair below is generated alone.
            self.pairs = set.try_generate_many(&mut generator()?, size).unwrap_or_default();
        }
        self.pairs.pop().map_or_else(|| Ok(set.generate(&mut generator()?)), Ok)
    }
}

#[cfg(all(test, feature = "sntrup761"))]
mod tests {
    use std::collections::HashSet;

    use super::*;

    const SET: Set = Set::Sntrup761;

    fn store() -> Store {
        Store { process: 0, pairs: Vec::new() }
    }

    fn public((_, key): &Pair) -> Vec<u8> {
        key.as_bytes().to_vec()
    }

    #[test]
    fn each_key_pair_is_handed_out_once() {
        let mut store = store();
        let keys: HashSet<_> = (0..10).map(|_| public(&store.take(SET, 4, 1).expect("random bytes"))).collect();
        assert_eq!(keys.len(), 10);
        assert_eq!(store.pairs.len(), 2);
    }

    #[test]
    fn another_process_uses_no_key_of_the_pool() {
        let mut parent = store();
        parent.take(SET, 4, 1).expect("random bytes");
        let mut child = Store { process: parent.process, pairs: parent.pairs.clone() };
        let kept: HashSet<_> = parent.pairs.iter().map(public).collect();
        assert_eq!(kept.len(), 3);
        for _ in 0..5 {
            assert!(!kept.contains(&public(&child.take(SET, 4, 2).expect("random bytes"))));
        }
    }

    #[test]
    fn a_busy_pool_and_one_without_size_make_single_keys() {
        let busy = Pool::new(SET, 4);
        let guard = busy.store.try_lock();
        busy.take().expect("random bytes");
        assert!(guard.expect("nobody else has it").pairs.is_empty());

        let off = Pool::new(SET, 0);
        off.take().expect("random bytes");
        assert!(off.store.try_lock().expect("nobody else has it").pairs.is_empty());
    }

    #[test]
    fn a_cleared_pool_is_empty() {
        let pool = Pool::new(SET, 4);
        pool.take().expect("random bytes");
        assert_eq!(pool.store.try_lock().expect("nobody else has it").pairs.len(), 3);
        pool.clear();
        assert!(pool.store.try_lock().expect("nobody else has it").pairs.is_empty());
    }
}
