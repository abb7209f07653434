//! Insight of an attribution.

use serde_json::json;

use super::super::SIGNATURE;
use super::{AttributeInput, Attribution, Explanation};
use crate::common::{Action, Evidence, Finding, Insight, Severity, sentence_start};

/// Creates the insight; returns `None` if nothing explains the change.
pub(super) fn insight(input: &AttributeInput, found: &Attribution) -> Option<Insight> {
    let best = found.path.first()?;
    let metric = input.metric.as_deref().unwrap_or("clicks");
    let fell = found.actual < found.expected;
    let verb = if fell { "fell" } else { "rose" };
    let size = found.relative.map_or_else(String::new, |relative| format!(" {:.0} %", 100.0 * relative.abs()));
    let words: Vec<String> = found.path.iter().map(words).collect();
    let least = best.elements.iter().map(|element| element.p).fold(1.0, f64::min);
    let finding = Finding {
        subject: metric.to_owned(),
        title: format!(
            "{} {verb}{size}; {:.0} % of it from {}",
            sentence_start(metric),
            100.0 * best.explains,
            words.join(", mostly from ")
        ),
        kind: "attribution",
        severity: if fell { Severity::Warning } else { Severity::Info },
        // Small counts can be explained by chance.
        confidence: ((1.0 - least).clamp(0.0, 0.99) * 1_000.0).round() / 1_000.0,
        effort_minutes: 30,
        evidence: found
            .path
            .iter()
            .map(|step| {
                Evidence::new("explanation", &step.dimension, json!(step), "computed from the rows given", input.as_of)
            })
            .collect(),
        assumptions: found.assumptions.clone(),
        action: Some(Action::new(
            "look_at_elements",
            format!("Check what was changed on {}", words.first().cloned().unwrap_or_default()),
            best.elements.first().map(|element| element.name.clone()),
        )),
        falsifier: "The rest of the site, without these elements, changed by as much.".to_owned(),
        days_valid: 28,
        ..Finding::default()
    };
    Some(finding.insight(SIGNATURE, input.as_of))
}

fn words(step: &Explanation) -> String {
    match step.elements.as_slice() {
        [only] => format!("{} {}", step.dimension, only.name),
        [first, ..] => format!("{} values of {} ({} first)", step.elements.len(), step.dimension, first.name),
        [] => step.dimension.clone(),
    }
}
