//! Pages of sites. The text of each is a document.

use chrono::{DateTime, Utc};
use serde_json::Value;
use sqlx::types::Json;
use uuid::Uuid;

use crate::{
    domain::{
        document::VersionOrigin,
        site::{SitePage, SitePageKind},
    },
    store::{Executor, Result, macros::*},
};

/// Returns the pages of a site of the workspace in the order of the navigation.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn pages(executor: impl Into<Executor<'_>>, workspace_id: Uuid, id: Uuid) -> Result<Vec<SitePage>> {
    query_all!(
        executor.into(),
        SitePage,
        "SELECT p.path, p.kind, p.label, p.position, p.place, p.document_id, d.title, v.words, d.updated_at
           FROM site_pages p JOIN documents d ON d.id = p.document_id
           LEFT JOIN document_versions v ON v.document_id = d.id AND v.number = d.version
          WHERE p.website_id = $1 AND d.workspace_id = $2 ORDER BY p.position, p.path",
        id,
        workspace_id
    )
}

/// A page with the current version of its text.
#[derive(Debug, Clone, sqlx_macros::FromRow)]
pub struct StoredPage {
    /// Path with slashes at both ends; `/` is the home page.
    pub path: String,
    /// Kind.
    pub kind: SitePageKind,
    /// Words in the navigation.
    pub label: String,
    /// Name of the place that it is about.
    pub place: Option<String>,
    /// Names that count as equal when pages are compared.
    pub names: Json<Vec<String>>,
    /// Facts with which it was written; their type belongs to the content engine.
    pub facts: Json<Value>,
    /// Document.
    pub document_id: Uuid,
    /// Query of the page; may be empty.
    pub query: String,
    /// Number of the current version.
    pub version: i32,
    /// Its origin.
    pub origin: VersionOrigin,
    /// Whether a language model wrote this version or an earlier one.
    pub is_generated: bool,
    /// Its text: a draft of the content engine.
    pub draft: Json<Value>,
    /// Facts that it cites; their type belongs to the crate `documents`.
    pub cited: Json<Value>,
    /// Time of that version.
    pub written_at: DateTime<Utc>,
}

/// Returns the pages of a site of the workspace that have a text, in the order of the navigation.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn page_texts(executor: impl Into<Executor<'_>>, workspace_id: Uuid, id: Uuid) -> Result<Vec<StoredPage>> {
    query_all!(
        executor.into(),
        StoredPage,
        "SELECT p.path, p.kind, p.label, p.place, p.names, p.facts, p.document_id, d.query, d.version, v.origin,
                EXISTS (SELECT 1 FROM document_versions g WHERE g.document_id = d.id AND g.origin = 'generated')
                  AS is_generated, v.draft, v.cited, v.created_at AS written_at
           FROM site_pages p JOIN documents d ON d.id = p.document_id
           JOIN document_versions v ON v.document_id = d.id AND v.number = d.version
          WHERE p.website_id = $1 AND d.workspace_id = $2 ORDER BY p.position, p.path",
        id,
        workspace_id
    )
}
