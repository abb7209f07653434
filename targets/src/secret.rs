//! Secrets, apart from settings. They never appear in logs and errors.

use std::fmt;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::settings::{FieldErrors, Problems, TargetKind, decode};

/// Field of the sealed text in which callers store the JSON of secrets. Whoever seals and whoever opens use this name.
pub const SEALED_FIELD: &str = "secret";

/// A key, password or token. Its text is available through [`Secret::expose`] only.
#[derive(Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Secret(String);

impl Secret {
    /// Wraps a secret; white space around it, common after pasting, is removed.
    #[must_use]
    pub fn new(text: &str) -> Self {
        Self(text.trim().to_owned())
    }

    /// Returns the text, to send it or to encrypt it.
    #[must_use]
    pub fn expose(&self) -> &str {
        self.0.trim()
    }

    fn is_empty(&self) -> bool {
        self.expose().is_empty()
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("[redacted]")
    }
}

/// Secrets of a target.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Secrets {
    /// A folder needs none.
    Folder,
    /// S3-compatible storage.
    S3(S3Secrets),
    /// SFTP.
    Sftp(SftpSecrets),
    /// Token of a service.
    Netlify(TokenSecrets),
    /// Token of a service.
    CloudflarePages(TokenSecrets),
}

/// Key of S3-compatible storage.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct S3Secrets {
    /// Id of the key.
    pub access_key_id: Secret,
    /// Key.
    pub secret_access_key: Secret,
    /// Token of a temporary key.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub session_token: Option<Secret>,
}

/// Credentials of an SFTP user.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct SftpSecrets {
    /// Password.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub password: Option<Secret>,
    /// Private key in the format of OpenSSH, PEM or PuTTY.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub private_key: Option<Secret>,
    /// Passphrase of the private key.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub passphrase: Option<Secret>,
}

/// Token of a service.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct TokenSecrets {
    /// Token.
    pub token: Secret,
}

/// An object without fields.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Nothing {}

impl Secrets {
    /// Reads the secrets of a kind of target.
    ///
    /// # Errors
    /// Returns [`FieldErrors`] for missing, unknown and malformed fields. They do not contain the secret.
    pub fn parse(kind: TargetKind, json: &Value) -> Result<Self, FieldErrors> {
        let secrets = match kind {
            TargetKind::Folder => decode::<Nothing>(json).map(|_| Self::Folder)?,
            TargetKind::S3 => Self::S3(decode(json)?),
            TargetKind::Sftp => Self::Sftp(decode(json)?),
            TargetKind::Netlify => Self::Netlify(decode(json)?),
            TargetKind::CloudflarePages => Self::CloudflarePages(decode(json)?),
        };
        secrets.check()?;
        Ok(secrets)
    }

    /// Returns the JSON that the caller encrypts.
    #[must_use]
    pub fn to_json(&self) -> Value {
        let json = match self {
            Self::Folder => Ok(Value::Object(serde_json::Map::new())),
            Self::S3(secrets) => serde_json::to_value(secrets),
            Self::Sftp(secrets) => serde_json::to_value(secrets),
            Self::Netlify(secrets) | Self::CloudflarePages(secrets) => serde_json::to_value(secrets),
        };
        json.unwrap_or_default()
    }

    /// Returns the kind of target that they are for.
    #[must_use]
    pub const fn kind(&self) -> TargetKind {
        match self {
            Self::Folder => TargetKind::Folder,
            Self::S3(_) => TargetKind::S3,
            Self::Sftp(_) => TargetKind::Sftp,
            Self::Netlify(_) => TargetKind::Netlify,
            Self::CloudflarePages(_) => TargetKind::CloudflarePages,
        }
    }

    fn check(&self) -> Result<(), FieldErrors> {
        let mut problems = Problems::default();
        match self {
            Self::Folder => {}
            Self::S3(secrets) => {
                problems.secret("accessKeyId", &secrets.access_key_id);
                problems.secret("secretAccessKey", &secrets.secret_access_key);
            }
            Self::Sftp(secrets) => secrets.check(&mut problems),
            Self::Netlify(secrets) | Self::CloudflarePages(secrets) => problems.secret("token", &secrets.token),
        }
        problems.finish()
    }
}

impl SftpSecrets {
    fn check(&self, problems: &mut Problems) {
        let has = |secret: &Option<Secret>| secret.as_ref().is_some_and(|secret| !secret.is_empty());
        if !has(&self.password) && !has(&self.private_key) {
            problems.add("password", "Enter a password or a private key.");
        }
        if has(&self.private_key)
            && let Err(detail) = self.key()
        {
            problems.add("privateKey", &detail);
        }
    }

    /// Returns the private key, decrypted.
    pub(crate) fn key(&self) -> Result<Option<russh::keys::PrivateKey>, String> {
        let Some(key) = self.private_key.as_ref().filter(|key| !key.is_empty()) else { return Ok(None) };
        let phrase = self.passphrase.as_ref().map(Secret::expose).filter(|phrase| !phrase.is_empty());
        let text = format!("{}\n", key.expose());
        let decoded = russh::keys::decode_secret_key(&text, phrase);
        let key = decoded.map_err(|error| match error {
            russh::keys::Error::KeyIsEncrypted => "The private key is encrypted. Enter its passphrase.".to_owned(),
            _ => "The private key cannot be read. Paste the whole file of an Ed25519 or ECDSA key; check its \
                  passphrase."
                .to_owned(),
        })?;
        if key.algorithm().is_rsa() {
            return Err("RSA keys are not supported. Create one with: ssh-keygen -t ed25519".to_owned());
        }
        Ok(Some(key))
    }
}

impl Problems {
    pub(crate) fn secret(&mut self, field: &str, secret: &Secret) {
        let is_plain = secret.expose().bytes().all(|byte| byte.is_ascii_graphic());
        match () {
            () if secret.is_empty() => self.add(field, "Enter it."),
            () if !is_plain => self.add(field, "It has characters that are never part of one. Copy it again."),
            () => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn fields(kind: TargetKind, json: &Value) -> Vec<String> {
        let errors = Secrets::parse(kind, json).unwrap_err();
        errors.0.into_iter().map(|error| error.field).collect()
    }

    #[test]
    fn secret_is_not_part_of_debug_output() {
        let json = json!({"accessKeyId": " AKIA1\n", "secretAccessKey": "very-secret"});
        let secrets = Secrets::parse(TargetKind::S3, &json).unwrap();
        assert!(!format!("{secrets:?}").contains("very-secret"));
        let Secrets::S3(found) = &secrets else { panic!("{secrets:?}") };
        assert_eq!(found.access_key_id.expose(), "AKIA1");
        assert_eq!(Secrets::parse(TargetKind::S3, &secrets.to_json()).unwrap(), secrets);
    }

    #[test]
    fn missing_unknown_and_malformed_fields_are_named() {
        assert_eq!(fields(TargetKind::Netlify, &json!({})), ["token"]);
        assert_eq!(fields(TargetKind::Netlify, &json!({"token": " "})), ["token"]);
        assert_eq!(fields(TargetKind::Netlify, &json!({"token": "a\nb"})), ["token"]);
        assert_eq!(fields(TargetKind::CloudflarePages, &json!({"token": "a", "key": "b"})), ["key"]);
        assert_eq!(fields(TargetKind::S3, &json!({"accessKeyId": "", "secretAccessKey": ""})).len(), 2);
        assert_eq!(fields(TargetKind::Sftp, &json!({})), ["password"]);
        assert_eq!(fields(TargetKind::Sftp, &json!({"privateKey": "nonsense"})), ["privateKey"]);
        assert_eq!(fields(TargetKind::Folder, &json!({"token": "a"})), ["token"]);
    }

    #[test]
    fn error_does_not_contain_the_secret() {
        let errors = Secrets::parse(TargetKind::Netlify, &json!({"token": ["very-secret"]})).unwrap_err();
        assert!(!errors.to_string().contains("very-secret"), "{errors}");
        let errors = Secrets::parse(TargetKind::Netlify, &json!({"token": "very\nsecret"})).unwrap_err();
        assert!(!errors.to_string().contains("secret"), "{errors}");
    }
}
