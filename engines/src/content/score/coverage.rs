//! Words that the page should contain.

use super::super::compose::stems;
use super::super::input::ScoreInput;
use super::super::{Finding, Level};
use super::{finding, page_text};
use crate::text::Stemmer;

/// Maximum number of missing words that a finding names.
const NAMED: usize = 10;

/// Reports the words to cover that the text does not contain in any form. Words without meaning of their own are left out.
pub(super) fn finding_of(input: &ScoreInput) -> Option<Finding> {
    if input.words.is_empty() {
        return None;
    }
    let stemmer = Stemmer::default();
    let text = stems(&page_text(&input.draft), &stemmer);
    let wanted: Vec<_> = input.words.iter().map(|word| (word.trim(), stems(word, &stemmer))).collect();
    let wanted: Vec<_> = wanted.into_iter().filter(|(_, stems)| !stems.is_empty()).collect();
    let missing: Vec<&str> =
        wanted.iter().filter(|(_, stems)| !stems.is_subset(&text)).map(|(word, _)| *word).collect();
    if missing.is_empty() {
        return None;
    }
    let named = missing.iter().take(NAMED).map(|word| format!("\"{word}\"")).collect::<Vec<_>>().join(", ");
    let more = missing.len().saturating_sub(NAMED);
    let rest = if more == 0 { String::new() } else { format!(", and {more} more") };
    let detail = format!("{} of {} words to cover are missing: {named}{rest}", missing.len(), wanted.len());
    Some(finding("words", Level::Warn, detail, None))
}
