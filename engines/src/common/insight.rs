//! Insights: findings with evidence and a falsifier.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{EngineId, Money};

/// Importance of a finding for the owner of the site.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    /// For information.
    Info,
    /// A possible gain.
    Opportunity,
    /// A loss, or a figure that should not be trusted.
    Warning,
    /// A large ongoing loss.
    Critical,
}

/// Kind of statement of a finding.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Nature {
    /// It may be wrong: its confidence is a probability that is scored when the outcome is known.
    #[default]
    Claim,
    /// It states what the input contains or lacks; it has no outcome and is not scored.
    Fact,
}

/// An observed fact that supports a finding.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Evidence {
    /// Kind of fact, such as `query`, `test`, `clicksGained`, `factor`.
    #[serde(rename = "type")]
    pub kind: String,
    /// Subject: the query, page or factor.
    #[serde(rename = "ref")]
    pub reference: String,
    /// Figures.
    pub value: serde_json::Value,
    /// Source of the figures.
    pub source: String,
    /// Time of observation, RFC 3339; `None` if the input has none.
    pub observed_at: Option<String>,
}

/// Recommended action of a finding.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Action {
    /// Stable identifier, such as `improve_page`, `create_page`, `rewrite_snippet`.
    pub kind: String,
    /// Label of the button.
    pub label: String,
    /// Page or query the action is about.
    pub target: Option<String>,
}

/// A finding: a claim with confidence, value, evidence and falsifier.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Insight {
    /// Engine that found it.
    pub engine: EngineId,
    /// Identity of the finding: its kind and subject, never a measured figure. The same finding on newer data has the
    /// same key, so it is updated instead of duplicated.
    #[serde(default)]
    pub key: String,
    /// The claim in one sentence.
    pub title: String,
    /// Stable identifier of the kind, such as `striking_distance`.
    pub kind: String,
    /// Importance.
    pub severity: Severity,
    /// Claim or fact.
    #[serde(default)]
    pub nature: Nature,
    /// Probability that the claim is correct, 0 to 1; for a fact, the certainty of the reading.
    pub confidence: f64,
    /// Monthly value; `None` if a factor is missing. It is never invented.
    pub impact: Option<Money>,
    /// Effort of the action, in minutes.
    pub effort_minutes: u32,
    /// Supporting facts.
    pub evidence: Vec<Evidence>,
    /// Name of the method.
    pub method: String,
    /// Version of the method.
    pub method_version: String,
    /// Assumptions.
    pub assumptions: Vec<String>,
    /// Recommended action; `None` if there is nothing to do.
    pub action: Option<Action>,
    /// The observation that would refute it.
    pub falsifier: String,
    /// End of validity, RFC 3339; `None` if the input has no date.
    pub expires_at: Option<String>,
}

impl Insight {
    /// Returns the key of a finding of a kind about a subject, such as a page; an empty subject means the whole
    /// website.
    pub fn key_of(kind: &str, subject: &str) -> String {
        if subject.is_empty() { kind.to_owned() } else { format!("{kind}:{subject}") }
    }

    /// Marks the finding as a fact, which is not scored.
    #[must_use]
    pub fn as_fact(self) -> Self {
        Self { nature: Nature::Fact, ..self }
    }
}
