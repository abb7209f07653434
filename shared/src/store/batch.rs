//! Batches of rows in one statement, passed as one JSON parameter that each database unpacks.

use chrono::{DateTime, SecondsFormat, Utc};
use sqlx::{Encode, Postgres, Sqlite, Type, encode::IsNull, error::BoxDynError};
use uuid::Uuid;

use super::Tx;

impl Tx {
    /// Returns the text for the current database, where the dialects differ.
    pub(crate) const fn dialect(&self, postgres: &'static str, sqlite: &'static str) -> &'static str {
        match self {
            Self::Postgres(_) => postgres,
            Self::Sqlite(_) => sqlite,
        }
    }
}

/// Formats a time like the SQLite driver, so that texts compare like times.
pub(crate) fn sql_time(at: DateTime<Utc>) -> String {
    at.to_rfc3339_opts(SecondsFormat::AutoSi, false)
}

/// Ids as one parameter: an array on PostgreSQL (`= ANY($1)`), a JSON list of hexadecimal texts on SQLite (`IN (SELECT
/// unhex(value) FROM json_each($1))`).
#[derive(Debug, Clone)]
pub(crate) struct Ids(Vec<Uuid>);

impl Ids {
    pub(crate) fn of<'a>(ids: impl IntoIterator<Item = &'a Uuid>) -> Self {
        Self(ids.into_iter().copied().collect())
    }

    fn json(&self) -> String {
        let texts: Vec<String> = self.0.iter().map(|id| format!("\"{}\"", id.simple())).collect();
        format!("[{}]", texts.join(","))
    }
}

impl Type<Postgres> for Ids {
    fn type_info() -> <Postgres as sqlx::Database>::TypeInfo {
        <Vec<Uuid> as Type<Postgres>>::type_info()
    }
}

impl Encode<'_, Postgres> for Ids {
    fn encode_by_ref(&self, buffer: &mut <Postgres as sqlx::Database>::ArgumentBuffer) -> Result<IsNull, BoxDynError> {
        Encode::<Postgres>::encode_by_ref(&self.0, buffer)
    }
}

impl Type<Sqlite> for Ids {
    fn type_info() -> <Sqlite as sqlx::Database>::TypeInfo {
        <String as Type<Sqlite>>::type_info()
    }
}

impl Encode<'_, Sqlite> for Ids {
    fn encode_by_ref(&self, buffer: &mut <Sqlite as sqlx::Database>::ArgumentBuffer) -> Result<IsNull, BoxDynError> {
        Encode::<Sqlite>::encode(self.json(), buffer)
    }
}
