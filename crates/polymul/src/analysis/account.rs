//! Accounts: the vector instructions that a run spends on each map of a chain.
//!
//! A kernel names the map that it enters ([`Simd::enter`](crate::simd::Simd::enter)), and the
//! counter adds the following operations to the account of the map. A map has one account for each
//! width of vectors: a backend may run a part of it on narrower vectors, and instructions on
//! vectors of different widths do not add up to operations on coefficients.

use core::cell::Cell;

use super::count::Counts;

/// The number of accounts of maps in a counter.
const CAPACITY: usize = 24;

/// The counts of a map, on vectors of one width.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Account {
    /// The name of the map in the recipe; empty for operations outside of all maps.
    pub map: &'static str,
    /// The number of 16-bit lanes in a vector.
    pub lanes: usize,
    /// The numbers of vector instructions.
    pub counts: Counts,
}

impl Account {
    const EMPTY: Self = Self { map: "", lanes: 0, counts: Counts::NONE };
}

/// The accounts of a run, in the order in which they were opened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Accounts {
    /// The accounts. The first one is for the operations outside of all maps.
    accounts: [Account; CAPACITY + 1],
    opened: usize,
}

impl Accounts {
    const NONE: Self = Self { accounts: [Account::EMPTY; CAPACITY + 1], opened: 1 };

    /// Returns the accounts of maps.
    pub fn maps(&self) -> &[Account] {
        &self.accounts[1..self.opened]
    }

    /// Returns the counts of the operations before the first map was entered, and of the operations
    /// in maps beyond the first 24 accounts.
    pub fn outside(&self) -> Counts {
        self.accounts[0].counts
    }

    /// Returns the counts of the map of this name, on vectors of all widths.
    pub fn of(&self, map: &str) -> Counts {
        self.maps().iter().filter(|account| account.map == map).map(|account| account.counts).sum()
    }

    /// Returns the counts of all operations.
    pub fn total(&self) -> Counts {
        self.accounts.iter().map(|account| account.counts).sum()
    }
}

/// The counter of a run's operations.
///
/// It has 24 accounts of maps. Operations in further maps are counted as outside of all maps, so
/// that no account mixes two maps.
#[derive(Debug)]
pub struct Counter {
    accounts: Cell<Accounts>,
    current: Cell<usize>,
}

impl Default for Counter {
    fn default() -> Self {
        Self::new()
    }
}

impl Counter {
    /// Returns a counter without operations, outside of all maps.
    pub const fn new() -> Self {
        Self { accounts: Cell::new(Accounts::NONE), current: Cell::new(0) }
    }

    /// Returns the counts of all operations.
    pub fn counts(&self) -> Counts {
        self.accounts.get().total()
    }

    /// Returns the counts, map by map.
    pub fn accounts(&self) -> Accounts {
        self.accounts.get()
    }

    /// Counts the following operations in the account of `map` on vectors of `lanes` lanes.
    pub(super) fn enter(&self, map: &'static str, lanes: usize) {
        let mut book = self.accounts.get();
        let known = book.maps().iter().position(|account| (account.map, account.lanes) == (map, lanes));
        let current = match known {
            Some(index) => index + 1,
            None if book.opened > CAPACITY => 0,
            None => {
                book.accounts[book.opened] = Account { map, lanes, ..Account::EMPTY };
                book.opened += 1;
                book.opened - 1
            }
        };
        self.accounts.set(book);
        self.current.set(current);
    }

    /// Adds `counts` to the current account.
    pub(super) fn add(&self, counts: Counts) {
        let mut book = self.accounts.get();
        let account = &mut book.accounts[self.current.get()];
        account.counts = account.counts + counts;
        self.accounts.set(book);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ONE: Counts = Counts { loads: 1, ..Counts::NONE };
    const NAMES: [&str; CAPACITY + 1] = [
        "a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k", "l", "m", "n", "o", "p", "q", "r", "s", "t", "u", "v",
        "w", "x", "y",
    ];

    #[test]
    fn maps_beyond_the_capacity_are_outside() {
        let counter = Counter::new();
        for name in NAMES {
            counter.enter(name, 8);
            counter.add(ONE);
        }
        counter.enter("a", 8);
        counter.add(ONE);
        let accounts = counter.accounts();
        assert_eq!((accounts.maps().len(), accounts.outside()), (CAPACITY, ONE));
        assert_eq!((accounts.of("a"), accounts.of("x"), accounts.of("y")), (ONE * 2, ONE, Counts::NONE));
        assert_eq!(counter.counts(), ONE * (CAPACITY as u32 + 2));
    }

    #[test]
    fn widths_have_accounts_of_their_own() {
        let counter = Counter::new();
        for lanes in [32, 16, 32] {
            counter.enter("a", lanes);
            counter.add(ONE);
        }
        let accounts = counter.accounts();
        assert_eq!(accounts.maps().len(), 2);
        assert_eq!(accounts.of("a"), ONE * 3);
    }
}
