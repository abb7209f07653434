//! Questions that a SERP feature could answer.

use serde_json::json;

use super::super::output::WinKind;
use super::{Draft, Ground, confidence, gain_to};
use crate::common::count;

/// Finds question queries below position 2 and up to 10.5 with an answer feature in their SERP, or with an unknown SERP.
///
/// Nothing is reported if the SERP is known and has no such feature.
pub(super) fn find(ground: Ground<'_>) -> Vec<Draft> {
    let mut drafts = Vec::new();
    for (at, entry) in ground.facts.entries.iter().enumerate() {
        let is_near = ground.position(at).is_some_and(|position| position > 2.0 && position <= 10.5);
        let is_question = ground.facts.judgements[at].is_question;
        if !is_near || !is_question || entry.impressions < ground.params.min_impressions {
            continue;
        }
        let shown = entry.serp_features.as_ref().map(|features| answers(features));
        if shown.as_ref().is_some_and(Vec::is_empty) {
            continue;
        }
        drafts.push(draft(ground, at, shown));
    }
    drafts
}

fn answers(features: &[String]) -> Vec<String> {
    let is_answer = |feature: &&String| {
        matches!(feature.as_str(), "featured_snippet" | "answer_box" | "people_also_ask" | "faq" | "knowledge_answer")
    };
    features.iter().filter(is_answer).cloned().collect()
}

fn draft(ground: Ground<'_>, at: usize, shown: Option<Vec<String>>) -> Draft {
    let entry = &ground.facts.entries[at];
    let position = ground.position(at).unwrap_or_default();
    let (ceiling, seen) = match &shown {
        Some(features) => (0.6, format!("the search results show {}", features.join(", ").replace('_', " "))),
        None => (0.25, "its SERP features are not known".to_owned()),
    };
    Draft {
        keyword: at,
        kind: WinKind::Feature,
        detail: format!(
            "A question. {} with {} impressions; {seen}.",
            ground.rank_words(at, position),
            count(ground.periods.latest(at).map_or(entry.impressions, |latest| latest.impressions))
        ),
        confidence: confidence(ceiling, entry.impressions),
        // A gain is reported only if a feature was observed: the CTR of the first position.
        gain: shown.as_ref().and_then(|_| gain_to(ground, at, 1.0)),
        figures: json!({ "position": position, "impressions": entry.impressions, "features": shown }),
    }
}
