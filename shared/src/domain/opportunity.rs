//! Opportunities: what could be done, what it would bring, and how far it is.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use sqlx::types::Json;
use uuid::Uuid;

use super::{money::MoneyRange, text_enum};

text_enum! {
    /// Status of an opportunity.
    OpportunityStatus {
        /// An engine or a user found it.
        Discovered = "discovered",
        /// Somebody looks at it.
        InReview = "in_review",
        /// Work on it has begun.
        Implementing = "implementing",
        /// Done.
        Implemented = "implemented",
        /// Tried without success.
        Failed = "failed",
        /// Not wanted.
        Dismissed = "dismissed",
    }
}

/// What an opportunity is about.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct OpportunityBody {
    /// A sentence that says what to do.
    pub title: String,
    /// The engine's word for this sort, such as `striking_distance`.
    pub category: String,
    /// 0 to 100; `None` when unknown.
    pub difficulty: Option<f64>,
    /// 0 to 100, the default order.
    pub score: f64,
    /// The engine that found it; `None` when a user wrote it down.
    pub engine_id: Option<String>,
    /// The search it is about.
    pub keyword: Option<String>,
    /// Money a month.
    pub impact: Option<MoneyRange>,
    /// How long it takes.
    pub effort_minutes: Option<i32>,
    /// Whether little work brings it in.
    pub quick_win: bool,
    /// Whether the execution engine has an action for it.
    pub automated: bool,
    /// Whether a person has edited it; later runs leave it as it is.
    #[serde(default)]
    pub edited: bool,
    /// What supports it.
    pub evidence: Value,
}

/// An opportunity as stored.
#[derive(Debug, Clone, Serialize, sqlx_macros::FromRow)]
#[serde(rename_all = "camelCase")]
pub struct Opportunity {
    /// Time-ordered.
    pub id: Uuid,
    /// About which website.
    pub website_id: Option<Uuid>,
    /// Status.
    pub status: OpportunityStatus,
    /// The fields of [`OpportunityBody`].
    #[serde(flatten)]
    pub body: Json<OpportunityBody>,
    /// When it was found.
    pub created_at: DateTime<Utc>,
    /// When it last changed.
    pub updated_at: DateTime<Utc>,
}
