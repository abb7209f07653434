//! What all findings of the engine have in common.

use serde_json::Value;

use super::{METHOD, METHOD_VERSION};
use crate::common::{Action, Day, EngineId, Evidence, Insight, Nature, Severity};

/// A finding before it gets what all have in common.
pub(super) struct Finding {
    pub(super) kind: &'static str,
    /// What it is about: the same for the same finding on newer data.
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

/// Days a finding about the texts of pages is believed.
const DAYS_VALID: i32 = 60;

impl Finding {
    /// No impact: what a text is worth in money needs clicks, which this engine is not given.
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

/// A fact read from a crawled page.
pub(super) fn evidence(kind: &str, reference: &str, value: Value, observed_at: Option<Day>) -> Evidence {
    Evidence {
        kind: kind.to_owned(),
        reference: reference.to_owned(),
        value,
        source: "crawled pages of this run".to_owned(),
        observed_at: observed_at.map(Day::to_rfc3339),
    }
}

/// What to do.
pub(super) fn action(kind: &str, label: &str, target: &str) -> Option<Action> {
    Some(Action { kind: kind.to_owned(), label: label.to_owned(), target: Some(target.to_owned()) })
}
