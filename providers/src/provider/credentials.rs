//! Credentials of providers.

use serde::{Deserialize, Serialize};

use crate::secret::Secret;

/// What a provider asks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CredentialKind {
    /// The user signs in with Google and agrees to read access.
    OAuth,
    /// A key.
    Key,
    /// A key that may be left out: fewer requests are allowed without it, or the server is the user's own.
    OptionalKey,
    /// A login and a password.
    LoginPassword,
}

/// Credentials for calls. Debug output never contains them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Credentials {
    /// Nothing: the service is open.
    None,
    /// Key.
    Key(Secret),
    /// Login and password.
    LoginPassword {
        /// Login, usually an email address; also treated as a secret.
        login: Secret,
        /// Password of the API.
        password: Secret,
    },
    /// Access token of OAuth 2.0.
    AccessToken(Secret),
}

impl Credentials {
    /// Returns the secrets within, to redact them.
    pub fn secrets(&self) -> impl Iterator<Item = &str> {
        let pair = match self {
            Self::None => [None, None],
            Self::Key(secret) | Self::AccessToken(secret) => [Some(secret), None],
            Self::LoginPassword { login, password } => [Some(login), Some(password)],
        };
        pair.into_iter().flatten().map(Secret::expose)
    }
}
