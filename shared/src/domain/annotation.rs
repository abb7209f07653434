//! Annotations: what changed when, so that an effect can be told from chance.

use chrono::{DateTime, Utc};
use serde::Serialize;
use sqlx::types::Json;
use uuid::Uuid;

use super::text_enum;

text_enum! {
    /// What sort of change it was.
    AnnotationKind {
        /// A release of the site.
        Deploy = "deploy",
        /// An edit of content.
        Edit = "edit",
        /// New titles or descriptions.
        Title = "title",
        /// Links, inside the site or to it.
        Link = "link",
        /// A move to other addresses or another host.
        Migration = "migration",
        /// An update of the search engine.
        GoogleUpdate = "google_update",
        /// Anything else.
        Other = "other",
    }
}

/// A change as noted.
#[derive(Debug, Clone, Serialize, sqlx_macros::FromRow)]
#[serde(rename_all = "camelCase")]
pub struct Annotation {
    /// Time-ordered.
    pub id: Uuid,
    /// Of which website; `None` when it concerns all of the workspace's.
    pub website_id: Option<Uuid>,
    /// The day, `YYYY-MM-DD`.
    pub day: String,
    /// The moment, where known.
    pub at: Option<DateTime<Utc>>,
    /// What sort.
    pub kind: AnnotationKind,
    /// In one line.
    pub title: String,
    /// In full; may be empty.
    pub detail: String,
    /// Addresses of the pages that changed; empty for the whole site.
    pub pages: Json<Vec<String>>,
    /// Who noted it.
    pub created_by: Uuid,
    /// When it was noted.
    pub created_at: DateTime<Utc>,
}
