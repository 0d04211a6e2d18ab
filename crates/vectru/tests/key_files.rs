//! Key files: their bytes for every set, other forms that are read, and documents that are refused.
#![cfg(feature = "pkcs8")]

use vectru::key_files::pkcs8::der;
use vectru::key_files::{KeyFileError, PublicKeyFile, SecretKeyFile};
use vectru::mechanism::Visitor;
use vectru::{ErrorKind, Mechanism, Object, Set};

const OCTET_STRING: u8 = 0x04;
const SEQUENCE: u8 = 0x30;

/// Returns a value with its tag and its length, in DER.
fn tagged(tag: u8, value: &[u8]) -> Vec<u8> {
    let length = value.len();
    let header = match length {
        0..=0x7f => vec![tag, length as u8],
        0x80..=0xff => vec![tag, 0x81, length as u8],
        _ => vec![tag, 0x82, (length >> 8) as u8, length as u8],
    };
    [header, value.to_vec()].concat()
}

/// Returns an object identifier in DER: the first two arcs in one byte, the others in digits to
/// base 128.
fn identifier(dotted: &str) -> Vec<u8> {
    let arcs: Vec<u32> = dotted.split('.').map(|arc| arc.parse().expect("a number")).collect();
    let mut bytes = vec![(40 * arcs[0] + arcs[1]) as u8];
    for arc in &arcs[2..] {
        let digits = (0..5).rev().map(|k| arc >> (7 * k)).filter(|high| *high > 0);
        let mut digits: Vec<u8> = digits.map(|high| high as u8 | 0x80).collect();
        *digits.last_mut().expect("no arc is 0") &= 0x7f;
        bytes.extend(digits);
    }
    tagged(0x06, &bytes)
}

fn algorithm(dotted: &str) -> Vec<u8> {
    tagged(SEQUENCE, &identifier(dotted))
}

fn public_document(algorithm: &[u8], key: &[u8]) -> Vec<u8> {
    tagged(SEQUENCE, &[algorithm, &tagged(0x03, &[&[0], key].concat())].concat())
}

fn secret_document(algorithm: &[u8], key: &[u8]) -> Vec<u8> {
    tagged(SEQUENCE, &[&[0x02, 1, 0], algorithm, &tagged(OCTET_STRING, key)].concat())
}

fn is_ntru_prime(set: Set) -> bool {
    set.name().starts_with("sntrup") || set.name().starts_with("ntrulpr")
}

fn is_saber(set: Set) -> bool {
    set.name().ends_with("saber")
}

/// Returns bytes that a field might take for something else: they begin like an OCTET STRING of all
/// the rest, or like a SEQUENCE.
fn keys(length: usize) -> [Vec<u8>; 3] {
    let numbered: Vec<u8> = (0..length).map(|k| (k * k / 7) as u8).collect();
    let like = |tag: u8| {
        let mut bytes = numbered.clone();
        bytes[..4].copy_from_slice(&tagged(tag, &vec![0; length - 4])[..4]);
        bytes
    };
    [numbered.clone(), like(OCTET_STRING), like(SEQUENCE)]
}

/// Returns the lengths of the parts of a secret key of NTRU Prime.
fn parts(set: Set) -> Vec<usize> {
    let p: usize = set.name().trim_start_matches(|c: char| c.is_alphabetic()).parse().expect("a degree");
    let small = p.div_ceil(4);
    match set.name().starts_with("sntrup") {
        true => vec![small, small, set.public_key_bytes(), small, 32],
        false => vec![small, set.public_key_bytes(), 32, 32],
    }
}

/// Returns the SEQUENCE of the parts of a secret key.
fn in_parts(parts: &[usize], key: &[u8]) -> Vec<u8> {
    let mut rest = key;
    let strings = parts.iter().flat_map(|&length| {
        let (part, others) = rest.split_at(length);
        rest = others;
        tagged(OCTET_STRING, part)
    });
    tagged(SEQUENCE, &strings.collect::<Vec<_>>())
}

#[test]
fn public_documents_have_the_fields_of_the_documentation() {
    for set in Set::ALL {
        let algorithm = algorithm(set.object_identifier());
        for key in keys(set.public_key_bytes()) {
            let (whole, wrapped) = (key.clone(), tagged(OCTET_STRING, &key));
            let in_sequence = tagged(SEQUENCE, &wrapped);
            let (written, also_read) = if is_saber(set) {
                (in_sequence, vec![whole, wrapped])
            } else if is_ntru_prime(set) {
                (wrapped, vec![whole])
            } else {
                (whole, vec![wrapped])
            };
            let file = PublicKeyFile::new(set, &key).expect("the length is right");
            assert_eq!(file.to_der(), public_document(&algorithm, &written), "{set}");
            for field in [vec![written], also_read].concat() {
                assert_eq!(PublicKeyFile::from_der(&public_document(&algorithm, &field)).as_ref(), Ok(&file));
            }
            assert_eq!(PublicKeyFile::from_pem(file.to_pem()).as_ref(), Ok(&file));
            assert_eq!((file.set(), file.as_bytes()), (set, &key[..]));
        }
    }
}

#[test]
fn secret_documents_have_the_fields_of_the_documentation() {
    for set in Set::ALL {
        let algorithm = algorithm(set.object_identifier());
        for key in keys(set.secret_key_bytes()) {
            let file = SecretKeyFile::new(set, &key).expect("the length is right");
            let wrapped = tagged(OCTET_STRING, &key);
            let written = if is_ntru_prime(set) { in_parts(&parts(set), &key) } else { wrapped.clone() };
            assert_eq!(*file.to_der(), secret_document(&algorithm, &written), "{set}");
            for field in [written, wrapped, key.clone()] {
                let read =
                    SecretKeyFile::from_der(&secret_document(&algorithm, &field)).expect("the document is a key");
                assert_eq!((read.set(), read.as_bytes()), (set, &key[..]));
            }
            let read = SecretKeyFile::from_pem(&*file.to_pem()).expect("the document is a key");
            assert_eq!((read.set(), read.as_bytes()), (set, &key[..]));
            assert_eq!(format!("{read:?}"), format!("SecretKeyFile({set}, secret)"));
        }
    }
}

struct RoundTrip;

impl Visitor for RoundTrip {
    type Output = ();

    fn visit<K: Mechanism>(self) {
        let mut rng = vectru::system_rng();
        let (secret_key, public_key) = K::generate(&mut rng);
        let public_file =
            PublicKeyFile::from_pem(PublicKeyFile::of::<K>(&public_key).to_pem()).expect("the document is a key");
        let secret_file =
            SecretKeyFile::from_pem(&*SecretKeyFile::of::<K>(&secret_key).to_pem()).expect("the document is a key");
        let (ciphertext, sent) = public_file.key::<K>().expect("the key is one of the set").encapsulate(&mut rng);
        assert_eq!(secret_file.key::<K>().expect("the key is one of the set").decapsulate(&ciphertext), sent);
    }
}

#[test]
fn keys_survive_their_files() {
    Set::ALL.into_iter().for_each(|set| set.visit(RoundTrip));
}

#[test]
fn other_forms_of_pkcs8_are_read() {
    for set in Set::ALL {
        let key = &keys(set.secret_key_bytes())[0];
        let fields = |version: u8| {
            [vec![0x02, 1, version], algorithm(set.object_identifier()), tagged(OCTET_STRING, key)].concat()
        };
        let attributes = tagged(0xa0, &[]);
        let public_key = tagged(0x81, &[&[0][..], &keys(set.public_key_bytes())[0]].concat());
        for (version, more) in
            [(0, vec![]), (0, attributes.clone()), (1, public_key.clone()), (1, [attributes, public_key].concat())]
        {
            let file = SecretKeyFile::from_der(&tagged(SEQUENCE, &[fields(version), more].concat()))
                .expect("the document is a key");
            assert_eq!(file.as_bytes(), key);
        }
        // Version 2 has a public key.
        assert!(matches!(SecretKeyFile::from_der(&tagged(SEQUENCE, &fields(1))), Err(KeyFileError::Der(_))));
    }
}

#[test]
fn documents_that_are_not_canonical_are_refused() {
    let expect_der = |document: &[u8], what: &str| {
        for result in [PublicKeyFile::from_der(document).err(), SecretKeyFile::from_der(document).err()] {
            assert!(matches!(result, Some(KeyFileError::Der(_))), "{what}: {result:?}");
        }
    };
    for set in Set::ALL {
        let public = PublicKeyFile::new(set, &keys(set.public_key_bytes())[0]).expect("the length is right").to_der();
        let secret = SecretKeyFile::new(set, &keys(set.secret_key_bytes())[0]).expect("the length is right").to_der();
        for document in [&public, &*secret] {
            let body = &document[4..];
            expect_der(&[document, &[0][..]].concat(), "a trailing byte");
            expect_der(&[&[SEQUENCE, 0x83, 0], &document[2..]].concat(), "a length with a leading zero");
            expect_der(&[&[SEQUENCE, 0x80], body, &[0, 0]].concat(), "an indefinite length");
            expect_der(&tagged(0x31, body), "a SET");
            expect_der(&tagged(SEQUENCE, &[body, &tagged(0x05, &[])].concat()), "one more field");
            for length in (0..40).chain([document.len() / 2, document.len() - 1]) {
                expect_der(&document[..length], "a truncated document");
                expect_der(&tagged(SEQUENCE, &body[..length.min(body.len() - 1)]), "a truncated body");
            }
        }
    }
}

#[test]
fn other_algorithms_are_refused() {
    let rsa = "1.2.840.113549.1.1.1";
    for algorithm in [algorithm(rsa), tagged(SEQUENCE, &[identifier(rsa), tagged(0x05, &[])].concat())] {
        for error in [
            PublicKeyFile::from_der(&public_document(&algorithm, &[7; 1158])).expect_err("these are refused"),
            SecretKeyFile::from_der(&secret_document(&algorithm, &[7; 1763])).expect_err("these are refused"),
        ] {
            assert!(matches!(error, KeyFileError::UnknownAlgorithm { .. }), "{error:?}");
            let text =
                "unknown algorithm: expected the object identifier of a parameter set, found 1.2.840.113549.1.1.1";
            assert_eq!(error.to_string(), text);
        }
    }
    for set in Set::ALL {
        let with_null = tagged(SEQUENCE, &[identifier(set.object_identifier()), tagged(0x05, &[])].concat());
        let error = PublicKeyFile::from_der(&public_document(&with_null, &[7; 1158])).expect_err("these are refused");
        assert_eq!(error, KeyFileError::AlgorithmParameters { set });
        assert_eq!(error.to_string(), format!("wrong algorithm: expected {set} without parameters, found some"));
    }
}

#[test]
fn other_lengths_are_refused() {
    for set in Set::ALL {
        let algorithm = algorithm(set.object_identifier());
        let length = set.public_key_bytes();
        for found in [0, 1, length - 1, length + 1] {
            let kind = ErrorKind::Length { expected: length, found };
            let wrapped = tagged(OCTET_STRING, &vec![0xff; found]);
            let in_sequence = is_saber(set).then(|| tagged(SEQUENCE, &wrapped));
            for field in [vec![0xff; found], wrapped].into_iter().chain(in_sequence) {
                // A field that happens to have the length of a key is one.
                if field.len() == length {
                    continue;
                }
                let error =
                    PublicKeyFile::from_der(&public_document(&algorithm, &field)).expect_err("these are refused");
                let KeyFileError::Key(error) = error else { panic!("{set}: {error:?}") };
                assert_eq!((error.set, error.object, error.kind), (set, Object::PublicKey, kind));
            }
            assert_eq!(PublicKeyFile::new(set, &vec![0; found]).expect_err("these are refused").kind, kind);
        }
        let bits = tagged(0x03, &[&[4][..], &vec![0xf0; length]].concat());
        let error = PublicKeyFile::from_der(&tagged(SEQUENCE, &[algorithm.clone(), bits].concat()))
            .expect_err("these are refused");
        assert_eq!(error, KeyFileError::UnusedBits { found: 4 });

        let length = set.secret_key_bytes();
        for found in [0, 1, length - 1, length + 1] {
            let document = secret_document(&algorithm, &tagged(OCTET_STRING, &vec![0xff; found]));
            let KeyFileError::Key(error) = SecretKeyFile::from_der(&document).expect_err("these are refused") else {
                panic!("{set}")
            };
            assert_eq!(error.kind, ErrorKind::Length { expected: length, found });
        }
        if !is_ntru_prime(set) {
            continue;
        }
        let parts = parts(set);
        let mut others = parts.clone();
        (others[0], others[1]) = (others[0] - 1, others[1] + 1);
        let document = secret_document(&algorithm, &in_parts(&others, &vec![7; length]));
        let expected = KeyFileError::PartLength { set, index: 0, expected: parts[0], found: parts[0] - 1 };
        assert_eq!(SecretKeyFile::from_der(&document).expect_err("these are refused"), expected);
        for others in [&parts[..parts.len() - 1], &[&parts[..], &[1]].concat()] {
            let document = secret_document(&algorithm, &in_parts(others, &vec![7; length + 1]));
            assert!(matches!(SecretKeyFile::from_der(&document), Err(KeyFileError::Der(_))), "{set}");
        }
        let field = [in_parts(&parts, &vec![7; length]), vec![0]].concat();
        let result = SecretKeyFile::from_der(&secret_document(&algorithm, &field));
        assert!(matches!(result, Err(KeyFileError::Der(_))), "{set}: {result:?}");
    }
}

#[test]
fn texts_that_are_not_pem_are_refused() {
    let Some(set) = Set::ALL.first().copied() else { return };
    let public = PublicKeyFile::new(set, &keys(set.public_key_bytes())[0]).expect("the length is right");
    let secret = SecretKeyFile::new(set, &keys(set.secret_key_bytes())[0]).expect("the length is right");

    let error = PublicKeyFile::from_pem(&*secret.to_pem()).expect_err("these are refused");
    assert_eq!(error.to_string(), "wrong label: expected BEGIN PUBLIC KEY, found BEGIN PRIVATE KEY");
    let error = SecretKeyFile::from_pem(public.to_pem()).expect_err("these are refused");
    assert_eq!(error.to_string(), "wrong label: expected BEGIN PRIVATE KEY, found BEGIN PUBLIC KEY");

    let pem = public.to_pem();
    assert!(pem.lines().all(|line| line.len() <= 64));
    // Text before, white space behind, and the line ends of other systems change nothing.
    for text in [format!("A key\nof mine\n{pem}"), format!("{pem}\n \n"), pem.replace('\n', "\r\n")] {
        assert_eq!(PublicKeyFile::from_pem(text).as_ref(), Ok(&public));
    }
    for text in [
        String::new(),
        pem.replace("-----BEGIN", "----BEGIN"),
        pem.replace("END PUBLIC", "END PRIVATE"),
        pem.trim_end().trim_end_matches('-').to_owned(),
        pem.replacen("\n", "\nProc-Type: 4,ENCRYPTED\n\n", 1),
        format!("{pem}{pem}"),
        format!("{pem}more"),
        pem.replacen('M', "?", 1),
    ] {
        let error = PublicKeyFile::from_pem(&text).expect_err("these are refused");
        assert!(matches!(error, KeyFileError::Pem(_)), "{text}: {error:?}");
        assert!(error.to_string().starts_with("wrong text: expected PEM, found another: "), "{error}");
    }
    // One line in the middle is lost, so that the document is shorter than it says.
    let without: Vec<&str> = pem.lines().enumerate().filter(|(k, _)| *k != 3).map(|(_, line)| line).collect();
    assert!(matches!(PublicKeyFile::from_pem(without.join("\n")), Err(KeyFileError::Der(_))));
}

struct RefusesOthers(PublicKeyFile, SecretKeyFile);

impl Visitor for RefusesOthers {
    type Output = ();

    fn visit<K: Mechanism>(self) {
        let (expected, found) = (K::SET, self.0.set());
        if expected != found {
            let error = KeyFileError::OtherSet { expected, found };
            assert_eq!(self.0.key::<K>().expect_err("these are refused"), error);
            assert_eq!(self.1.key::<K>().expect_err("these are refused"), error);
            let text = format!("wrong parameter set: expected a key of {expected}, found one of {found}");
            assert_eq!(error.to_string(), text);
        }
    }
}

#[test]
fn keys_of_other_sets_are_refused() {
    for set in Set::ALL {
        for other in Set::ALL {
            let public = PublicKeyFile::new(set, &vec![0; set.public_key_bytes()]).expect("the length is right");
            let secret = SecretKeyFile::new(set, &vec![0; set.secret_key_bytes()]).expect("the length is right");
            other.visit(RefusesOthers(public, secret));
        }
    }
}

/// No change of one bit makes reading panic, and a changed document that is read is written as it
/// is or as another document of the same key.
#[test]
fn flipped_bits_do_no_harm() {
    for set in Set::ALL {
        let public = PublicKeyFile::new(set, &keys(set.public_key_bytes())[0]).expect("the length is right").to_der();
        let secret = SecretKeyFile::new(set, &keys(set.secret_key_bytes())[0]).expect("the length is right").to_der();
        let field = tagged(OCTET_STRING, &keys(set.secret_key_bytes())[0]);
        let wrapped = secret_document(&algorithm(set.object_identifier()), &field);
        for document in [&public, &*secret, &wrapped] {
            // Every bit of the outer headers, and one of every eight bytes behind them.
            for bit in (0..512).chain((512..8 * document.len()).step_by(61)) {
                let mut changed = document.clone();
                changed[bit / 8] ^= 1 << (bit % 8);
                if let Ok(file) = PublicKeyFile::from_der(&changed) {
                    assert_eq!(PublicKeyFile::from_der(&file.to_der()), Ok(file));
                }
                if let Ok(file) = SecretKeyFile::from_der(&changed) {
                    let again = SecretKeyFile::from_der(&file.to_der()).expect("the document is a key");
                    assert_eq!((file.set(), file.as_bytes()), (again.set(), again.as_bytes()));
                }
            }
        }
    }
    // The text of one set: PEM knows no sets.
    let Some(set) = Set::ALL.first().copied() else { return };
    let text = PublicKeyFile::new(set, &keys(set.public_key_bytes())[0]).expect("the length is right").to_pem();
    for bit in (0..8 * text.len()).step_by(3) {
        let mut changed = text.clone().into_bytes();
        changed[bit / 8] ^= 1 << (bit % 8);
        let _ = PublicKeyFile::from_pem(&changed);
        let _ = SecretKeyFile::from_pem(&changed[bit / 8..]);
    }
}

/// The traits of the crate `pkcs8` write and read the same documents.
#[cfg(all(feature = "sntrup761", feature = "ntruhps2048677"))]
#[test]
fn traits_agree_with_files() {
    use vectru::key_files::pkcs8::{DecodePrivateKey, DecodePublicKey, EncodePrivateKey, EncodePublicKey, LineEnding};
    use vectru::{ntruhps2048677, sntrup761};

    let mut rng = vectru::system_rng();
    let (secret_key, public_key) = sntrup761::generate(&mut rng);
    let file = PublicKeyFile::of::<sntrup761::Sntrup761>(&public_key);
    assert_eq!(public_key.to_public_key_der().expect("the document is a key").as_bytes(), file.to_der());
    assert_eq!(public_key.to_public_key_pem(LineEnding::LF).expect("the document is a key"), file.to_pem());
    let file = SecretKeyFile::of::<sntrup761::Sntrup761>(&secret_key);
    assert_eq!(secret_key.to_pkcs8_der().expect("the document is a key").as_bytes(), &**file.to_der());
    assert_eq!(secret_key.to_pkcs8_pem(LineEnding::LF).expect("the document is a key"), file.to_pem());

    let (secret_key, public_key) = ntruhps2048677::generate(&mut rng);
    let pem = public_key.to_public_key_pem(LineEnding::CRLF).expect("the document is a key");
    assert_eq!(ntruhps2048677::EncapsulationKey::from_public_key_pem(&pem).expect("the document is a key"), public_key);
    let document = secret_key.to_pkcs8_der().expect("the document is a key");
    let read = ntruhps2048677::DecapsulationKey::from_pkcs8_der(document.as_bytes()).expect("the document is a key");
    assert_eq!(read.as_bytes(), secret_key.as_bytes());

    let error = sntrup761::EncapsulationKey::from_public_key_pem(&pem).expect_err("these are refused");
    assert_eq!(error.to_string(), "unknown/unsupported algorithm OID: 1.3.6.1.4.1.22554.5.5.2");
    assert!(sntrup761::DecapsulationKey::from_pkcs8_der(document.as_bytes()).is_err());
    let error = sntrup761::EncapsulationKey::from_public_key_der(&[]).expect_err("these are refused");
    assert!(error.to_string().starts_with("ASN.1 error"), "{error}");
}

#[test]
fn errors_keep_their_sources() {
    use std::error::Error;
    let error = PublicKeyFile::from_der(&[]).expect_err("these are refused");
    assert!(error.source().is_some_and(|source| source.is::<der::Error>()));
    assert!(error.to_string().starts_with("wrong structure: expected a key in DER, found another: "), "{error}");
}
