//! A hybrid of X25519 and a mechanism behind the traits of rustls.

use std::fmt;
use std::marker::PhantomData;

use getrandom::SysRng;
use rand_core::TryCryptoRng;
use rustls::crypto::{ActiveKeyExchange, CompletedKeyExchange, GetRandomFailed, SharedSecret, SupportedKxGroup};
use rustls::ffdhe_groups::FfdheGroup;
use rustls::{Error, NamedGroup, PeerMisbehaved, ProtocolVersion};
use vectru::hybrid::{self, DecapsulationKey, EncapsulationError, GROUPS, X25519_BYTES};
use vectru::{Mechanism, Set};

/// The error of an invalid share.
const INVALID_KEY_SHARE: Error = Error::PeerMisbehaved(PeerMisbehaved::InvalidKeyShare);

/// The group of X25519 and the mechanism `K`. A mechanism without a group does not compile.
pub(crate) struct Hybrid<K>(PhantomData<fn() -> K>);

/// Returns the group of X25519 and the mechanism of `set`.
const fn group_of(set: Set) -> hybrid::Group {
    let mut index = 0;
    while GROUPS[index].set as usize != set as usize {
        index += 1;
    }
    GROUPS[index]
}

impl<K: Mechanism> Hybrid<K> {
    const GROUP: hybrid::Group = group_of(K::SET);
    const NAME: NamedGroup = NamedGroup::Unknown(Self::GROUP.code_point);

    pub(crate) const fn new() -> Self {
        Self(PhantomData)
    }

    /// Generates the key pair of a client.
    fn start_from<R: TryCryptoRng>(rng: &mut R) -> Result<Started<K>, Error> {
        let (key, public) = hybrid::try_generate(rng).map_err(|_| GetRandomFailed)?;
        Ok(Started { key, share: public.as_bytes().to_vec() })
    }

    /// Encapsulates to the share of a client.
    fn answer_from<R: TryCryptoRng>(rng: &mut R, client_share: &[u8]) -> Result<CompletedKeyExchange, Error> {
        let (ciphertext, secret) = hybrid::try_encapsulate::<K, R>(client_share, rng).map_err(|error| match error {
            EncapsulationError::Key(_) => INVALID_KEY_SHARE,
            EncapsulationError::Generator(_) => GetRandomFailed.into(),
        })?;
        Ok(CompletedKeyExchange {
            group: Self::NAME,
            pub_key: ciphertext,
            secret: SharedSecret::from(&secret.as_bytes()[..]),
        })
    }
}

impl<K: Mechanism> SupportedKxGroup for Hybrid<K> {
    fn start(&self) -> Result<Box<dyn ActiveKeyExchange>, Error> {
        Ok(Box::new(Self::start_from(&mut SysRng)?))
    }

    fn start_and_complete(&self, client_share: &[u8]) -> Result<CompletedKeyExchange, Error> {
        Self::answer_from(&mut SysRng, client_share)
    }

    fn name(&self) -> NamedGroup {
        Self::NAME
    }

    fn ffdhe_group(&self) -> Option<FfdheGroup<'static>> {
        None
    }

    fn usable_for_version(&self, version: ProtocolVersion) -> bool {
        version == ProtocolVersion::TLSv1_3
    }
}

/// Prints the name of the group.
impl<K: Mechanism> fmt::Debug for Hybrid<K> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(Self::GROUP.name)
    }
}

/// The key exchange of a client that has sent its share.
struct Started<K: Mechanism> {
    key: DecapsulationKey<K>,
    share: Vec<u8>,
}

impl<K: Mechanism> ActiveKeyExchange for Started<K> {
    fn complete(self: Box<Self>, server_share: &[u8]) -> Result<SharedSecret, Error> {
        let secret = self.key.decapsulate(server_share).map_err(|_| INVALID_KEY_SHARE)?;
        Ok(SharedSecret::from(&secret.as_bytes()[..]))
    }

    /// Returns the X25519 public key, which is the first part of the share.
    fn hybrid_component(&self) -> Option<(NamedGroup, &[u8])> {
        Some((NamedGroup::X25519, self.share.get(..X25519_BYTES)?))
    }

    fn complete_hybrid_component(self: Box<Self>, server_share: &[u8]) -> Result<SharedSecret, Error> {
        let secret = self.key.x25519_shared_secret(server_share).map_err(|_| INVALID_KEY_SHARE)?;
        Ok(SharedSecret::from(&secret.as_bytes()[..]))
    }

    fn pub_key(&self) -> &[u8] {
        &self.share
    }

    fn ffdhe_group(&self) -> Option<FfdheGroup<'static>> {
        None
    }

    fn group(&self) -> NamedGroup {
        Hybrid::<K>::NAME
    }
}

#[cfg(test)]
mod tests {
    use rand_core::{TryRng, utils};

    use super::*;

    /// Random bytes that run out after a number of calls.
    struct Failing(usize);

    impl TryRng for Failing {
        type Error = getrandom::Error;

        fn try_next_u32(&mut self) -> Result<u32, Self::Error> {
            utils::next_word_via_fill(self)
        }

        fn try_next_u64(&mut self) -> Result<u64, Self::Error> {
            utils::next_word_via_fill(self)
        }

        fn try_fill_bytes(&mut self, bytes: &mut [u8]) -> Result<(), Self::Error> {
            self.0 = self.0.checked_sub(1).ok_or(getrandom::Error::UNEXPECTED)?;
            SysRng.try_fill_bytes(bytes)
        }
    }

    impl TryCryptoRng for Failing {}

    /// Calls each side with a generator that fails at the first call, which X25519 makes, or at the
    /// second, which the mechanism makes.
    fn generators_may_fail<K: Mechanism>() {
        let share = Hybrid::<K>::new().start().expect("a share").pub_key().to_vec();
        for calls in [0, 1] {
            let error = Hybrid::<K>::start_from(&mut Failing(calls)).err();
            assert_eq!(error, Some(Error::FailedToGetRandomBytes));
            let error = Hybrid::<K>::answer_from(&mut Failing(calls), &share).err();
            assert_eq!(error, Some(Error::FailedToGetRandomBytes));
        }
    }

    #[cfg(feature = "sntrup761")]
    #[test]
    fn generators_may_fail_for_sntrup761() {
        generators_may_fail::<vectru::sntrup761::Sntrup761>();
    }

    #[cfg(feature = "ntruhps2048677")]
    #[test]
    fn generators_may_fail_for_ntruhps2048677() {
        generators_may_fail::<vectru::ntruhps2048677::Ntruhps2048677>();
    }
}
