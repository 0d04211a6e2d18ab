//! AES-256 in counter mode as a deterministic generator of random bytes, without derivation
//! function: NIST SP 800-90A, section 10.2.1, as in NIST's program for known answers.

use core::convert::Infallible;
use core::fmt;

use aes::Aes256;
use aes::cipher::{BlockCipherEncrypt, KeyInit};
use rand_core::utils::next_word_via_fill;
use rand_core::{TryCryptoRng, TryRng};

use super::RngOrder;

/// The generator of NIST's program for known answers. It is not for making keys that protect
/// anything.
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
    /// Returns the generator seeded by 48 bytes of entropy, without personalisation.
    ///
    /// ```
    /// use rand_core::Rng;
    /// use vectru::kat::NistDrbg;
    /// assert_eq!(NistDrbg::new(&[7; 48]).next_u64(), NistDrbg::new(&[7; 48]).next_u64());
    /// ```
    pub fn new(entropy: &[u8; 48]) -> Self {
        let mut generator = Self { cipher: Aes256::new(&[0; 32].into()), counter: 0 };
        generator.update(entropy);
        generator
    }

    /// Returns the next block of the key stream.
    fn next_block(&mut self) -> [u8; 16] {
        self.counter = self.counter.wrapping_add(1);
        let mut block = self.counter.to_be_bytes().into();
        self.cipher.encrypt_block(&mut block);
        block.into()
    }

    /// CTR_DRBG_Update: replaces the key and the counter by the exclusive or of the next 48 bytes
    /// and `data`.
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
        next_word_via_fill(self)
    }

    fn try_next_u64(&mut self) -> Result<u64, Infallible> {
        next_word_via_fill(self)
    }

    /// Makes one call of the generator: draws whole blocks, drops the rest of the last one, and
    /// updates the state. Hence the bytes depend on their division into calls.
    fn try_fill_bytes(&mut self, target: &mut [u8]) -> Result<(), Infallible> {
        for block in target.chunks_mut(16) {
            block.copy_from_slice(&self.next_block()[..block.len()]);
        }
        self.update(&[0; 48]);
        Ok(())
    }
}

impl TryCryptoRng for NistDrbg {}

/// A generator that draws each list of words in the calls of an [`RngOrder`], and passes on every
/// other call.
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
    /// Returns the generator that draws from `rng`. A call for exactly `list_bytes` bytes is one
    /// for a list of p words.
    ///
    /// ```
    /// use rand_core::Rng;
    /// use vectru::kat::{NistDrbg, OrderedRng, RngOrder};
    /// let mut list = [0; 4 * 761];
    /// OrderedRng::new(NistDrbg::new(&[7; 48]), RngOrder::Nist, list.len()).fill_bytes(&mut list);
    /// ```
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
