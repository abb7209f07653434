//! Traces of prompts, markup, addresses and citations that do not exist.

use super::claim_words::{LEADS, LEAKS, OF_TEXTS};
use super::evidence::Evidence;
use super::types::{Problem, ProblemKind};

/// Returns the problems of a raw sentence, and its text without citations in brackets.
pub(super) fn check(text: &str, cited: &[String], evidence: &Evidence<'_>) -> (Vec<Problem>, String) {
    let mut problems: Vec<Problem> = Vec::new();
    let is_known = |id: &str| evidence.ids.contains(id);
    for id in cited.iter().filter(|id| !is_known(id)) {
        problems.push(problem(ProblemKind::UnknownSource, id, "the cited fact does not exist"));
    }
    let (brackets, plain) = brackets(text);
    for content in brackets {
        let mut parts = content.split([',', ';']).map(str::trim).filter(|part| !part.is_empty()).peekable();
        if parts.peek().is_none() || !parts.all(is_known) {
            problems.push(problem(
                ProblemKind::UnknownSource,
                &content,
                "the cited fact does not exist, or a gap was not filled",
            ));
        }
    }
    let lower = plain.to_lowercase().replace('\u{2019}', "'");
    if let Some(leak) = LEAKS.iter().find(|leak| has(&lower, leak) && !evidence.text.contains(**leak)) {
        problems.push(problem(ProblemKind::Leak, leak.trim(), "a remark of the model, an instruction or markup"));
    }
    if let Some(lead) = LEADS.iter().find(|lead| has(&lower, lead) && !evidence.text.contains(**lead)) {
        // `Here are the prices` leads on to the next lines; `Here is the text` is a remark. The rules alone keep neither.
        let is_remark = !lower.starts_with(lead) || OF_TEXTS.iter().any(|word| has(&lower, word));
        problems.push(if is_remark {
            problem(ProblemKind::Leak, lead, "a remark of the model, an instruction or markup")
        } else {
            problem(ProblemKind::Uncovered, lead, "no fact says that something follows")
        });
    }
    for address in plain.split_whitespace().filter(|word| is_address(word)) {
        let bare = address.trim_matches(|c: char| !c.is_alphanumeric()).to_lowercase();
        if !evidence.text.contains(&bare) {
            problems.push(problem(ProblemKind::Leak, address, "no fact has this address"));
        }
    }
    (problems, plain)
}

fn problem(kind: ProblemKind, words: &str, detail: &str) -> Problem {
    Problem {
        kind,
        words: words.to_owned(),
        detail: detail.to_owned(),
        fact_id: None,
        said_by: Vec::new(),
        is_calculable: false,
    }
}

/// Phrases of letters match whole words only.
fn has(text: &str, phrase: &str) -> bool {
    let is_word = |c: Option<char>| c.is_some_and(char::is_alphanumeric);
    let is_bounded = |at: usize| {
        let (before, after) = (text[..at].chars().next_back(), text[at + phrase.len()..].chars().next());
        let (first, last) = (phrase.chars().next(), phrase.chars().next_back());
        !(is_word(first) && is_word(before) || is_word(last) && is_word(after))
    };
    text.match_indices(phrase).any(|(at, _)| is_bounded(at))
}

fn is_address(word: &str) -> bool {
    let lower = word.to_lowercase();
    let bare = lower.trim_matches(|c: char| !c.is_alphanumeric());
    let ends = [".com", ".org", ".net", ".gov", ".edu", ".io", ".co", ".info", ".us", ".biz"];
    lower.contains("://")
        || lower.starts_with("www.")
        || bare.contains('@')
        || ends.iter().any(|end| bare.ends_with(end) || bare.contains(&format!("{end}/")))
}

/// Cuts `[...]` and `{...}` out of a text.
fn brackets(text: &str) -> (Vec<String>, String) {
    let (mut found, mut plain, mut rest) = (Vec::new(), String::with_capacity(text.len()), text);
    while let Some(open) = rest.find(['[', '{']) {
        let close = if rest[open..].starts_with('[') { ']' } else { '}' };
        let Some(length) = rest[open..].find(close) else { break };
        plain.push_str(&rest[..open]);
        found.push(rest[open + 1..open + length].trim_matches(['[', '{', ' ']).to_owned());
        rest = &rest[open + length + 1..];
    }
    plain.push_str(rest);
    (found, plain)
}
