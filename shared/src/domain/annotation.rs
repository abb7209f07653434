//! Change log entries, which allow effects to be measured.

use chrono::{DateTime, NaiveDate, Utc};
use serde::Serialize;
use sqlx::types::Json;
use uuid::Uuid;

use super::text_enum;

text_enum! {
    /// Kind of a change.
    AnnotationKind {
        /// A release of the site.
        Deploy = "deploy",
        /// An edit of content.
        Edit = "edit",
        /// New titles or descriptions.
        Title = "title",
        /// Links, inside the site or to it.
        Link = "link",
        /// A move to other URLs or another host.
        Migration = "migration",
        /// An update of the search engine.
        GoogleUpdate = "google_update",
        /// Anything else.
        Other = "other",
    }
}

/// A recorded change.
#[derive(Debug, Clone, Serialize, sqlx_macros::FromRow)]
#[serde(rename_all = "camelCase")]
pub struct Annotation {
    /// Time-ordered.
    pub id: Uuid,
    /// Website; `None` if it concerns all websites of the workspace.
    pub website_id: Option<Uuid>,
    /// The day, in the time zone of the site.
    pub day: NaiveDate,
    /// The time, if known.
    pub at: Option<DateTime<Utc>>,
    /// Kind of change.
    pub kind: AnnotationKind,
    /// Title, one line.
    pub title: String,
    /// Details; may be empty.
    pub detail: String,
    /// Addresses of the changed pages; empty for the whole site.
    pub pages: Json<Vec<String>>,
    /// User who recorded it.
    pub created_by: Uuid,
    /// Time of recording.
    pub created_at: DateTime<Utc>,
}
