//! Content documents: pages that are written, with every version of their text.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use sqlx::types::Json;
use utoipa::ToSchema;
use uuid::Uuid;

use super::{run::RunStatus, text_enum};

text_enum! {
    /// Status of a document, as its authors set it.
    DocumentStatus {
        /// It is being written.
        Draft = "draft",
        /// It can be published.
        Ready = "ready",
        /// It is published.
        Published = "published",
    }
}

text_enum! {
    /// Origin of a version.
    VersionOrigin {
        /// Written by the composer, without a language model.
        Composed = "composed",
        /// Written by a language model.
        Generated = "generated",
        /// Written by a person.
        Edited = "edited",
        /// A copy of an earlier version.
        Restored = "restored",
    }
}

/// Score of a version at the time it was written.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = DocumentScore)]
pub struct VersionScore {
    /// Score, 0 to 100.
    pub score: u32,
    /// Whether nothing prevents publication.
    pub passes: bool,
    /// Number of problems that prevent publication.
    pub blocking: u32,
    /// Number of other problems.
    pub warnings: u32,
    /// Flesch reading ease; `None` without a sentence.
    pub reading_ease: Option<f64>,
    /// Share of the sentences that cite a fact, 0 to 1.
    pub cited: f64,
}

/// A document without its text.
#[derive(Debug, Clone, Serialize, sqlx_macros::FromRow)]
#[serde(rename_all = "camelCase")]
pub struct Document {
    /// Time-ordered.
    pub id: Uuid,
    /// Website to which it belongs, if any.
    pub website_id: Option<Uuid>,
    /// Title, one line.
    pub title: String,
    /// Query of the page; may be empty.
    pub query: String,
    /// Slug of the vertical.
    pub vertical: Option<String>,
    /// Name of the place.
    pub place: Option<String>,
    /// GeoNames id of the place.
    pub geoname_id: Option<i64>,
    /// Search intent.
    pub intent: Option<String>,
    /// Questions, outline, facts and words; its type belongs to the crate `documents`.
    pub brief: Json<Value>,
    /// Status.
    pub status: DocumentStatus,
    /// Number of the current version; 0 without one.
    pub version: i32,
    /// Increases with each change of the document itself.
    pub revision: i64,
    /// Latest run that writes a version.
    pub run_id: Option<Uuid>,
    /// Its status; `None` if the run was deleted.
    pub run_status: Option<RunStatus>,
    /// Words of the current version.
    pub words: Option<i32>,
    /// Score of the current version.
    pub score: Option<Json<VersionScore>>,
    /// User who created it.
    pub created_by: Uuid,
    /// Time of creation.
    pub created_at: DateTime<Utc>,
    /// Time of the last change or version.
    pub updated_at: DateTime<Utc>,
    /// Time of archiving.
    pub archived_at: Option<DateTime<Utc>>,
}

impl Document {
    /// Returns whether a run is writing a version.
    #[must_use]
    pub fn is_being_written(&self) -> bool {
        self.run_status.is_some_and(|status| !status.is_final())
    }
}

/// A version without its text.
#[derive(Debug, Clone, Serialize, sqlx_macros::FromRow)]
#[serde(rename_all = "camelCase")]
pub struct VersionInfo {
    /// Number, from 1.
    pub number: i32,
    /// Number of the version that it was made from; 0 for none.
    pub base: i32,
    /// Origin.
    pub origin: VersionOrigin,
    /// Words of headings and text.
    pub words: i32,
    /// Score when it was written.
    pub score: Option<Json<VersionScore>>,
    /// Run that wrote it.
    pub run_id: Option<Uuid>,
    /// User who wrote it or started its run.
    pub user_id: Uuid,
    /// Name of that user; `None` if the account is deleted.
    pub user_name: Option<String>,
    /// Language model that wrote it.
    pub model: Option<String>,
    /// Cost in millionths of a dollar.
    pub cost_micros: i64,
    /// Note of the author, or what the run did.
    pub note: String,
    /// Time.
    pub created_at: DateTime<Utc>,
}

/// A version.
#[derive(Debug, Clone, Serialize, sqlx_macros::FromRow)]
#[serde(rename_all = "camelCase")]
pub struct DocumentVersion {
    /// Everything but the text.
    #[sqlx(flatten)]
    #[serde(flatten)]
    pub info: VersionInfo,
    /// Text: a draft of the content engine.
    pub draft: Json<Value>,
    /// Facts that it cites; their type belongs to the crate `documents`.
    pub cited: Json<Value>,
    /// Prompts of the language model.
    pub prompts: Option<Json<Value>>,
}
