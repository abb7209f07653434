//! Briefs: recommended content and missing facts.

use std::collections::BTreeSet;

use serde_json::json;

use super::SIGNATURE;
use super::compose::SECTIONS;
use super::facts::{Sheet, intent_of, reading_ease_for, words_of};
use super::input::{BriefInput, Fact, FactKind};
use super::{BriefOutput, Checked, METHOD, METHOD_VERSION, MissingFact, OutlineSection};
use crate::common::{Action, Control, EngineError, Evidence, Finding, Insight, Nature, checkpoint};
use crate::keyword::Intent;
use crate::semantic;

/// Minimum similarity for a fact to fill a section of the top pages.
const FILLS: f64 = 0.3;

/// Recommends the content of a page for a query, the facts that fill it and the missing facts.
///
/// # Errors
/// Returns [`EngineError::InvalidInput`] with the field, [`EngineError::TooLarge`], or [`EngineError::Cancelled`].
pub fn brief(input: &BriefInput, params: &Checked, control: &dyn Control) -> Result<BriefOutput, EngineError> {
    let sheet = Sheet::read(&input.facts)?;
    let intent = intent_of(&input.query, input.intent, control)?;
    checkpoint(control)?;
    control.progress(20.0, "winners", "Reading the top-ranking pages");
    let winners = winners(input, control)?;
    control.progress(80.0, "outline", "Writing the outline");
    let missing_facts = missing(sheet, intent, params);
    let usual = winners.as_ref().map_or([params.min_words as usize, 2 * params.min_words as usize], |winners| {
        [winners.words[0].max(params.min_words as usize), winners.words[2].max(params.min_words as usize)]
    });
    Ok(BriefOutput {
        query: input.query.clone(),
        intent,
        outline: outline(sheet, winners.as_ref()),
        insights: insight(input, &missing_facts).into_iter().collect(),
        missing_facts,
        words: usual,
        reading_ease: reading_ease_for(intent),
        needs: if winners.is_none() {
            vec!["Crawl at least 2 pages that rank for the query to get sections, questions and terms".to_owned()]
        } else {
            Vec::new()
        },
        winners,
        notes: Vec::new(),
        assumptions: vec![
            "What the top-ranking pages have in common correlates with ranking; it is not necessarily the cause"
                .to_owned(),
        ],
        method: METHOD.to_owned(),
        method_version: METHOD_VERSION.to_owned(),
    })
}

fn winners(input: &BriefInput, control: &dyn Control) -> Result<Option<semantic::BriefOutput>, EngineError> {
    if input.winners.len() < 2 {
        return Ok(None);
    }
    let asked = semantic::BriefInput {
        as_of: input.as_of,
        query: input.query.clone(),
        winners: input.winners.clone(),
        page: None,
        facts: input.facts.iter().map(words_of).collect(),
    };
    semantic::brief(&asked, &semantic::Parameters::default().check()?, control).map(Some)
}

/// Returns the sections of the top pages with the facts that fill them, followed by further sections
/// for the remaining facts.
fn outline(sheet: Sheet<'_>, winners: Option<&semantic::BriefOutput>) -> Vec<OutlineSection> {
    let mut used: BTreeSet<&str> = BTreeSet::new();
    let mut outline = Vec::new();
    for section in winners.iter().flat_map(|winners| &winners.sections) {
        let fills = |fact: &&Fact| semantic::lexical_similarity(&section.heading, &words_of(fact)) >= FILLS;
        let facts: Vec<&Fact> = sheet.all().iter().filter(fills).collect();
        used.extend(facts.iter().map(|fact| fact.id.as_str()));
        outline.push(OutlineSection {
            heading: section.heading.clone(),
            fact_ids: facts.into_iter().map(|fact| fact.id.clone()).collect(),
            winners: section.winners,
        });
    }
    for section in &SECTIONS {
        let facts =
            section.kinds.iter().flat_map(|kind| sheet.of(*kind)).filter(|fact| !used.contains(fact.id.as_str()));
        let fact_ids: Vec<String> = facts.map(|fact| fact.id.clone()).collect();
        if !fact_ids.is_empty() {
            outline.push(OutlineSection { heading: section.heading.to_owned(), fact_ids, winners: 0 });
        }
    }
    outline
}

/// Returns the facts that a page of this intent requires and the sheet lacks.
fn missing(sheet: Sheet<'_>, intent: Option<Intent>, params: &Checked) -> Vec<MissingFact> {
    let mut wanted = vec![
        (FactKind::Service, "says what the page is about"),
        (FactKind::Price, "searchers ask what it costs"),
        (FactKind::Process, "explains how the work is done"),
        (FactKind::Question, "answers what people ask"),
    ];
    if matches!(intent, Some(Intent::Local | Intent::Transactional) | None) {
        wanted.extend([
            (FactKind::Business, "names the business"),
            (FactKind::Place, "names the place"),
            (FactKind::Hours, "states when the business can be reached"),
            (FactKind::Phone, "lets a searcher call"),
        ]);
    }
    let is_missing = |(kind, _): &(FactKind, &str)| sheet.first(*kind).is_none();
    let mut missing: Vec<MissingFact> = wanted
        .into_iter()
        .filter(is_missing)
        .map(|(kind, reason)| MissingFact { kind, reason: reason.to_owned() })
        .collect();
    let of_place = sheet.all().iter().filter(|fact| sheet.is_of_place(fact)).count();
    if sheet.first(FactKind::Place).is_some() && of_place < params.min_place_facts as usize {
        let reason = format!("{of_place} facts are tied to the place, {} are needed", params.min_place_facts);
        missing.push(MissingFact { kind: FactKind::Permit, reason });
    }
    missing
}

fn insight(input: &BriefInput, missing: &[MissingFact]) -> Option<Insight> {
    let first = missing.first()?;
    let fact = |missing: &MissingFact| {
        Evidence::new("missingFact", &input.query, json!(missing), "the facts of this run", input.as_of)
    };
    let finding = Finding {
        subject: input.query.clone(),
        title: format!(
            "{} kinds of facts are missing for \"{}\"; the first one {}",
            missing.len(),
            input.query,
            first.reason
        ),
        kind: "facts_missing",
        nature: Nature::Fact,
        confidence: 0.9,
        effort_minutes: 10 * missing.len() as u32,
        evidence: missing.iter().map(fact).collect(),
        action: Some(Action::new("add_facts", "Add the facts", Some(input.query.clone()))),
        falsifier: "The fact sheet already contains them under another kind".to_owned(),
        days_valid: 60,
        ..Finding::default()
    };
    Some(finding.insight(SIGNATURE, input.as_of))
}
