//! Checks that block publication.

mod claims;
mod shape;
mod uniqueness;

pub(super) use claims::{Support, problems, support};
pub(super) use uniqueness::page_text;

use serde_json::json;

use super::SIGNATURE;
use super::facts::{Sheet, check_draft, check_siblings, intent_of};
use super::input::ScoreInput;
use super::{Checked, Finding, Level, METHOD, METHOD_VERSION, Measures, ScoreOutput};
use crate::common::{self, Action, Control, EngineError, Evidence, Insight, Nature, Severity, checkpoint};

/// Maximum number of findings listed per check.
const MOST_OF_ONE: usize = 50;
/// Maximum number of characters of a page.
const MOST_CHARACTERS: usize = 2_000_000;
/// Days of validity of a score, because siblings and facts change.
const DAYS_VALID: i32 = 30;

/// Scores a page: unsupported claims, similarity to other pages, keyword stuffing, and structure.
///
/// # Errors
/// Returns [`EngineError::NoInput`] for a page without text, [`EngineError::InvalidInput`] with the field,
/// [`EngineError::TooLarge`], or [`EngineError::Cancelled`].
pub fn score(input: &ScoreInput, params: &Checked, control: &dyn Control) -> Result<ScoreOutput, EngineError> {
    let sheet = Sheet::read(&input.facts)?;
    check_siblings(&input.siblings, &input.links)?;
    check_draft(&input.draft)?;
    let text = page_text(&input.draft);
    if text.len() > MOST_CHARACTERS {
        return Err(EngineError::TooLarge { what: "characters", got: text.len(), limit: MOST_CHARACTERS });
    }
    if !text.chars().any(char::is_alphanumeric) {
        return Err(EngineError::NoInput { what: "sentences in the draft", unlock: "compose a page or paste one" });
    }
    checkpoint(control)?;
    let intent = intent_of(&input.query, input.intent, control)?;
    control.progress(20.0, "claims", "Checking the claims");
    let mut findings = claims::findings(&input.draft, sheet);
    checkpoint(control)?;
    control.progress(50.0, "likeness", "Comparing with other pages");
    let mut measures = Measures { cited: claims::cited(&input.draft), ..Measures::default() };
    findings.extend(uniqueness::findings(input, sheet, params, &mut measures));
    control.progress(80.0, "shape", "Measuring the page");
    findings.extend(shape::findings(input, sheet, params, intent, &mut measures));
    findings.sort_by_key(|finding| finding.level);
    let count = |level: Level| findings.iter().filter(|finding| finding.level == level).count() as u32;
    let (blocks, warns) = (count(Level::Block), count(Level::Warn));
    control.progress(100.0, "done", "Done");
    Ok(ScoreOutput {
        score: 100_u32.saturating_sub(25 * blocks + 5 * warns),
        passes: blocks == 0,
        insights: insight(input, &findings, blocks).into_iter().collect(),
        findings,
        measures,
        notes: Vec::new(),
        assumptions: vec!["The given facts are true; the page is checked against them only".to_owned()],
        needs: if input.siblings.is_empty() {
            vec!["Add the texts of your other pages, on all sites, to check this one for near-duplicates".to_owned()]
        } else {
            Vec::new()
        },
        method: METHOD.to_owned(),
        method_version: METHOD_VERSION.to_owned(),
    })
}

fn finding(check: &str, level: Level, detail: String, subject: Option<String>) -> Finding {
    let is_mendable = !matches!(check, "similarity" | "unique_facts" | "city_list" | "readability");
    Finding { check: check.to_owned(), level, detail, subject, is_mendable }
}

fn insight(input: &ScoreInput, findings: &[Finding], blocks: u32) -> Option<Insight> {
    let first = findings.first().filter(|finding| finding.level == Level::Block)?;
    let fact = |finding: &Finding| {
        Evidence::new(
            &finding.check,
            &finding.subject.clone().unwrap_or_else(|| input.query.clone()),
            json!(finding.detail),
            "the draft and the facts of this run",
            input.as_of,
        )
    };
    let is_block = |finding: &&Finding| finding.level == Level::Block;
    let insight = common::Finding {
        subject: input.query.clone(),
        title: format!(
            "The page for \"{}\" is not ready to publish: {} ({blocks} problems in total)",
            input.query, first.detail
        ),
        kind: "page_blocked",
        severity: Severity::Warning,
        nature: Nature::Fact,
        confidence: 0.9,
        effort_minutes: 10 * blocks.min(24),
        evidence: findings.iter().filter(is_block).take(8).map(fact).collect(),
        assumptions: vec!["The given facts are complete".to_owned()],
        action: Some(Action::new("revise_page", "Fix the page with facts", Some(input.query.clone()))),
        falsifier: "Each claim is supported by a fact with a source, and the page is not similar to other pages"
            .to_owned(),
        days_valid: DAYS_VALID,
        ..common::Finding::default()
    };
    Some(insight.insight(SIGNATURE, input.as_of))
}
