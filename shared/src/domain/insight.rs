//! Insights: what an engine found, with evidence, and with what would prove it wrong.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use sqlx::types::Json;
use uuid::Uuid;

use super::{money::MoneyRange, text_enum};

text_enum! {
    /// How much it matters.
    #[schema(as = InsightSeverity)]
    Severity {
        /// Worth knowing.
        Info = "info",
        /// Something to gain.
        Opportunity = "opportunity",
        /// Something at risk.
        Warning = "warning",
        /// Something is being lost now.
        Critical = "critical",
    }
}

text_enum! {
    /// What sort of statement it is.
    #[schema(as = InsightNature)]
    Nature {
        /// It may turn out wrong, so it is kept in the ledger and scored.
        Claim = "claim",
        /// It states what the data holds or lacks; nobody scores it.
        Fact = "fact",
    }
}

text_enum! {
    /// Whether time proved it right.
    #[schema(as = InsightVerdict)]
    Verdict {
        /// Not yet known.
        Open = "open",
        /// What it predicted came.
        Confirmed = "confirmed",
        /// Its falsifier was seen.
        Refuted = "refuted",
        /// Nobody could tell before it expired.
        Expired = "expired",
    }
}

/// An insight to be stored.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct NewInsight {
    /// Identity of the finding: its kind and subject. Insights from before keys have none.
    #[serde(default)]
    pub key: String,
    /// The finding in one sentence.
    pub title: String,
    /// The engine's word for this sort of finding.
    pub kind: String,
    /// How much it matters.
    pub severity: Severity,
    /// Whether it is scored. What was stored before facts were told apart is a claim.
    #[serde(default = "claim")]
    pub nature: Nature,
    /// 0 to 1.
    pub confidence: f64,
    /// Money a month; `None` where nothing supports a figure.
    pub impact: Option<MoneyRange>,
    /// Effort in minutes; 0 if there is nothing to do.
    pub effort_minutes: Option<i32>,
    /// A list of `{type, ref, value, source, observedAt}`.
    pub evidence: Value,
    /// How it was found.
    pub method: String,
    /// The version of that method.
    pub method_version: String,
    /// Assumptions.
    pub assumptions: Vec<String>,
    /// What to do, where execution can do it.
    pub action: Option<Value>,
    /// The observation that would prove it wrong.
    pub falsifier: String,
    /// When it no longer holds.
    pub expires_at: DateTime<Utc>,
}

const fn claim() -> Nature {
    Nature::Claim
}

/// An insight as stored.
#[derive(Debug, Clone, Serialize, sqlx_macros::FromRow)]
#[serde(rename_all = "camelCase")]
pub struct Insight {
    /// Time-ordered.
    pub id: Uuid,
    /// Which engine found it.
    pub engine_id: String,
    /// In which run.
    pub run_id: Uuid,
    /// About which website.
    pub website_id: Option<Uuid>,
    /// What was found: the fields of [`NewInsight`].
    #[serde(flatten)]
    pub body: Json<NewInsight>,
    /// Whether time proved it right.
    pub verdict: Verdict,
    /// When it was found.
    pub created_at: DateTime<Utc>,
}
