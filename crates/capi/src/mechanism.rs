//! The operations of a parameter set on bytes, behind a trait object: the functions of the
//! interface are compiled once, and each set adds its own operations.

use core::marker::PhantomData;
use core::slice;

use vectru::{
    AnyDecapsulationKey, Ciphertext, DecapsulationKey, EncapsulationKey, Mechanism, PreparedDecapsulationKey,
    PreparedEncapsulationKey, Set, SharedSecret,
};

use crate::random::Random;
use crate::status::Failure;

/// A parameter set. Buffers have the lengths of the set: whoever calls has checked them.
pub(crate) trait Operations: Sync {
    fn set(&self) -> Set;

    /// The number of random bytes of a key pair if no candidate is rejected, of a rejected
    /// candidate, and of an encapsulation.
    fn random_bytes(&self) -> [usize; 3];

    fn keypair(&self, random: &mut Random, public: &mut [u8], secret: &mut [u8]) -> Result<(), Failure>;
    fn keypair_from(&self, random: &[u8], public: &mut [u8], secret: &mut [u8]) -> Result<(), Failure>;
    fn keypairs(&self, random: &mut Random, public: &mut [u8], secret: &mut [u8]) -> Result<(), Failure>;
    fn load_public(&self, public: &[u8]) -> Result<Box<dyn Encapsulator>, Failure>;
    fn load_secret(&self, secret: &[u8]) -> Result<Box<dyn Decapsulator>, Failure>;
    fn encapsulate(&self, random: &mut Random, public: &[u8], sent: Sent<'_>) -> Result<(), Failure>;
    fn encapsulate_from(&self, random: &[u8], public: &[u8], sent: Sent<'_>) -> Result<(), Failure>;
    fn encapsulations(&self, random: &mut Random, public: &[u8], sent: Sent<'_>) -> Result<(), Failure>;
    fn decapsulate(&self, secret: &[u8], ciphertext: &[u8], shared: &mut [u8]) -> Result<(), Failure>;
    fn decapsulations(&self, secret: &[u8], ciphertexts: &[u8], shared: &mut [u8]) -> Result<(), Failure>;
}

/// A loaded public key.
pub(crate) trait Encapsulator: Send + Sync {
    fn set(&self) -> Set;
    fn encapsulate(&self, random: &mut Random, sent: Sent<'_>) -> Result<(), Failure>;
    fn encapsulations(&self, random: &mut Random, sent: Sent<'_>) -> Result<(), Failure>;
}

/// A loaded secret key.
pub(crate) trait Decapsulator: Send + Sync {
    fn set(&self) -> Set;
    fn decapsulate(&self, ciphertext: &[u8], shared: &mut [u8]) -> Result<(), Failure>;
    fn decapsulations(&self, ciphertexts: &[u8], shared: &mut [u8]) -> Result<(), Failure>;
}

/// Where encapsulations write ciphertexts and shared secrets.
pub(crate) struct Sent<'a> {
    pub(crate) ciphertexts: &'a mut [u8],
    pub(crate) shared: &'a mut [u8],
}

impl Sent<'_> {
    fn write<K: Mechanism>(self, sent: &[(Ciphertext<K>, SharedSecret)]) {
        let ciphertexts = self.ciphertexts.chunks_exact_mut(K::SET.ciphertext_bytes());
        for ((ciphertext, shared), (written, secret)) in
            ciphertexts.zip(self.shared.chunks_exact_mut(SharedSecret::BYTES)).zip(sent)
        {
            ciphertext.copy_from_slice(written.as_bytes());
            shared.copy_from_slice(secret.as_bytes());
        }
    }

    /// Splits the buffers into pieces of up to [`GROUP`] encapsulations.
    fn groups<K: Mechanism>(self) -> impl Iterator<Item = (usize, Self)>
    where
        Self: Sized,
    {
        let ciphertexts = self.ciphertexts.chunks_mut(GROUP * K::SET.ciphertext_bytes());
        let shared = self.shared.chunks_mut(GROUP * SharedSecret::BYTES);
        ciphertexts
            .zip(shared)
            .map(|(ciphertexts, shared)| (shared.len() / SharedSecret::BYTES, Self { ciphertexts, shared }))
    }
}

/// The number of keys, ciphertexts or shared secrets that are computed at a time. Loaded keys are
/// large, and a batch of more is not faster.
const GROUP: usize = 32;

/// The mechanism K as a value.
pub(crate) struct Of<K>(PhantomData<K>);

impl<K> Of<K> {
    /// The mechanism as a value.
    pub(crate) const NEW: Self = Self(PhantomData);
}

/// Returns a reference to a result. Keys are large: moving one out of its result takes a percent of
/// an encapsulation.
fn borrow<T, E: Copy + Into<Failure>>(result: &Result<T, E>) -> Result<&T, Failure> {
    result.as_ref().map_err(|&error| error.into())
}

fn write_pair<K: Mechanism>(pair: &(DecapsulationKey<K>, EncapsulationKey<K>), public: &mut [u8], secret: &mut [u8]) {
    public.copy_from_slice(pair.1.as_bytes());
    secret.copy_from_slice(pair.0.as_bytes());
}

/// Loads keys that are one after the other in a buffer.
fn load<T>(bytes: &[u8], length: usize, load: impl Fn(&[u8]) -> Result<T, vectru::Error>) -> Result<Vec<T>, Failure> {
    bytes.chunks_exact(length).map(|bytes| Ok(load(bytes)?)).collect()
}

fn decapsulate_many<'k, K: Mechanism, D: Into<AnyDecapsulationKey<'k, K>>>(
    keys: impl Iterator<Item = D>,
    ciphertexts: &[u8],
    shared: &mut [u8],
) -> Result<(), Failure> {
    let ciphertexts = load(ciphertexts, K::SET.ciphertext_bytes(), Ciphertext::<K>::from_bytes)?;
    // Both references live as long as the shorter one.
    let pairs =
        keys.map(D::into).zip(&ciphertexts).map(|(key, ciphertext): (AnyDecapsulationKey<'_, K>, _)| (key, ciphertext));
    let received = K::decapsulate_many(pairs);
    for (shared, secret) in shared.chunks_exact_mut(SharedSecret::BYTES).zip(&received) {
        shared.copy_from_slice(secret.as_bytes());
    }
    Ok(())
}

impl<K: Mechanism> Operations for Of<K> {
    fn set(&self) -> Set {
        K::SET
    }

    fn random_bytes(&self) -> [usize; 3] {
        [K::KEY_RANDOM_BYTES, K::CANDIDATE_RANDOM_BYTES, K::ENCAPSULATION_RANDOM_BYTES]
    }

    fn keypair(&self, random: &mut Random, public: &mut [u8], secret: &mut [u8]) -> Result<(), Failure> {
        write_pair::<K>(borrow(&K::try_generate(random))?, public, secret);
        Ok(())
    }

    fn keypair_from(&self, random: &[u8], public: &mut [u8], secret: &mut [u8]) -> Result<(), Failure> {
        write_pair::<K>(borrow(&K::generate_from(random))?, public, secret);
        Ok(())
    }

    fn keypairs(&self, random: &mut Random, public: &mut [u8], secret: &mut [u8]) -> Result<(), Failure> {
        let lengths = [K::SET.public_key_bytes(), K::SET.secret_key_bytes()];
        for (public, secret) in public.chunks_mut(GROUP * lengths[0]).zip(secret.chunks_mut(GROUP * lengths[1])) {
            let pairs = K::try_generate_many(random, public.len() / lengths[0])?;
            let buffers = public.chunks_exact_mut(lengths[0]).zip(secret.chunks_exact_mut(lengths[1]));
            buffers.zip(&pairs).for_each(|((public, secret), pair)| write_pair::<K>(pair, public, secret));
        }
        Ok(())
    }

    fn load_public(&self, public: &[u8]) -> Result<Box<dyn Encapsulator>, Failure> {
        Ok(Box::new(Public::<K>(EncapsulationKey::<K>::from_bytes(public)?.prepare_boxed())))
    }

    fn load_secret(&self, secret: &[u8]) -> Result<Box<dyn Decapsulator>, Failure> {
        Ok(Box::new(Secret::<K>(borrow(&DecapsulationKey::<K>::from_bytes(secret))?.prepare_boxed())))
    }

    fn encapsulate(&self, random: &mut Random, public: &[u8], sent: Sent<'_>) -> Result<(), Failure> {
        sent.write(slice::from_ref(borrow(&K::try_encapsulate_once(public, random))?));
        Ok(())
    }

    fn encapsulate_from(&self, random: &[u8], public: &[u8], sent: Sent<'_>) -> Result<(), Failure> {
        let key = EncapsulationKey::<K>::from_bytes(public);
        sent.write(slice::from_ref(borrow(&borrow(&key)?.encapsulate_from(random))?));
        Ok(())
    }

    fn encapsulations(&self, random: &mut Random, public: &[u8], sent: Sent<'_>) -> Result<(), Failure> {
        let length = K::SET.public_key_bytes();
        for (public, (_, sent)) in public.chunks(GROUP * length).zip(sent.groups::<K>()) {
            let keys = load(public, length, EncapsulationKey::<K>::from_bytes)?;
            sent.write(&K::try_encapsulate_many(&keys, random)?);
        }
        Ok(())
    }

    fn decapsulate(&self, secret: &[u8], ciphertext: &[u8], shared: &mut [u8]) -> Result<(), Failure> {
        shared.copy_from_slice(K::decapsulate_once(secret, ciphertext)?.as_bytes());
        Ok(())
    }

    fn decapsulations(&self, secret: &[u8], ciphertexts: &[u8], shared: &mut [u8]) -> Result<(), Failure> {
        let lengths = [K::SET.secret_key_bytes(), K::SET.ciphertext_bytes()];
        let buffers = ciphertexts.chunks(GROUP * lengths[1]).zip(shared.chunks_mut(GROUP * SharedSecret::BYTES));
        for (secret, (ciphertexts, shared)) in secret.chunks(GROUP * lengths[0]).zip(buffers) {
            let keys = load(secret, lengths[0], DecapsulationKey::<K>::from_bytes)?;
            decapsulate_many::<K, _>(keys.iter(), ciphertexts, shared)?;
        }
        Ok(())
    }
}

/// A loaded public key of K.
struct Public<K: Mechanism>(Box<PreparedEncapsulationKey<K>>);

impl<K: Mechanism> Encapsulator for Public<K> {
    fn set(&self) -> Set {
        K::SET
    }

    fn encapsulate(&self, random: &mut Random, sent: Sent<'_>) -> Result<(), Failure> {
        sent.write(slice::from_ref(borrow(&self.0.try_encapsulate(random))?));
        Ok(())
    }

    fn encapsulations(&self, random: &mut Random, sent: Sent<'_>) -> Result<(), Failure> {
        for (count, sent) in sent.groups::<K>() {
            sent.write(&K::try_encapsulate_many(core::iter::repeat_n(&*self.0, count), random)?);
        }
        Ok(())
    }
}

/// A loaded secret key of K.
struct Secret<K: Mechanism>(Box<PreparedDecapsulationKey<K>>);

impl<K: Mechanism> Decapsulator for Secret<K> {
    fn set(&self) -> Set {
        K::SET
    }

    fn decapsulate(&self, ciphertext: &[u8], shared: &mut [u8]) -> Result<(), Failure> {
        let ciphertext = Ciphertext::from_bytes(ciphertext);
        shared.copy_from_slice(self.0.decapsulate(borrow(&ciphertext)?).as_bytes());
        Ok(())
    }

    fn decapsulations(&self, ciphertexts: &[u8], shared: &mut [u8]) -> Result<(), Failure> {
        let length = K::SET.ciphertext_bytes();
        for (ciphertexts, shared) in
            ciphertexts.chunks(GROUP * length).zip(shared.chunks_mut(GROUP * SharedSecret::BYTES))
        {
            decapsulate_many::<K, _>(core::iter::repeat(&*self.0), ciphertexts, shared)?;
        }
        Ok(())
    }
}
