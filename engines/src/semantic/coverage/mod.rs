//! Coverage: terms of the top pages that your page lacks.
//!
//! Source: Robertson & Zaragoza (2009), "The probabilistic relevance framework: BM25 and beyond":
//! the weight of a term given relevant pages (equation 3.1), saturation and length (equation 3.13).

mod find;
mod output;
mod weights;

use serde_json::json;

pub use output::{CoverageOutput, StuffedTerm, TermCoverage};
pub(super) use weights::{Weight, Weights};

use super::SIGNATURE;
use super::finding::{DAYS_VALID, action, evidence};
use super::input::{LEAST_WINNERS, check_pages};
use super::terms::Terms;
use super::{Checked, CoverageInput, METHOD, METHOD_VERSION};
use crate::common::{Control, EngineError, Finding, Insight, Severity, checkpoint};

/// Computes how well a page covers the terms of the top pages for its query.
///
/// # Errors
/// Returns [`EngineError::NoInput`] for fewer than 2 top pages, [`EngineError::InvalidInput`] for a page
/// without address or words, [`EngineError::TooLarge`], or [`EngineError::Cancelled`].
pub fn coverage(input: &CoverageInput, params: &Checked, control: &dyn Control) -> Result<CoverageOutput, EngineError> {
    check_pages("winners", &input.winners.iter().collect::<Vec<_>>(), LEAST_WINNERS as usize)?;
    check_pages("page", &[&input.page], 1)?;
    control.progress(10.0, "read", "Reading the pages");
    let winners: Vec<Terms> = input.winners.iter().map(|page| Terms::read(&page.text)).collect();
    let own = Terms::read(&input.page.text);
    checkpoint(control)?;
    control.progress(50.0, "weigh", "Weighting the terms");
    let weights = Weights::learn(&winners, params);
    let mut output = find::find(&weights, &own, &winners, params);
    output.insights = insights(input, &output);
    output.insights.truncate(params.max_insights as usize);
    control.progress(100.0, "done", "Done");
    Ok(output)
}

fn insights(input: &CoverageInput, output: &CoverageOutput) -> Vec<Insight> {
    let told = |finding: Finding| finding.insight(SIGNATURE, input.as_of);
    let stuffed = stuffed(input, output).map(|finding| told(finding).as_fact());
    let claims = [missing(input, output), copied(input, output)].into_iter().flatten().map(told);
    stuffed.into_iter().chain(claims).collect()
}

fn missing(input: &CoverageInput, output: &CoverageOutput) -> Option<Finding> {
    let missing: Vec<&TermCoverage> = output.terms.iter().filter(|term| term.add > 0).collect();
    let (first, count) = (missing.first()?, missing.len());
    let winners = input.winners.len();
    let facts = missing.iter().take(8).map(|term| {
        let value = json!({ "winners": term.winners, "of": winners, "scoreGain": term.score_gain });
        evidence("missingTerm", &term.term, value, input.page.observed_at)
    });
    Some(Finding {
        kind: "coverage_gap",
        subject: format!("{}:{}", input.page.url, input.query),
        title: format!(
            "{} does not mention {count} terms of the top-ranking pages, most importantly \"{}\" ({} of {winners} pages)",
            input.page.url, first.term, first.winners
        ),
        severity: Severity::Opportunity,
        confidence: 0.5 + 0.4 * f64::from(first.winners) / winners as f64,
        effort_minutes: 20 + 5 * count.min(20) as u32,
        evidence: facts.collect(),
        assumptions: vec![
            "What the top-ranking pages have in common helps them rank; this is a correlation, not proof".to_owned(),
        ],
        action: action("improve_page", "Mention each of these terms once, where it is true", &input.page.url),
        falsifier: "With the terms added and indexed for 60 days, the page's impressions for the query do not rise \
                    compared with unchanged pages"
            .to_owned(),
        days_valid: DAYS_VALID,
        ..Finding::default()
    })
}

fn stuffed(input: &CoverageInput, output: &CoverageOutput) -> Option<Finding> {
    let worst = output.stuffed.first()?;
    let value = json!({ "times": worst.times, "density": worst.density });
    Some(Finding {
        kind: "stuffing",
        subject: input.page.url.clone(),
        title: format!("\"{}\" is {:.1} % of the words of {}", worst.term, 100.0 * worst.density, input.page.url),
        severity: Severity::Warning,
        confidence: 0.9,
        effort_minutes: 20,
        evidence: vec![evidence("density", &worst.term, value, input.page.observed_at)],
        assumptions: Vec::new(),
        action: action("improve_page", "Use the term less often", &input.page.url),
        falsifier: "A manual count finds a lower density of the term".to_owned(),
        days_valid: DAYS_VALID,
        ..Finding::default()
    })
}

fn copied(input: &CoverageInput, output: &CoverageOutput) -> Option<Finding> {
    if output.information_gain > 0.05 {
        return None;
    }
    let value = json!({ "informationGain": output.information_gain });
    Some(Finding {
        kind: "nothing_new",
        subject: format!("{}:{}", input.page.url, input.query),
        title: format!("{} has no information that the top-ranking pages lack", input.page.url),
        severity: Severity::Warning,
        confidence: 0.8,
        effort_minutes: 90,
        evidence: vec![evidence("informationGain", &input.page.url, value, input.page.observed_at)],
        assumptions: vec!["The given top-ranking pages are those that users see".to_owned()],
        action: action(
            "improve_page",
            "Add first-hand information: prices, places, times, case studies",
            &input.page.url,
        ),
        falsifier: "The page contains a statement that none of the top-ranking pages has".to_owned(),
        days_valid: DAYS_VALID,
        ..Finding::default()
    })
}

fn method() -> (String, String) {
    (METHOD.to_owned(), METHOD_VERSION.to_owned())
}
