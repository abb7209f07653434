//! Plain English.

use super::{Finding, wording};
use crate::{
    Pack,
    prose::{reading_ease, sentences, words},
};

/// Maximum number of words of a sentence.
const LONGEST: usize = 32;
/// Range of the reading ease of a whole pack (Flesch 1948): plain English to fairly easy.
const EASE: (f64, f64) = (50.0, 72.0);
/// Most words of a question.
const LONGEST_QUESTION: usize = 18;

pub(super) fn check(pack: &Pack) -> Vec<Finding> {
    let mut found = Vec::new();
    for (at, text) in texts(pack) {
        found.extend(of_text(at, text));
    }
    found.extend(pack.questions.iter().filter_map(|one| question(&one.id, &one.question)));
    let whole = pack.texts().collect::<Vec<_>>().join(" ");
    if let Some(ease) = reading_ease(&whole).filter(|ease| !(EASE.0..=EASE.1).contains(ease)) {
        let problem = format!("has a reading ease of {ease:.0}; {:.0} to {:.0} is wanted", EASE.0, EASE.1);
        found.push(Finding::error("pack", problem));
    }
    found
}

pub(super) fn texts(pack: &Pack) -> impl Iterator<Item = (&str, &str)> {
    let statements = pack.statements.iter().map(|one| (one.id.as_str(), one.text.as_str()));
    let glossary = pack.glossary.iter().map(|one| (one.term.as_str(), one.definition.as_str()));
    let answers = pack.questions.iter().map(|one| (one.id.as_str(), one.answer.as_str()));
    statements.chain(glossary).chain(answers)
}

fn of_text(at: &str, text: &str) -> Vec<Finding> {
    let mut found = Vec::new();
    for phrase in wording::advertising(&text.to_lowercase()) {
        found.push(Finding::error(at, format!("says \"{phrase}\"; say what is meant in plain words")));
    }
    for sign in text.chars().filter(|sign| matches!(sign, '\u{2014}' | '\u{2013}' | '!' | ';' | '\u{2026}')) {
        found.push(Finding::error(at, format!("contains `{sign}`; write two sentences")));
    }
    if !text.ends_with(['.', '?']) {
        found.push(Finding::error(at, "must end with a full stop"));
    }
    if text.starts_with(char::is_lowercase) {
        found.push(Finding::error(at, "must start with a capital letter"));
    }
    if text.contains("  ") || text.contains(['*', '_', '<', '>', '[', ']', '{', '}', '`']) {
        found.push(Finding::error(at, "contains markup or double spaces; text is plain"));
    }
    let longest = sentences(text).into_iter().map(|sentence| words(sentence).count()).max().unwrap_or(0);
    if longest > LONGEST {
        found.push(Finding::error(at, format!("has a sentence of {longest} words; at most {LONGEST} are wanted")));
    }
    found
}

fn question(id: &str, text: &str) -> Option<Finding> {
    let problem = match () {
        () if !text.ends_with('?') => "must end with a question mark",
        () if !text.starts_with(char::is_uppercase) => "must start with a capital letter",
        () if words(text).count() > LONGEST_QUESTION => "has more than 18 words; ask as people ask",
        () => return None,
    };
    Some(Finding::error(id, problem))
}

/// Returns true if a text contains a phrase at the borders of words.
pub(super) fn has_phrase(text: &str, phrase: &str) -> bool {
    let is_border = |c: Option<char>| c.is_none_or(|c| !c.is_alphanumeric());
    text.match_indices(phrase)
        .any(|(at, _)| is_border(text[..at].chars().next_back()) && is_border(text[at + phrase.len()..].chars().next()))
}
