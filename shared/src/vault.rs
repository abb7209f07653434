//! Encryption of credentials of data providers.
//!
//! A sealed text is `version (1 byte) | nonce (24 bytes) | ciphertext and tag` of XChaCha20-Poly1305. The key is derived
//! from the installation's secret for this purpose only. The workspace and the row are authenticated with the text, so
//! a sealed text that is copied to another row cannot be opened there.

use std::{collections::BTreeMap, fmt};

use chacha20poly1305::{
    KeyInit, XChaCha20Poly1305,
    aead::{Aead, Payload},
};
use hmac::{Hmac, Mac};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use uuid::Uuid;

use crate::config::Secret;

const VERSION: u8 = 1;
const NONCE: usize = 24;
/// Characters of a key that owners see.
const SHOWN: usize = 4;
/// Shorter keys are not shown at all: four characters would be too large a part of them.
const SHORTEST_SHOWN: usize = 12;

/// Opens and seals credentials of one installation. Debug output never contains the key.
#[derive(Clone)]
pub struct Vault(XChaCha20Poly1305);

impl fmt::Debug for Vault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Vault")
    }
}

/// Error for credentials that cannot be opened: the installation's secret has changed, or the row was altered.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the stored key cannot be decrypted, because the installation's secret has changed: enter the key again")]
pub struct Locked;

/// Encrypted credentials. Debug output contains their length only.
#[derive(Clone, PartialEq, Eq, sqlx_macros::Type)]
#[sqlx(transparent)]
pub struct Sealed(Vec<u8>);

impl Sealed {
    /// Wraps stored bytes.
    #[must_use]
    pub const fn from_bytes(bytes: Vec<u8>) -> Self {
        Self(bytes)
    }

    /// Returns the bytes to store.
    #[must_use]
    pub fn as_bytes(&self) -> &[u8] {
        &self.0
    }
}

impl fmt::Debug for Sealed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Sealed({} bytes)", self.0.len())
    }
}

/// Credentials by field, such as `key` or `refresh_token`. Debug output contains the names of the fields only.
#[derive(Clone, Default, PartialEq, Eq)]
pub struct Credentials(BTreeMap<String, Secret>);

#[derive(Serialize, Deserialize)]
#[serde(transparent)]
struct Plain(BTreeMap<String, String>);

impl Credentials {
    /// Creates credentials from their fields.
    pub fn from_fields<N: Into<String>>(fields: impl IntoIterator<Item = (N, String)>) -> Self {
        Self(fields.into_iter().map(|(name, text)| (name.into(), Secret::new(text))).collect())
    }

    /// Returns a field; `None` if it is missing or empty.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&Secret> {
        self.0.get(name).filter(|secret| !secret.reveal().is_empty())
    }

    /// Returns the last four characters of a field, to recognise it; `None` if it is missing or short.
    #[must_use]
    pub fn last_characters(&self, name: &str) -> Option<String> {
        let letters: Vec<char> = self.get(name)?.reveal().chars().collect();
        (letters.len() >= SHORTEST_SHOWN).then(|| letters[letters.len() - SHOWN..].iter().collect())
    }

    /// Sets a field.
    pub fn set(&mut self, name: &str, text: String) {
        self.0.insert(name.to_owned(), Secret::new(text));
    }

    /// Removes a field.
    pub fn remove(&mut self, name: &str) {
        self.0.remove(name);
    }
}

impl fmt::Debug for Credentials {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.0.keys()).finish()
    }
}

impl Vault {
    /// Creates the vault of an installation.
    #[must_use]
    pub fn new(installation: &Secret) -> Self {
        let mut block = [0; 64];
        for (place, byte) in block.iter_mut().zip(Sha256::digest(installation.reveal().as_bytes())) {
            *place = byte;
        }
        let mut mac = <Hmac<Sha256> as KeyInit>::new(&block.into());
        mac.update(b"provider credentials\0");
        Self(XChaCha20Poly1305::new(&mac.finalize().into_bytes()))
    }

    /// Encrypts credentials for a row. `nonce` must be random.
    ///
    /// # Errors
    /// Returns [`Locked`] if they are too long for the cipher (256 GiB).
    pub fn seal(
        &self, workspace_id: Uuid, id: Uuid, credentials: &Credentials, nonce: [u8; NONCE],
    ) -> Result<Sealed, Locked> {
        let fields = credentials.0.iter().map(|(name, secret)| (name.clone(), secret.reveal().to_owned()));
        let plain = serde_json::to_vec(&Plain(fields.collect())).map_err(|_| Locked)?;
        let aad = bound_to(workspace_id, id);
        let sealed = self.0.encrypt(&nonce.into(), Payload { msg: &plain, aad: &aad }).map_err(|_| Locked)?;
        Ok(Sealed([&[VERSION][..], &nonce, &sealed].concat()))
    }

    /// Decrypts the credentials of a row.
    ///
    /// # Errors
    /// Returns [`Locked`] if they were sealed with another secret or for another row, or were altered.
    pub fn open(&self, workspace_id: Uuid, id: Uuid, sealed: &Sealed) -> Result<Credentials, Locked> {
        let (version, rest) = sealed.0.split_first().ok_or(Locked)?;
        let (nonce, text) = rest.split_first_chunk::<NONCE>().ok_or(Locked)?;
        if *version != VERSION {
            return Err(Locked);
        }
        let aad = bound_to(workspace_id, id);
        let plain = self.0.decrypt(&(*nonce).into(), Payload { msg: text, aad: &aad }).map_err(|_| Locked)?;
        let Plain(fields) = serde_json::from_slice(&plain).map_err(|_| Locked)?;
        Ok(Credentials::from_fields(fields))
    }
}

fn bound_to(workspace_id: Uuid, id: Uuid) -> Vec<u8> {
    [&b"connection\0"[..], workspace_id.as_bytes(), id.as_bytes()].concat()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn vault(secret: &str) -> Vault {
        Vault::new(&Secret::new(secret.to_owned()))
    }

    fn key() -> Credentials {
        Credentials::from_fields([("key", "sk-0123456789-wxyz".to_owned())])
    }

    #[test]
    fn sealed_credentials_differ_by_nonce_and_contain_no_plaintext() {
        let (workspace, id) = (Uuid::from_u128(1), Uuid::from_u128(2));
        let a = vault("s").seal(workspace, id, &key(), [1; NONCE]).unwrap();
        let b = vault("s").seal(workspace, id, &key(), [2; NONCE]).unwrap();
        assert_ne!(a.as_bytes()[25..], b.as_bytes()[25..]);
        assert!(!String::from_utf8_lossy(a.as_bytes()).contains("sk-0123"));
        assert_eq!(vault("s").open(workspace, id, &a), Ok(key()));
    }

    #[test]
    fn sealed_credentials_of_another_secret_row_or_workspace_are_locked() {
        let (workspace, id) = (Uuid::from_u128(1), Uuid::from_u128(2));
        let sealed = vault("s").seal(workspace, id, &key(), [1; NONCE]).unwrap();
        assert_eq!(vault("other").open(workspace, id, &sealed), Err(Locked));
        assert_eq!(vault("s").open(workspace, Uuid::from_u128(3), &sealed), Err(Locked));
        assert_eq!(vault("s").open(Uuid::from_u128(3), id, &sealed), Err(Locked));
    }

    #[test]
    fn sealed_credentials_with_any_changed_byte_are_locked() {
        let (workspace, id) = (Uuid::from_u128(1), Uuid::from_u128(2));
        let sealed = vault("s").seal(workspace, id, &key(), [1; NONCE]).unwrap();
        for at in 0..sealed.as_bytes().len() {
            let mut bytes = sealed.as_bytes().to_vec();
            bytes[at] ^= 1;
            assert_eq!(vault("s").open(workspace, id, &Sealed::from_bytes(bytes)), Err(Locked), "byte {at}");
        }
        for length in [0, 1, 24, 25, 40] {
            let bytes = sealed.as_bytes()[..length].to_vec();
            assert_eq!(vault("s").open(workspace, id, &Sealed::from_bytes(bytes)), Err(Locked));
        }
    }

    #[test]
    fn debug_output_of_credentials_contains_no_secret() {
        let sealed = vault("s").seal(Uuid::nil(), Uuid::nil(), &key(), [1; NONCE]).unwrap();
        let text = format!("{:?} {sealed:?} {:?}", key(), vault("s"));
        assert_eq!(text, "{\"key\"} Sealed(64 bytes) Vault".replace("64", &sealed.as_bytes().len().to_string()));
    }

    #[test]
    fn last_characters_of_short_keys_are_not_shown() {
        assert_eq!(key().last_characters("key").as_deref(), Some("wxyz"));
        assert_eq!(key().last_characters("password"), None);
        assert_eq!(Credentials::from_fields([("key", "hunter2".to_owned())]).last_characters("key"), None);
    }
}
