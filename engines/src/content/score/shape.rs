//! Lengths, headings, links, keyword density and readability.

use super::super::facts::{Sheet, reading_ease_for};
use super::super::input::{BlockKind, FactKind, ScoreInput};
use super::super::readability::flesch_reading_ease;
use super::super::width::{is_description_ok, is_title_ok, title_pixels};
use super::super::{Checked, Finding, Level, Measures};
use super::claims::count_phrase;
use super::{finding, page_text};
use crate::keyword::Intent;
use crate::text::{fold, words};

/// Minimum number of words for publication.
const FEWEST_WORDS: usize = 120;
/// Minimum occurrences of a phrase for keyword stuffing.
const LEAST_TIMES: usize = 4;
/// Keyword density from which publication is blocked.
const BLOCKED_DENSITY: f64 = 0.05;

pub(super) fn findings(
    input: &ScoreInput, sheet: Sheet<'_>, params: &Checked, intent: Option<Intent>, measures: &mut Measures,
) -> Vec<Finding> {
    let text = page_text(&input.draft);
    let mut findings = Vec::new();
    findings.extend(stuffing(input, sheet, &text, params, measures));
    findings.extend(thin(params, measures));
    findings.extend(head(input, measures));
    findings.extend(headings(input));
    let links = input.draft.links.iter().filter(|link| !link.url.trim().is_empty() && !link.anchor.trim().is_empty());
    let count = links.count();
    if count < params.min_links as usize {
        let detail = format!("{count} links to other pages, {} are needed", params.min_links);
        findings.push(finding("links", Level::Warn, detail, None));
    }
    measures.reading_ease = flesch_reading_ease(&text);
    let wanted = reading_ease_for(intent);
    if let Some(ease) = measures.reading_ease.filter(|ease| *ease < wanted) {
        let detail = format!("reading ease is {ease:.0}, should be at least {wanted:.0} for this query");
        findings.push(finding("readability", Level::Warn, detail, None));
    }
    findings
}

/// Checks the density of the query and of the service, whichever is higher.
fn stuffing(
    input: &ScoreInput, sheet: Sheet<'_>, text: &str, params: &Checked, measures: &mut Measures,
) -> Option<Finding> {
    let folded = fold(text);
    let tokens: Vec<&str> = words(&folded).collect();
    let words = tokens.len();
    measures.words = words;
    let service = sheet.first(FactKind::Service).map(|fact| fact.value.clone());
    let mut worst: Option<(String, usize, f64)> = None;
    for phrase in [Some(input.query.clone()), service].into_iter().flatten() {
        let times = count_phrase(&tokens, &phrase);
        let length = phrase.split_whitespace().count();
        let density = (times * length) as f64 / words.max(1) as f64;
        measures.density = measures.density.max(density);
        if times >= LEAST_TIMES
            && density > params.max_density
            && worst.as_ref().is_none_or(|(_, _, most)| density > *most)
        {
            worst = Some((phrase, times, density));
        }
    }
    let (phrase, times, density) = worst?;
    let level = if density >= BLOCKED_DENSITY.max(params.max_density) { Level::Block } else { Level::Warn };
    let detail = format!("\"{phrase}\" occurs {times} times, {:.1} % of the words", 100.0 * density);
    Some(finding("stuffing", level, detail, Some(phrase)))
}

fn thin(params: &Checked, measures: &Measures) -> Option<Finding> {
    let wanted = params.min_words as usize;
    if measures.words >= wanted {
        return None;
    }
    let level = if measures.words < FEWEST_WORDS { Level::Block } else { Level::Warn };
    Some(finding("thin", level, format!("{} words, should be at least {wanted}; add facts", measures.words), None))
}

fn head(input: &ScoreInput, measures: &mut Measures) -> Vec<Finding> {
    let (title, description) = (input.draft.title.text.trim(), input.draft.description.text.trim());
    measures.title_characters = title.chars().count();
    measures.title_pixels = title_pixels(title);
    measures.description_characters = description.chars().count();
    let mut findings = Vec::new();
    if !is_title_ok(title) {
        let detail = format!(
            "the title has {} characters and {} pixels; titles of 30 to 60 characters and at most 561 pixels are not truncated",
            measures.title_characters, measures.title_pixels
        );
        findings.push(finding(
            "title",
            if title.is_empty() { Level::Block } else { Level::Warn },
            detail,
            Some(title.to_owned()),
        ));
    }
    if !is_description_ok(description) {
        let detail = format!(
            "the description has {} characters, descriptions of 70 to 155 characters are not truncated",
            measures.description_characters
        );
        findings.push(finding("description", Level::Warn, detail, Some(description.to_owned())));
    }
    findings
}

fn headings(input: &ScoreInput) -> Option<Finding> {
    let is_first = |block: &&super::super::Block| block.kind == BlockKind::Heading && block.level == 1;
    let count = input.draft.blocks.iter().filter(is_first).count();
    (count != 1)
        .then(|| finding("h1", Level::Block, format!("{count} headings of level 1, exactly one is needed"), None))
}
