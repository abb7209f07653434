//! Reports about a website for a client: what is set, and what was made.

mod content;
mod domain;

pub use content::*;
pub use domain::{ReportDomain, SHARED_REPORTS};

use chrono::{DateTime, NaiveDate, Utc};
use serde::{Deserialize, Serialize};
use sqlx::types::Json;
use utoipa::ToSchema;
use uuid::Uuid;

use super::text_enum;

text_enum! {
    /// Section of a report.
    ReportSection {
        /// Clicks and impressions in search results.
        Search = "search",
        /// Visits.
        Visits = "visits",
        /// Ranks of tracked keywords.
        Ranks = "ranks",
        /// Issues that crawls find.
        Issues = "issues",
        /// What was changed, and measured effects.
        Changes = "changes",
        /// Leads and revenue.
        Revenue = "revenue",
        /// What to do next, and its monthly value.
        Actions = "actions",
    }
}

text_enum! {
    /// How often a report is made and emailed.
    ReportFrequency {
        /// Only when somebody makes it.
        None = "none",
        /// On Mondays.
        Weekly = "weekly",
        /// On the first day of each month.
        Monthly = "monthly",
    }
}

/// Lengths of the period of a report, in days.
pub const REPORT_DAYS: [i32; 3] = [7, 28, 90];

/// Maximum number of recipients of a report.
pub const REPORT_RECIPIENTS: usize = 10;

/// Maximum bytes of a logo.
pub const LOGO_BYTES: usize = 256 << 10;

/// The name and the look of whoever sends a report.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ReportBrand {
    /// Name of the agency.
    pub name: String,
    /// Accent color, such as `#1d4ed8`.
    pub accent: String,
    /// The logo as a `data:` address; `null` without one.
    pub logo: Option<String>,
}

/// What a person sets of a report.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReportBody {
    /// Title.
    pub title: String,
    /// Days of the period.
    pub days: i32,
    /// Chosen sections, in their order.
    pub sections: Vec<ReportSection>,
    /// Name of the agency.
    pub brand_name: String,
    /// Accent color.
    pub accent: String,
    /// How often it is made and emailed.
    pub frequency: ReportFrequency,
    /// Hour of the scheduled times.
    pub hour: i32,
    /// Time zone of the hour.
    pub time_zone: String,
    /// Email addresses.
    pub recipients: Vec<String>,
}

/// A stored report, without its logo.
#[derive(Debug, Clone, sqlx_macros::FromRow)]
pub struct Report {
    /// Time-ordered.
    pub id: Uuid,
    /// Workspace.
    pub workspace_id: Uuid,
    /// Website that it is about.
    pub website_id: Uuid,
    /// Name of the website.
    pub website_name: String,
    /// Title.
    pub title: String,
    /// Days of the period.
    pub days: i32,
    /// Chosen sections, in their order.
    pub sections: Json<Vec<ReportSection>>,
    /// Name of the agency.
    pub brand_name: String,
    /// Accent color.
    pub accent: String,
    /// Whether it has a logo.
    pub has_logo: bool,
    /// How often it is made and emailed.
    pub frequency: ReportFrequency,
    /// Hour of the scheduled times.
    pub hour: i32,
    /// Time zone of the hour.
    pub time_zone: String,
    /// Email addresses.
    pub recipients: Json<Vec<String>>,
    /// Its schedule.
    pub schedule_id: Option<Uuid>,
    /// Time since when it is shared by a link.
    pub shared_at: Option<DateTime<Utc>>,
    /// Latest issue.
    pub latest_issue_id: Option<Uuid>,
    /// Time at which it was made.
    pub latest_made_at: Option<DateTime<Utc>>,
    /// Time of creation.
    pub created_at: DateTime<Utc>,
    /// Time of the last change.
    pub updated_at: DateTime<Utc>,
}

/// A made report, without its content.
#[derive(Debug, Clone, Serialize, ToSchema, sqlx_macros::FromRow)]
#[serde(rename_all = "camelCase")]
pub struct ReportIssue {
    /// Time-ordered.
    pub id: Uuid,
    /// First day of the period.
    pub period_from: NaiveDate,
    /// Last day of the period.
    pub period_to: NaiveDate,
    /// Time at which it was made.
    pub made_at: DateTime<Utc>,
    /// Last time at which it was emailed.
    pub emailed_at: Option<DateTime<Utc>>,
    /// Emails sent then.
    pub emails: i64,
    /// Emails that were not sent then, because the workspace had reached its limit.
    pub refused_emails: i64,
}
