//! All pairs of basis vectors, on the registers of this CPU: a check of a backend and of its
//! compiled code, which the proof does not cover.

use alloc::format;
use alloc::string::String;

use std::sync::{Mutex, PoisonError};

use crate::dispatch::{self, Backend};
use crate::modular::{Modulus, centred};
use crate::multiplier::{Multiply, multiply_into};
use crate::ring::Polynomial;

/// Checks pairs as [`check`] does, on every backend of this CPU: every pair whose i is a multiple
/// of `step`. Other calls wait, because the backend is chosen for the whole process.
///
/// # Errors
///
/// Returns the first backend and pair whose product is wrong.
pub fn check_on_every_backend<R: Multiply>(step: usize) -> Result<(), String> {
    static ALONE: Mutex<()> = Mutex::new(());
    let _alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
    let outcome = Backend::available().try_for_each(|backend| {
        dispatch::force(Some(backend)).map_err(|error| format!("{error}"))?;
        check::<R>(step).map_err(|pair| format!("{backend}: {pair}"))
    });
    let back = dispatch::force(None).map_err(|error| format!("{error}"));
    outcome.and(back)
}

/// Multiplies x^i by x^j and by -x^j, on the chosen backend, for every j below the degree and every
/// i below it that is a multiple of `step`.
///
/// # Errors
///
/// Returns the first pair whose product is wrong.
///
/// ```
/// use vectru_polymul::{proof::pairs::check, ring::Sntrup653};
/// assert_eq!(check::<Sntrup653>(100), Ok(()));
/// ```
pub fn check<R: Multiply>(step: usize) -> Result<(), String> {
    let q = i64::from(R::Modulus::Q);
    let (mut a, mut b) = (Polynomial::<R>::zero(), Polynomial::<R>::zero());
    let (mut expected, mut product) = (Polynomial::<R>::zero(), Polynomial::<R>::zero());
    for i in (0..R::DEGREE).step_by(step) {
        a[i] = 1;
        for j in 0..R::DEGREE {
            for sign in [1, -1] {
                b[j] = sign;
                crate::ring::reduced::<R>(i + j, sign.into(), &mut |power, c| {
                    expected[power] = centred(i64::from(expected[power]) + c, q) as i16;
                });
                multiply_into(&a, &b, &mut product);
                if product.padded() != expected.padded() {
                    return Err(format!("{} x^{i} x^{j} in the ring {}", sign, R::NAME));
                }
                crate::ring::reduced::<R>(i + j, sign.into(), &mut |power, _| expected[power] = 0);
            }
            b[j] = 0;
        }
        a[i] = 0;
    }
    Ok(())
}
