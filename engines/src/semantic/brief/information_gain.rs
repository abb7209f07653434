//! Own statements that no top page has.

use std::collections::BTreeSet;

use super::super::{BriefInput, lexical_similarity};
use super::output::Statement;
use crate::text::{fold, sentences, words};

/// Similarity from which a sentence of a top page counts as the same statement.
const SAID: f64 = 0.6;
/// Maximum number of statements compared.
const MOST_STATEMENTS: usize = 300;
/// Maximum number of sentences of top pages compared with each statement.
const MOST_SENTENCES: usize = 5_000;

/// Compares your facts and the sentences of your page with the sentences of the top pages; new ones first.
pub(super) fn gain(input: &BriefInput) -> Vec<Statement> {
    let own = input.page.iter().flat_map(|page| sentences(&page.text));
    let said: Vec<&str> = input.winners.iter().flat_map(|page| sentences(&page.text)).take(MOST_SENTENCES).collect();
    let figures: BTreeSet<String> = said.iter().flat_map(|sentence| numbers(sentence)).collect();
    let given = input.facts.iter().map(|fact| fact.trim()).chain(own);
    let distinct: BTreeSet<&str> = given.clone().collect();
    let mut left = distinct;
    let mut statements: Vec<Statement> = given
        .filter(|text| left.remove(text) && text.chars().any(char::is_alphanumeric))
        .take(MOST_STATEMENTS)
        .map(|text| statement(text, &said, &figures))
        .collect();
    statements.sort_by(|a, b| b.is_new.cmp(&a.is_new).then(a.likeness.total_cmp(&b.likeness)));
    statements
}

fn statement(text: &str, said: &[&str], figures: &BTreeSet<String>) -> Statement {
    let mut nearest: Option<(&str, f64)> = None;
    for sentence in said {
        let likeness = lexical_similarity(text, sentence);
        if nearest.is_none_or(|(_, best)| likeness > best) {
            nearest = Some((sentence, likeness));
        }
    }
    let likeness = nearest.map_or(0.0, |(_, likeness)| likeness);
    let has_new_figure = numbers(text).iter().any(|number| !figures.contains(number));
    Statement {
        text: text.to_owned(),
        is_new: likeness < SAID || has_new_figure,
        nearest: nearest.map(|(sentence, _)| sentence.to_owned()),
        likeness,
    }
}

fn numbers(text: &str) -> Vec<String> {
    let folded = fold(text);
    words(&folded).filter(|word| word.chars().any(char::is_numeric)).map(str::to_owned).collect()
}
