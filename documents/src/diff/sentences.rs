//! Differences of sentences.

use std::time::Instant;

use engines::content::Sentence;
use similar::{ChangeTag, TextDiff};

use super::{
    Change, SentenceDiff, Span,
    align::{Pair, align},
};

/// Compares the sentences of two blocks.
pub(super) fn compare_all(before: &[Sentence], after: &[Sentence], until: Instant) -> Vec<SentenceDiff> {
    let key = |sentence: &Sentence| format!("{}\n{}", sentence.text, sentence.fact_ids.join("\n"));
    let pairs = align(before, after, key, words, until);
    let one = |pair: Pair| match pair {
        Pair::Same(old, new) | Pair::Alike(old, new) => compare(&before[old], &after[new], until),
        Pair::Removed(old) => only(&before[old], Change::Removed),
        Pair::Added(new) => only(&after[new], Change::Added),
    };
    pairs.into_iter().map(one).collect()
}

/// Compares two sentences.
pub(super) fn compare(before: &Sentence, after: &Sentence, until: Instant) -> SentenceDiff {
    let missing = |ids: &[String], other: &[String]| -> Vec<String> {
        ids.iter().filter(|id| !other.contains(id)).cloned().collect()
    };
    let change = if before == after { Change::Same } else { Change::Changed };
    SentenceDiff {
        change,
        before: Some(before.text.clone()),
        after: Some(after.text.clone()),
        spans: spans(&before.text, &after.text, until),
        facts_added: missing(&after.fact_ids, &before.fact_ids),
        facts_removed: missing(&before.fact_ids, &after.fact_ids),
    }
}

/// Compares sentences of which each version may lack one.
pub(super) fn either(before: Option<&Sentence>, after: Option<&Sentence>, until: Instant) -> Option<SentenceDiff> {
    match (before, after) {
        (Some(before), Some(after)) => Some(compare(before, after, until)),
        (Some(before), None) => Some(only(before, Change::Removed)),
        (None, Some(after)) => Some(only(after, Change::Added)),
        (None, None) => None,
    }
}

/// Returns the difference of a sentence that only one version has.
fn only(sentence: &Sentence, change: Change) -> SentenceDiff {
    let is_added = change == Change::Added;
    let (text, ids) = (sentence.text.clone(), sentence.fact_ids.clone());
    SentenceDiff {
        change,
        before: (!is_added).then(|| text.clone()),
        after: is_added.then(|| text.clone()),
        spans: vec![Span { change, text }],
        facts_added: if is_added { ids.clone() } else { Vec::new() },
        facts_removed: if is_added { Vec::new() } else { ids },
    }
}

fn spans(before: &str, after: &str, until: Instant) -> Vec<Span> {
    if before == after {
        return vec![Span { change: Change::Same, text: before.to_owned() }];
    }
    let diff = TextDiff::configure().deadline(until).diff_words(before, after);
    let mut spans: Vec<Span> = Vec::new();
    for part in diff.iter_all_changes() {
        let change = match part.tag() {
            ChangeTag::Equal => Change::Same,
            ChangeTag::Insert => Change::Added,
            ChangeTag::Delete => Change::Removed,
        };
        match spans.last_mut() {
            Some(last) if last.change == change => last.text.push_str(part.value()),
            _ => spans.push(Span { change, text: part.value().to_owned() }),
        }
    }
    spans
}

/// Returns the words of a sentence, sorted.
pub(super) fn words(sentence: &Sentence) -> Vec<String> {
    let mut words: Vec<String> = sentence.text.split_whitespace().map(str::to_lowercase).collect();
    words.sort_unstable();
    words
}
