//! Timed tokens: the vectors of a backend, and a clock that is read whenever a kernel enters a map.
//!
//! A kernel names the map that it enters ([`Simd::enter`]). With the token [`Timed`], the time
//! until the next map is entered is added to the map's account. The operations are the backend's
//! own. Kernels are compiled a second time for this token, so that other kernels do not pay for the
//! marks.

#[cfg(any(test, feature = "literature"))]
mod wide;

use core::cell::Cell;
use core::fmt::Debug;
use core::ops::{Add, Sub};

use crate::modular::{Constant, Modulus};
use crate::simd::bits::Words;
use crate::simd::sealed::Sealed;
use crate::simd::unsigned::Lanes;
#[cfg(any(test, feature = "literature", vectru_registers))]
use crate::simd::word::Number;
use crate::simd::{Buffer, Byte, CHUNK, Form, I8Vector, Simd};

/// The number of accounts of a record.
const CAPACITY: usize = 16;

/// The time that a run spent in a map.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MapTime {
    /// The name of the map in the recipe; empty for the time outside of all maps.
    pub map: &'static str,
    /// The time, in units of the clock.
    pub time: u64,
    /// The number of times that the run entered the map.
    pub entries: u32,
}

/// The times of a run, map by map.
#[derive(Debug)]
pub struct Record {
    clock: fn() -> u64,
    accounts: [Cell<MapTime>; CAPACITY],
    opened: Cell<usize>,
    current: Cell<usize>,
    since: Cell<u64>,
}

impl Record {
    /// Starts a record, outside of all maps.
    pub fn start(clock: fn() -> u64) -> Self {
        Self {
            clock,
            accounts: [const { Cell::new(MapTime { map: "", time: 0, entries: 0 }) }; CAPACITY],
            opened: Cell::new(1),
            current: Cell::new(0),
            since: Cell::new(clock()),
        }
    }

    /// Ends the account of the current map, and continues the account of `map`. Maps beyond the
    /// capacity count as outside of all maps.
    #[inline(never)]
    fn enter(&self, map: &'static str) {
        self.leave();
        let accounts = &self.accounts;
        let opened = self.opened.get();
        let known = (1..opened).find(|&index| accounts[index].get().map == map);
        let entered = known.unwrap_or(if opened < CAPACITY { opened } else { 0 });
        if known.is_none() && entered > 0 {
            self.opened.set(opened + 1);
            accounts[entered].set(MapTime { map, ..MapTime::default() });
        }
        accounts[entered].set(MapTime { entries: accounts[entered].get().entries + 1, ..accounts[entered].get() });
        self.current.set(entered);
        self.since.set((self.clock)());
    }

    /// Adds the time since the current map was entered to its account.
    #[inline(always)]
    fn leave(&self) {
        let now = (self.clock)();
        let account = &self.accounts[self.current.get()];
        account.set(MapTime { time: account.get().time + now.saturating_sub(self.since.get()), ..account.get() });
    }

    /// Ends the record. Returns the times of the maps in the order in which they were entered
    /// first; the first is the time outside of all maps.
    pub fn end(self) -> impl Iterator<Item = MapTime> {
        self.leave();
        let opened = self.opened.get();
        self.accounts.into_iter().map(Cell::into_inner).take(opened)
    }
}

/// The token `S` with a record of its maps.
#[derive(Clone, Copy, Debug)]
pub struct Timed<'a, S> {
    simd: S,
    record: &'a Record,
}

impl<'a, S: Simd> Timed<'a, S> {
    /// Returns the token of the backend with the record.
    pub const fn new(simd: S, record: &'a Record) -> Self {
        Self { simd, record }
    }
}

impl<S: Simd> Sealed for Timed<'_, S> {}

impl<'a, S: Simd<Coefficient = i16>> Simd for Timed<'a, S> {
    type Shape = S::Shape;
    type Coefficient = S::Coefficient;
    type I16 = S::I16;
    type I8 = TimedI8<S>;
    #[cfg(any(test, feature = "literature"))]
    type I32 = wide::TimedI32<S>;
    #[cfg(any(test, feature = "literature", vectru_registers))]
    type Word = Number;
    type Bits = Words<4>;
    type U32 = Lanes<4>;
    type Rows = S::Rows;
    type Narrow = Timed<'a, S::Narrow>;
    type Columns = Timed<'a, S::Columns>;

    const EXTENDS_WORDS: bool = S::EXTENDS_WORDS;
    const FORM: Option<Form> = S::FORM;

    #[inline(always)]
    fn narrow(self) -> Self::Narrow {
        Timed { simd: self.simd.narrow(), record: self.record }
    }

    #[inline(always)]
    fn columns(self) -> Self::Columns {
        Timed { simd: self.simd.columns(), record: self.record }
    }

    #[inline(always)]
    fn vectorize<R>(self, kernel: impl FnOnce() -> R) -> R {
        self.simd.vectorize(kernel)
    }

    #[inline(always)]
    fn enter(self, map: &'static str) {
        self.record.enter(map);
    }

    #[inline(always)]
    fn with_buffer<B: Buffer<S::Coefficient>, R>(self, kernel: impl FnOnce(&mut B) -> R) -> R {
        self.simd.with_buffer(kernel)
    }

    #[cfg(any(test, feature = "literature", vectru_registers))]
    #[inline(always)]
    fn with_wide_buffer<B: Buffer<crate::simd::Wide<Self>>, R>(self, kernel: impl FnOnce(&mut B) -> R) -> R {
        self.simd.with_wide_buffer(kernel)
    }

    #[inline(always)]
    fn splat(self, value: i16) -> S::I16 {
        self.simd.splat(value)
    }

    #[inline(always)]
    fn load(self, source: &[S::Coefficient]) -> S::I16 {
        self.simd.load(source)
    }

    #[inline(always)]
    fn store(self, vector: S::I16, target: &mut [S::Coefficient]) {
        self.simd.store(vector, target);
    }

    #[inline(always)]
    fn load_halves(self, low: &[S::Coefficient], high: &[S::Coefficient]) -> S::I16 {
        self.simd.load_halves(low, high)
    }

    #[inline(always)]
    fn store_halves(self, vector: S::I16, target: &mut [S::Coefficient], low: usize, high: usize) {
        self.simd.store_halves(vector, target, low, high);
    }

    #[inline(always)]
    fn load_table(self, source: &[i16]) -> S::I16 {
        self.simd.load_table(source)
    }

    #[inline(always)]
    fn load_columns(self, source: &[S::Coefficient], stride: usize) -> [S::I16; 8] {
        self.simd.load_columns(source, stride)
    }

    #[inline(always)]
    fn store_columns(self, vectors: [S::I16; 8], target: &mut [S::Coefficient], stride: usize) {
        self.simd.store_columns(vectors, target, stride);
    }

    #[inline(always)]
    fn load_transposed(self, source: &[S::Coefficient]) -> [S::I16; 8] {
        self.simd.load_transposed(source)
    }

    #[inline(always)]
    fn store_transposed(self, vectors: [S::I16; 8], target: &mut [S::Coefficient]) {
        self.simd.store_transposed(vectors, target);
    }

    #[inline(always)]
    fn zero_rows(self) -> S::Rows {
        self.simd.zero_rows()
    }

    #[inline(always)]
    fn convolution_rows<M: Modulus>(self, b: &[S::Coefficient; CHUNK], weight: Constant<M>, rows: &mut S::Rows) {
        self.simd.convolution_rows(b, weight, rows);
    }

    #[inline(always)]
    fn window_rows(self, low: &[S::Coefficient; CHUNK], high: &[S::Coefficient; CHUNK], rows: &mut S::Rows) {
        self.simd.window_rows(low, high, rows);
    }

    #[inline(always)]
    fn outer_product<M: Modulus, const N: usize>(
        self,
        a: [&[S::Coefficient; CHUNK]; N],
        rows: [&S::Rows; N],
    ) -> [S::Coefficient; CHUNK] {
        self.simd.outer_product::<M, N>(a, rows)
    }

    #[inline(always)]
    fn toeplitz_order(self, vector: S::I16) -> S::I16 {
        self.simd.toeplitz_order(vector)
    }

    #[inline(always)]
    fn toeplitz_product<const K: usize>(
        self,
        matrix: &[[S::Coefficient; CHUNK]],
        vector: &mut [[S::Coefficient; CHUNK]; K],
    ) {
        self.simd.toeplitz_product(matrix, vector);
    }

    #[inline(always)]
    fn toeplitz_sums<const R: usize>(
        self,
        matrices: &[[[S::Coefficient; CHUNK]; 2]],
        vectors: &[[[S::Coefficient; CHUNK]; R]],
        sums: &mut [[S::Coefficient; CHUNK]; R],
    ) {
        self.simd.toeplitz_sums(matrices, vectors, sums);
    }
}

/// Declares a vector of the timed token, which wraps the backend's vector.
macro_rules! vectors {
    ($($(#[$doc:meta])* $vector:ident: $inner:ident;)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug)]
        pub struct $vector<S: Simd>(S::$inner);

        impl<S: Simd> Sealed for $vector<S> {}

        impl<S: Simd> Add for $vector<S> {
            type Output = Self;
            #[inline(always)]
            fn add(self, other: Self) -> Self {
                Self(self.0 + other.0)
            }
        }

        impl<S: Simd> Sub for $vector<S> {
            type Output = Self;
            #[inline(always)]
            fn sub(self, other: Self) -> Self {
                Self(self.0 - other.0)
            }
        }
    )*};
}
#[allow(unused_imports)] // For 32-bit lanes, which a build may lack.
use vectors;

vectors! {
    /// A vector of 8-bit lanes.
    TimedI8: I8;
}

impl<'a, S: Simd<Coefficient = i16>> I8Vector<Timed<'a, S>> for TimedI8<S> {
    #[inline(always)]
    fn zero(simd: Timed<'a, S>) -> Self {
        Self(S::I8::zero(simd.simd))
    }

    #[inline(always)]
    fn load(simd: Timed<'a, S>, source: &[Byte<S>]) -> Self {
        Self(S::I8::load(simd.simd, source))
    }

    #[inline(always)]
    fn store(self, target: &mut [Byte<S>]) {
        self.0.store(target);
    }

    #[inline(always)]
    fn widen(self) -> [S::I16; 2] {
        self.0.widen()
    }
}

/// Returns the time that entering a map adds to it, in units of the clock: the mean over many empty
/// maps.
///
/// ```
/// assert_eq!(vectru_polymul::workbench::timed::overhead(|| 0), 0);
/// ```
pub fn overhead(clock: fn() -> u64) -> u64 {
    const ENTRIES: u64 = 1000;
    let record = Record::start(clock);
    (0..ENTRIES).for_each(|_| record.enter("empty"));
    record.end().map(|found| found.time).sum::<u64>() / ENTRIES
}
