//! The key exchange of SSH: both parties agree, and a server of OpenSSH has signed what we compute.
//!
//! `tests/data/openssh.transcript` is an exchange with OpenSSH 9.2p1. With `VECTRU_SSH_SERVER` set
//! to an address such as `127.0.0.1:2222`, the test speaks to the server there; with
//! `VECTRU_SSH_RECORD`, it writes that exchange to the file of this name.
#![cfg(feature = "ssh")]

use std::collections::BTreeMap;
use std::convert::Infallible;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::{env, fs};

use ed25519_dalek::{Signature, VerifyingKey};
use rand_core::{TryCryptoRng, TryRng};
use sha2::{Digest, Sha512};
use vectru::hybrid::SharedSecret;
use vectru::ssh::{CLIENT_MESSAGE_BYTES, Client, NAMES, SERVER_MESSAGE_BYTES, reply};
use vectru::{ErrorKind, Object};

/// The bytes SHA-512(0), SHA-512(1), …: a client that can be started again.
#[derive(Default)]
struct Counter(u64);

impl TryRng for Counter {
    type Error = Infallible;

    fn try_next_u32(&mut self) -> Result<u32, Infallible> {
        unimplemented!("the key exchange draws bytes")
    }

    fn try_next_u64(&mut self) -> Result<u64, Infallible> {
        unimplemented!("the key exchange draws bytes")
    }

    fn try_fill_bytes(&mut self, bytes: &mut [u8]) -> Result<(), Infallible> {
        for chunk in bytes.chunks_mut(64) {
            chunk.copy_from_slice(&Sha512::digest(self.0.to_le_bytes())[..chunk.len()]);
            self.0 += 1;
        }
        Ok(())
    }
}

impl TryCryptoRng for Counter {}

/// Appends a string of SSH: its length in 4 bytes, and its bytes.
fn push_string(buffer: &mut Vec<u8>, string: &[u8]) {
    buffer.extend(u32::try_from(string.len()).expect("strings are short").to_be_bytes());
    buffer.extend(string);
}

/// Takes a string of SSH from the front of a buffer.
fn take_string<'a>(buffer: &mut &'a [u8]) -> &'a [u8] {
    let (length, rest) = buffer.split_at(4);
    let (string, rest) = rest.split_at(u32::from_be_bytes(length.try_into().expect("a length has 4 bytes")) as usize);
    *buffer = rest;
    string
}

/// The parts of an exchange by their names in the specification, in the order of the exchange hash.
const PARTS: [&str; 7] = ["V_C", "V_S", "I_C", "I_S", "K_S", "Q_C", "Q_S"];

/// An exchange: its parts, and the server's signature under the name `signature`.
type Transcript = BTreeMap<String, Vec<u8>>;

/// Panics unless the server's signature is one of the exchange hash of the transcript and K.
fn verify(transcript: &Transcript, secret: &SharedSecret) {
    let mut hashed = Vec::new();
    PARTS.iter().for_each(|part| push_string(&mut hashed, &transcript[*part]));
    push_string(&mut hashed, secret.as_bytes());
    let hash = Sha512::digest(hashed);

    let [mut key, mut signature] = ["K_S", "signature"].map(|name| &transcript[name][..]);
    assert_eq!((take_string(&mut key), take_string(&mut signature)), (&b"ssh-ed25519"[..], &b"ssh-ed25519"[..]));
    let key = VerifyingKey::from_bytes(take_string(&mut key).try_into().expect("a key has 32 bytes"));
    let signature = Signature::from_slice(take_string(&mut signature)).expect("a signature has 64 bytes");
    key.expect("the key is a point").verify_strict(&hash, &signature).expect("the server has signed the hash");
}

/// Writes a packet of SSH before encryption.
fn send(stream: &mut impl Write, payload: &[u8]) {
    // Packets have a multiple of 8 bytes, with at least 4 of padding.
    let padding = 4 + (8 - (5 + payload.len() + 4) % 8) % 8;
    let mut packet = u32::try_from(1 + payload.len() + padding).expect("packets are short").to_be_bytes().to_vec();
    packet.push(u8::try_from(padding).expect("padding is short"));
    packet.extend(payload);
    packet.resize(packet.len() + padding, 0);
    stream.write_all(&packet).expect("the server reads");
}

/// Reads packets up to one of this kind, and returns its payload.
fn receive(stream: &mut impl Read, kind: u8) -> Vec<u8> {
    loop {
        let mut length = [0; 4];
        stream.read_exact(&mut length).expect("the server writes");
        let mut packet = vec![0; u32::from_be_bytes(length) as usize];
        stream.read_exact(&mut packet).expect("the server writes");
        let padding = packet[0] as usize;
        let payload = packet[1..packet.len() - padding].to_vec();
        if payload[0] == kind {
            return payload;
        }
    }
}

const SSH_MSG_KEXINIT: u8 = 20;
const SSH_MSG_KEX_ECDH_INIT: u8 = 30;
const SSH_MSG_KEX_ECDH_REPLY: u8 = 31;

/// Exchanges keys with the server at an address, and returns the transcript.
fn exchange(address: &str, name: &str, message: &[u8]) -> Transcript {
    let mut stream = TcpStream::connect(address).expect("there is a server");
    let mut reader = BufReader::new(stream.try_clone().expect("a stream has two ends"));
    let mut version = String::new();
    reader.read_line(&mut version).expect("the server says its version");
    let ours = "SSH-2.0-vectru";
    stream.write_all(format!("{ours}\r\n").as_bytes()).expect("the server reads");

    // The cookie, the lists of names, no guess.
    let mut proposal = vec![SSH_MSG_KEXINIT];
    proposal.extend([0x5a; 16]);
    let (cipher, mac) = ("aes256-ctr", "hmac-sha2-256");
    for list in [name, "ssh-ed25519", cipher, cipher, mac, mac, "none", "none", "", ""] {
        push_string(&mut proposal, list.as_bytes());
    }
    proposal.extend([0; 5]);
    send(&mut stream, &proposal);
    let theirs = receive(&mut reader, SSH_MSG_KEXINIT);

    let mut init = vec![SSH_MSG_KEX_ECDH_INIT];
    push_string(&mut init, message);
    send(&mut stream, &init);
    let answer = receive(&mut reader, SSH_MSG_KEX_ECDH_REPLY);
    let mut rest = &answer[1..];
    let [host_key, server_message, signature] = [(); 3].map(|()| take_string(&mut rest));

    let version = version.trim_end().as_bytes();
    let values = [ours.as_bytes(), version, &proposal, &theirs, host_key, message, server_message];
    let parts = PARTS.iter().copied().zip(values).chain([("signature", signature)]);
    parts.map(|(name, value)| (name.to_owned(), value.to_vec())).collect()
}

fn hexadecimal(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn parse(text: &str) -> Transcript {
    let bytes = |text: &str| -> Vec<u8> {
        let digits = (0..text.len()).step_by(2).map(|index| u8::from_str_radix(&text[index..index + 2], 16));
        digits.map(|byte| byte.expect("the transcript is hexadecimal")).collect()
    };
    let lines = text.lines().filter_map(|line| line.split_once(" = "));
    lines.map(|(name, value)| (name.to_owned(), bytes(value))).collect()
}

#[test]
fn openssh_has_signed_the_exchange() {
    let (client, message) = Client::start(&mut Counter::default());
    let transcript = parse(include_str!("data/openssh.transcript"));
    assert_eq!(transcript["Q_C"], message);
    verify(&transcript, &client.finish(&transcript["Q_S"]).expect("the server's message is one"));
}

#[test]
fn a_server_signs_the_exchange() {
    let Ok(address) = env::var("VECTRU_SSH_SERVER") else {
        eprintln!("skipped: no server in VECTRU_SSH_SERVER");
        return;
    };
    for name in NAMES {
        let (client, message) = Client::start(&mut Counter::default());
        let transcript = exchange(&address, name, &message);
        verify(&transcript, &client.finish(&transcript["Q_S"]).expect("the server's message is one"));
        if let Ok(path) = env::var("VECTRU_SSH_RECORD") {
            let lines = transcript.iter().map(|(name, value)| format!("{name} = {}\n", hexadecimal(value)));
            fs::write(path, lines.collect::<String>()).expect("the transcript can be written");
        }
    }
}

#[test]
fn parties_agree_and_wrong_messages_are_refused() {
    let mut rng = vectru::system_rng();
    let (client, message) = Client::start(&mut rng);
    let (answer, of_server) = reply(&message, &mut rng).expect("it is a client's message");
    assert_eq!(client.finish(&answer).expect("it is a server's message").as_bytes(), of_server.as_bytes());

    let mut other = answer;
    other[0] ^= 1;
    assert_ne!(client.finish(&other).expect("it is a server's message").as_bytes(), of_server.as_bytes());

    for found in [0, 32, SERVER_MESSAGE_BYTES - 1, SERVER_MESSAGE_BYTES + 1] {
        let error = client.finish(&vec![9; found]).expect_err("the bytes are wrong");
        assert_eq!(error.kind, ErrorKind::Length { expected: SERVER_MESSAGE_BYTES, found });
    }
    let error = reply(&message[1..], &mut rng).expect_err("the bytes are wrong");
    let (expected, found) = (CLIENT_MESSAGE_BYTES, CLIENT_MESSAGE_BYTES - 1);
    assert_eq!((error.object, error.kind), (Object::PublicKey, ErrorKind::Length { expected, found }));

    let mut low_order = message;
    low_order[CLIENT_MESSAGE_BYTES - 32..].fill(0);
    assert_eq!(reply(&low_order, &mut rng).expect_err("the bytes are wrong").kind, ErrorKind::LowOrder);
    let mut no_key = message;
    no_key[..CLIENT_MESSAGE_BYTES - 32].fill(0xff);
    assert!(matches!(
        reply(&no_key, &mut rng).expect_err("the bytes are wrong").kind,
        ErrorKind::CoefficientOutOfRange { .. }
    ));
}
