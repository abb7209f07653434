//! The score as a sum of parts.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::super::{Checked, Finding, Level, Measures};

/// Share of new statements that earns all points.
const FULL_GAIN: f64 = 0.25;
/// Grammar findings per 1,000 words that earn no point.
const MOST_MISTAKES: f64 = 10.0;
/// Boilerplate phrases per 1,000 words that earn no point.
const MOST_PHRASES: f64 = 10.0;
/// Points of a page that must not be published.
const BLOCKED: u32 = 50;

/// A part of the score.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ScorePart {
    /// `claims`, `uniqueness`, `gain`, `questions`, `wording`, `density` or `shape`.
    pub name: String,
    /// Points that it can earn; those of all parts add up to 100.
    pub weight: f64,
    /// Share of the points earned, 0 to 1; `None` if it was not measured.
    pub value: Option<f64>,
    /// Points earned.
    pub points: f64,
    /// How the value is calculated, with its figures.
    pub arithmetic: String,
}

fn part(name: &str, weight: f64, value: Option<f64>, arithmetic: String) -> ScorePart {
    let value = value.filter(|value| value.is_finite()).map(|value| value.clamp(0.0, 1.0));
    ScorePart { name: name.to_owned(), weight, value, points: weight * value.unwrap_or_default(), arithmetic }
}

/// Returns the parts of the score. Their weights add up to 100.
pub(super) fn parts(
    measures: &Measures, findings: &[Finding], params: &Checked, has_place: bool, ease: f64,
) -> Vec<ScorePart> {
    let count = |checks: &[&str], level: Option<Level>| {
        let is_one = |finding: &&Finding| {
            checks.contains(&finding.check.as_str()) && level.is_none_or(|level| finding.level == level)
        };
        findings.iter().filter(is_one).count() as f64
    };
    let blocked = count(&["unsupported_claim", "unknown_fact", "fabricated_trust"], Some(Level::Block));
    let likeness =
        (params.block_similarity - measures.similarity) / (params.block_similarity - params.warn_similarity).max(0.01);
    let places = count(&["unique_facts", "city_list"], None);
    let density = (2.0 * params.max_density - measures.density) / params.max_density;
    let is_stuffed = count(&["stuffing"], None) > 0.0;
    let shape = count(&["title", "description", "h1", "links", "thin"], None);
    vec![
        part(
            "claims",
            25.0,
            Some(measures.cited - 0.25 * blocked),
            format!(
                "{:.2} of the sentences name a fact, less 0.25 for each of {blocked} blocked claims",
                measures.cited
            ),
        ),
        part(
            "uniqueness",
            15.0,
            Some(likeness.clamp(0.0, 1.0) - 0.5 * places),
            format!(
                "similarity {:.2}: all points up to {:.2}, none from {:.2}; less 0.5 for missing facts of the place{}",
                measures.similarity,
                params.warn_similarity,
                params.block_similarity,
                if has_place { "" } else { " (no place)" }
            ),
        ),
        part(
            "gain",
            15.0,
            measures.information_gain.map(|gain| gain / FULL_GAIN),
            format!("share of new statements divided by {FULL_GAIN}"),
        ),
        part(
            "questions",
            10.0,
            measures.questions_answered,
            "share of the questions that a section answers".to_owned(),
        ),
        part(
            "wording",
            15.0,
            Some(wording(measures, ease)),
            format!(
                "mean of readability (reading ease from {:.0} to {ease:.0}), grammar (0 to {MOST_MISTAKES} findings per 1,000 words) and boilerplate (0 to {MOST_PHRASES} phrases)",
                ease - 30.0
            ),
        ),
        part(
            "density",
            10.0,
            Some(if is_stuffed { density.min(0.5) } else { 1.0 }),
            format!(
                "density {:.3}: all points up to {}, none from twice as much",
                measures.density, params.max_density
            ),
        ),
        part(
            "shape",
            10.0,
            Some(1.0 - 0.25 * shape),
            "less 0.25 for each finding about title, description, headings, links and length".to_owned(),
        ),
    ]
}

fn wording(measures: &Measures, ease: f64) -> f64 {
    let thousand = measures.words.max(1) as f64 / 1_000.0;
    let readable = measures.reading_ease.map(|own| (1.0 - (ease - own) / 30.0).clamp(0.0, 1.0));
    let correct = measures.grammar_per_1000.map(|rate| (1.0 - rate / MOST_MISTAKES).clamp(0.0, 1.0));
    let own = (1.0 - measures.boilerplate as f64 / thousand.max(0.3) / MOST_PHRASES).clamp(0.0, 1.0);
    let all: Vec<f64> = [readable, correct, Some(own)].into_iter().flatten().collect();
    all.iter().sum::<f64>() / all.len() as f64
}

/// Adds the points, in percent of the weights that were measured.
pub(super) fn total(parts: &[ScorePart], is_blocked: bool) -> u32 {
    let measured = || parts.iter().filter(|part| part.value.is_some());
    let weight: f64 = measured().map(|part| part.weight).sum();
    let points: f64 = measured().map(|part| part.points).sum();
    let score = (100.0 * points / weight.max(1.0)).round() as u32;
    if is_blocked { score.min(BLOCKED) } else { score }
}
