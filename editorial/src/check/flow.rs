//! Length and rhythm: two or three sentences of moderate length, and a label that names the topic.

use std::collections::BTreeSet;

use super::Finding;
use crate::{
    Pack, Section, Statement,
    prose::{sentences, words},
};

/// Range of the sentences of a statement or answer.
const SENTENCES: std::ops::RangeInclusive<usize> = 2..=3;
/// Range of the words of a statement or answer.
const WORDS: std::ops::RangeInclusive<usize> = 18..=75;
/// Range of the mean number of words of a sentence, over a pack.
const MEAN: std::ops::RangeInclusive<f64> = 12.0..=20.0;
/// Sentences below this number of words are short.
const SHORT: usize = 7;
/// Maximum share of short sentences.
const MOST_SHORT: f64 = 0.08;
/// Maximum number of words of a label.
const LONGEST_LABEL: usize = 5;

pub(super) fn check(pack: &Pack) -> Vec<Finding> {
    let statements = pack.statements.iter().map(|one| (one.id.as_str(), one.text.as_str()));
    let answers = pack.questions.iter().map(|one| (one.id.as_str(), one.answer.as_str()));
    let texts: Vec<_> = statements.chain(answers).filter(|(_, text)| !text.is_empty()).collect();
    let mut found: Vec<Finding> = texts.iter().flat_map(|(id, text)| sizes(id, text)).collect();
    found.extend(rhythm(&texts));
    let mut seen = BTreeSet::new();
    found.extend(pack.statements.iter().filter_map(|one| label(one, &mut seen)));
    found
}

fn sizes(id: &str, text: &str) -> Vec<Finding> {
    let mut found = Vec::new();
    for (has, range, of) in [(sentences(text).len(), SENTENCES, "sentences"), (words(text).count(), WORDS, "words")] {
        if !range.contains(&has) {
            let problem = format!("has {has} {of}; {} to {} are wanted", range.start(), range.end());
            found.push(Finding::error(id, problem));
        }
    }
    found
}

#[expect(clippy::cast_precision_loss, reason = "counts of a text are far below 2^53")]
fn rhythm(texts: &[(&str, &str)]) -> Vec<Finding> {
    let all = texts.iter().flat_map(|(_, text)| sentences(text));
    let lengths: Vec<usize> = all.map(|sentence| words(sentence).count()).collect();
    let count = lengths.len().max(1) as f64;
    let mean = lengths.iter().sum::<usize>() as f64 / count;
    let short = lengths.iter().filter(|length| **length < SHORT).count() as f64 / count;
    let mut found = Vec::new();
    if !MEAN.contains(&mean) {
        let problem = format!("has {mean:.1} words a sentence; {} to {} are wanted", MEAN.start(), MEAN.end());
        found.push(Finding::error("pack", problem));
    }
    if short > MOST_SHORT {
        let problem = format!("{:.0} % of its sentences have fewer than {SHORT} words; join some", short * 100.0);
        found.push(Finding::error("pack", problem));
    }
    found
}

fn label<'a>(one: &'a Statement, seen: &mut BTreeSet<(Section, &'a str)>) -> Option<Finding> {
    let problem = match one.label.as_deref() {
        None if one.section == Section::Local => return None,
        None => "needs a label `**Label.**`",
        Some(label) if !seen.insert((one.section, label)) => "has the label of another statement in its section",
        Some(label) if words(label).count() > LONGEST_LABEL => "has a label of more than 5 words",
        Some(label) if !label.starts_with(char::is_uppercase) => "has a label without a capital letter",
        Some(label) if label.ends_with(['.', '?', '!', ':', ',']) => "has a label that ends with a mark",
        Some(_) => return None,
    };
    Some(Finding::error(&one.id, problem))
}
