//! Releases: immutable versions of a site's files, with the report of their checks.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use sqlx::types::Json;
use utoipa::ToSchema;
use uuid::Uuid;

/// A file of a release.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ReleaseFile {
    /// Path without a slash at its start, such as `cost/index.html`.
    pub path: String,
    /// SHA-256 of the content, hexadecimal.
    pub sha256: String,
    /// Bytes of the content.
    pub size: i64,
    /// Media type, such as `text/html; charset=utf-8`.
    pub content_type: String,
}

/// A release without its files and its report.
#[derive(Debug, Clone, Serialize, sqlx_macros::FromRow)]
#[serde(rename_all = "camelCase")]
pub struct Release {
    /// Time-ordered.
    pub id: Uuid,
    /// Site.
    pub website_id: Uuid,
    /// Number in the site, from 1.
    pub number: i32,
    /// SHA-256 of the manifest, hexadecimal.
    pub digest: String,
    /// Whether the checks forbid its deployment.
    pub is_blocked: bool,
    /// Secret part of the address of the preview.
    pub preview_key: String,
    /// Number of pages.
    pub pages: i32,
    /// User who approved it.
    pub approved_by: Option<Uuid>,
    /// Time of the approval.
    pub approved_at: Option<DateTime<Utc>>,
    /// Whether its trade is regulated, so that a named person must review it before it is deployed.
    pub needs_review: bool,
    /// Person who reviewed it, by the statement of the user who approved it.
    pub reviewer_name: Option<String>,
    /// Qualification of that person.
    pub reviewer_credentials: Option<String>,
    /// Time at which the review was recorded.
    pub reviewed_at: Option<DateTime<Utc>>,
    /// Time of the latest deployment.
    pub deployed_at: Option<DateTime<Utc>>,
    /// Address at which it was deployed.
    pub url: Option<String>,
    /// Time of creation.
    pub created_at: DateTime<Utc>,
}

impl Release {
    /// Returns true if a person approved it and, where its trade needs it, a named person reviewed it.
    #[must_use]
    pub const fn is_approved(&self) -> bool {
        self.approved_at.is_some() && (!self.needs_review || self.reviewed_at.is_some())
    }
}

/// Review of a release by a named person.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Review {
    /// Name of the person.
    pub name: String,
    /// Qualification.
    pub credentials: String,
}

/// A release with its files and its report.
#[derive(Debug, Clone, sqlx_macros::FromRow)]
pub struct FullRelease {
    /// The release.
    #[sqlx(flatten)]
    pub release: Release,
    /// Its files, ordered by path.
    pub manifest: Json<Vec<ReleaseFile>>,
    /// Report of the checks; its type belongs to the crate `gate`.
    pub gate: Json<Value>,
    /// What the target stored about it; its type belongs to the crate `targets`.
    pub remote: Option<Json<Value>>,
}

/// The content of a file.
#[derive(Debug, Clone, sqlx_macros::FromRow)]
pub struct Blob {
    /// SHA-256 of the content, hexadecimal.
    pub sha256: String,
    /// Content, compressed with gzip.
    pub bytes: Vec<u8>,
    /// Bytes of the content.
    pub size: i64,
}
