//! An HTTPS server that agrees on keys by X25519 and a mechanism. It answers each request with the
//! name of the group.
//!
//! `cargo run --release -p vectru-rustls --example server -- ADDRESS CERTIFICATES KEY [GROUP]`
//!
//! `ADDRESS` is the address to listen on: `127.0.0.1:4433`, or `127.0.0.1:0` for any free port. The
//! chain of certificates and its key are files in PEM. With `GROUP` the server accepts only that
//! group. It serves one connection at a time, and runs until it is stopped.

use std::error::Error;
use std::io::{BufRead, BufReader, Write, stdout};
use std::net::{TcpListener, TcpStream};
use std::sync::Arc;
use std::time::Duration;

use rustls::crypto::ring;
use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, PrivateKeyDer};
use rustls::{ServerConfig, ServerConnection, StreamOwned};

/// A client that sends nothing for this long is disconnected.
const PATIENCE: Duration = Duration::from_secs(10);

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<_> = std::env::args().skip(1).collect();
    let [address, certificates, key, only @ ..] = &arguments[..] else {
        return Err("expected ADDRESS CERTIFICATES KEY [GROUP]".into());
    };
    let mut provider = vectru_rustls::provider(ring::default_provider());
    if let Some(only) = only.first() {
        provider.kx_groups.retain(|group| format!("{group:?}") == *only);
    }
    let certificates = CertificateDer::pem_file_iter(certificates)?.collect::<Result<_, _>>()?;
    let config = ServerConfig::builder_with_provider(Arc::new(provider))
        .with_safe_default_protocol_versions()?
        .with_no_client_auth()
        .with_single_cert(certificates, PrivateKeyDer::from_pem_file(key)?)?;
    let config = Arc::new(config);

    let listener = TcpListener::bind(address)?;
    println!("listening on {}", listener.local_addr()?);
    stdout().flush()?;
    for stream in listener.incoming() {
        // A client that breaks off ends only its own connection.
        if let Err(error) = stream.map_err(Into::into).and_then(|stream| serve(&config, stream)) {
            eprintln!("{error}");
        }
    }
    Ok(())
}

/// Reads a request and answers it.
fn serve(config: &Arc<ServerConfig>, stream: TcpStream) -> Result<(), Box<dyn Error>> {
    stream.set_read_timeout(Some(PATIENCE))?;
    let mut tls = StreamOwned::new(ServerConnection::new(Arc::clone(config))?, stream);
    for line in BufReader::new(&mut tls).lines() {
        if line?.is_empty() {
            break;
        }
    }
    let group = tls.conn.negotiated_key_exchange_group().ok_or("the handshake is not complete")?;
    let body = format!("{group:?}\n");
    println!("{group:?}");
    write!(tls, "HTTP/1.1 200 OK\r\nContent-Length: {}\r\nConnection: close\r\n\r\n{body}", body.len())?;
    tls.conn.send_close_notify();
    tls.flush()?;
    Ok(())
}
