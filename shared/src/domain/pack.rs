//! A workspace's own editorial packs.

use chrono::{DateTime, NaiveDate, Utc};
use serde::Serialize;
use uuid::Uuid;

use super::text_enum;

text_enum! {
    /// What a change did to a pack.
    PackAction {
        /// Its text was edited.
        Edited = "edited",
        /// It was imported from a file.
        Imported = "imported",
        /// An earlier text was restored.
        Restored = "restored",
        /// It was removed, so that the built-in pack counts.
        Removed = "removed",
    }
}

/// An own pack without its text.
#[derive(Debug, Clone, Serialize, sqlx_macros::FromRow)]
#[serde(rename_all = "camelCase")]
pub struct OwnPack {
    /// Language, such as `en`.
    pub language: String,
    /// Slug of the vertical.
    pub vertical: String,
    /// False after it was removed.
    pub is_active: bool,
    /// Name of the trade in headings.
    pub title: String,
    /// Day of the last revision, as the pack says.
    pub updated: NaiveDate,
    /// Who must review pages before they are published.
    pub review: Option<String>,
    /// Number of words.
    pub words: i32,
    /// Number of questions.
    pub questions: i32,
    /// Number of warnings of the check.
    pub warnings: i32,
    /// Number of changes so far.
    pub revision: i64,
    /// Time of the latest change.
    pub changed_at: DateTime<Utc>,
    /// User who made it.
    pub changed_by: Uuid,
}

/// A change of a pack without its text.
#[derive(Debug, Clone, Serialize, sqlx_macros::FromRow)]
#[serde(rename_all = "camelCase")]
pub struct PackChange {
    /// Time-ordered.
    pub id: Uuid,
    /// Language.
    pub language: String,
    /// Slug of the vertical.
    pub vertical: String,
    /// What it did.
    pub action: PackAction,
    /// Words of the text.
    pub words: i32,
    /// Note of the author.
    pub note: String,
    /// User who made it.
    pub user_id: Uuid,
    /// Name of that user; `None` if the account is deleted.
    pub user_name: Option<String>,
    /// Time.
    pub created_at: DateTime<Utc>,
}
