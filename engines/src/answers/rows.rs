//! Answers by period, engine and prompt.

use std::collections::BTreeMap;

use super::input::{Input, Sample};

const DAY: i64 = 86_400;

/// Answers of one engine in the current and the previous period.
#[derive(Debug, Default)]
pub(super) struct Periods<'a> {
    pub(super) now: Vec<&'a Sample>,
    pub(super) before: Vec<&'a Sample>,
}

/// Returns the answers of each engine. A period ends with the engine's own last answer, so an engine that could not be
/// asked keeps its figures. Half a day of tolerance keeps a check that takes hours within its period.
pub(super) fn periods(input: &Input) -> BTreeMap<&str, Periods<'_>> {
    let mut latest: BTreeMap<&str, i64> = BTreeMap::new();
    let valid = || input.answers.iter().filter(|answer| answer.prompt < input.prompts.len());
    for answer in valid() {
        let last = latest.entry(answer.engine.as_str()).or_insert(answer.at);
        *last = (*last).max(answer.at);
    }
    let days = i64::from(input.window_days.max(1));
    let mut found: BTreeMap<&str, Periods<'_>> = BTreeMap::new();
    for answer in valid() {
        let Some(last) = latest.get(answer.engine.as_str()) else { continue };
        let age = last.saturating_sub(answer.at).saturating_add(DAY / 2) / (days * DAY);
        let periods = found.entry(answer.engine.as_str()).or_default();
        match age {
            0 => periods.now.push(answer),
            1 => periods.before.push(answer),
            _ => {}
        }
    }
    found
}

/// Counts of one prompt: answers that count for each brand, and answers that were shown.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Counts {
    /// Answers that cite each brand.
    pub(super) cited: Vec<u32>,
    /// Answers that mention each brand.
    pub(super) mentioned: Vec<u32>,
    /// Answers that were shown.
    pub(super) shown: u32,
    /// All answers, with those that were not shown.
    pub(super) asked: u32,
}

/// Counts the answers of each prompt.
pub(super) fn counts(input: &Input, answers: &[&Sample]) -> BTreeMap<usize, Counts> {
    let mut found: BTreeMap<usize, Counts> = BTreeMap::new();
    let brands = input.brands.len();
    for answer in answers {
        let counts = found.entry(answer.prompt).or_insert_with(|| Counts {
            cited: vec![0; brands],
            mentioned: vec![0; brands],
            ..Counts::default()
        });
        counts.asked += 1;
        if !answer.is_shown {
            continue;
        }
        counts.shown += 1;
        for (index, brand) in input.brands.iter().enumerate() {
            counts.cited[index] += u32::from(answer.citations.iter().any(|page| brand.owns(&page.host)));
            counts.mentioned[index] += u32::from(answer.mentions.contains(&index));
        }
    }
    found
}
