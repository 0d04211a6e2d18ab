//! Hybrids of X25519 and each mechanism: both parties agree, bytes are those of the parts, and
//! points of low order are refused.
#![cfg(feature = "hybrid")]

use vectru::hybrid::{self, DecapsulationKey, EncapsulationKey, GROUPS, X25519_BYTES, generate};
use vectru::mechanism::Visitor;
use vectru::{ErrorKind, Mechanism, Set};

/// The points of low order, and their encodings that are not reduced modulo 2^255 - 19.
fn low_order_points() -> Vec<[u8; X25519_BYTES]> {
    let number = |low: u8, high: u8| {
        let mut bytes = [if high == 0 { 0 } else { 0xff }; X25519_BYTES];
        (bytes[0], bytes[X25519_BYTES - 1]) = (low, high);
        bytes
    };
    // 0, 1, -1, p and p + 1, where p = 2^255 - 19.
    vec![number(0, 0), number(1, 0), number(0xec, 0x7f), number(0xed, 0x7f), number(0xee, 0x7f)]
}

struct Agreement;

impl Visitor for Agreement {
    type Output = ();

    fn visit<K: Mechanism>(self) {
        let mut rng = vectru::system_rng();
        let (key, public) = generate::<K, _>(&mut rng);
        assert_eq!(public.as_bytes().len(), X25519_BYTES + K::SET.public_key_bytes());
        assert_eq!(key.to_bytes().len(), X25519_BYTES + K::SET.secret_key_bytes());
        let key = DecapsulationKey::<K>::from_bytes(&key.to_bytes()).expect("they are a key");

        let (ciphertext, sent) = public.encapsulate(&mut rng).expect("the key has large order");
        assert_eq!(ciphertext.len(), X25519_BYTES + K::SET.ciphertext_bytes());
        assert_eq!(key.decapsulate(&ciphertext).expect("it is a ciphertext").as_bytes(), sent.as_bytes());

        // Keys for one use.
        let received = hybrid::decapsulate::<K>(&key.to_bytes(), &ciphertext).expect("they are a key and a ciphertext");
        assert_eq!(received.as_bytes(), sent.as_bytes());
        let (reply, again) = hybrid::encapsulate::<K, _>(public.as_bytes(), &mut rng).expect("the bytes are a key");
        assert_eq!(key.decapsulate(&reply).expect("it is a ciphertext").as_bytes(), again.as_bytes());

        // The second half is the shared secret of the mechanism alone.
        let mechanism = vectru::DecapsulationKey::<K>::from_bytes(&key.to_bytes()[X25519_BYTES..])
            .expect("the bytes have the length");
        let alone = mechanism.decapsulate(
            &vectru::Ciphertext::from_bytes(&ciphertext[X25519_BYTES..]).expect("the bytes have the length"),
        );
        assert_eq!(sent.as_bytes()[X25519_BYTES..], alone.as_bytes()[..]);

        for point in low_order_points() {
            let share = [&point, &public.as_bytes()[X25519_BYTES..]].concat();
            let error = EncapsulationKey::<K>::from_bytes(&share)
                .expect("the bytes have the length")
                .encapsulate(&mut rng)
                .expect_err("the bytes are wrong");
            assert_eq!((error.set, error.kind), (K::SET, ErrorKind::LowOrder));
            assert_eq!(hybrid::encapsulate::<K, _>(&share, &mut rng).expect_err("the bytes are wrong"), error);
            let reply = [&point, &ciphertext[X25519_BYTES..]].concat();
            let error = key.decapsulate(&reply).expect_err("the bytes are wrong");
            assert_eq!(error.kind, ErrorKind::LowOrder);
            assert_eq!(hybrid::decapsulate::<K>(&key.to_bytes(), &reply).expect_err("the bytes are wrong"), error);
        }
        for found in [0, X25519_BYTES, ciphertext.len() - 1, ciphertext.len() + 1] {
            let bytes = vec![9; found];
            let expected = ErrorKind::Length { expected: ciphertext.len(), found };
            assert_eq!(key.decapsulate(&bytes).expect_err("the bytes are wrong").kind, expected);
        }
    }
}

#[test]
fn parties_agree() {
    Set::ALL.into_iter().for_each(|set| set.visit(Agreement));
}

#[test]
fn groups_are_distinct_and_of_the_private_range() {
    for (index, group) in GROUPS.iter().enumerate() {
        assert!((0xfe00..=0xfeff).contains(&group.code_point));
        assert_eq!(group.name, format!("x25519_{}", group.set));
        assert!(GROUPS[..index].iter().all(|other| other.code_point != group.code_point));
    }
}
