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
    store::{Executor, Result, Tx, macros::*},
};

/// Returns the pages of a site of the workspace in the order of the navigation.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn pages(executor: impl Into<Executor<'_>>, workspace_id: Uuid, id: Uuid) -> Result<Vec<SitePage>> {
    query_all!(
        executor.into(),
        SitePage,
        "SELECT p.path, p.kind, p.label, p.position, p.place, p.is_own, p.document_id, d.title, v.words, d.updated_at
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
    /// Whether a person added it: no plan writes it.
    pub is_own: bool,
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
        "SELECT p.path, p.kind, p.label, p.place, p.is_own, p.names, p.facts, p.document_id, d.query, d.version, v.origin,
                EXISTS (SELECT 1 FROM document_versions g WHERE g.document_id = d.id AND g.origin = 'generated')
                  AS is_generated, v.draft, v.cited, v.created_at AS written_at
           FROM site_pages p JOIN documents d ON d.id = p.document_id
           JOIN document_versions v ON v.document_id = d.id AND v.number = d.version
          WHERE p.website_id = $1 AND d.workspace_id = $2 ORDER BY p.position, p.path",
        id,
        workspace_id
    )
}

/// A page that a person adds to a site.
#[derive(Debug, Clone)]
pub struct OwnPage {
    /// Path with slashes at both ends.
    pub path: String,
    /// Words in the navigation.
    pub label: String,
    /// Document with its text.
    pub document_id: Uuid,
    /// The place that it is about, if its title names one.
    pub place: Option<String>,
}

/// Outcome of adding a page.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Added {
    /// It was added, as an article at the end of the navigation until the next build.
    Done,
    /// The site has a page at this path.
    Taken,
    /// The site has as many pages as it may have.
    Full,
    /// The site has no pages yet.
    Unbuilt,
}

/// Maximum number of pages of a site.
pub const MOST_PAGES: i64 = 2_000;

/// Adds a page to a site. The caller has locked the site, and the document belongs to its workspace.
///
/// # Errors
/// Returns an error if a query fails.
pub async fn add_page(tx: &mut Tx, id: Uuid, page: &OwnPage, now: DateTime<Utc>) -> Result<Added> {
    let sql = "SELECT COUNT(*), COUNT(CASE WHEN path = $2 THEN 1 END), COALESCE(MAX(position), 0)
                 FROM site_pages WHERE website_id = $1";
    let counted = query_opt!(&mut *tx, (i64, i64, i32), sql, id, &page.path)?;
    let (pages, taken, last) = counted.unwrap_or_default();
    if pages == 0 {
        return Ok(Added::Unbuilt);
    }
    if taken > 0 {
        return Ok(Added::Taken);
    }
    if pages >= MOST_PAGES {
        return Ok(Added::Full);
    }
    execute!(
        tx,
        "INSERT INTO site_pages (website_id, path, kind, label, position, place, names, facts, document_id, created_at,
           is_own)
         SELECT website_id, $2, $3, $4, $5, $9, names, $6, $7, $8, TRUE
           FROM site_pages WHERE website_id = $1 AND path = '/'",
        id,
        &page.path,
        SitePageKind::Article,
        &page.label,
        last + 1,
        Json(Value::Array(Vec::new())),
        page.document_id,
        now,
        &page.place
    )?;
    Ok(Added::Done)
}

/// Removes a page that a person added; returns false if there is none. Its document remains.
///
/// # Errors
/// Returns an error if a query fails.
pub async fn remove_page(tx: &mut Tx, id: Uuid, path: &str) -> Result<bool> {
    let sql = "DELETE FROM site_pages WHERE website_id = $1 AND path = $2 AND is_own = TRUE";
    Ok(execute!(tx, sql, id, path)? > 0)
}
