//! How git reaches a server: only addresses that the guard allows, and a known host key before any credentials are sent.
//!
//! A name is resolved before git runs, and git gets the address: `HostName` and `HostKeyAlias` of `ssh`, and
//! `http.curloptResolve`. So no later answer of a name server leads to another network. Redirects are not followed.

use base64::{
    Engine as _,
    engine::general_purpose::{STANDARD, STANDARD_NO_PAD},
};
use net::addresses::AddressGuard;
use russh::keys::ssh_key::LineEnding;
use sha2::{Digest as _, Sha256};

use super::{
    GitSecrets, GitSettings,
    address::{Address, Way},
    place::WorkFolder,
};
use crate::{Environment, TargetError};

/// Name under which `ssh` knows the server, whatever its address is.
const ALIAS: &str = "git-server";
/// Files of `ssh` in the temporary folder.
const SSH_CONFIG: &str = "ssh-config";
const KNOWN_HOSTS: &str = "known-hosts";
const KEY: &str = "key";
/// User name that is sent with a token, if the address names none.
const TOKEN_USER: &str = "x-access-token";
/// What is written in place of a secret.
const REDACTED: &str = "[redacted]";

/// How git reaches a server.
pub(super) struct Connection {
    /// Server, for messages.
    pub(super) host: String,
    /// What git gets as the address.
    pub(super) remote: String,
    way: Way,
    config: Vec<(String, String)>,
    /// Files of `ssh`: names and texts.
    files: Vec<(&'static str, String)>,
    /// Host key that is stored.
    known: Option<String>,
    /// Host key that the first test found.
    learned: std::sync::OnceLock<String>,
    secrets: Vec<String>,
}

impl Connection {
    pub(super) async fn new(
        address: &Address, settings: &GitSettings, secrets: &GitSecrets, environment: &Environment, is_test: bool,
    ) -> Result<Self, TargetError> {
        let mut connection = Self {
            host: address.place(),
            remote: address.remote.clone(),
            way: address.way,
            config: Vec::new(),
            files: Vec::new(),
            known: settings.host_key.clone(),
            learned: std::sync::OnceLock::new(),
            secrets: secrets.token.iter().map(|token| token.expose().to_owned()).collect(),
        };
        if address.way == Way::Ssh {
            if settings.host_key.is_none() && !is_test {
                return Err(TargetError::HostKeyUnknown(connection.host));
            }
            connection.use_ssh(address, secrets, environment).await?;
        } else {
            connection.use_http(address, secrets, environment).await?;
        }
        Ok(connection)
    }

    async fn use_ssh(
        &mut self, address: &Address, secrets: &GitSecrets, environment: &Environment,
    ) -> Result<(), TargetError> {
        let refused = |message: String| TargetError::Credentials { host: address.place(), message };
        let key = secrets.key().map_err(refused)?.ok_or_else(|| refused("it needs a private key".to_owned()))?;
        let key = key.to_openssh(LineEnding::LF).map_err(|error| refused(error.to_string()))?;
        // `ssh` tries one address only: it gets one that answers.
        let stream = environment.dial(&address.host, address.port).await?;
        let peer = stream.peer_addr().map_err(|error| TargetError::io(address.place(), &error))?;
        let user = address.user.as_deref().unwrap_or_default();
        let is_known = self.known.is_some();
        let patience = environment.limits.request.as_secs().max(1);
        let text = ssh_config(&peer.ip().to_string(), address.port, user, is_known, patience);
        let known = self.known.as_ref().map(|key| format!("{ALIAS} {key}\n")).unwrap_or_default();
        self.files = vec![(SSH_CONFIG, text), (KNOWN_HOSTS, known), (KEY, key.to_string())];
        Ok(())
    }

    async fn use_http(
        &mut self, address: &Address, secrets: &GitSecrets, environment: &Environment,
    ) -> Result<(), TargetError> {
        let found = environment.look_up(&address.host, address.port).await?;
        // Only a network that the operator allows explicitly may see the token.
        let is_private = |guard: &AddressGuard| found.iter().all(|found| !guard.permits(found.ip()));
        if address.way == Way::Http && !is_private(&AddressGuard::default()) {
            return Err(TargetError::setting("url", "Enter an address that starts with https://."));
        }
        let text = |ip: std::net::IpAddr| if ip.is_ipv6() { format!("[{ip}]") } else { ip.to_string() };
        let listed: Vec<String> = found.iter().map(|found| text(found.ip())).collect();
        let pinned = format!("{}:{}:{}", address.host, address.port, listed.join(","));
        // An address stands for itself.
        if address.host.parse::<std::net::IpAddr>().is_err() {
            self.config.push(("http.curloptResolve".to_owned(), pinned));
        }
        if let Some(token) = &secrets.token {
            let user = address.user.as_deref().unwrap_or(TOKEN_USER);
            let pair = STANDARD.encode(format!("{user}:{}", token.expose()));
            self.config.push(("http.extraHeader".to_owned(), format!("Authorization: Basic {pair}")));
            self.secrets.push(pair);
        }
        Ok(())
    }

    /// Writes the files of `ssh`.
    pub(super) fn prepare(&self, folder: &WorkFolder) -> Result<(), TargetError> {
        self.files.iter().try_for_each(|(name, text)| folder.write(name, text))
    }

    /// Notes the host key that `ssh` found at the first test.
    pub(super) fn learn(&self, folder: &WorkFolder) {
        if self.way != Way::Ssh || self.known.is_some() {
            return;
        }
        let line = folder.read(KNOWN_HOSTS).unwrap_or_default();
        let words: Vec<&str> = line.lines().next().unwrap_or_default().split(' ').collect();
        if let [_, kind, key] = words.as_slice() {
            let _ = self.learned.set(format!("{kind} {key}"));
        }
    }

    /// Returns the host key that the first test found; `None` if one is stored or there is none.
    pub(super) fn learned_key(&self) -> Result<Option<String>, TargetError> {
        let is_needed = self.way == Way::Ssh && self.known.is_none();
        match self.learned.get() {
            None if is_needed => Err(TargetError::HostKeyUnknown(self.host.clone())),
            found => Ok(found.cloned()),
        }
    }

    /// Returns the fingerprint of the stored host key.
    pub(super) fn known_fingerprint(&self) -> String {
        self.known.as_deref().map(fingerprint).unwrap_or_default()
    }

    /// Returns the configuration of git for this server.
    pub(super) fn config(&self) -> &[(String, String)] {
        &self.config
    }

    /// Returns the environment of git for this server.
    pub(super) fn variables(&self) -> [(&'static str, String); 3] {
        [
            ("GIT_ALLOW_PROTOCOL", self.way.as_str().to_owned()),
            ("GIT_SSH_COMMAND", format!("ssh -F ./{SSH_CONFIG}")),
            ("GIT_SSH_VARIANT", "ssh".to_owned()),
        ]
    }

    /// Removes secrets from the words of a program.
    pub(super) fn without_secrets(&self, words: &str) -> String {
        let secrets = self.secrets.iter().filter(|secret| !secret.is_empty());
        secrets.fold(words.to_owned(), |words, secret| words.replace(secret, REDACTED))
    }
}

/// Returns the configuration of `ssh`: one address, one key, no agent, no forwarding, no question.
fn ssh_config(address: &str, port: u16, user: &str, is_known: bool, patience: u64) -> String {
    // The first test accepts a key, as it does for SFTP; afterwards only this one counts.
    let checking = if is_known { "yes" } else { "accept-new" };
    format!(
        "Host *\n HostName {address}\n HostKeyAlias {ALIAS}\n Port {port}\n User {user}\n \
         StrictHostKeyChecking {checking}\n UserKnownHostsFile ./{KNOWN_HOSTS}\n GlobalKnownHostsFile /dev/null\n \
         HashKnownHosts no\n UpdateHostKeys no\n CheckHostIP no\n VerifyHostKeyDNS no\n IdentityFile ./{KEY}\n \
         IdentitiesOnly yes\n IdentityAgent none\n BatchMode yes\n PreferredAuthentications publickey\n \
         PasswordAuthentication no\n KbdInteractiveAuthentication no\n ForwardAgent no\n ForwardX11 no\n \
         ClearAllForwardings yes\n PermitLocalCommand no\n ProxyCommand none\n ControlMaster no\n ControlPath none\n \
         CanonicalizeHostname no\n ConnectTimeout 10\n ServerAliveInterval {patience}\n ServerAliveCountMax 1\n \
         LogLevel ERROR\n"
    )
}

/// Returns the fingerprint of a public key in the form of OpenSSH.
pub(super) fn fingerprint(key: &str) -> String {
    let bytes = key.split(' ').nth(1).and_then(|key| STANDARD.decode(key).ok()).unwrap_or_default();
    format!("SHA256:{}", STANDARD_NO_PAD.encode(Sha256::digest(bytes)))
}
