//! A connection to an SFTP server whose key is checked before any credentials are sent.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

use russh::{
    client::{self, AuthResult, Handle},
    keys::{HashAlg, PrivateKeyWithHashAlg, PublicKeyOrCertificate},
};
use russh_sftp::client::RawSftpSession;

use super::error;
use crate::{Environment, Secret, SftpSettings, TargetError, secret::SftpSecrets};

/// Longest time until the end of a broken connection is noticed.
const TO_NOTICE: Duration = Duration::from_millis(200);

/// A connection to an SFTP server.
pub(super) struct Connection {
    /// Server, for messages.
    pub(super) host: String,
    /// Fingerprint of the server's key.
    pub(super) host_key: String,
    pub(super) sftp: RawSftpSession,
    extensions: HashMap<String, String>,
    /// Closes the connection when it is dropped.
    _handle: Handle<HostKey>,
}

impl Connection {
    /// Returns true if the server offers an extension of the protocol.
    pub(super) fn offers(&self, extension: &str) -> bool {
        self.extensions.contains_key(extension)
    }
}

/// Checks the key of the server.
pub(super) struct HostKey {
    expected: Option<String>,
    found: Arc<Mutex<Option<String>>>,
}

impl client::Handler for HostKey {
    type Error = russh::Error;

    async fn check_server_key(&mut self, key: &PublicKeyOrCertificate) -> Result<bool, russh::Error> {
        let found = key.public_key().fingerprint(HashAlg::Sha256).to_string();
        let is_known = self.expected.as_ref().is_none_or(|expected| *expected == found);
        *self.found.lock().unwrap_or_else(PoisonError::into_inner) = Some(found);
        Ok(is_known)
    }
}

/// Connects, checks the host key, signs in, and starts SFTP.
pub(super) async fn connect(
    settings: &SftpSettings, secrets: &SftpSecrets, environment: &Environment,
) -> Result<Connection, TargetError> {
    let host = format!("{}:{}", settings.host, settings.port);
    let time = environment.limits.request;
    let opened = tokio::time::timeout(time, open(&host, settings, secrets, environment)).await;
    opened.map_err(|_| TargetError::Timeout { host, seconds: time.as_secs() })?
}

async fn open(
    host: &str, settings: &SftpSettings, secrets: &SftpSecrets, environment: &Environment,
) -> Result<Connection, TargetError> {
    let stream = environment.dial(&settings.host, settings.port).await?;
    let found = Arc::new(Mutex::new(None));
    let keys = HostKey { expected: settings.host_key.clone(), found: found.clone() };
    let config = client::Config {
        inactivity_timeout: Some(environment.limits.request),
        keepalive_interval: Some(Duration::from_secs(15)),
        nodelay: true,
        ..client::Config::default()
    };
    let connected = client::connect_stream(Arc::new(config), stream, keys).await;
    let host_key = found.lock().unwrap_or_else(PoisonError::into_inner).clone().unwrap_or_default();
    let mut handle = match (connected, settings.host_key.as_ref()) {
        (Ok(handle), _) => handle,
        (Err(_), Some(expected)) if !host_key.is_empty() && *expected != host_key => {
            let (host, expected, found) = (host.to_owned(), expected.clone(), host_key);
            return Err(TargetError::HostKeyChanged { host, expected, found });
        }
        (Err(error), _) => return Err(error::ssh(host, &error)),
    };
    sign_in(host, &mut handle, &settings.user, secrets).await?;
    let channel = handle.channel_open_session().await.map_err(|error| error::ssh(host, &error))?;
    channel.request_subsystem(true, "sftp").await.map_err(|error| error::ssh(host, &error))?;
    let sftp = RawSftpSession::new(channel.into_stream());
    sftp.set_timeout(environment.limits.request.as_secs().max(1));
    let Ok(version) = sftp.init().await else { return Err(without_sftp(host, &mut handle).await) };
    Ok(Connection { host: host.to_owned(), host_key, sftp, extensions: version.extensions, _handle: handle })
}

/// Returns why SFTP did not start: the connection broke, or the server does not offer it.
async fn without_sftp(host: &str, handle: &mut Handle<HostKey>) -> TargetError {
    let host = host.to_owned();
    if tokio::time::timeout(TO_NOTICE, handle).await.is_ok() {
        return TargetError::Unreachable { host, reason: "the connection broke".to_owned() };
    }
    TargetError::Unsupported { place: host, feature: "SFTP", advice: "Enable the subsystem sftp for this user." }
}

async fn sign_in(
    host: &str, handle: &mut Handle<HostKey>, user: &str, secrets: &SftpSecrets,
) -> Result<(), TargetError> {
    let refused = |message: &str| TargetError::Credentials { host: host.to_owned(), message: message.to_owned() };
    let mut tried = Vec::new();
    if let Some(key) = secrets.key().map_err(|message| refused(&message))? {
        let key = PrivateKeyWithHashAlg::new(Arc::new(key), None);
        let result = handle.authenticate_publickey(user, key).await.map_err(|error| error::ssh(host, &error))?;
        if matches!(result, AuthResult::Success) {
            return Ok(());
        }
        tried.push("the private key");
    }
    if let Some(password) = secrets.password.as_ref().map(Secret::expose).filter(|text| !text.is_empty()) {
        let result = handle.authenticate_password(user, password).await.map_err(|error| error::ssh(host, &error))?;
        if matches!(result, AuthResult::Success) {
            return Ok(());
        }
        tried.push("the password");
    }
    if handle.is_closed() {
        return Err(TargetError::Unreachable { host: host.to_owned(), reason: "the connection broke".to_owned() });
    }
    Err(refused(&format!("it does not accept {} of {user}", tried.join(" and "))))
}
