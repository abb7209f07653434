//! An SSH server in this process, for what OpenSSH does only for real users of the machine: passwords.

use std::sync::Arc;

use russh::{
    Channel,
    keys::{HashAlg, PrivateKey},
    server::{Auth, ChannelOpenHandle, Handler, Msg, Server as _, Session},
};
use serde_json::json;
use targets::TargetKind;

use crate::world::{Door, environment, first, kind};

#[derive(Clone)]
struct OnlyPasswords;

impl russh::server::Server for OnlyPasswords {
    type Handler = Self;

    fn new_client(&mut self, _: Option<std::net::SocketAddr>) -> Self {
        Self
    }
}

impl Handler for OnlyPasswords {
    type Error = russh::Error;

    async fn auth_password(&mut self, user: &str, password: &str) -> Result<Auth, russh::Error> {
        Ok(if user == "web" && password == "right-password" { Auth::Accept } else { Auth::reject() })
    }

    async fn channel_open_session(
        &mut self, _: Channel<Msg>, reply: ChannelOpenHandle, _: &mut Session,
    ) -> Result<(), russh::Error> {
        reply.accept().await;
        Ok(())
    }

    async fn subsystem_request(
        &mut self, channel: russh::ChannelId, _: &str, session: &mut Session,
    ) -> Result<(), russh::Error> {
        session.channel_failure(channel)?;
        session.close(channel)?;
        Ok(())
    }
}

#[tokio::test]
async fn password_is_accepted_and_a_server_without_sftp_is_named() {
    let key = PrivateKey::random(&mut russh::keys::key::safe_rng(), russh::keys::Algorithm::Ed25519).unwrap();
    let fingerprint = key.public_key().fingerprint(HashAlg::Sha256).to_string();
    let config = russh::server::Config {
        keys: vec![key],
        auth_rejection_time: std::time::Duration::from_millis(1),
        ..russh::server::Config::default()
    };
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let port = listener.local_addr().unwrap().port();
    tokio::spawn(async move { OnlyPasswords.run_on_socket(Arc::new(config), &listener).await });
    let settings =
        json!({"host": "127.0.0.1", "port": port, "user": "web", "path": "www/{site}", "hostKey": fingerprint});
    let open = |password| Door::open(TargetKind::Sftp, &settings, &json!({"password": password}), environment());
    assert_eq!(kind(open("wrong-password").publish(&first(), None).await), "credentials");
    assert_eq!(kind(open("right-password").publish(&first(), None).await), "unsupported");
}
