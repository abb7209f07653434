//! Insights: findings of engines with evidence and a falsifier.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use sqlx::types::Json;
use uuid::Uuid;

use super::{money::MoneyRange, text_enum};

text_enum! {
    /// Importance.
    #[schema(as = InsightSeverity)]
    Severity {
        /// For information.
        Info = "info",
        /// A possible gain.
        Opportunity = "opportunity",
        /// A risk.
        Warning = "warning",
        /// An ongoing loss.
        Critical = "critical",
    }
}

text_enum! {
    /// Kind of statement.
    #[schema(as = InsightNature)]
    Nature {
        /// It may be wrong, so it is in the ledger and scored.
        Claim = "claim",
        /// It states what the data contain or lack; it is not scored.
        Fact = "fact",
    }
}

text_enum! {
    /// Outcome of an insight.
    #[schema(as = InsightVerdict)]
    Verdict {
        /// Not known yet.
        Open = "open",
        /// Its prediction was correct.
        Confirmed = "confirmed",
        /// Its falsifier was observed.
        Refuted = "refuted",
        /// It expired without an outcome.
        Expired = "expired",
    }
}

/// An insight to store.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct NewInsight {
    /// Identity: kind and subject. Insights from before keys existed have none.
    #[serde(default)]
    pub key: String,
    /// Title, one sentence.
    pub title: String,
    /// Kind of finding, as named by the engine.
    pub kind: String,
    /// Importance.
    pub severity: Severity,
    /// Whether it is scored. Insights from before facts existed are claims.
    #[serde(default = "claim")]
    pub nature: Nature,
    /// Confidence, 0 to 1.
    pub confidence: f64,
    /// Monthly value; `None` if unknown.
    pub impact: Option<MoneyRange>,
    /// Effort in minutes; 0 if there is nothing to do.
    pub effort_minutes: Option<i32>,
    /// A list of `{type, ref, value, source, observedAt}`.
    pub evidence: Value,
    /// Name of the method.
    pub method: String,
    /// Version of the method.
    pub method_version: String,
    /// Assumptions.
    pub assumptions: Vec<String>,
    /// Recommended action, if execution supports it.
    pub action: Option<Value>,
    /// The observation that would refute it.
    pub falsifier: String,
    /// End of validity.
    pub expires_at: DateTime<Utc>,
}

const fn claim() -> Nature {
    Nature::Claim
}

/// A stored insight.
#[derive(Debug, Clone, Serialize, sqlx_macros::FromRow)]
#[serde(rename_all = "camelCase")]
pub struct Insight {
    /// Time-ordered.
    pub id: Uuid,
    /// Engine that found it.
    pub engine_id: String,
    /// Run.
    pub run_id: Uuid,
    /// Website.
    pub website_id: Option<Uuid>,
    /// Content: the fields of [`NewInsight`].
    #[serde(flatten)]
    pub body: Json<NewInsight>,
    /// Outcome.
    pub verdict: Verdict,
    /// Time of the finding.
    pub created_at: DateTime<Utc>,
}
