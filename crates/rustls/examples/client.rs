//! An HTTPS client that agrees on keys by X25519 and a mechanism. It prints the name of the group
//! on standard error and the server's answer on standard output.
//!
//! `cargo run --release -p vectru-rustls --example client -- ADDRESS NAME CERTIFICATES [GROUP]`
//!
//! `ADDRESS` is the address of the server, and `NAME` the name in its certificate. The certificates
//! that the client trusts are a file in PEM. With `GROUP` the client offers only that group.

use std::error::Error;
use std::io::{Read, Write, stdout};
use std::net::TcpStream;
use std::sync::Arc;

use rustls::crypto::ring;
use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, ServerName};
use rustls::{ClientConfig, ClientConnection, RootCertStore, StreamOwned};

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<_> = std::env::args().skip(1).collect();
    let [address, name, certificates, only @ ..] = &arguments[..] else {
        return Err("expected ADDRESS NAME CERTIFICATES [GROUP]".into());
    };
    let mut provider = vectru_rustls::provider(ring::default_provider());
    if let Some(only) = only.first() {
        provider.kx_groups.retain(|group| format!("{group:?}") == *only);
    }
    let mut roots = RootCertStore::empty();
    for certificate in CertificateDer::pem_file_iter(certificates)? {
        roots.add(certificate?)?;
    }
    let config = ClientConfig::builder_with_provider(Arc::new(provider))
        .with_safe_default_protocol_versions()?
        .with_root_certificates(roots)
        .with_no_client_auth();

    let connection = ClientConnection::new(Arc::new(config), ServerName::try_from(name.clone())?)?;
    let mut tls = StreamOwned::new(connection, TcpStream::connect(address)?);
    write!(tls, "GET / HTTP/1.1\r\nHost: {name}\r\nConnection: close\r\n\r\n")?;
    tls.flush()?;
    let group = tls.conn.negotiated_key_exchange_group().ok_or("the handshake is not complete")?;
    eprintln!("{group:?}");
    let mut answer = Vec::new();
    tls.read_to_end(&mut answer)?;
    stdout().write_all(&answer)?;
    Ok(())
}
