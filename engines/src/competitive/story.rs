//! Common parts of the engine's insights.

use serde_json::Value;

use super::{METHOD, METHOD_VERSION};
use crate::common::{Action, Day, EngineId, Evidence, Insight, Money, Nature, Severity, count};

/// Days of validity of an insight about SERPs.
const DAYS_VALID: i32 = 28;

/// The parts of an insight that differ between findings.
pub(super) struct Finding {
    pub(super) kind: &'static str,
    /// Subject: the same for the same finding on newer data.
    pub(super) subject: String,
    pub(super) title: String,
    pub(super) severity: Severity,
    pub(super) confidence: f64,
    pub(super) impact: Option<Money>,
    pub(super) effort_minutes: u32,
    pub(super) evidence: Vec<Evidence>,
    pub(super) assumptions: Vec<String>,
    pub(super) action: Option<Action>,
    pub(super) falsifier: String,
}

impl Finding {
    pub(super) fn insight(self, as_of: Option<Day>) -> Insight {
        Insight {
            engine: EngineId::Competitive,
            key: Insight::key_of(self.kind, &self.subject),
            title: self.title,
            kind: self.kind.to_owned(),
            severity: self.severity,
            nature: Nature::Claim,
            confidence: self.confidence,
            impact: self.impact,
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

/// Evidence from SERPs.
pub(super) fn evidence(kind: &str, reference: &str, value: Value, observed_at: Option<Day>) -> Evidence {
    Evidence {
        kind: kind.to_owned(),
        reference: reference.to_owned(),
        value,
        source: "result pages of this run".to_owned(),
        observed_at: observed_at.map(Day::to_rfc3339),
    }
}

/// Builds the recommended action.
pub(super) fn action(kind: &str, label: &str, target: &str) -> Option<Action> {
    Some(Action { kind: kind.to_owned(), label: label.to_owned(), target: Some(target.to_owned()) })
}

/// Formats a monthly amount for a title; empty if unknown.
pub(super) fn amount(money: Option<&Money>) -> String {
    let whole = |money: &Money| {
        format!(", worth about {} {} a month", count((money.mid_cents as f64 / 100.0).round()), money.currency)
    };
    money.map(whole).unwrap_or_default()
}
