//! The border: where the caller's pointers become slices, and where panics end.

use core::ffi::c_int;
use core::{ptr, slice};

use crate::status::{Failure, VECTRU_OK};

/// A buffer of the caller that a function reads.
#[derive(Clone, Copy)]
pub(crate) struct Input {
    pointer: *const u8,
    length: usize,
}

impl Input {
    pub(crate) fn new(pointer: *const u8, length: usize) -> Self {
        Self { pointer, length }
    }

    /// `count` elements of `length` bytes, one after the other. If they exceed the address space,
    /// [`call`] refuses the buffer.
    #[cfg(any(feature = "std", test))]
    pub(crate) fn many(pointer: *const u8, length: usize, count: usize) -> Self {
        Self { pointer, length: length.saturating_mul(count) }
    }

    fn is_null(self) -> bool {
        self.pointer.is_null() && self.length > 0
    }

    /// Returns true if no memory has so many bytes from the pointer on.
    fn is_too_long(self) -> bool {
        self.length > isize::MAX as usize || self.pointer.addr().checked_add(self.length).is_none()
    }

    fn overlaps(self, other: Self) -> bool {
        self.pointer.addr() < other.pointer.addr() + other.length
            && other.pointer.addr() < self.pointer.addr() + self.length
    }

    /// # Safety
    ///
    /// The caller keeps the promise of [`call`], and nothing writes to the buffer while the slice
    /// lives.
    unsafe fn bytes<'a>(self) -> &'a [u8] {
        if self.length == 0 {
            return &[];
        }
        // SAFETY: there are as many bytes, which nothing changes.
        unsafe { slice::from_raw_parts(self.pointer, self.length) }
    }
}

/// A buffer of the caller that a function writes.
#[derive(Clone, Copy)]
pub(crate) struct Output {
    pointer: *mut u8,
    length: usize,
}

impl Output {
    pub(crate) fn new(pointer: *mut u8, length: usize) -> Self {
        Self { pointer, length }
    }

    /// `count` elements of `length` bytes, one after the other.
    pub(crate) fn many(pointer: *mut u8, length: usize, count: usize) -> Self {
        Self { pointer, length: length.saturating_mul(count) }
    }

    fn as_input(self) -> Input {
        Input { pointer: self.pointer, length: self.length }
    }

    /// Writes zeros, unless the pointer is null or the length impossible.
    ///
    /// # Safety
    ///
    /// The caller keeps the promise of [`call`].
    unsafe fn clear(self) {
        if !self.pointer.is_null() && !self.as_input().is_too_long() {
            // SAFETY: there are as many bytes.
            unsafe { ptr::write_bytes(self.pointer, 0, self.length) };
        }
    }

    /// Returns the buffer, filled with zeros.
    ///
    /// # Safety
    ///
    /// The caller keeps the promise of [`call`], and nothing else reads or writes the buffer while
    /// the slice lives.
    unsafe fn zeros<'a>(self) -> &'a mut [u8] {
        if self.length == 0 {
            return &mut [];
        }
        // SAFETY: there are as many bytes. Zeros make them a slice, as they may have had no value.
        unsafe {
            self.clear();
            slice::from_raw_parts_mut(self.pointer, self.length)
        }
    }
}

/// Checks that no pointer is null, and that no output overlaps another buffer.
fn check(outputs: &[Output], inputs: &[Input]) -> Result<(), Failure> {
    let buffers = || outputs.iter().map(|output| output.as_input()).chain(inputs.iter().copied());
    if buffers().any(Input::is_null) {
        return Err(Failure::Null);
    }
    if buffers().any(Input::is_too_long) {
        return Err(Failure::Length);
    }
    for (index, output) in outputs.iter().enumerate() {
        if buffers().skip(index + 1).any(|other| output.as_input().overlaps(other)) {
            return Err(Failure::Overlap);
        }
    }
    Ok(())
}

/// Runs an operation on the caller's buffers. Returns 0, or the code of the failure after the
/// outputs are filled with zeros.
///
/// The operation gets its outputs filled with zeros, too.
///
/// # Safety
///
/// Each pointer is null, or points to as many bytes as the buffer says, which the caller may read
/// and, for outputs, write. No other thread changes them meanwhile.
pub(crate) unsafe fn call<const OUTPUTS: usize, const INPUTS: usize>(
    outputs: [Output; OUTPUTS],
    inputs: [Input; INPUTS],
    operation: impl FnOnce([&mut [u8]; OUTPUTS], [&[u8]; INPUTS]) -> Result<(), Failure>,
) -> c_int {
    let result = check(&outputs, &inputs).and_then(|()| {
        // SAFETY: no output overlaps another buffer; the caller guarantees the rest.
        let (written, read) = unsafe { (outputs.map(|output| output.zeros()), inputs.map(|input| input.bytes())) };
        without_panic(|| operation(written, read))
    });
    match result {
        Ok(()) => VECTRU_OK,
        Err(failure) => {
            // SAFETY: the caller guarantees the lengths of all buffers.
            outputs.into_iter().for_each(|output| unsafe { output.clear() });
            failure as c_int
        }
    }
}

/// Runs an operation, and makes a panic a failure. Nothing that the operation leaves half done is
/// looked at afterwards.
#[cfg(feature = "std")]
pub(crate) fn without_panic<T>(operation: impl FnOnce() -> Result<T, Failure>) -> Result<T, Failure> {
    use std::panic::{AssertUnwindSafe, catch_unwind};
    catch_unwind(AssertUnwindSafe(operation)).unwrap_or(Err(Failure::Internal))
}

/// Runs an operation. A panic does not return.
#[cfg(not(feature = "std"))]
fn without_panic<T>(operation: impl FnOnce() -> Result<T, Failure>) -> Result<T, Failure> {
    operation()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::status::{VECTRU_ERROR_INTERNAL, VECTRU_ERROR_LENGTH, VECTRU_ERROR_NULL, VECTRU_ERROR_OVERLAP};

    /// Copies 8 bytes at `from` to `to` in an array of 0xff, and returns the code and the array.
    fn copy(from: usize, to: usize, result: Result<(), Failure>) -> (c_int, [u8; 32]) {
        let mut memory = [0xff_u8; 32];
        let pointer = memory.as_mut_ptr();
        // SAFETY: both buffers are in the array.
        let code = unsafe {
            call([Output::new(pointer.add(to), 8)], [Input::new(pointer.add(from), 8)], |[output], [input]| {
                assert_eq!(output, [0; 8]);
                output.copy_from_slice(input);
                result
            })
        };
        (code, memory)
    }

    #[test]
    fn outputs_are_written_or_zero() {
        assert_eq!(copy(0, 8, Ok(())), (VECTRU_OK, [0xff; 32]));
        let (code, memory) = copy(0, 8, Err(Failure::SecretKey));
        assert_eq!((code, &memory[8..16], &memory[16..]), (Failure::SecretKey as c_int, &[0; 8][..], &[0xff; 16][..]));
    }

    #[test]
    fn overlaps_are_refused() {
        for to in 1..=15 {
            assert_eq!(copy(8, to, Ok(())).0, VECTRU_ERROR_OVERLAP, "{to}");
        }
        assert_eq!(copy(8, 0, Ok(())).0, VECTRU_OK);
        assert_eq!(copy(8, 16, Ok(())).0, VECTRU_OK);
    }

    #[test]
    fn null_pointers_and_impossible_lengths_are_refused() {
        let mut byte = 0xff_u8;
        let (null, one) = (ptr::null_mut(), &raw mut byte);
        let run = |output: Output, input: Input| {
            // SAFETY: the operation does not run.
            unsafe { call([output], [input], |_, _| panic!("null pointers are refused before")) }
        };
        assert_eq!(run(Output::new(null, 1), Input::new(one, 1)), VECTRU_ERROR_NULL);
        assert_eq!(run(Output::new(one, 1), Input::new(null, 1)), VECTRU_ERROR_NULL);
        assert_eq!(byte, 0);
        assert_eq!(run(Output::many(one, 2, usize::MAX), Input::new(one, 1)), VECTRU_ERROR_LENGTH);
        assert_eq!(run(Output::new(one, 1), Input::many(one, 2, usize::MAX / 2)), VECTRU_ERROR_LENGTH);
        // SAFETY: no byte is read or written.
        let empty = unsafe { call([Output::new(null, 0)], [Input::new(null, 0)], |_, _| Ok(())) };
        assert_eq!(empty, VECTRU_OK);
    }

    #[cfg(feature = "std")]
    #[test]
    fn panics_end_here() {
        let hook = std::panic::take_hook();
        std::panic::set_hook(Box::new(|_| {}));
        let mut byte = 0xff_u8;
        // SAFETY: the output is the byte.
        let code = unsafe { call([Output::new(&raw mut byte, 1)], [], |_, _| panic!("on purpose")) };
        std::panic::set_hook(hook);
        assert_eq!((code, byte), (VECTRU_ERROR_INTERNAL, 0));
    }
}
