//! Secrets of an access: those of the deploy target with the same connection, and those of a Git repository.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::AccessKind;
use crate::{
    Secret, Secrets,
    secret::SftpSecrets,
    settings::{FieldErrors, Problems, decode},
};

/// Secrets of an access.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum AccessSecrets {
    /// Those of the deploy target with the same connection.
    Target(Secrets),
    /// Those of a Git repository.
    Git(GitSecrets),
}

/// Credentials of a Git repository: a private key for SSH, or a token for HTTPS.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct GitSecrets {
    /// Private key in the format of OpenSSH, PEM or PuTTY.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub private_key: Option<Secret>,
    /// Passphrase of the private key.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub passphrase: Option<Secret>,
    /// Token with the permission to read and write the repository.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub token: Option<Secret>,
}

impl AccessSecrets {
    /// Reads the secrets of a kind of access.
    ///
    /// # Errors
    /// Returns [`FieldErrors`] for missing, unknown and malformed fields. They do not contain the secret.
    pub fn parse(kind: AccessKind, json: &Value) -> Result<Self, FieldErrors> {
        if let Some(target) = kind.target() {
            return Secrets::parse(target, json).map(Self::Target);
        }
        let secrets: GitSecrets = decode(json)?;
        secrets.check()?;
        Ok(Self::Git(secrets))
    }

    /// Returns the JSON that the caller encrypts.
    #[must_use]
    pub fn to_json(&self) -> Value {
        match self {
            Self::Target(secrets) => secrets.to_json(),
            Self::Git(secrets) => serde_json::to_value(secrets).unwrap_or_default(),
        }
    }
}

impl GitSecrets {
    fn check(&self) -> Result<(), FieldErrors> {
        let mut problems = Problems::default();
        match (self.has_key(), &self.token) {
            (true, Some(_)) => problems.add("token", "Enter a private key or a token, not both."),
            (false, None) => problems.add("privateKey", "Enter a private key for SSH, or a token for HTTPS."),
            (true, None) => {
                if let Err(detail) = self.key() {
                    problems.add("privateKey", &detail);
                }
            }
            (false, Some(token)) => problems.secret("token", token),
        }
        problems.finish()
    }

    fn has_key(&self) -> bool {
        self.private_key.as_ref().is_some_and(|key| !key.expose().is_empty())
    }

    /// Returns the private key, decrypted; `None` if there is none.
    pub(super) fn key(&self) -> Result<Option<russh::keys::PrivateKey>, String> {
        let (private_key, passphrase) = (self.private_key.clone(), self.passphrase.clone());
        SftpSecrets { password: None, private_key, passphrase }.key()
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn secrets_of_git_are_a_key_or_a_token() {
        let field = |json: &Value| AccessSecrets::parse(AccessKind::Git, json).unwrap_err().0[0].field.clone();
        assert_eq!(field(&json!({})), "privateKey");
        assert_eq!(field(&json!({"privateKey": "nonsense"})), "privateKey");
        assert_eq!(field(&json!({"token": "a b"})), "token");
        assert_eq!(field(&json!({"token": ""})), "token");
        assert_eq!(field(&json!({"privateKey": "x", "token": "y"})), "token");
        assert_eq!(field(&json!({"password": "x"})), "password");
        let secrets = AccessSecrets::parse(AccessKind::Git, &json!({"token": "very-secret"})).unwrap();
        assert!(!format!("{secrets:?}").contains("very-secret"));
        assert_eq!(AccessSecrets::parse(AccessKind::Git, &secrets.to_json()).unwrap(), secrets);
        let folder = AccessSecrets::parse(AccessKind::Folder, &json!({})).unwrap();
        assert_eq!(folder, AccessSecrets::Target(Secrets::Folder));
    }
}
