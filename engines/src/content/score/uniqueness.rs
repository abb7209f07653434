//! Similarity to other pages, and unique content.

use super::super::facts::{Sheet, sibling_text, without_names};
use super::super::input::{Draft, FactKind, ScoreInput};
use super::super::{Checked, Finding, Level, Measures};
use super::finding;
use crate::semantic::{jaccard, shingles};

/// Number of place names in a sentence above which it counts as a list of towns.
const CITY_LIST: usize = 15;

/// Returns headings and text, one sentence per line.
pub(in crate::content) fn page_text(draft: &Draft) -> String {
    draft.body().map(|sentence| sentence.text.as_str()).collect::<Vec<_>>().join("\n")
}

pub(super) fn findings(
    input: &ScoreInput, sheet: Sheet<'_>, params: &Checked, measures: &mut Measures,
) -> Vec<Finding> {
    let mut findings = Vec::new();
    let names = sheet.names();
    let own =
        if input.siblings.is_empty() { Vec::new() } else { shingles(&without_names(&page_text(&input.draft), &names)) };
    for sibling in &input.siblings {
        let likeness = jaccard(&own, &shingles(&sibling_text(sibling, &names)));
        measures.similarity = measures.similarity.max(likeness);
        let level = match likeness {
            likeness if likeness >= params.block_similarity => Level::Block,
            likeness if likeness >= params.warn_similarity => Level::Warn,
            _ => continue,
        };
        let detail = format!("{:.0} % of the text is also on {}, names excluded", 100.0 * likeness, sibling.url);
        findings.push(finding("similarity", level, detail, Some(sibling.url.clone())));
    }
    findings.extend(place_facts(input, sheet, params));
    findings.extend(city_lists(input, sheet));
    findings
}

/// Checks that a page about a place has facts of that place.
fn place_facts(input: &ScoreInput, sheet: Sheet<'_>, params: &Checked) -> Option<Finding> {
    let place = sheet.first(FactKind::Place)?;
    let used = input.draft.used_facts();
    let count = sheet.all().iter().filter(|fact| used.contains(&fact.id) && sheet.is_of_place(fact)).count();
    if count >= params.min_place_facts as usize {
        return None;
    }
    let level = if count == 0 { Level::Block } else { Level::Warn };
    let detail =
        format!("the page uses {count} facts about {}, at least {} are needed", place.value, params.min_place_facts);
    Some(finding("unique_facts", level, detail, Some(place.value.clone())))
}

/// Finds sentences that only list towns: more than fifteen names between commas.
fn city_lists(input: &ScoreInput, _sheet: Sheet<'_>) -> Vec<Finding> {
    let is_name = |part: &str| {
        let words: Vec<&str> = part.split_whitespace().collect();
        (1..=4).contains(&words.len()) && words.iter().all(|word| word.chars().next().is_some_and(char::is_uppercase))
    };
    let mut findings = Vec::new();
    for block in &input.draft.blocks {
        let text: Vec<&str> = block.texts().map(|sentence| sentence.text.as_str()).collect();
        let names = text.join(", ").split([',', ';', '|', '•', '\n']).filter(|part| is_name(part)).count();
        if names > CITY_LIST {
            let detail = format!("a block lists {names} place names, at most {CITY_LIST} are allowed");
            findings.push(finding("city_list", Level::Block, detail, text.first().map(|text| (*text).to_owned())));
        }
    }
    findings
}
