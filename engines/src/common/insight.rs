//! What an engine tells: one finding with its evidence and what would refute it.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{EngineId, Money};

/// How much a finding matters to the owner of the site.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    /// Good to know.
    Info,
    /// Something to gain.
    Opportunity,
    /// Something is being lost, or a figure should not be trusted.
    Warning,
    /// A large loss is under way.
    Critical,
}

/// What sort of statement a finding is.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Nature {
    /// It may turn out wrong: its confidence is a probability, to be scored when its outcome is known.
    #[default]
    Claim,
    /// It states what the input holds or lacks, so nothing can come of it: nobody scores it.
    Fact,
}

/// One observed fact a finding rests on.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Evidence {
    /// Kind of fact, such as `query`, `test`, `clicksGained`, `factor`.
    #[serde(rename = "type")]
    pub kind: String,
    /// What it is about: the query, page or factor.
    #[serde(rename = "ref")]
    pub reference: String,
    /// The figures.
    pub value: serde_json::Value,
    /// Where they come from.
    pub source: String,
    /// When they were observed, RFC 3339; `None` when the input does not say.
    pub observed_at: Option<String>,
}

/// What to do about a finding.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Action {
    /// Stable word, such as `improve_page`, `create_page`, `rewrite_snippet`.
    pub kind: String,
    /// The sentence on the button.
    pub label: String,
    /// Page or query the action is about.
    pub target: Option<String>,
}

/// A finding: a claim with confidence, value, evidence and falsifier.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Insight {
    /// The engine that found it.
    pub engine: EngineId,
    /// Identity of the finding: its kind and what it is about, never a measured figure. The same finding on newer data
    /// has the same key, so it is updated, not repeated.
    #[serde(default)]
    pub key: String,
    /// The claim in one sentence.
    pub title: String,
    /// Stable word for the kind of finding, such as `striking_distance`.
    pub kind: String,
    /// How much it matters.
    pub severity: Severity,
    /// Whether it claims something or states a fact.
    #[serde(default)]
    pub nature: Nature,
    /// Probability that the claim holds, 0 to 1; of a fact how surely it was read.
    pub confidence: f64,
    /// Money a month; `None` when a factor is missing. It is never invented.
    pub impact: Option<Money>,
    /// Work to act on it, minutes.
    pub effort_minutes: u32,
    /// The facts it rests on.
    pub evidence: Vec<Evidence>,
    /// Name of the method.
    pub method: String,
    /// Version of the method.
    pub method_version: String,
    /// Assumptions.
    pub assumptions: Vec<String>,
    /// What to do; `None` when there is nothing to do.
    pub action: Option<Action>,
    /// The observation that would prove it wrong.
    pub falsifier: String,
    /// When it should no longer be believed, RFC 3339; `None` when the input has no date.
    pub expires_at: Option<String>,
}

impl Insight {
    /// The key of a finding of a kind about a subject, such as a page; an empty subject stands for the whole website.
    pub fn key_of(kind: &str, subject: &str) -> String {
        if subject.is_empty() { kind.to_owned() } else { format!("{kind}:{subject}") }
    }

    /// The finding as the statement of a fact, which is not scored.
    #[must_use]
    pub fn as_fact(self) -> Self {
        Self { nature: Nature::Fact, ..self }
    }
}
