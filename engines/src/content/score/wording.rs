//! Grammar and boilerplate of the sentences.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

use super::super::facts::Sheet;
use super::super::grammar::mistakes;
use super::super::input::{FactKind, ScoreInput, Sentence};
use super::super::{Checked, Finding, Level, Measures};
use super::{MOST_OF_ONE, finding};
use crate::common::{Control, EngineError, checkpoint};
use crate::text::{WordTable, fold, words};

/// Words of a page whose grammar is checked; further ones take too long.
const MOST_WORDS: usize = 20_000;

/// A phrase of filler.
struct Filler {
    phrase: &'static str,
    /// Its folded words.
    parts: Vec<String>,
    reason: &'static str,
    /// Shorter words for it; `-` to leave it out, empty if only a person can rewrite the sentence.
    instead: &'static str,
}

/// The phrases by their first folded word.
static FILLERS: LazyLock<WordTable<Vec<Filler>>> = LazyLock::new(|| {
    let mut by_first: BTreeMap<String, Vec<Filler>> = BTreeMap::new();
    for line in include_str!("../../../data/boilerplate_en.tsv").lines() {
        let mut fields = line.split('\t');
        let (Some(phrase), Some(reason)) = (fields.next(), fields.next()) else { continue };
        let parts: Vec<String> = words(&fold(phrase)).map(str::to_owned).collect();
        let Some(first) = parts.first().cloned() else { continue };
        let instead = fields.next().unwrap_or_default().trim();
        by_first.entry(first).or_default().push(Filler { phrase, parts, reason, instead });
    }
    WordTable::new(by_first)
});

/// Finds phrases that say nothing, and grammar mistakes.
pub(super) fn findings(
    input: &ScoreInput, sheet: Sheet<'_>, params: &Checked, measures: &mut Measures, control: &dyn Control,
) -> Result<Vec<Finding>, EngineError> {
    let (mut fillers, mut errors, mut read, mut count) = (Vec::new(), Vec::new(), 0, 0);
    let known = if params.check_grammar { known_words(sheet) } else { BTreeSet::new() };
    for (block, at, sentence) in input.draft.places() {
        checkpoint(control)?;
        let found = boilerplate(sentence, sheet);
        measures.boilerplate += found.len();
        if fillers.len() < MOST_OF_ONE {
            fillers.extend(found.into_iter().map(|found| Finding { block, sentence: at, ..found }));
        }
        if params.check_grammar && read < MOST_WORDS && block.is_some() {
            read += sentence.text.split_whitespace().count();
            let found = grammar(sentence, &known);
            count += found.len();
            if errors.len() < MOST_OF_ONE {
                errors.extend(found.into_iter().map(|found| Finding { block, sentence: at, ..found }));
            }
        }
    }
    if params.check_grammar {
        measures.grammar_per_1000 = Some(1_000.0 * f64::from(count as u32) / read.max(1) as f64);
    }
    fillers.extend(errors);
    Ok(fillers)
}

/// Words of the facts, which are spelled as the owner spells them.
fn known_words(sheet: Sheet<'_>) -> BTreeSet<String> {
    let mut known = BTreeSet::new();
    for fact in sheet.all() {
        for text in
            [Some(&fact.value), fact.detail.as_ref(), fact.place.as_ref(), Some(&fact.source)].into_iter().flatten()
        {
            let folded = fold(text);
            known.extend(words(&folded).map(str::to_owned));
        }
    }
    known
}

fn grammar(sentence: &Sentence, known: &BTreeSet<String>) -> Vec<Finding> {
    let finding_of = |mistake: super::super::grammar::Mistake| {
        let detail = format!("\"{}\": {}", mistake.words, mistake.message);
        let mut found = finding("grammar", Level::Warn, detail, Some(sentence.text.clone()));
        if let Some(mended) = &mistake.mended {
            found.fix = format!("Write: {mended}");
        }
        found.is_mendable = mistake.mended.is_some();
        found.replacement = mistake.mended;
        found
    };
    mistakes(&sentence.text, known).into_iter().map(finding_of).collect()
}

fn boilerplate(sentence: &Sentence, sheet: Sheet<'_>) -> Vec<Finding> {
    let folded = fold(&sentence.text);
    let list: Vec<&str> = words(&folded).collect();
    let mut found = Vec::new();
    let mut end = 0;
    for at in 0..list.len() {
        let Some(phrases) = FILLERS.get(list[at]).filter(|_| at >= end) else { continue };
        let is_here = |filler: &&Filler| {
            list[at..].len() >= filler.parts.len() && filler.parts.iter().zip(&list[at..]).all(|(a, b)| a == b)
        };
        if let Some(filler) = phrases.iter().filter(is_here).max_by_key(|filler| filler.parts.len()) {
            end = at + filler.parts.len();
            found.push(of_filler(sentence, filler, sheet));
        }
    }
    found
}

fn of_filler(sentence: &Sentence, filler: &Filler, sheet: Sheet<'_>) -> Finding {
    let detail = format!("\"{}\" is on thousands of pages: {}", filler.phrase, filler.reason);
    let mut found = finding("boilerplate", Level::Warn, detail, Some(sentence.text.clone()));
    let is_own = sentence.fact_ids.iter().filter_map(|id| sheet.find(id)).any(|fact| fact.kind != FactKind::Business);
    found.replacement = match filler.instead {
        "" if !is_own => Some(String::new()),
        "" => None,
        instead => shortened(&sentence.text, filler.phrase, instead.trim_matches('-')),
    };
    found.fix = match &found.replacement {
        Some(text) if text.is_empty() => {
            format!("Remove the sentence, or say something that only you can say. {}", filler.reason)
        }
        Some(text) => format!("Write: {text}"),
        None => format!("Rewrite the sentence without \"{}\". {}", filler.phrase, filler.reason),
    };
    found.is_mendable = found.replacement.is_some();
    found
}

/// Replaces a phrase, whatever its case, and begins the sentence with a capital again.
fn shortened(text: &str, phrase: &str, instead: &str) -> Option<String> {
    let at = text.to_lowercase().find(phrase).filter(|_| text.is_ascii())?;
    let rest = text[at + phrase.len()..].trim_start_matches([',', ' ']);
    let joined =
        if instead.is_empty() { format!("{}{rest}", &text[..at]) } else { format!("{}{instead} {rest}", &text[..at]) };
    let mut letters = joined.trim().chars();
    let first = letters.next()?;
    Some(first.to_uppercase().chain(letters).collect())
}
