//! Lists of parameter sets for checks that are generic over the sets of a scheme.

/// Calls `$check::<P>()` for each parameter set P of a scheme, `prime`, `ntru` or `module_lwr`, or
/// of `all`, that the features name.
macro_rules! for_each_set_of {
    ($scheme:ident, $check:ident) => {
        vectru::for_each_set!(check_sets $scheme $check)
    };
}

macro_rules! check_sets {
    ([$scheme:ident $check:ident] $(
        $(#[$note:meta])*
        $feature:literal, $module:ident, $set:ident, $bytes:tt, $object_identifier:literal,
        $family:ident over $ring:ident, $kind:ident $parameters:tt;
    )*) => {
        $(check_sets!(@ $scheme $family $check $feature $module $set);)*
    };
    (@ prime streamlined $($check:tt)*) => { check_sets!(@ $($check)*) };
    (@ prime ntrulpr $($check:tt)*) => { check_sets!(@ $($check)*) };
    (@ ntru ntru $($check:tt)*) => { check_sets!(@ $($check)*) };
    (@ module_lwr module_lwr $($check:tt)*) => { check_sets!(@ $($check)*) };
    (@ all $family:ident $($check:tt)*) => { check_sets!(@ $($check)*) };
    (@ $check:ident $feature:literal $module:ident $set:ident) => {
        // Out of line: the frames of all sets together exceed the stack of a thread on some CPUs.
        #[cfg(feature = $feature)]
        std::hint::black_box($check::<vectru::$module::$set> as fn())()
    };
    (@ $scheme:ident $family:ident $($check:tt)*) => {};
}
