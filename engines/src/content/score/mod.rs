//! Checks that block publication.

mod claims;
mod coverage;
mod gain;
mod parts;
mod shape;
mod uniqueness;
mod wording;

pub use gain::{NewStatement, QuestionAnswer};
pub use parts::ScorePart;

pub(super) use claims::{Support, cite_names, problems, support};
pub(super) use uniqueness::page_text;

use serde_json::json;

use super::SIGNATURE;
use super::facts::{Sheet, check_draft, check_siblings, intent_of, reading_ease_for};
use super::input::{FactKind, ScoreInput};
use super::{Checked, Finding, Level, METHOD, METHOD_VERSION, Measures, ScoreOutput};
use crate::common::{self, Action, Control, EngineError, Evidence, Insight, Nature, Severity, checkpoint};
use crate::embedding::SentenceModel;
use crate::semantic::check_pages;

/// Maximum number of findings listed per check.
const MOST_OF_ONE: usize = 50;
/// Maximum number of characters of a page.
const MOST_CHARACTERS: usize = 2_000_000;
/// Maximum number of questions.
const MOST_QUESTIONS: usize = 200;
/// Maximum number of words to cover.
const MOST_WORDS: usize = 500;
/// Maximum number of top pages.
const MOST_WINNERS: usize = 100;
/// Days of validity of a score, because siblings and facts change.
const DAYS_VALID: i32 = 30;

/// Scores a page: unsupported claims, similarity to other pages, information gain over the top pages, questions answered,
/// keyword stuffing, wording, and structure.
///
/// # Errors
/// Returns [`EngineError::NoInput`] for a page without text, [`EngineError::InvalidInput`] with the field,
/// [`EngineError::TooLarge`], or [`EngineError::Cancelled`].
pub fn score(input: &ScoreInput, params: &Checked, control: &dyn Control) -> Result<ScoreOutput, EngineError> {
    score_with(input, params, None, control)
}

/// Scores a page as [`score`] does; with a sentence model, sections also answer questions in other words.
///
/// # Errors
/// Returns the errors of [`score`].
pub fn score_with(
    input: &ScoreInput, params: &Checked, model: Option<&SentenceModel>, control: &dyn Control,
) -> Result<ScoreOutput, EngineError> {
    let sheet = Sheet::read(&input.facts)?;
    check(input)?;
    checkpoint(control)?;
    let intent = intent_of(&input.query, input.intent, control)?;
    control.progress(10.0, "claims", "Checking the claims");
    let mut findings = claims::findings(&input.draft, sheet);
    checkpoint(control)?;
    control.progress(30.0, "likeness", "Comparing with other pages");
    let mut measures = Measures { cited: claims::cited(&input.draft), ..Measures::default() };
    findings.extend(uniqueness::findings(input, sheet, params, &mut measures));
    let (new_statements, missing) = gain::gain(input, &mut measures, control)?;
    findings.extend(missing);
    let (questions, open) = gain::questions(input, model, &mut measures, control)?;
    findings.extend(open);
    findings.extend(coverage::finding_of(input));
    control.progress(60.0, "shape", "Measuring the page");
    findings.extend(shape::findings(input, sheet, params, intent, &mut measures));
    control.progress(70.0, "wording", "Checking the wording");
    findings.extend(wording::findings(input, sheet, params, &mut measures, control)?);
    findings.sort_by_key(|finding| finding.level);
    let blocks = findings.iter().filter(|finding| finding.level == Level::Block).count() as u32;
    let has_place = sheet.first(FactKind::Place).is_some();
    let parts = parts::parts(&measures, &findings, params, has_place, reading_ease_for(intent));
    control.progress(100.0, "done", "Done");
    Ok(ScoreOutput {
        score: parts::total(&parts, blocks > 0),
        parts,
        passes: blocks == 0,
        insights: insight(input, &findings, blocks).into_iter().collect(),
        findings,
        measures,
        new_statements,
        questions,
        notes: Vec::new(),
        assumptions: vec!["The given facts are true; the page is checked against them only".to_owned()],
        needs: needs(input),
        method: METHOD.to_owned(),
        method_version: METHOD_VERSION.to_owned(),
    })
}

fn check(input: &ScoreInput) -> Result<(), EngineError> {
    check_siblings(&input.siblings, &input.links)?;
    check_draft(&input.draft)?;
    EngineError::check_sizes(&[
        ("`questions`", input.questions.len(), MOST_QUESTIONS),
        ("`winners`", input.winners.len(), MOST_WINNERS),
        ("`words`", input.words.len(), MOST_WORDS),
        ("characters of `words`", input.words.iter().map(String::len).sum(), MOST_WORDS * MOST_WORDS),
        (
            "characters of `questions`",
            input.questions.iter().map(String::len).sum(),
            MOST_QUESTIONS * MOST_QUESTIONS * 5,
        ),
    ])?;
    check_pages("winners", &input.winners.iter().collect::<Vec<_>>(), 0)?;
    let text = page_text(&input.draft);
    if text.len() > MOST_CHARACTERS {
        return Err(EngineError::TooLarge { what: "characters", got: text.len(), limit: MOST_CHARACTERS });
    }
    if !text.chars().any(char::is_alphanumeric) {
        return Err(EngineError::NoInput { what: "sentences in the draft", unlock: "compose a page or paste one" });
    }
    Ok(())
}

fn needs(input: &ScoreInput) -> Vec<String> {
    let needs = [
        (
            input.siblings.is_empty(),
            "Add the texts of your other pages, on all sites, to check this one for near-duplicates",
        ),
        (input.winners.is_empty(), "Add the top-ranking pages of the query to measure the information gain"),
        (input.questions.is_empty(), "Add the questions that people ask to see which the page answers"),
    ];
    needs.into_iter().filter(|(is_missing, _)| *is_missing).map(|(_, need)| need.to_owned()).collect()
}

fn finding(check: &str, level: Level, detail: String, subject: Option<String>) -> Finding {
    let is_mendable = !matches!(
        check,
        "similarity" | "unique_facts" | "city_list" | "readability" | "information_gain" | "question" | "words"
    );
    let fix = fix(check).to_owned();
    Finding {
        check: check.to_owned(),
        level,
        detail,
        subject,
        is_mendable,
        block: None,
        sentence: None,
        fix,
        replacement: None,
    }
}

/// Returns the instruction that resolves a finding.
fn fix(check: &str) -> &'static str {
    match check {
        "unsupported_claim" => "Remove the claim, or add a fact with its source and cite it",
        "uncited_claim" => "Cite the fact that has the claim",
        "unknown_fact" => "Cite a fact of the sheet, or add this one to it",
        "fabricated_trust" => "Let the owner confirm the rating or award, or remove it",
        "similarity" => "Add facts that only this page has and remove shared sentences, or do not publish the page",
        "unique_facts" => "Add facts tied to the place: permits, weather, houses, distances, prices there",
        "city_list" => "Remove the list; link to a page for each place that has facts of its own",
        "stuffing" => {
            "Replace repetitions by pronouns or by what the sentence is about, or remove sentences without a fact"
        }
        "thin" => "Add facts; each adds a sentence",
        "links" => "Link to further pages of the site that continue the subject",
        "readability" => "Split long sentences and replace long words",
        "title" => "Write 30 to 60 characters with the service and the place",
        "description" => "Write 70 to 155 characters with what the reader gets",
        "h1" => "Keep one heading of level 1 and lower the others by a level",
        "information_gain" => {
            "Add a fact that no top page has: a price, a rule of the place, a photo of your work, a measured time"
        }
        "question" => "Add a section with the question as its heading and a fact as its answer",
        "words" => {
            "Say something about them where it helps the reader, with a fact; remove words that do not fit from the brief"
        }
        "grammar" => "Correct the words",
        _ => "Rewrite the sentence",
    }
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
