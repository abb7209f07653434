//! Insight of an attribution.

use serde_json::json;

use super::super::{METHOD, METHOD_VERSION};
use super::{AttributeInput, Attribution, Explanation};
use crate::common::{Action, EngineId, Evidence, Insight, Nature, Severity};

/// Creates the insight; returns `None` if nothing explains the change.
pub(super) fn insight(input: &AttributeInput, found: &Attribution) -> Option<Insight> {
    let best = found.path.first()?;
    let metric = input.metric.as_deref().unwrap_or("clicks");
    let fell = found.actual < found.expected;
    let verb = if fell { "fell" } else { "rose" };
    let size = found.relative.map_or_else(String::new, |relative| format!(" {:.0} %", 100.0 * relative.abs()));
    let words: Vec<String> = found.path.iter().map(words).collect();
    let least = best.elements.iter().map(|element| element.p).fold(1.0, f64::min);
    Some(Insight {
        engine: EngineId::Pattern,
        key: Insight::key_of("attribution", metric),
        title: format!(
            "{metric} {verb}{size}; {:.0} % of it from {}",
            100.0 * best.explains,
            words.join(", there mostly ")
        ),
        kind: "attribution".to_owned(),
        severity: if fell { Severity::Warning } else { Severity::Info },
        nature: Nature::Claim,
        // Small counts can be explained by chance.
        confidence: ((1.0 - least).clamp(0.0, 0.99) * 1_000.0).round() / 1_000.0,
        impact: None,
        effort_minutes: 30,
        evidence: found
            .path
            .iter()
            .map(|step| Evidence {
                kind: "explanation".to_owned(),
                reference: step.dimension.clone(),
                value: json!(step),
                source: "computed from the rows given".to_owned(),
                observed_at: input.as_of.map(|day| day.to_rfc3339()),
            })
            .collect(),
        method: METHOD.to_owned(),
        method_version: METHOD_VERSION.to_owned(),
        assumptions: found.assumptions.clone(),
        action: Some(Action {
            kind: "look_at_elements".to_owned(),
            label: format!("Look at what was changed on {}", words.first().cloned().unwrap_or_default()),
            target: best.elements.first().map(|element| element.name.clone()),
        }),
        falsifier: "Without these elements the rest of the site moved as much.".to_owned(),
        expires_at: input.as_of.map(|day| day.plus(28).to_rfc3339()),
    })
}

fn words(step: &Explanation) -> String {
    match step.elements.as_slice() {
        [only] => format!("{} {}", step.dimension, only.name),
        [first, ..] => format!("{} values of {} ({} first)", step.elements.len(), step.dimension, first.name),
        [] => step.dimension.clone(),
    }
}
