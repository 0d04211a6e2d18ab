//! Key pairs in store: a batch makes each in a fraction of the time that a single one takes.
//!
//! A pool hands out each key pair once. It is wiped when the provider goes, as keys are when they
//! are dropped. A process that forks copies its memory, and with it the pool, to a child: so a pool
//! belongs to the process that filled it, and any other process drops what it finds. Thus no two
//! processes use the same key.

use core::ffi::CStr;
use std::process;
use std::sync::Mutex;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::{Duration, Instant};

use vectru::Set;
use vectru::dynamic::Pair;

use crate::failure::Failure;
use crate::random::generator;

/// The parameters of the provider with the [figures](Pool::figures) of its pools.
pub(crate) const FIGURES: [&CStr; 4] = [c"pool-taken", c"pool-batches", c"pool-single", c"pool-ready"];
// The places of figures.
const TAKEN: usize = 0;
const BATCHES: usize = 1;
const SINGLE: usize = 2;
const READY: usize = 3;

/// The settings of a pool.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Settings {
    /// The key pairs that are made at a time. 0 is a pool that stays empty.
    pub(crate) size: usize,
    /// The age from which key pairs are not handed out, but dropped.
    pub(crate) age: Duration,
}

/// A pool of key pairs of a parameter set.
pub(crate) struct Pool {
    set: Set,
    settings: Settings,
    figures: [AtomicI64; FIGURES.len()],
    store: Mutex<Store>,
}

/// The key pairs, the process that made them, and when it did.
struct Store {
    process: u32,
    made: Option<Instant>,
    pairs: Vec<Pair>,
}

impl Pool {
    /// Returns an empty pool.
    pub(crate) const fn new(set: Set, settings: Settings) -> Self {
        Self { set, settings, figures: [const { AtomicI64::new(0) }; FIGURES.len()], store: Mutex::new(Store::EMPTY) }
    }

    /// Returns the numbers of key pairs that came from the store, of batches, of key pairs that
    /// were made alone, and of key pairs in store. They count since the provider was loaded, in
    /// this process and those that it was forked from.
    pub(crate) fn figures(&self) -> [i64; FIGURES.len()] {
        self.figures.each_ref().map(|figure| figure.load(Ordering::Relaxed))
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
        let Self { set, settings, figures, store } = self;
        if settings.size > 0
            && let Ok(mut store) = store.try_lock()
        {
            let filled = store.fill(*set, *settings, process::id(), Instant::now());
            figures[BATCHES].fetch_add(filled.into(), Ordering::Relaxed);
            let pair = store.pairs.pop();
            figures[READY].store(store.pairs.len() as i64, Ordering::Relaxed);
            if let Some(pair) = pair {
                figures[TAKEN].fetch_add(1, Ordering::Relaxed);
                return Ok(pair);
            }
        }
        // There is no pool, another thread is at it, or its batch has failed.
        figures[SINGLE].fetch_add(1, Ordering::Relaxed);
        Ok(set.generate(&mut generator()?))
    }

    /// Drops and wipes the key pairs.
    pub(crate) fn clear(&self) {
        if let Ok(mut store) = self.store.try_lock() {
            store.pairs.clear();
            self.figures[READY].store(0, Ordering::Relaxed);
        }
    }
}

impl Store {
    const EMPTY: Self = Self { process: 0, made: None, pairs: Vec::new() };

    /// Drops the key pairs of another process and those that are too old, and makes a batch if
    /// there are none. Returns true if it has made one; the store is empty if the batch fails.
    fn fill(&mut self, set: Set, Settings { size, age }: Settings, process: u32, now: Instant) -> bool {
        let is_young = self.made.is_some_and(|made| now.saturating_duration_since(made) < age);
        if self.process != process || !is_young {
            self.pairs.clear();
        }
        if !self.pairs.is_empty() {
            return false;
        }
        let pairs = generator().ok().and_then(|mut rng| set.try_generate_many(&mut rng, size).ok());
        *self = Self { process, made: Some(now), pairs: pairs.unwrap_or_default() };
        !self.pairs.is_empty()
    }
}

#[cfg(all(test, feature = "sntrup761"))]
mod tests {
    use std::collections::HashSet;

    use super::*;

    const SET: Set = Set::Sntrup761;

    const SETTINGS: Settings = Settings { size: 4, age: Duration::from_secs(60) };

    fn public((_, key): &Pair) -> Vec<u8> {
        key.as_bytes().to_vec()
    }

    #[test]
    fn each_key_pair_is_handed_out_once_and_counted() {
        let pool = Pool::new(SET, SETTINGS);
        let keys: HashSet<_> = (0..10).map(|_| public(&pool.take().expect("random bytes"))).collect();
        assert_eq!(keys.len(), 10);
        assert_eq!(pool.figures(), [10, 3, 0, 2]);
    }

    #[test]
    fn another_process_uses_no_key_of_the_pool() {
        let now = Instant::now();
        let mut parent = Store::EMPTY;
        assert!(parent.fill(SET, SETTINGS, 1, now) && !parent.fill(SET, SETTINGS, 1, now));
        let kept: HashSet<_> = parent.pairs.iter().map(public).collect();
        assert_eq!(kept.len(), 4);
        let mut child = Store { pairs: parent.pairs.clone(), ..parent };
        assert!(child.fill(SET, SETTINGS, 2, now));
        assert!(child.pairs.len() == 4 && child.pairs.iter().all(|pair| !kept.contains(&public(pair))));
    }

    #[test]
    fn old_key_pairs_are_dropped() {
        let now = Instant::now();
        let mut store = Store::EMPTY;
        store.fill(SET, SETTINGS, 1, now);
        let first: HashSet<_> = store.pairs.iter().map(public).collect();
        assert!(!store.fill(SET, SETTINGS, 1, now + Duration::from_secs(59)));
        assert!(store.pairs.iter().all(|pair| first.contains(&public(pair))));
        assert!(store.fill(SET, SETTINGS, 1, now + Duration::from_secs(60)));
        assert!(store.pairs.iter().all(|pair| !first.contains(&public(pair))));
    }

    #[test]
    fn a_busy_pool_and_one_without_size_make_single_keys() {
        let busy = Pool::new(SET, SETTINGS);
        let guard = busy.store.try_lock();
        busy.take().expect("random bytes");
        assert!(guard.expect("nobody else has it").pairs.is_empty());
        assert_eq!(busy.figures(), [0, 0, 1, 0]);

        let off = Pool::new(SET, Settings { size: 0, ..SETTINGS });
        off.take().expect("random bytes");
        assert!(off.store.try_lock().expect("nobody else has it").pairs.is_empty());
        assert_eq!(off.figures(), [0, 0, 1, 0]);
    }

    #[test]
    fn a_cleared_pool_is_empty() {
        let pool = Pool::new(SET, SETTINGS);
        pool.take().expect("random bytes");
        assert_eq!(pool.store.try_lock().expect("nobody else has it").pairs.len(), 3);
        pool.clear();
        assert!(pool.store.try_lock().expect("nobody else has it").pairs.is_empty());
        assert_eq!(pool.figures(), [1, 1, 0, 0]);
    }
}
