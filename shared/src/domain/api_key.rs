//! Personal API keys and what they may do.

use chrono::{DateTime, Utc};
use uuid::Uuid;

use super::text_enum;

text_enum! {
    /// What a key may do.
    #[schema(as = ApiKeyScope)]
    Scope {
        /// Reads.
        Read = "read",
        /// Changes, which takes in reading.
        Write = "write",
        /// Administers the installation, where its user is an administrator.
        Admin = "admin",
    }
}

/// What a caller may do.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Scopes(u8);

impl Scopes {
    /// Whoever signed in may do whatever their role allows.
    pub const ALL: Self = Self(7);

    const fn bit(scope: Scope) -> u8 {
        match scope {
            Scope::Read => 1,
            // Who changes something is shown what came of it.
            Scope::Write => 3,
            Scope::Admin => 4,
        }
    }

    /// Whether they take in `scope`.
    #[must_use]
    pub const fn allow(self, scope: Scope) -> bool {
        let bit = Self::bit(scope);
        self.0 & bit == bit
    }

    /// Returns each of them, as they are stored.
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

/// A key as its user sees it.
#[derive(Debug, Clone, sqlx_macros::FromRow)]
pub struct ApiKey {
    /// Time-ordered.
    pub id: Uuid,
    /// What it is for.
    pub name: String,
    /// How it begins.
    pub prefix: String,
    /// What it may do.
    #[sqlx(json)]
    pub scopes: Vec<Scope>,
    /// When it was made.
    pub created_at: DateTime<Utc>,
    /// When it was last used, to the hour.
    pub last_used_at: Option<DateTime<Utc>>,
    /// When it ends; `None` for never.
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
