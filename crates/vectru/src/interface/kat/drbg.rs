//! AES-256 in counter mode as a deterministic random bit generator, without derivation function: NIST SP 800-90A,
//! section 10.2.1, as NIST's program for known answers has it. Not for making keys.

use core::convert::Infallible;
use core::fmt;

use aes::Aes256;
use aes::cipher::{BlockCipherEncrypt, KeyInit};
use rand_core::{TryCryptoRng, TryRng};

use super::RngOrder;

/// NIST's generator for known answers.
///
/// ```
/// use rand_core::Rng;
/// use vectru::kat::NistDrbg;
/// let mut seed = [0; 48];
/// NistDrbg::new(&core::array::from_fn(|k| k as u8)).fill_bytes(&mut seed);
/// assert_eq!(seed[..4], [0x06, 0x15, 0x50, 0x23]);
/// ```
#[derive(Clone)]
pub struct NistDrbg {
    cipher: Aes256,
    counter: u128,
}

impl fmt::Debug for NistDrbg {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("NistDrbg").finish_non_exhaustive()
    }
}

impl NistDrbg {
    /// The generator seeded by 48 bytes of entropy, with no personalisation.
    pub fn new(entropy: &[u8; 48]) -> Self {
        let mut generator = Self { cipher: Aes256::new(&[0; 32].into()), counter: 0 };
        generator.update(entropy);
        generator
    }

    fn next_block(&mut self) -> [u8; 16] {
        self.counter = self.counter.wrapping_add(1);
        let mut block = self.counter.to_be_bytes().into();
        self.cipher.encrypt_block(&mut block);
        block.into()
    }

    /// CTR_DRBG_Update: the next 48 bytes, with `data` added, become the key and the counter.
    fn update(&mut self, data: &[u8; 48]) {
        let mut state = [0; 48];
        for block in state.as_chunks_mut::<16>().0 {
            *block = self.next_block();
        }
        for (byte, added) in state.iter_mut().zip(data) {
            *byte ^= added;
        }
        let mut key = [0; 32];
        let mut counter = [0; 16];
        key.copy_from_slice(&state[..32]);
        counter.copy_from_slice(&state[32..]);
        self.cipher = Aes256::new(&key.into());
        self.counter = u128::from_be_bytes(counter);
    }
}

impl TryRng for NistDrbg {
    type Error = Infallible;

    fn try_next_u32(&mut self) -> Result<u32, Infallible> {
        let mut bytes = [0; 4];
        self.try_fill_bytes(&mut bytes)?;
        Ok(u32::from_le_bytes(bytes))
    }

    fn try_next_u64(&mut self) -> Result<u64, Infallible> {
        let mut bytes = [0; 8];
        self.try_fill_bytes(&mut bytes)?;
        Ok(u64::from_le_bytes(bytes))
    }

    /// One call of the generator: whole blocks are drawn, what is left of the last one is lost, and the state is
    /// updated. So the bytes depend on how they are divided into calls.
    fn try_fill_bytes(&mut self, target: &mut [u8]) -> Result<(), Infallible> {
        for chunk in target.chunks_mut(16) {
            chunk.copy_from_slice(&self.next_block()[..chunk.len()]);
        }
        self.update(&[0; 48]);
        Ok(())
    }
}

impl TryCryptoRng for NistDrbg {}

/// A generator that divides each draw of a list of words as [`RngOrder`] says, and passes on every other draw.
///
/// ```
/// use rand_core::Rng;
/// use vectru::kat::{NistDrbg, OrderedRng, RngOrder};
/// let drbg = NistDrbg::new(&[7; 48]);
/// let (mut words, mut same) = ([0; 8], [0; 8]);
/// OrderedRng::new(drbg.clone(), RngOrder::Nist, 8).fill_bytes(&mut words);
/// OrderedRng::new(drbg, RngOrder::OneShot, 8).fill_bytes(&mut same);
/// assert_eq!(words[..4], same[..4]);
/// assert_ne!(words[4..], same[4..]);
/// ```
#[derive(Clone, Debug)]
pub struct OrderedRng<R> {
    rng: R,
    order: RngOrder,
    list_bytes: usize,
}

impl<R> OrderedRng<R> {
    /// Draws from `rng`; a draw of exactly `list_bytes` is one of p words.
    pub const fn new(rng: R, order: RngOrder, list_bytes: usize) -> Self {
        Self { rng, order, list_bytes }
    }
}

impl<R: TryRng> TryRng for OrderedRng<R> {
    type Error = R::Error;

    fn try_next_u32(&mut self) -> Result<u32, R::Error> {
        self.rng.try_next_u32()
    }

    fn try_next_u64(&mut self) -> Result<u64, R::Error> {
        self.rng.try_next_u64()
    }

    fn try_fill_bytes(&mut self, target: &mut [u8]) -> Result<(), R::Error> {
        if self.order == RngOrder::Nist && target.len() == self.list_bytes {
            target.chunks_mut(4).try_for_each(|word| self.rng.try_fill_bytes(word))
        } else {
            self.rng.try_fill_bytes(target)
        }
    }
}

impl<R: TryCryptoRng> TryCryptoRng for OrderedRng<R> {}
