//! Common parts of the engine's insights.

use serde_json::Value;

use super::{METHOD, METHOD_VERSION};
use crate::common::{Action, Day, EngineId, Evidence, Insight, Nature, Severity};

/// The parts of an insight that differ between findings.
pub(super) struct Finding {
    pub(super) kind: &'static str,
    /// Subject: the same for the same finding on newer data.
    pub(super) subject: String,
    pub(super) title: String,
    pub(super) severity: Severity,
    pub(super) confidence: f64,
    pub(super) effort_minutes: u32,
    pub(super) evidence: Vec<Evidence>,
    pub(super) assumptions: Vec<String>,
    pub(super) action: Option<Action>,
    pub(super) falsifier: String,
}

/// Days of validity of an insight about page texts.
const DAYS_VALID: i32 = 60;

impl Finding {
    /// Builds the insight. It has no monetary value, because that needs clicks, which are not in the input.
    pub(super) fn insight(self, as_of: Option<Day>) -> Insight {
        Insight {
            engine: EngineId::Semantic,
            key: Insight::key_of(self.kind, &self.subject),
            title: self.title,
            kind: self.kind.to_owned(),
            severity: self.severity,
            nature: Nature::Claim,
            confidence: self.confidence,
            impact: None,
            effort_minutes: self.effort_minutes,
            evidence: self.evidence,
            method: METHOD.to_owned(),
            method_version: METHOD_VERSION.to_owned(),
            assumptions: self.assumptions,
            action: self.action,
            falsifier: self.falsifier,
            expires_at: as_of.map(|day| day.plus(DAYS_VALID).to_rfc3339()),
        }
    }
}

/// Evidence from a crawled page.
pub(super) fn evidence(kind: &str, reference: &str, value: Value, observed_at: Option<Day>) -> Evidence {
    Evidence {
        kind: kind.to_owned(),
        reference: reference.to_owned(),
        value,
        source: "crawled pages of this run".to_owned(),
        observed_at: observed_at.map(Day::to_rfc3339),
    }
}

/// Builds the recommended action.
pub(super) fn action(kind: &str, label: &str, target: &str) -> Option<Action> {
    Some(Action { kind: kind.to_owned(), label: label.to_owned(), target: Some(target.to_owned()) })
}
