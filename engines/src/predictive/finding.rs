//! The parts of an insight that differ between findings of this engine.

use super::{METHOD, METHOD_VERSION};
use crate::common::{Action, Day, EngineId, Evidence, Insight, Money, Nature, Severity};

/// An insight being built.
pub(super) struct Finding {
    pub(super) kind: &'static str,
    /// Subject: the same for the same finding on newer data.
    pub(super) subject: String,
    pub(super) title: String,
    pub(super) severity: Severity,
    /// Probability that the claim is correct.
    pub(super) confidence: f64,
    pub(super) impact: Option<Money>,
    pub(super) effort_minutes: u32,
    pub(super) evidence: Vec<Evidence>,
    pub(super) assumptions: Vec<String>,
    pub(super) action: Option<Action>,
    pub(super) falsifier: String,
    pub(super) days_valid: i32,
}

impl Finding {
    /// Builds the insight; it expires `days_valid` after `as_of`.
    pub(super) fn told(self, as_of: Option<Day>) -> Insight {
        Insight {
            engine: EngineId::Predictive,
            key: Insight::key_of(self.kind, &self.subject),
            title: self.title,
            kind: self.kind.to_owned(),
            severity: self.severity,
            nature: Nature::Claim,
            confidence: (self.confidence.clamp(0.0, 1.0) * 1_000.0).round() / 1_000.0,
            impact: self.impact,
            effort_minutes: self.effort_minutes,
            evidence: self.evidence,
            method: METHOD.to_owned(),
            method_version: METHOD_VERSION.to_owned(),
            assumptions: self.assumptions,
            action: self.action,
            falsifier: self.falsifier,
            expires_at: as_of.map(|day| day.plus(self.days_valid).to_rfc3339()),
        }
    }
}

/// Evidence from the input or computed from it.
pub(super) fn evidence(kind: &str, reference: &str, value: serde_json::Value, source: &str, day: Day) -> Evidence {
    Evidence {
        kind: kind.to_owned(),
        reference: reference.to_owned(),
        value,
        source: source.to_owned(),
        observed_at: Some(day.to_rfc3339()),
    }
}

/// A recommended action.
pub(super) fn action(kind: &str, label: String, target: Option<String>) -> Action {
    Action { kind: kind.to_owned(), label, target }
}

/// Share of draws that satisfy a condition; 0 without draws.
pub(super) fn share(draws: &[f64], condition: impl Fn(f64) -> bool) -> f64 {
    draws.iter().filter(|draw| condition(**draw)).count() as f64 / draws.len().max(1) as f64
}
