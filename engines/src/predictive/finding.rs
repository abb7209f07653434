//! What the findings of the engine share.

use crate::common::{Day, Evidence, Finding, Insight, three_digits};

/// The insight of a finding; its probability is a share of draws, so three digits are enough.
pub(super) fn insight(finding: Finding, as_of: Option<Day>) -> Insight {
    let confidence = three_digits(finding.confidence.clamp(0.0, 1.0));
    Finding { confidence, ..finding }.insight(super::SIGNATURE, as_of)
}

/// A fact read from the input or computed from it.
pub(super) fn evidence(kind: &str, reference: &str, value: serde_json::Value, source: &str, day: Day) -> Evidence {
    Evidence::new(kind, reference, value, source, Some(day))
}

/// Share of draws that satisfy a condition; 0 without draws.
pub(super) fn share(draws: &[f64], condition: impl Fn(f64) -> bool) -> f64 {
    draws.iter().filter(|draw| condition(**draw)).count() as f64 / draws.len().max(1) as f64
}
