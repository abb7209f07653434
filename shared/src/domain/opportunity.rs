//! Opportunities: possible work with its value and status.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use sqlx::types::Json;
use uuid::Uuid;

use super::{money::MoneyRange, text_enum};

text_enum! {
    /// Status of an opportunity.
    OpportunityStatus {
        /// Found by an engine or a user.
        Discovered = "discovered",
        /// Under review.
        InReview = "in_review",
        /// Work has started.
        Implementing = "implementing",
        /// Implemented.
        Implemented = "implemented",
        /// Implemented without success.
        Failed = "failed",
        /// Dismissed.
        Dismissed = "dismissed",
    }
}

/// Content of an opportunity.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct OpportunityBody {
    /// What to do, one sentence.
    pub title: String,
    /// Kind as named by the engine, such as `striking_distance`.
    pub category: String,
    /// Difficulty, 0 to 100; `None` if unknown.
    pub difficulty: Option<f64>,
    /// Score, 0 to 100, the default order.
    pub score: f64,
    /// Engine that found it; `None` if a crawl found it or a user created it.
    pub engine_id: Option<String>,
    /// Its keyword.
    pub keyword: Option<String>,
    /// Monthly value.
    pub impact: Option<MoneyRange>,
    /// Effort, in minutes.
    pub effort_minutes: Option<i32>,
    /// Whether the effort is low.
    pub quick_win: bool,
    /// Whether the execution engine has an action for it.
    pub automated: bool,
    /// Whether a person has edited it; later runs do not change it then.
    #[serde(default)]
    pub edited: bool,
    /// Evidence.
    pub evidence: Value,
}

/// A stored opportunity.
#[derive(Debug, Clone, Serialize, sqlx_macros::FromRow)]
#[serde(rename_all = "camelCase")]
pub struct Opportunity {
    /// Time-ordered.
    pub id: Uuid,
    /// Website.
    pub website_id: Option<Uuid>,
    /// Status.
    pub status: OpportunityStatus,
    /// The fields of [`OpportunityBody`].
    #[serde(flatten)]
    pub body: Json<OpportunityBody>,
    /// Time of the finding.
    pub created_at: DateTime<Utc>,
    /// Time of the last change.
    pub updated_at: DateTime<Utc>,
}
