//! Measurement of mechanisms and of their parts. These tests stand outside of the library because
//! unit tests would compile the mechanisms of all sets a second time.

use vectru::Set;
use vectru_bench::kem::{self, RngSource};
use vectru_bench::parts;
use vectru_polymul::dispatch::Backend;

#[test]
fn every_set_is_measured() {
    for set in Set::ALL {
        for source in [RngSource::ChaCha8, RngSource::System] {
            let figures = kem::run(set, &[Backend::Portable], source, None, 1, &mut |_| ())
                .expect("the system gives random bytes");
            let operations: Vec<_> = figures.rows.iter().map(|row| row.operation).collect();
            assert_eq!(operations, kem::OPERATIONS.iter().map(|(name, _)| *name).collect::<Vec<_>>());
        }
    }
}

#[cfg(feature = "multipliers")]
#[test]
fn a_forced_multiplier_is_named_and_must_exist() {
    let measure = |set, name| kem::run(set, &[Backend::Portable], RngSource::ChaCha8, Some(name), 1, &mut |_| ());
    for (set, name) in [(Set::Ntrulpr761, "good-rader-outer"), (Set::Ntruhps2048677, "toom-cook")] {
        let figures = measure(set, name).expect("the ring has the multiplier");
        assert!(
            figures.rows.len() == kem::OPERATIONS.len() && figures.rows.iter().all(|row| row.multiplier == Some(name))
        );
    }
    // The multiplier accepts only small second operands, or the ring has no multiplier of this
    // name.
    for name in ["good-thomas", "toom-cook"] {
        assert!(matches!(measure(Set::Sntrup761, name), Err(kem::Error::Multiplier(found)) if found == name));
    }
}

#[test]
fn every_operation_has_its_parts_their_sum_and_the_whole() {
    let figures =
        parts::run(Set::Sntrup653, &[Backend::Portable], 25, &mut |_| ()).expect("the system gives random bytes");
    for operation in parts::OPERATIONS {
        let parts: Vec<_> = figures.rows.iter().filter(|row| row.operation == operation).collect();
        let least = |part| parts.iter().find(|row| row.part == part).map(|row| row.summary.minimum);
        let (sum, whole) = (least("sum").expect("a sum"), least("whole").expect("a whole"));
        // So few runs allow no sharper bound; the documentation has a figure. Other programs of
        // the machine lengthen most runs, but not the shortest of this many.
        assert!(sum > whole / 3 && sum < whole * 3, "{operation}: {sum} of {whole}");
        assert!(least("hashing").is_some() && least("multiplication").is_some());
        assert_eq!(least("inversion").is_some(), operation == "keygen");
    }
}

// On other targets tests run under emulation, too, whose times say nothing.
#[cfg(target_arch = "x86_64")]
#[test]
fn keys_are_prepared_for_the_backend_that_is_measured() {
    let backends: Vec<_> = Backend::available().collect();
    let figures = parts::run(Set::Ntruhps2048509, &backends, 25, &mut |_| ()).expect("the system gives random bytes");
    for operation in ["encaps", "decaps"] {
        let products = figures.rows.iter().filter(|row| row.operation == operation && row.part == "multiplication");
        let least: Vec<_> = products.map(|row| row.summary.minimum).collect();
        assert_eq!(least.len(), backends.len());
        // Vectors shorten these products to less than half, and so would a key that was
        // prepared for vectors.
        assert!(least.iter().skip(1).all(|vectors| least[0] > vectors * 3 / 2), "{operation}: {least:?}");
    }
}
