//! The core: the functions of OpenSSL that the provider calls.

use core::ffi::{CStr, c_char, c_int, c_uint, c_void};
use core::mem::transmute;
use core::ptr::{from_mut, null};
use std::ffi::CString;

use zeroize::Zeroizing;

use crate::failure::Failure;
use crate::ffi::abi::{
    BIO_READ_EX, BIO_WRITE_EX, BioReadEx, BioWriteEx, CORE_GET_PARAMS, CORE_NEW_ERROR, CORE_VSET_ERROR, CoreBio,
    CoreGetParams, CoreHandle, CoreNewError, CoreVsetError, Dispatch, Param, UNMODIFIED, UTF8_PTR,
};

/// The core, by the functions that it gave to `OSSL_provider_init`. It may lack some.
#[derive(Debug)]
pub(crate) struct Core {
    handle: *const CoreHandle,
    get_params: Option<CoreGetParams>,
    new_error: Option<CoreNewError>,
    vset_error: Option<CoreVsetError>,
    read: Option<BioReadEx>,
    write: Option<BioWriteEx>,
}

// SAFETY: The handle is passed to functions of the core alone, which any thread may call.
unsafe impl Send for Core {}
// SAFETY: As above; no function of the core gets memory of this object.
unsafe impl Sync for Core {}

impl Core {
    /// Returns the core with the functions of a list.
    ///
    /// # Safety
    ///
    /// `functions` is the list that the core passes to `OSSL_provider_init`, with the handle.
    pub(crate) unsafe fn new(handle: *const CoreHandle, mut functions: *const Dispatch) -> Self {
        let mut core = Self { handle, get_params: None, new_error: None, vset_error: None, read: None, write: None };
        // SAFETY: By the contract, the list has an entry with the id 0 at its end, and the function
        // of an id has the signature that belongs to it.
        unsafe {
            while let Dispatch { function_id: id @ 1.., function: Some(function) } = *functions {
                type Any = unsafe extern "C" fn();
                match id {
                    CORE_GET_PARAMS => core.get_params = Some(transmute::<Any, CoreGetParams>(function)),
                    CORE_NEW_ERROR => core.new_error = Some(transmute::<Any, CoreNewError>(function)),
                    CORE_VSET_ERROR => core.vset_error = Some(transmute::<Any, CoreVsetError>(function)),
                    BIO_READ_EX => core.read = Some(transmute::<Any, BioReadEx>(function)),
                    BIO_WRITE_EX => core.write = Some(transmute::<Any, BioWriteEx>(function)),
                    _ => {}
                }
                functions = functions.add(1);
            }
        }
        core
    }

    /// Returns the value of a setting in the provider's section of the configuration.
    pub(crate) fn setting(&self, name: &CStr) -> Option<String> {
        let get_params = self.get_params?;
        let mut value: *const c_char = null();
        let mut params = [
            Param {
                key: name.as_ptr(),
                data_type: UTF8_PTR,
                data: from_mut(&mut value).cast(),
                data_size: 0,
                return_size: UNMODIFIED,
            },
            Param::END,
        ];
        // SAFETY: The list has an end, and its value is a pointer to a pointer, as its type says.
        let found = unsafe { get_params(self.handle, params.as_mut_ptr()) };
        if found != 1 || value.is_null() {
            return None;
        }
        // SAFETY: The core sets the pointer to a string that lives as long as the provider.
        Some(unsafe { CStr::from_ptr(value) }.to_string_lossy().into_owned())
    }

    /// Puts a failure into the error queue of the thread.
    pub(crate) fn raise(&self, failure: &Failure) {
        let text = failure.to_string();
        // A per cent sign would ask for an argument.
        let text = if text.contains('%') { None } else { CString::new(text).ok() };
        let text = text.filter(|text| !text.is_empty());
        self.set_error(failure.reason(), text.as_deref());
    }

    /// Puts [`Failure::Panicked`] into the error queue of the thread, without any allocation.
    pub(crate) fn raise_panic(&self) {
        self.set_error(Failure::Panicked.reason(), None);
    }

    fn set_error(&self, reason: c_uint, text: Option<&CStr>) {
        let (Some(new_error), Some(vset_error)) = (self.new_error, self.vset_error) else { return };
        // Room for a `va_list`, which C passes as a pointer on the systems that OpenSSL has
        // providers for: 24 bytes on x86-64, 32 on AArch64, a pointer elsewhere.
        let mut arguments = [0_u64; 4];
        // SAFETY: The format is null or asks for no argument, so that nobody reads the arguments.
        unsafe {
            new_error(self.handle);
            let format = text.map_or(null(), CStr::as_ptr);
            vset_error(self.handle, reason, format, arguments.as_mut_ptr().cast());
        }
    }

    /// Writes bytes to a stream.
    ///
    /// # Errors
    ///
    /// Returns [`Failure::Output`] if not all bytes can be written.
    ///
    /// # Safety
    ///
    /// `stream` is a stream that the core passes.
    pub(crate) unsafe fn write(&self, stream: *mut CoreBio, mut bytes: &[u8]) -> Result<(), Failure> {
        let write = self.write.ok_or(Failure::Core)?;
        while !bytes.is_empty() {
            let mut written = 0;
            // SAFETY: By the contract, the stream is one; the buffer is as long as said.
            let done = unsafe { write(stream, bytes.as_ptr().cast(), bytes.len(), &raw mut written) };
            bytes = match bytes.get(written..) {
                Some(rest) if done == 1 && written > 0 => rest,
                _ => return Err(Failure::Output),
            };
        }
        Ok(())
    }

    /// Reads one DER element of at most `limit` bytes from a stream. Returns nothing if the stream
    /// has another one.
    ///
    /// # Safety
    ///
    /// `stream` is a stream that the core passes.
    pub(crate) unsafe fn read_der(&self, stream: *mut CoreBio, limit: usize) -> Option<Zeroizing<Vec<u8>>> {
        let mut element = Zeroizing::new(Vec::with_capacity(limit));
        element.resize(2, 0);
        // SAFETY: This function has the same contract.
        unsafe { self.read_exact(stream, &mut element)? };
        let length = match element[1] {
            short @ ..=0x7f => usize::from(short),
            // The length is a number of 1 to 4 bytes.
            long @ 0x81..=0x84 => {
                element.resize(2 + usize::from(long & 0x7f), 0);
                // SAFETY: As above.
                unsafe { self.read_exact(stream, &mut element[2..])? };
                element[2..].iter().fold(0, |length, &byte| length << 8 | usize::from(byte))
            }
            _ => return None,
        };
        let start = element.len();
        let end = start.checked_add(length).filter(|&end| end <= limit)?;
        // The vector has the capacity: no copy of its secret bytes stays behind.
        element.resize(end, 0);
        // SAFETY: As above.
        unsafe { self.read_exact(stream, &mut element[start..])? };
        Some(element)
    }

    /// Fills a buffer from a stream. Returns nothing if the stream ends before.
    ///
    /// # Safety
    ///
    /// `stream` is a stream that the core passes.
    unsafe fn read_exact(&self, stream: *mut CoreBio, mut buffer: &mut [u8]) -> Option<()> {
        let read = self.read?;
        while !buffer.is_empty() {
            let mut found = 0;
            // SAFETY: By the contract, the stream is one; the buffer is as long as said.
            let done: c_int =
                unsafe { read(stream, buffer.as_mut_ptr().cast::<c_void>(), buffer.len(), &raw mut found) };
            if done != 1 || found == 0 {
                return None;
            }
            buffer = buffer.get_mut(found..)?;
        }
        Some(())
    }
}

#[cfg(all(test, feature = "sntrup761"))]
impl Core {
    /// A core without functions.
    pub(crate) const NONE: Self =
        Self { handle: null(), get_params: None, new_error: None, vset_error: None, read: None, write: None };
}
