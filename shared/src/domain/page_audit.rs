//! Audits of single pages for a keyword.

use chrono::{DateTime, Utc};
use serde_json::Value;
use sqlx::types::Json;
use uuid::Uuid;

use super::run::{RunError, RunStatus};

/// An audit of a page, without its report.
#[derive(Debug, Clone, sqlx_macros::FromRow)]
pub struct PageAudit {
    /// Time-ordered.
    pub id: Uuid,
    /// Website of the workspace that the page belongs to, if there is one.
    pub website_id: Option<Uuid>,
    /// User who started it.
    pub user_id: Uuid,
    /// Its run.
    pub run_id: Uuid,
    /// Address of the page.
    pub url: String,
    /// Keyword that the page should appear for.
    pub keyword: String,
    /// Time of creation.
    pub created_at: DateTime<Utc>,
    /// Time at which it was complete; `None` before.
    pub finished_at: Option<DateTime<Utc>>,
    /// Number of fixes; `None` before its end.
    pub fixes: Option<i64>,
    /// Status of its run; `None` if the run is no longer kept.
    pub status: Option<RunStatus>,
    /// Error of its run, if it failed.
    pub error: Option<Json<RunError>>,
}

/// An audit to store with its run.
#[derive(Debug, Clone)]
pub struct NewPageAudit {
    /// Id.
    pub id: Uuid,
    /// Website of the workspace that the page belongs to, if there is one.
    pub website_id: Option<Uuid>,
    /// Address of the page.
    pub url: String,
    /// Keyword.
    pub keyword: String,
}

/// A report of the content engine.
pub type PageAuditReport = Json<Value>;
