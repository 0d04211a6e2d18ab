//! The peers: one file for each, or for two with the same interface. The files are thin, so that
//! the measured time is the peer's own.
//!
//! Each file states by which rule the peer chooses its code path. The rule is taken from the peer's
//! source and evaluated again here, because no peer reports its path.

use super::Peer;

mod aws_lc;
mod libcrux;
mod pqcrypto;
mod sntrup;

/// All peers.
pub(super) const PEERS: &[Peer] = &[
    pqcrypto::NTRU_PRIME,
    pqcrypto::NTRU,
    pqcrypto::SABER,
    sntrup::SNTRUP,
    sntrup::SNTRUP_KEM,
    aws_lc::PEER,
    libcrux::PEER,
];

/// Evaluates to true if the CPU is an x86-64 with all of these features.
macro_rules! has {
    ($($feature:tt),*) => {{
        #[cfg(target_arch = "x86_64")]
        {
            true $(&& std::arch::is_x86_feature_detected!($feature))*
        }
        #[cfg(not(target_arch = "x86_64"))]
        {
            false
        }
    }};
}
use has;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kem::{ML_KEM, OPERATIONS, RngSource};
    use crate::measure::{Pace, interleave_at};
    use ::vectru::Set;

    /// Checks that the versions in reports are the versions that are built.
    #[test]
    fn versions_are_those_of_the_manifest() {
        let manifest = include_str!("../../Cargo.toml");
        for peer in PEERS {
            let pinned = |line: &str| {
                let rest = line.strip_prefix(peer.name).and_then(|rest| rest.strip_prefix(" = "));
                rest.is_some_and(|rest| rest.contains(&format!("\"={}\"", peer.version)))
            };
            assert!(manifest.lines().any(pinned), "{} {}", peer.name, peer.version);
        }
    }

    #[test]
    fn every_set_has_a_peer_that_agrees_with_itself() {
        let sets = Set::ALL.map(Set::name).into_iter().chain([ML_KEM]);
        for set in sets {
            let makers: Vec<_> = PEERS.iter().flat_map(|peer| peer.jobs).filter(|(name, _)| *name == set).collect();
            assert!(!makers.is_empty(), "{set}");
            for (_, make) in makers {
                let jobs = make(RngSource::ChaCha8).expect("it agrees with itself");
                let results = interleave_at(jobs, Pace::fixed(1), &mut |_| ());
                assert!(results.iter().all(|(label, ..)| OPERATIONS.iter().any(|(name, _)| label.operation == *name)));
                assert!(results.iter().all(|(label, ..)| label.set == set && !label.path.is_empty()));
            }
        }
    }
}
