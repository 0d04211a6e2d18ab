//! Parameters: lists of named values that the core passes in, asks for, or is given.

use core::ffi::{CStr, c_int, c_uint, c_void};
use core::marker::PhantomData;
use core::ptr::{null, null_mut};
use core::slice;

use crate::failure::Failure;
use crate::ffi::abi::{Callback, INTEGER, OCTET_STRING, Param, UNMODIFIED, UNSIGNED_INTEGER, UTF8_PTR, UTF8_STRING};
use crate::key::Key;

impl Param {
    /// The end of a list.
    pub(crate) const END: Self = Self { key: null(), data_type: 0, data: null_mut(), data_size: 0, return_size: 0 };

    /// Returns the description of a parameter that the provider knows: its name and type.
    pub(crate) const fn described(key: &'static CStr, data_type: c_uint) -> Self {
        Self { key: key.as_ptr(), data_type, data: null_mut(), data_size: 0, return_size: UNMODIFIED }
    }
}

/// A list of values that the core passes in.
#[derive(Clone, Copy)]
pub(crate) struct Values<'a> {
    first: *const Param,
    life: PhantomData<&'a Param>,
}

impl<'a> Values<'a> {
    /// Returns the list that begins at a pointer.
    ///
    /// # Safety
    ///
    /// The list is as promised: see [lists](crate::ffi). It lives as long as `'a`.
    pub(crate) const unsafe fn new(first: *const Param) -> Self {
        Self { first, life: PhantomData }
    }

    /// Returns the value with this name, if the list has one.
    fn find(self, key: &CStr) -> Option<&'a Param> {
        if self.first.is_null() {
            return None;
        }
        let mut param = self.first;
        // SAFETY: By the contract of `new`, the list has an end, and every key before it is a
        // string.
        unsafe {
            while !(*param).key.is_null() {
                if CStr::from_ptr((*param).key) == key {
                    return Some(&*param);
                }
                param = param.add(1);
            }
        }
        None
    }

    /// Returns the bytes of a value, if the list has it.
    ///
    /// # Errors
    ///
    /// Returns [`Failure::Parameter`] if the value is not an octet string.
    pub(crate) fn octets(self, key: &'static CStr) -> Result<Option<&'a [u8]>, Failure> {
        match self.find(key) {
            None => Ok(None),
            Some(param) if param.data_type != OCTET_STRING || param.data.is_null() => Err(Failure::Parameter(key)),
            // SAFETY: By the contract of `new`, `data` points to as many bytes as `data_size` says.
            Some(param) => Ok(Some(unsafe { slice::from_raw_parts(param.data.cast(), param.data_size) })),
        }
    }

    /// Returns the text of a value, if the list has it. A null text is an empty one.
    ///
    /// # Errors
    ///
    /// Returns [`Failure::Parameter`] if the value is not a string.
    pub(crate) fn text(self, key: &'static CStr) -> Result<Option<&'a [u8]>, Failure> {
        match self.find(key) {
            None => Ok(None),
            Some(param) if param.data_type != UTF8_STRING => Err(Failure::Parameter(key)),
            Some(param) if param.data.is_null() => Ok(Some(&[])),
            Some(param) => {
                // SAFETY: By the contract of `new`, `data` points to as many bytes as `data_size`
                // says.
                let text: &[u8] = unsafe { slice::from_raw_parts(param.data.cast(), param.data_size) };
                Ok(text.split(|&byte| byte == 0).next())
            }
        }
    }
}

/// A list of values that the core asks for.
pub(crate) struct Questions<'a> {
    first: *mut Param,
    life: PhantomData<&'a mut Param>,
}

impl Questions<'_> {
    /// Returns the list that begins at a pointer.
    ///
    /// # Safety
    ///
    /// The list is as promised: see [lists](crate::ffi). It lives as long as `'_`, and nobody else
    /// uses it meanwhile.
    pub(crate) const unsafe fn new(first: *mut Param) -> Self {
        Self { first, life: PhantomData }
    }

    fn find(&mut self, key: &CStr) -> Option<&mut Param> {
        if self.first.is_null() {
            return None;
        }
        let mut param = self.first;
        // SAFETY: By the contract of `new`, the list has an end, and every key before it is a
        // string. Nobody else uses the list.
        unsafe {
            while !(*param).key.is_null() {
                if CStr::from_ptr((*param).key) == key {
                    return Some(&mut *param);
                }
                param = param.add(1);
            }
        }
        None
    }

    /// Answers with a number of 32 or of 64 bits, as the core has room for, if the list asks for
    /// it. A number that is too large for 32 bits is the largest one there.
    ///
    /// # Errors
    ///
    /// Returns [`Failure::Parameter`] if the core wants another type or a number of another width.
    pub(crate) fn integer(&mut self, key: &'static CStr, value: i64) -> Result<(), Failure> {
        let Some(param) = self.find(key) else { return Ok(()) };
        if !matches!(param.data_type, INTEGER | UNSIGNED_INTEGER) || value < 0 {
            return Err(Failure::Parameter(key));
        }
        let bytes = c_int::try_from(value).unwrap_or(c_int::MAX).to_ne_bytes();
        let wide = value.to_ne_bytes();
        let bytes: &[u8] = if param.data_size == wide.len() { &wide } else { &bytes };
        param.return_size = bytes.len();
        if !param.data.is_null() && param.data_size != bytes.len() {
            return Err(Failure::Parameter(key));
        }
        // SAFETY: The length is that of the buffer.
        unsafe { param.fill(bytes) };
        Ok(())
    }

    /// Answers with bytes, if the list asks for them. Without a buffer, the core gets their number.
    ///
    /// # Errors
    ///
    /// Returns [`Failure::Parameter`] if the core wants another type, [`Failure::Buffer`] if its
    /// buffer is too small, and the error of `value`.
    pub(crate) fn octets<B: AsRef<[u8]>>(
        &mut self,
        key: &'static CStr,
        value: impl FnOnce() -> Option<B>,
    ) -> Result<(), Failure> {
        let Some(param) = self.find(key) else { return Ok(()) };
        let value = value().ok_or(Failure::MissingKey)?;
        let bytes = value.as_ref();
        if param.data_type != OCTET_STRING {
            return Err(Failure::Parameter(key));
        }
        param.return_size = bytes.len();
        if !param.data.is_null() && param.data_size < bytes.len() {
            return Err(Failure::Buffer { needed: bytes.len(), found: param.data_size });
        }
        // SAFETY: The buffer has room.
        unsafe { param.fill(bytes) };
        Ok(())
    }

    /// Answers with a pointer to a constant text, if the list asks for it.
    ///
    /// # Errors
    ///
    /// Returns [`Failure::Parameter`] if the core wants another type.
    pub(crate) fn constant(&mut self, key: &'static CStr, value: &'static CStr) -> Result<(), Failure> {
        let Some(param) = self.find(key) else { return Ok(()) };
        if param.data_type != UTF8_PTR {
            return Err(Failure::Parameter(key));
        }
        param.return_size = value.count_bytes();
        if !param.data.is_null() {
            // SAFETY: By the contract of `new`, `data` points to a pointer, as the type says.
            unsafe { param.data.cast::<*const core::ffi::c_char>().write(value.as_ptr()) };
        }
        Ok(())
    }
}

impl Param {
    /// Copies bytes into the buffer, if there is one.
    ///
    /// # Safety
    ///
    /// `data` is null or points to as many bytes or more.
    unsafe fn fill(&self, bytes: &[u8]) {
        if !self.data.is_null() {
            // SAFETY: By the contract, there is room. The bytes are this crate's, not the core's.
            unsafe { self.data.cast::<u8>().copy_from_nonoverlapping(bytes.as_ptr(), bytes.len()) };
        }
    }
}

/// A list of values for the core, which borrows them.
pub(crate) struct Answers<'a> {
    list: Vec<Param>,
    life: PhantomData<&'a ()>,
}

impl<'a> Answers<'a> {
    /// Returns an empty list.
    pub(crate) const fn new() -> Self {
        Self { list: Vec::new(), life: PhantomData }
    }

    fn push(mut self, key: &'static CStr, data_type: c_uint, data: *const c_void, data_size: usize) -> Self {
        let param = Param { key: key.as_ptr(), data_type, data: data.cast_mut(), data_size, return_size: UNMODIFIED };
        self.list.push(param);
        self
    }

    /// Adds a number.
    pub(crate) fn integer(self, key: &'static CStr, value: &'a c_int) -> Self {
        self.push(key, INTEGER, (&raw const *value).cast(), size_of::<c_int>())
    }

    /// Adds a number without a sign.
    pub(crate) fn unsigned(self, key: &'static CStr, value: &'a c_uint) -> Self {
        self.push(key, UNSIGNED_INTEGER, (&raw const *value).cast(), size_of::<c_uint>())
    }

    /// Adds a text.
    pub(crate) fn text(self, key: &'static CStr, value: &'a CStr) -> Self {
        self.push(key, UTF8_STRING, value.as_ptr().cast(), value.count_bytes())
    }

    /// Adds bytes.
    pub(crate) fn octets(self, key: &'static CStr, value: &'a [u8]) -> Self {
        self.push(key, OCTET_STRING, value.as_ptr().cast(), value.len())
    }

    /// Adds a reference to a key: the bytes of a pointer at a place, where the pointer may be
    /// taken.
    pub(crate) fn reference(self, key: &'static CStr, place: *mut *mut Key) -> Self {
        self.push(key, OCTET_STRING, place.cast_const().cast(), size_of::<*mut Key>())
    }

    /// Passes the list to a function of the core, and returns the result.
    ///
    /// # Safety
    ///
    /// `callback` and `argument` are what the core passes.
    pub(crate) unsafe fn pass(mut self, callback: Callback, argument: *mut c_void) -> c_int {
        self.list.push(Param::END);
        // SAFETY: The list has an end, and its values are borrowed. The core does not change them.
        unsafe { callback(self.list.as_ptr(), argument) }
    }
}
