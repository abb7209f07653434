//! The domain under which shared reports of a workspace are read.

use chrono::{DateTime, Utc};
use uuid::Uuid;

use crate::domain::site::DomainProof;

/// The domain of a workspace for shared reports.
#[derive(Debug, Clone, PartialEq, Eq, sqlx_macros::FromRow)]
pub struct ReportDomain {
    /// Workspace.
    pub workspace_id: Uuid,
    /// Host name in lower case.
    pub host: String,
    /// Name of the agency, for pages that are not found.
    pub name: String,
    /// Part of the value of its TXT record and of the name for its CNAME record, which is different for each claim.
    pub token: String,
    /// When a DNS record proved it; `None` before it. Only then it is served.
    pub verified_at: Option<DateTime<Utc>>,
    /// Record that proved it.
    pub proof: Option<DomainProof>,
    /// Time of the latest check.
    pub checked_at: Option<DateTime<Utc>>,
    /// What the latest check did not find.
    pub problem: Option<String>,
}

/// Path of the page of a shared report, followed by the token of its link.
pub const SHARED_REPORTS: &str = "/shared/reports/";
