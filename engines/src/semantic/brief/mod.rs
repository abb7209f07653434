//! Brief for a page.

mod entities;
mod information_gain;
mod output;
mod sections;

use serde_json::json;

pub use output::{BriefOutput, BriefTerm, Counted, Section, Statement};

use super::SIGNATURE;
use super::coverage::Weights;
use super::finding::{DAYS_VALID, action, evidence};
use super::input::{LEAST_WINNERS, check_pages};
use super::terms::Terms;
use super::{BriefInput, Checked, METHOD, METHOD_VERSION};
use crate::common::{Control, EngineError, Finding, Insight, Severity, checkpoint};

/// Recommends the content of a page for a query: sections, questions, entities and terms that top pages
/// share, and statements that no top page has.
///
/// # Errors
/// Returns [`EngineError::NoInput`] for fewer than 2 top pages, [`EngineError::InvalidInput`] with the field,
/// [`EngineError::TooLarge`], or [`EngineError::Cancelled`].
pub fn brief(input: &BriefInput, params: &Checked, control: &dyn Control) -> Result<BriefOutput, EngineError> {
    check_pages("winners", &input.winners.iter().collect::<Vec<_>>(), LEAST_WINNERS as usize)?;
    if input.query.trim().is_empty() {
        return Err(EngineError::input("query", "must not be empty"));
    }
    control.progress(10.0, "read", "Reading the top-ranking pages");
    let winners: Vec<Terms> = input.winners.iter().map(|page| Terms::read(&page.text)).collect();
    checkpoint(control)?;
    let weights = Weights::learn(&winners, params);
    control.progress(50.0, "outline", "Reading their outlines");
    let mut lengths: Vec<usize> = winners.iter().map(|winner| winner.words).collect();
    lengths.sort_unstable();
    let mut output = BriefOutput {
        query: input.query.clone(),
        sections: sections::sections(&input.winners),
        questions: sections::questions(&input.winners),
        entities: entities::entities(&input.winners),
        terms: terms(&weights, &winners),
        words: [lengths[lengths.len() / 4], lengths[lengths.len() / 2], lengths[lengths.len() * 3 / 4]],
        information_gain: information_gain::gain(input),
        insights: Vec::new(),
        notes: Vec::new(),
        assumptions: vec![
            "What the top-ranking pages have in common correlates with ranking; it is not necessarily the cause"
                .to_owned(),
        ],
        needs: needs(input),
        method: METHOD.to_owned(),
        method_version: METHOD_VERSION.to_owned(),
    };
    output.insights = insights(input, &output).into_iter().take(params.max_insights as usize).collect();
    control.progress(100.0, "done", "Done");
    Ok(output)
}

fn terms(weights: &Weights, winners: &[Terms]) -> Vec<BriefTerm> {
    let of = winners.len() as u32;
    let term = |term: &super::coverage::Weight| BriefTerm {
        term: term.written.clone(),
        winners: term.winners,
        of,
        weight: term.weight,
    };
    weights.terms.iter().map(term).collect()
}

fn needs(input: &BriefInput) -> Vec<String> {
    let mut needs = Vec::new();
    if input.facts.is_empty() && input.page.is_none() {
        needs.push("Add facts about the business, or its page, to find what no top-ranking page says".to_owned());
    }
    if input.winners.iter().all(|page| page.headings.is_empty()) {
        needs.push("Crawl the headings of the top-ranking pages to get the sections".to_owned());
    }
    needs
}

fn insights(input: &BriefInput, output: &BriefOutput) -> Option<Insight> {
    let new: Vec<&Statement> = output.information_gain.iter().filter(|statement| statement.is_new).collect();
    let first = new.first()?;
    let facts = new.iter().take(8).map(|statement| {
        evidence(
            "statement",
            &statement.text,
            json!({ "nearest": statement.nearest, "likeness": statement.likeness }),
            None,
        )
    });
    let finding = Finding {
        kind: "information_gain",
        subject: input.query.clone(),
        title: format!("{} of your statements are on no top-ranking page, such as \"{}\"", new.len(), first.text),
        severity: Severity::Opportunity,
        confidence: 0.7,
        effort_minutes: 15 * new.len().min(12) as u32,
        evidence: facts.collect(),
        assumptions: vec!["The given top-ranking pages are those that users see".to_owned()],
        action: action("write_section", "Add a section for them", &input.query),
        falsifier: "One of the top-ranking pages contains the same statement".to_owned(),
        days_valid: DAYS_VALID,
        ..Finding::default()
    };
    Some(finding.insight(SIGNATURE, input.as_of))
}
