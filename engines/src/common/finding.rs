//! Builder of insights, common to all engines.

use serde_json::Value;

use super::{Action, Day, EngineId, Evidence, Insight, Money, Nature, Severity};

/// Identity of the engine and method, for every insight of an engine.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Signature {
    /// Engine.
    pub(crate) engine: EngineId,
    /// Name of its method.
    pub(crate) method: &'static str,
    /// Version of its method.
    pub(crate) version: &'static str,
}

/// Varying parts of an engine's insights. Omitted fields have defaults.
#[derive(Debug, Clone)]
pub(crate) struct Finding {
    /// Stable identifier of the kind of insight.
    pub(crate) kind: &'static str,
    /// Subject: the same for the same insight on newer data; empty for the whole website.
    pub(crate) subject: String,
    /// The claim in one sentence.
    pub(crate) title: String,
    /// Importance; `Info` by default.
    pub(crate) severity: Severity,
    /// Claim or fact; a claim by default.
    pub(crate) nature: Nature,
    /// Probability that the claim is correct.
    pub(crate) confidence: f64,
    /// Monthly value.
    pub(crate) impact: Option<Money>,
    /// Effort of acting on it, in minutes.
    pub(crate) effort_minutes: u32,
    /// Supporting facts.
    pub(crate) evidence: Vec<Evidence>,
    /// Assumptions.
    pub(crate) assumptions: Vec<String>,
    /// Recommended action.
    pub(crate) action: Option<Action>,
    /// The observation that would refute it.
    pub(crate) falsifier: String,
    /// Days of validity after the day of the analysis; 28 by default.
    pub(crate) days_valid: i32,
}

impl Default for Finding {
    fn default() -> Self {
        Self {
            kind: "",
            subject: String::new(),
            title: String::new(),
            severity: Severity::Info,
            nature: Nature::Claim,
            confidence: 0.5,
            impact: None,
            effort_minutes: 0,
            evidence: Vec::new(),
            assumptions: Vec::new(),
            action: None,
            falsifier: String::new(),
            days_valid: 28,
        }
    }
}

impl Finding {
    /// Returns the insight of an analysis made on the day `as_of`; without a day it does not expire.
    pub(crate) fn insight(self, signature: Signature, as_of: Option<Day>) -> Insight {
        Insight {
            engine: signature.engine,
            key: Insight::key_of(self.kind, &self.subject),
            title: self.title,
            kind: self.kind.to_owned(),
            severity: self.severity,
            nature: self.nature,
            confidence: self.confidence,
            impact: self.impact,
            effort_minutes: self.effort_minutes,
            evidence: self.evidence,
            method: signature.method.to_owned(),
            method_version: signature.version.to_owned(),
            assumptions: self.assumptions,
            action: self.action,
            falsifier: self.falsifier,
            expires_at: as_of.map(|day| day.plus(self.days_valid).to_rfc3339()),
        }
    }
}

impl Evidence {
    /// Creates evidence about `reference`, with its value, source and time of observation.
    pub(crate) fn new(kind: &str, reference: &str, value: Value, source: &str, observed_at: Option<Day>) -> Self {
        Self {
            kind: kind.to_owned(),
            reference: reference.to_owned(),
            value,
            source: source.to_owned(),
            observed_at: observed_at.map(Day::to_rfc3339),
        }
    }
}

impl Action {
    /// Creates an action of a kind, with the label of its button and its page or query.
    pub(crate) fn new(kind: &str, label: impl Into<String>, target: Option<String>) -> Self {
        Self { kind: kind.to_owned(), label: label.into(), target }
    }
}

/// Rounds a probability to three digits, as stated in insights.
pub(crate) fn three_digits(probability: f64) -> f64 {
    (probability * 1_000.0).round() / 1_000.0
}
