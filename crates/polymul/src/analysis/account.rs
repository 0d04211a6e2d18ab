//! Accounts: what a run spends on each map of a chain.
//!
//! A kernel says which map it is in ([`Simd::enter`](crate::simd::Simd::enter)), and the counter books what follows there. An
//! account is that of a map and of a width of vectors: a backend may run part of a map on narrower vectors, and counts of
//! both do not add up to counts of coefficients.

use core::cell::Cell;

use super::count::Counts;

/// How many accounts a counter keeps, besides that of what is outside every map.
const ROOM: usize = 24;

/// What a map took, in vectors of one width.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Account {
    /// The map's name, as the recipe has it; empty for what no map was entered for.
    pub map: &'static str,
    /// The 16-bit lanes of the vectors.
    pub lanes: usize,
    /// The vector instructions.
    pub counts: Counts,
}

impl Account {
    const EMPTY: Self = Self { map: "", lanes: 0, counts: Counts::NONE };
}

/// The accounts of a run, in the order in which they were opened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Accounts {
    /// The first is that of what is outside every map.
    accounts: [Account; ROOM + 1],
    opened: usize,
}

impl Accounts {
    const NONE: Self = Self { accounts: [Account::EMPTY; ROOM + 1], opened: 1 };

    /// The accounts of maps.
    pub fn maps(&self) -> &[Account] {
        &self.accounts[1..self.opened]
    }

    /// What was counted before a map was entered, or after more maps than there is room for.
    pub fn outside(&self) -> Counts {
        self.accounts[0].counts
    }

    /// What was counted for the map of this name, in vectors of any width.
    pub fn of(&self, map: &str) -> Counts {
        self.maps().iter().filter(|account| account.map == map).map(|account| account.counts).sum()
    }

    /// All of it.
    pub fn total(&self) -> Counts {
        self.accounts.iter().map(|account| account.counts).sum()
    }
}

/// Where the operations of a run are counted.
///
/// It has room for 24 accounts. Whoever enters more maps than that is counted as outside of every map, so that no
/// account has what belongs to another.
///
/// ```
/// use vectru_polymul::analysis::count::{Counter, Counting, Counts};
/// use vectru_polymul::simd::{Simd, shape::NeonShape};
///
/// let counter = Counter::new();
/// let simd = Counting::<NeonShape>::new(&counter);
/// simd.enter("good-thomas");
/// simd.load(&[(); 8]);
/// let accounts = counter.accounts();
/// assert_eq!(accounts.of("good-thomas"), Counts { loads: 1, ..Counts::NONE });
/// assert_eq!(accounts.outside(), Counts::NONE);
/// ```
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
    /// A counter at zero, outside of every map.
    pub const fn new() -> Self {
        Self { accounts: Cell::new(Accounts::NONE), current: Cell::new(0) }
    }

    /// What has been counted.
    pub fn counts(&self) -> Counts {
        self.accounts.get().total()
    }

    /// What has been counted, map by map.
    pub fn accounts(&self) -> Accounts {
        self.accounts.get()
    }

    /// Counts what follows for `map`, in vectors of `lanes` lanes.
    pub(super) fn enter(&self, map: &'static str, lanes: usize) {
        let mut book = self.accounts.get();
        let known = book.maps().iter().position(|account| (account.map, account.lanes) == (map, lanes));
        let current = match known {
            Some(index) => index + 1,
            None if book.opened > ROOM => 0,
            None => {
                book.accounts[book.opened] = Account { map, lanes, ..Account::EMPTY };
                book.opened += 1;
                book.opened - 1
            }
        };
        self.accounts.set(book);
        self.current.set(current);
    }

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
    const NAMES: [&str; ROOM + 1] = [
        "a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k", "l", "m", "n", "o", "p", "q", "r", "s", "t", "u", "v",
        "w", "x", "y",
    ];

    #[test]
    fn maps_beyond_the_room_are_outside() {
        let counter = Counter::new();
        for name in NAMES {
            counter.enter(name, 8);
            counter.add(ONE);
        }
        counter.enter("a", 8);
        counter.add(ONE);
        let accounts = counter.accounts();
        assert_eq!((accounts.maps().len(), accounts.outside()), (ROOM, ONE));
        assert_eq!((accounts.of("a"), accounts.of("x"), accounts.of("y")), (ONE * 2, ONE, Counts::NONE));
        assert_eq!(counter.counts(), ONE * (ROOM as u32 + 2));
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
