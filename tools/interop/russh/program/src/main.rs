//! A client and a server of russh that offer one key exchange.
//!
//! ```text
//! russh-exchange client PORT USER KEY HOST_KEY KEX    speaks sftp with OpenSSH's server
//! russh-exchange server PORT HOST_KEY USER_KEY KEX    sends back what OpenSSH's client sends
//! ```
//!
//! KEY and the server's HOST_KEY are files of private keys, the others files of public keys. The
//! client exchanges keys twice on its connection. Ends with status 1 and the error if it fails.

use std::borrow::Cow;
use std::error::Error;
use std::sync::Arc;
use std::time::Duration;
use std::{env, io};

use russh::client;
use russh::keys::{PrivateKeyWithHashAlg, PublicKey, PublicKeyOrCertificate, load_public_key, load_secret_key};
use russh::server::{self, Auth, ChannelOpenHandle, Msg, Server as _, VerifiedPublicKey};
use russh::{Channel, ChannelId, ChannelMsg, Disconnect, Names, Preferred, kex};
use tokio::net::TcpListener;
use tokio::sync::mpsc::{UnboundedSender, unbounded_channel};
use tokio::time::timeout;

/// How long the client may take.
const PATIENCE: Duration = Duration::from_secs(30);

/// The length of K.
const SECRET_BYTES: usize = 64;

type Failure = Box<dyn Error + Send + Sync>;

/// Returns the algorithms with one key exchange, so that a connection has no other.
fn only(exchange: &str) -> Result<Preferred, Failure> {
    let exchange = kex::Name::try_from(exchange).map_err(|()| format!("russh does not know {exchange}"))?;
    let strict = [kex::EXTENSION_OPENSSH_STRICT_KEX_AS_CLIENT, kex::EXTENSION_OPENSSH_STRICT_KEX_AS_SERVER];
    Ok(Preferred { kex: Cow::Owned([&[exchange][..], &strict].concat()), ..Preferred::default() })
}

/// A client that knows the key of its server, and tells of each key exchange.
struct Client {
    host_key: PublicKey,
    exchanges: UnboundedSender<(String, Option<usize>)>,
}

impl client::Handler for Client {
    type Error = Failure;

    async fn check_server_key(&mut self, key: &PublicKeyOrCertificate) -> Result<bool, Failure> {
        Ok(matches!(key, PublicKeyOrCertificate::PublicKey { key, .. } if key.key_data() == self.host_key.key_data()))
    }

    async fn kex_done(&mut self, secret: Option<&[u8]>, names: &Names, _: &mut client::Session) -> Result<(), Failure> {
        Ok(self.exchanges.send((names.kex.as_ref().to_string(), secret.map(<[u8]>::len)))?)
    }
}

/// Sends a message of sftp, and returns the type of the server's answer.
async fn ask(channel: &mut Channel<client::Msg>, message: &[u8]) -> Result<u8, Failure> {
    let length = u32::try_from(message.len())?.to_be_bytes();
    channel.data(&[&length[..], message].concat()[..]).await?;
    while let Some(message) = channel.wait().await {
        if let ChannelMsg::Data { data } = message {
            return data.get(4).copied().ok_or_else(|| "expected an answer, found no type".into());
        }
    }
    Err("the server has closed the channel".into())
}

async fn client([port, user, key, host_key, exchange]: &[String; 5]) -> Result<(), Failure> {
    let config = Arc::new(client::Config { preferred: only(exchange)?, ..client::Config::default() });
    let (exchanges, mut told) = unbounded_channel();
    let expected = (exchange.clone(), Some(SECRET_BYTES));
    let handler = Client { host_key: load_public_key(host_key)?, exchanges };
    let mut session = client::connect(config, ("127.0.0.1", port.parse()?), handler).await?;
    let key = PrivateKeyWithHashAlg::new(Arc::new(load_secret_key(key, None)?), None);
    if !session.authenticate_publickey(user, key).await?.success() {
        return Err("the server knows the key of the user: expected success".into());
    }
    let mut channel = session.channel_open_session().await?;
    channel.request_subsystem(true, "sftp").await?;
    // SSH_FXP_INIT of version 3, and SSH_FXP_VERSION.
    if ask(&mut channel, &[1, 0, 0, 0, 3]).await? != 2 {
        return Err("expected the version of sftp".into());
    }
    session.rekey_soon().await?;
    for _ in 0..2 {
        let found = told.recv().await.ok_or("expected two key exchanges")?;
        if found != expected {
            return Err(format!("expected {expected:?}, found {found:?}").into());
        }
    }
    // SSH_FXP_REALPATH of `.`, and SSH_FXP_NAME.
    if ask(&mut channel, &[16, 0, 0, 0, 1, 0, 0, 0, 1, b'.']).await? != 104 {
        return Err("expected a path after the second key exchange".into());
    }
    Ok(session.disconnect(Disconnect::ByApplication, "", "").await?)
}

/// A server that knows the key of its user.
#[derive(Clone)]
struct Server {
    user_key: PublicKey,
}

impl server::Server for Server {
    type Handler = Self;

    fn new_client(&mut self, _: Option<std::net::SocketAddr>) -> Self {
        self.clone()
    }

    fn handle_session_error(&mut self, error: Failure) {
        eprintln!("connection: {error}");
    }
}

impl server::Handler for Server {
    type Error = Failure;

    async fn auth_publickey(&mut self, _: &str, key: VerifiedPublicKey<'_>) -> Result<Auth, Failure> {
        Ok(if key.public_key.key_data() == self.user_key.key_data() { Auth::Accept } else { Auth::reject() })
    }

    async fn channel_open_session(
        &mut self,
        _: Channel<Msg>,
        reply: ChannelOpenHandle,
        _: &mut server::Session,
    ) -> Result<(), Failure> {
        reply.accept().await;
        Ok(())
    }

    async fn exec_request(
        &mut self,
        channel: ChannelId,
        _: &[u8],
        session: &mut server::Session,
    ) -> Result<(), Failure> {
        Ok(session.channel_success(channel)?)
    }

    async fn data(&mut self, channel: ChannelId, data: &[u8], session: &mut server::Session) -> Result<(), Failure> {
        Ok(session.data(channel, data.to_vec())?)
    }

    async fn channel_eof(&mut self, channel: ChannelId, session: &mut server::Session) -> Result<(), Failure> {
        session.exit_status_request(channel, 0)?;
        session.eof(channel)?;
        Ok(session.close(channel)?)
    }
}

async fn server([port, host_key, user_key, exchange]: &[String; 4]) -> Result<(), Failure> {
    let keys = vec![load_secret_key(host_key, None)?];
    let config = Arc::new(server::Config { preferred: only(exchange)?, keys, ..server::Config::default() });
    let mut server = Server { user_key: load_public_key(user_key)? };
    let socket = TcpListener::bind(("127.0.0.1", port.parse()?)).await?;
    eprintln!("Server listening");
    Ok(server.run_on_socket(config, &socket).await?)
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Failure> {
    let arguments: Vec<_> = env::args().skip(1).collect();
    let usage = || Failure::from(io::Error::other("expected client or server with its arguments"));
    match arguments.split_first().ok_or_else(usage)? {
        (role, rest) if role == "client" => timeout(PATIENCE, client(rest.try_into().map_err(|_| usage())?)).await?,
        (role, rest) if role == "server" => server(rest.try_into().map_err(|_| usage())?).await,
        _ => Err(usage()),
    }
}
