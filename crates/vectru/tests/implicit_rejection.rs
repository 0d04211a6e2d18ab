//! Decapsulation of ciphertexts that encapsulation did not make: the answers on which other implementations agree.

use vectru::kat::{Record, RngOrder, records};
use vectru::ntru::Ciphertext;
use vectru::{Mechanism, SharedSecret};
use vectru::{ntruhps2048509, ntruhps2048677, ntruhps4096821, ntruhps40961229, ntruhrss701, ntruhrss1373, sntrup761};
use vectru_polymul::dispatch::{Backend, force};

fn hexadecimal(secret: &SharedSecret) -> String {
    secret.as_bytes().iter().map(|byte| format!("{byte:02x}")).collect()
}

fn record<M: Mechanism>(order: RngOrder, index: usize) -> Record {
    records(M::SET, order).nth(index).expect("records do not end")
}

fn decapsulate<M: Mechanism>(key: &M::DecapsulationKey, ciphertext: &[u8]) -> SharedSecret {
    M::decapsulate(key, &Ciphertext::from_bytes(ciphertext).expect("the length is right"))
}

/// Of the ciphertext of record 0: bit 0 of byte 5 flipped, all bytes 00, all bytes ff.
fn check<M: Mechanism>(backend: Backend, answers: [&str; 3]) {
    let record = record::<M>(RngOrder::Nist, 0);
    let key = M::decapsulation_key(&record.secret_key).expect("a generated key loads");
    assert_eq!(decapsulate::<M>(&key, &record.ciphertext).as_bytes()[..], record.shared_secret);
    let mut flipped = record.ciphertext.clone();
    flipped[5] ^= 1;
    let length = flipped.len();
    for (tampered, expected) in [flipped, vec![0; length], vec![0xff; length]].iter().zip(answers) {
        assert_eq!(hexadecimal(&decapsulate::<M>(&key, tampered)), expected, "{} on {backend}", M::SET);
    }
}

#[test]
fn tampered_ciphertexts_on_every_backend() {
    for backend in Backend::available() {
        force(Some(backend)).expect("the backend is available");
        check::<sntrup761::Sntrup761>(
            backend,
            [
                "2163477e8dd89b53a55425b9b1ff595524d7a3325ae7e64536b3a943638d038b",
                "5e3a8fa88ce5b6b2d8648449cd29124978ccaf22633d9442ff7e59e4d7aed93d",
                "c2db7ed2168fd47e4e8d0257c2f490acbb0aebb801b25e257908d7acd7a67259",
            ],
        );
        check::<ntruhps2048509::Ntruhps2048509>(
            backend,
            [
                "aa1c17c3f19b4bf7a6dedbb7104bf49bb1a5c71b6c2be6b090288cdeee1682d4",
                "ca151a4015018e5702a6ffeb8a774a2b606ecd7a8a8a709c54ea1336e9c27637",
                "ed75a9d43aaf6009c0a6d2008302b30f176f1cbd0a4c7fe0a044aff6e2be5381",
            ],
        );
        check::<ntruhps2048677::Ntruhps2048677>(
            backend,
            [
                "3ff4cf79cf37edd93a7077b6c9bfa0436ce9e817c4dedadab953c7691dcc036b",
                "ff7d42ff7b352e4ac65641ff88bb4f2d97ff085b660456874b26bd7d045af44a",
                "d8596a50ddcbc5665d307bc8b854004754e30c17c577cf9cc2db0d44df10caac",
            ],
        );
        check::<ntruhps4096821::Ntruhps4096821>(
            backend,
            [
                "026cc4d825ba76898b565b61fce0e93eb135b67a0a7750f688301fabe0ff5aae",
                "cfad01a6ec05690d1bfd8bb620a99f7eb05f46e078e8efa59958eb8b92dc90fc",
                "30b5eadac040b0776b7b0d0755559f0d58e634cb5b3f8ebe87a6015de5c3e2f8",
            ],
        );
        check::<ntruhps40961229::Ntruhps40961229>(
            backend,
            [
                "a2eb2fffa0099b0a7175bc55f4a365945c1db1d25d19e26778b6261445df7f6c",
                "f4bc9369360875856b30f3c1983e0b3aea4f67cf9d0d7dc76f5efcb49d6fa72d",
                "ae879cb6f9675a47f606b564e42daca105ae2059b7d4675c71cf88c193251e11",
            ],
        );
        check::<ntruhrss701::Ntruhrss701>(
            backend,
            [
                "e47a5003e6aaa88a4b1c79a95acee983dbba74a4a9adbfe19deb5df2d9dd2e0b",
                "d7e64b653dfa6baf3bb092ea194aa5153ad03693c12fbb84d779c53994057aa7",
                "5b4c6abd326aa11a5628c27e40031e18564a783d166da6596bc869be38443515",
            ],
        );
        check::<ntruhrss1373::Ntruhrss1373>(
            backend,
            [
                "850b5dec65a5ee3d8b8e56e7ac5605cfa42cf1ed3ca125f15918fccc3c0b8336",
                "ea24a921a78a3963cde56bcd0c9ba961dea244ab74de05d02d4fccfce8860d00",
                "8de60b81d7afaae860ca6fa37a920621065d19756f5073a8d6c7690059acaebc",
            ],
        );
    }
    force(None).expect("the best backend is available");
}

/// Every byte of a ciphertext counts: whichever changes, the secret is another, and always the same one.
fn check_every_byte<M: Mechanism>(step: usize) {
    let record = record::<M>(RngOrder::OneShot, 1);
    let key = M::decapsulation_key(&record.secret_key).expect("a generated key loads");
    let mut secrets = vec![decapsulate::<M>(&key, &record.ciphertext)];
    let length = record.ciphertext.len();
    for position in (0..length - 40).step_by(step).chain([length - 33, length - 32, length - 1]) {
        let mut bytes = record.ciphertext.clone();
        bytes[position] ^= 0x80;
        let secret = decapsulate::<M>(&key, &bytes);
        assert!(!secrets.contains(&secret), "byte {position} of {}", M::SET);
        assert_eq!(secret, decapsulate::<M>(&key, &bytes));
        secrets.push(secret);
    }
}

#[test]
fn every_byte_counts() {
    check_every_byte::<sntrup761::Sntrup761>(13);
    check_every_byte::<ntruhps2048509::Ntruhps2048509>(13);
    check_every_byte::<ntruhps2048677::Ntruhps2048677>(13);
    check_every_byte::<ntruhps4096821::Ntruhps4096821>(61);
    check_every_byte::<ntruhps40961229::Ntruhps40961229>(97);
    check_every_byte::<ntruhrss701::Ntruhrss701>(61);
    check_every_byte::<ntruhrss1373::Ntruhrss1373>(97);
}

/// Bits behind the last coefficient of a ciphertext of NTRU change nothing else, but the secret.
#[test]
fn bits_behind_the_last_coefficient_are_rejected() {
    fn check<M: Mechanism>() {
        let record = record::<M>(RngOrder::Nist, 2);
        let key = M::decapsulation_key(&record.secret_key).expect("a generated key loads");
        for bit in 4..8 {
            let mut bytes = record.ciphertext.clone();
            *bytes.last_mut().expect("ciphertexts are not empty") |= 1 << bit;
            assert_ne!(decapsulate::<M>(&key, &bytes).as_bytes()[..], record.shared_secret);
        }
    }
    check::<ntruhps2048509::Ntruhps2048509>();
    check::<ntruhps2048677::Ntruhps2048677>();
    check::<ntruhrss701::Ntruhrss701>();
}
