//! Many rows through one statement: each database unpacks one JSON parameter in its own way.

use chrono::{DateTime, SecondsFormat, Utc};
use uuid::Uuid;

use super::{Db, Tx};

impl Tx {
    /// The text for the database at hand, where the dialects differ.
    pub(crate) const fn dialect(&self, postgres: &'static str, sqlite: &'static str) -> &'static str {
        match self {
            Self::Postgres(_) => postgres,
            Self::Sqlite(_) => sqlite,
        }
    }
}

impl Db {
    /// The text for the database at hand, where the dialects differ.
    pub(crate) const fn dialect(&self, postgres: &'static str, sqlite: &'static str) -> &'static str {
        match self {
            Self::Postgres(_) => postgres,
            Self::Sqlite(_) => sqlite,
        }
    }
}

/// A moment as the driver writes it on SQLite, so that texts compare as times do.
pub(crate) fn sql_time(at: DateTime<Utc>) -> String {
    at.to_rfc3339_opts(SecondsFormat::AutoSi, false)
}

/// Ids as a JSON list of hexadecimal texts: `unhex(value)` on SQLite, `CAST(value AS uuid)` on PostgreSQL.
pub(crate) fn id_list<'a>(ids: impl IntoIterator<Item = &'a Uuid>) -> String {
    let mut list = String::from("[");
    for (index, id) in ids.into_iter().enumerate() {
        if index > 0 {
            list.push(',');
        }
        list.push('"');
        list.push_str(&id.simple().to_string());
        list.push('"');
    }
    list.push(']');
    list
}
