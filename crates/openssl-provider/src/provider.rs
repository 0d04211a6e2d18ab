//! The state of a loaded provider: its algorithms with their pools, its settings, the core.

use core::ffi::CStr;
use core::ops::RangeInclusive;
use std::sync::Arc;
use std::time::Duration;

use vectru::Set;
use vectru::hybrid::GROUPS;

use crate::algorithm::Algorithm;
use crate::failure::Failure;
use crate::ffi::core::Core;
use crate::ffi::tables::Tables;
use crate::pool::Settings;

/// The setting for the number of key pairs that a pool makes at a time.
const POOL: &CStr = c"pool";
/// The largest value of [`POOL`]: some 20 MB of keys for each algorithm in use.
const LARGEST_POOL: u64 = 1024;
/// The setting for the age, in seconds, from which a pool drops its key pairs.
const POOL_SECONDS: &CStr = c"pool-seconds";
/// The largest value of [`POOL_SECONDS`], and its value where it is not set: a day.
const LONGEST: u64 = 86_400;

/// A loaded provider. Every object that the core holds keeps it alive.
pub(crate) struct Provider {
    core: Core,
    algorithms: Vec<Arc<Algorithm>>,
    tables: Tables,
}

impl Provider {
    /// Returns a provider for the core that loads it.
    ///
    /// # Errors
    ///
    /// Returns an error, and the core to report it to, if a setting has no meaning.
    pub(crate) fn new(core: Core) -> Result<Self, (Core, Failure)> {
        let setting = |name, unset, limits| match core.setting(name) {
            Some(text) => number(name, &text, limits),
            None => Ok(unset),
        };
        let size = setting(POOL, 0, 0..=LARGEST_POOL);
        let seconds = setting(POOL_SECONDS, LONGEST, 1..=LONGEST);
        let pool = match (size, seconds) {
            (Ok(size), Ok(seconds)) => Settings { size: size as usize, age: Duration::from_secs(seconds) },
            (Err(failure), _) | (_, Err(failure)) => return Err((core, failure)),
        };
        let algorithms = algorithms(pool);
        let tables = Tables::new(&algorithms);
        Ok(Self { core, algorithms, tables })
    }

    /// Returns the core.
    pub(crate) const fn core(&self) -> &Core {
        &self.core
    }

    /// Returns the lists of algorithms for the core.
    pub(crate) const fn tables(&self) -> &Tables {
        &self.tables
    }

    /// Returns the algorithms.
    pub(crate) fn algorithms(&self) -> &[Arc<Algorithm>] {
        &self.algorithms
    }

    /// Returns the algorithm of a set: the set alone, or its hybrid.
    ///
    /// # Errors
    ///
    /// Returns [`Failure::Core`] if there is none, for which the core has no reason to ask.
    pub(crate) fn algorithm(&self, set: Set, is_hybrid: bool) -> Result<&Arc<Algorithm>, Failure> {
        let same = |algorithm: &&Arc<Algorithm>| algorithm.set == set && algorithm.group.is_some() == is_hybrid;
        self.algorithms.iter().find(same).ok_or(Failure::Core)
    }

    /// Wipes what is kept for later.
    pub(crate) fn clear(&self) {
        self.algorithms.iter().for_each(|algorithm| algorithm.pool().clear());
    }
}

/// Returns the number that a setting has.
fn number(name: &'static CStr, text: &str, limits: RangeInclusive<u64>) -> Result<u64, Failure> {
    text.trim().parse().ok().filter(|number| limits.contains(number)).ok_or(Failure::Parameter(name))
}

/// Returns every algorithm: the parameter sets in the order of [`Set::ALL`], then the hybrids.
fn algorithms(pool: Settings) -> Vec<Arc<Algorithm>> {
    let sets = Set::ALL.into_iter().map(|set| (set, None));
    let hybrids = GROUPS.iter().map(|group| (group.set, Some(group)));
    sets.chain(hybrids).map(|(set, group)| Arc::new(Algorithm::new(set, group, pool))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_have_limits() {
        let size = |text| number(POOL, text, 0..=LARGEST_POOL);
        assert_eq!([" 32 ", "0", "1024"].map(|text| size(text).ok()), [Some(32), Some(0), Some(1024)]);
        assert!(["", "-1", "1025", "many", "3 2"].into_iter().all(|text| size(text).is_err()));
        let seconds = |text| number(POOL_SECONDS, text, 1..=LONGEST);
        assert!(seconds("1").is_ok() && seconds("86400").is_ok() && seconds("0").is_err() && seconds("86401").is_err());
    }

    #[test]
    fn names_differ_and_lengths_are_those_of_the_keys() {
        let all = algorithms(Settings { size: 0, age: Duration::ZERO });
        assert_eq!(all.len(), Set::ALL.len() + GROUPS.len());
        for (index, algorithm) in all.iter().enumerate() {
            assert!(all[..index].iter().all(|other| other.name() != algorithm.name()));
            let (public, secret) = algorithm.generate().expect("random bytes");
            assert_eq!(public.as_bytes().len(), algorithm.public_key_bytes(), "{}", algorithm.name());
            let (ciphertext, sent) = public.encapsulate().expect("random bytes");
            let received = secret.decapsulate(&ciphertext).expect("a ciphertext");
            assert_eq!(ciphertext.len(), algorithm.ciphertext_bytes(), "{}", algorithm.name());
            assert_eq!(sent.len(), algorithm.shared_secret_bytes(), "{}", algorithm.name());
            assert!(sent == received && sent.iter().any(|&byte| byte != 0), "{}", algorithm.name());

            let (loaded, again) = algorithm.pair(&secret.to_bytes()).expect("bytes of a key");
            assert!(loaded.as_bytes() == public.as_bytes() && again.to_bytes() == secret.to_bytes());
        }
    }
}
