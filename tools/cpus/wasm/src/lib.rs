//! The multipliers of all rings as a WebAssembly module, which `tools/run test-wasm --measure`
//! measures.
//!
//! Functions take a multiplier by its index, from 0 to [`count`] - 1, and a backend by its index in
//! [`Backend::ALL`]. A failure is a panic, which JavaScript sees as an exception.

use std::cell::RefCell;
use std::hint::black_box;

use vectru_literature::workbench::all;
use vectru_polymul::dispatch::Backend;
use vectru_polymul::multiplier::Operands;
use vectru_polymul::workbench::{Part, Source, Workbench};

thread_local! {
    /// The text that JavaScript reads.
    static TEXT: RefCell<String> = const { RefCell::new(String::new()) };
    /// The workbench of the multiplier that is measured, and its index.
    static BENCH: RefCell<Option<(usize, Box<dyn Workbench>)>> = const { RefCell::new(None) };
}

/// Returns the multiplier of an index.
fn source(index: usize) -> &'static Source {
    all().nth(index).expect("the index of a multiplier")
}

/// Returns the part that is measured: the product of any two operands, or by a small one if the
/// multiplier takes no other.
fn part(source: &Source) -> Part {
    if source.recipe.operands == Operands::BigByBig { Part::Product } else { Part::ProductBySmall }
}

/// Keeps a text for JavaScript, and returns its length.
fn keep(text: String) -> usize {
    TEXT.replace(text);
    TEXT.with_borrow(String::len)
}

/// Runs `task` on the workbench of a multiplier, which is built when its index is new.
fn on_workbench<T>(index: usize, task: impl FnOnce(&mut dyn Workbench) -> T) -> T {
    BENCH.with_borrow_mut(|kept| {
        if kept.as_ref().is_none_or(|(known, _)| *known != index) {
            let q = source(index).modulus;
            let mut bench = source(index).build();
            for (which, factor) in [1009, 2003].into_iter().enumerate() {
                bench.set_operand(which, &|k| ((k as i64 * factor + 1) % q - q / 2) as i16);
            }
            bench.set_small(&|k| (k * k % 3) as i8 - 1);
            *kept = Some((index, bench));
        }
        let (_, bench) = kept.as_mut().expect("it has just been built");
        task(bench.as_mut())
    })
}

/// Returns the number of multipliers.
// SAFETY: no other function of the module has this name, and the same holds for those below.
#[unsafe(no_mangle)]
pub extern "C" fn count() -> usize {
    all().count()
}

/// Returns the address of the text that the last function kept.
// SAFETY: as above.
#[unsafe(no_mangle)]
pub extern "C" fn text() -> *const u8 {
    TEXT.with_borrow(|text| text.as_ptr())
}

/// Keeps the name of a multiplier, and returns its length.
// SAFETY: as above.
#[unsafe(no_mangle)]
pub extern "C" fn name(index: usize) -> usize {
    keep(source(index).recipe.name.into())
}

/// Keeps the name of a multiplier's ring, and returns its length.
// SAFETY: as above.
#[unsafe(no_mangle)]
pub extern "C" fn ring(index: usize) -> usize {
    keep(source(index).recipe.ring.into())
}

/// Keeps the name of a backend, and returns its length: 0 if there is no backend of this index.
// SAFETY: as above.
#[unsafe(no_mangle)]
pub extern "C" fn backend(index: usize) -> usize {
    keep(Backend::ALL.get(index).map_or("", |backend| backend.name()).into())
}

/// Returns whether the module has a backend.
// SAFETY: as above.
#[unsafe(no_mangle)]
pub extern "C" fn has(backend: usize) -> bool {
    Backend::ALL[backend].is_available()
}

/// Returns whether dispatch takes the multiplier on a backend.
// SAFETY: as above.
#[unsafe(no_mangle)]
pub extern "C" fn is_chosen(index: usize, backend: usize) -> bool {
    source(index).is_chosen(Backend::ALL[backend])
}

/// Multiplies on a backend, and returns whether the product is that of the definition.
// SAFETY: as above.
#[unsafe(no_mangle)]
pub extern "C" fn is_right(index: usize, backend: usize) -> bool {
    on_workbench(index, |bench| {
        let part = part(source(index));
        bench.run(Backend::ALL[backend], part).expect("the module has the backend");
        let expected = if part == Part::Product { bench.schoolbook() } else { bench.schoolbook_by_small() };
        bench.result() == expected
    })
}

/// Multiplies `times` times on a backend.
// SAFETY: as above.
#[unsafe(no_mangle)]
pub extern "C" fn multiply(index: usize, backend: usize, times: usize) {
    on_workbench(index, |bench| {
        for _ in 0..times {
            black_box(&mut *bench).run(Backend::ALL[backend], part(source(index))).expect("the module has the backend");
        }
    });
}
