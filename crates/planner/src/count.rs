//! Counts of stages. They run on the lanes of a run, in the form of a backend; the run counts the
//! operations.

use vectru_polymul::analysis::count::Counts;
use vectru_polymul::analysis::{Lanes, Run};
use vectru_polymul::modular::Modulus;
use vectru_polymul::simd::Form;

/// Returns the counts of a run of `kernel`. Counts do not depend on operands.
pub(crate) fn counted(form: Form, kernel: impl FnOnce(Lanes<'_>)) -> Counts {
    let run = Run::bounds();
    kernel(Lanes::new(&run, &form));
    run.counts()
}

/// A modulus that stands for any other. Operations depend on q only through the number of reduced
/// values that are added up before a reduction.
pub(crate) type AnyModulus = StandIn<8191>;

/// A modulus that stands for all moduli that allow as many summands
/// ([`summable`](vectru_polymul::modular::summable)).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct StandIn<const Q: i16>;

impl<const Q: i16> Modulus for StandIn<Q> {
    const Q: i16 = Q;
}

/// Evaluates `$body` with a modulus that stands for `$q`, under the name `$modulus`, if
/// [`has_stand_in`] is true.
macro_rules! with_modulus {
    ($q:expr, $modulus:ident => $body:expr) => {
        with_modulus!(@ $q, $modulus => $body; 8191 7177 6343 5167 5003 4591 4201)
    };
    (@ $q:expr, $modulus:ident => $body:expr; $last:literal) => {{
        type $modulus = crate::count::StandIn<$last>;
        $body
    }};
    (@ $q:expr, $modulus:ident => $body:expr; $stand_in:literal $($correction:literal)+) => {
        if vectru_polymul::modular::summable_modulo($q) == vectru_polymul::modular::summable_modulo($stand_in) {
            type $modulus = crate::count::StandIn<$stand_in>;
            $body
        } else {
            with_modulus!(@ $q, $modulus => $body; $($correction)+)
        }
    };
}
pub(crate) use with_modulus;

/// Returns true if [`with_modulus`] has a modulus that stands for q.
pub(crate) fn has_stand_in(q: i64) -> bool {
    (3939..8192).contains(&q)
}
