//! A second question about lines that pass, and of which something could not be verified.

use std::collections::BTreeMap;

use super::super::{Material, ModelPrompt, material::plain};
use super::answer::verdicts;
use super::{SYSTEM, SecondVerdict, is_read_again, numbered_lines, tokens};
use crate::content::{Calculated, Doubt, Fact, SentenceVerdict};

/// Maximum number of doubts about a line that are named.
const MOST_DOUBTS: usize = 8;
/// Bytes of a doubt, from which the size of a request is estimated.
const DOUBT_BYTES: usize = 100;

/// A line that passes, with what could not be verified.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Doubted<'a> {
    /// Text.
    pub line: &'a str,
    /// What the model must state. There is at least one.
    pub doubts: Vec<Doubt>,
}

/// Returns what another answer could settle about a line that a second reading passes: figures without a calculation or supposition that
/// counts, and facts that seem to deny the line. Empty if nothing is open, or if no answer could keep the line.
#[must_use]
pub fn doubts(rules: &SentenceVerdict, second: Option<&SecondVerdict>) -> Vec<Doubt> {
    match second.filter(|_| is_read_again(rules)) {
        Some(SecondVerdict::Said { fact_ids, calculated }) => rules.doubts(fact_ids, calculated),
        Some(SecondVerdict::Unsaid(_)) | None => Vec::new(),
    }
}

/// Returns the prompt that asks once more about lines that pass, and names what could not be verified.
#[must_use]
pub fn again_prompt(material: &Material, lines: &[Doubted<'_>]) -> ModelPrompt {
    let texts: Vec<&str> = lines.iter().map(|one| one.line).collect();
    let mut user = numbered_lines(material, &texts);
    user.push_str("\n<open>\n");
    for (at, one) in lines.iter().enumerate() {
        for doubt in one.doubts.iter().take(MOST_DOUBTS) {
            let asked = match doubt {
                Doubt::Figure(words) => format!("state the calculation or supposition for “{}”", plain(words)),
                Doubt::Opposed(id) => {
                    format!("{} seems to say otherwise: name it too if the line is true to it", plain(id))
                }
            };
            user.push_str(&format!("{} | {asked}\n", at + 1));
        }
    }
    user.push_str(
        "</open>\nThese lines passed before, but what is named between <open> and </open> could not be verified. Answer again \
         about each line, in the same form and in full. If a figure or name has neither a calculation nor a supposition, the line fails.",
    );
    ModelPrompt { system: SYSTEM.to_owned(), user, max_tokens: tokens(lines.len()) }
}

/// Reads the answer to [`again_prompt`], with a verdict for each line about which it counts.
#[must_use]
pub fn read_again_answer(
    answer: &str, lines: &[&str], material: &Material, facts: &[Fact],
) -> Vec<Option<SecondVerdict>> {
    verdicts(answer, lines, material, facts).unwrap_or_else(|_| vec![None; lines.len()])
}

/// Returns a prompt as large as the one that asks again about all lines of a second reading with this prompt, for estimates.
#[must_use]
pub fn largest_again(largest: &ModelPrompt) -> ModelPrompt {
    let lines = largest.user.lines().count();
    let user = format!("{}{}", largest.user, "x".repeat(DOUBT_BYTES.saturating_mul(lines.saturating_add(4))));
    ModelPrompt { user, ..largest.clone() }
}

impl SecondVerdict {
    /// Returns the verdict with what another answer adds. A denial counts.
    #[must_use]
    pub fn with(self, again: Self) -> Self {
        match (self, again) {
            (Self::Said { mut fact_ids, calculated }, Self::Said { fact_ids: more, calculated: added }) => {
                fact_ids.extend(more);
                fact_ids.sort();
                fact_ids.dedup();
                Self::Said { fact_ids, calculated: joined(calculated, added) }
            }
            (_, again) => again,
        }
    }
}

/// Joins calculated figures. Of figures with the same words, the answer with more of them counts.
fn joined(mut first: Vec<Calculated>, second: Vec<Calculated>) -> Vec<Calculated> {
    let count = |all: &[Calculated]| {
        let mut counts: BTreeMap<String, usize> = BTreeMap::new();
        for one in all {
            *counts.entry(one.words.clone()).or_default() += 1;
        }
        counts
    };
    let (before, after) = (count(&first), count(&second));
    let is_more = |words: &String| after.get(words) > before.get(words);
    first.retain(|one| !is_more(&one.words));
    first.extend(second.into_iter().filter(|one| is_more(&one.words)));
    first
}
