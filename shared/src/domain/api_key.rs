//! Personal API keys and their scopes.

use chrono::{DateTime, Utc};
use uuid::Uuid;

use super::text_enum;

text_enum! {
    /// Scope of a key.
    #[schema(as = ApiKeyScope)]
    Scope {
        /// Read access.
        Read = "read",
        /// Write access, which includes reading.
        Write = "write",
        /// Administration of the installation, if the user is an administrator.
        Admin = "admin",
    }
}

/// Scopes of a caller.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Scopes(u8);

impl Scopes {
    /// Scopes of a signed-in user: everything that the role allows.
    pub const ALL: Self = Self(7);

    const fn bit(scope: Scope) -> u8 {
        match scope {
            Scope::Read => 1,
            // Write access includes reading, because responses show the changed data.
            Scope::Write => 3,
            Scope::Admin => 4,
        }
    }

    /// Returns true if they include `scope`.
    #[must_use]
    pub const fn allow(self, scope: Scope) -> bool {
        let bit = Self::bit(scope);
        self.0 & bit == bit
    }

    /// Returns each scope, as stored.
    #[must_use]
    pub fn to_vec(self) -> Vec<Scope> {
        Scope::ALL.iter().copied().filter(|scope| self.allow(*scope)).collect()
    }
}

impl FromIterator<Scope> for Scopes {
    fn from_iter<I: IntoIterator<Item = Scope>>(scopes: I) -> Self {
        Self(scopes.into_iter().fold(0, |bits, scope| bits | Self::bit(scope)))
    }
}

/// A key as shown to its user.
#[derive(Debug, Clone, sqlx_macros::FromRow)]
pub struct ApiKey {
    /// Time-ordered.
    pub id: Uuid,
    /// Purpose.
    pub name: String,
    /// Prefix of the key.
    pub prefix: String,
    /// Scopes.
    #[sqlx(json)]
    pub scopes: Vec<Scope>,
    /// Time of creation.
    pub created_at: DateTime<Utc>,
    /// Time of last use, to the hour.
    pub last_used_at: Option<DateTime<Utc>>,
    /// End of validity; `None` for never.
    pub expires_at: Option<DateTime<Utc>>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn writing_takes_in_reading_and_nothing_takes_in_administration() {
        let of = |scopes: &[Scope]| scopes.iter().copied().collect::<Scopes>();
        let write = of(&[Scope::Write]);
        assert!(write.allow(Scope::Read) && write.allow(Scope::Write) && !write.allow(Scope::Admin));
        assert!(!of(&[Scope::Read, Scope::Admin]).allow(Scope::Write));
        assert_eq!(of(&[Scope::Admin, Scope::Read]).to_vec(), [Scope::Read, Scope::Admin]);
        assert_eq!(write.to_vec(), [Scope::Read, Scope::Write]);
        assert!(Scopes::default().to_vec().is_empty());
        assert!(Scope::ALL.iter().all(|scope| Scopes::ALL.allow(*scope)));
    }
}
