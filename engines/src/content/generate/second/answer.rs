//! The answer of a second reading.

use std::collections::BTreeMap;

use super::super::{Material, material::plain};
use crate::content::{Calculated, Fact, calculated};
use crate::text::{fold, words};

/// Characters around ids and words that mean nothing.
const FRAME: [char; 12] = ['[', ']', '"', '\'', '“', '”', '‘', '’', '`', '*', '.', ' '];

/// What a second reading says about a line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SecondVerdict {
    /// Facts together say everything that it says.
    Said {
        /// Ids of the facts. There is at least one, and all exist.
        fact_ids: Vec<String>,
        /// Figures and superlatives that follow from these facts by calculations of the answer, and figures that the line only supposes,
        /// verified.
        calculated: Vec<Calculated>,
    },
    /// No fact says these words; empty if the answer names none that the line has.
    Unsaid(String),
}

/// Why the answer of a second reading does not count.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SecondReadingError {
    /// A line has no verdict.
    #[error("it has no verdict about line {0}")]
    Missing(usize),
    /// A line has two verdicts.
    #[error("it has two verdicts about line {0}")]
    Twice(usize),
    /// A verdict about a line that was not given.
    #[error("it names line {0}, which does not exist")]
    NoSuchLine(String),
    /// A verdict without ids.
    #[error("its verdict about line {0} names no fact")]
    NoFact(usize),
    /// A fact that was not given.
    #[error("it names “{0}”, which is no fact of the document")]
    UnknownFact(String),
}

/// Reads the verdicts about `lines`, in their order. An answer counts as a whole or not at all: one that names facts or lines that do
/// not exist does not follow its instructions. Lines of the answer that do not begin with a number and a mark are skipped. Calculations and
/// suppositions are verified with `facts`; one that fails supports nothing.
///
/// # Errors
/// Returns why the answer does not count.
pub fn read_second_reading(
    answer: &str, lines: &[&str], material: &Material, facts: &[Fact],
) -> Result<Vec<SecondVerdict>, SecondReadingError> {
    let verdicts = verdicts(answer, lines, material, facts)?;
    let missing = verdicts.iter().position(Option::is_none);
    match missing {
        Some(at) => Err(SecondReadingError::Missing(at + 1)),
        None => Ok(verdicts.into_iter().flatten().collect()),
    }
}

/// Reads the verdict about each line that has one.
pub(super) fn verdicts(
    answer: &str, lines: &[&str], material: &Material, facts: &[Fact],
) -> Result<Vec<Option<SecondVerdict>>, SecondReadingError> {
    let known: BTreeMap<String, &str> = material.ids().map(|id| (plain(id), id)).collect();
    let mut verdicts: Vec<Option<SecondVerdict>> = vec![None; lines.len()];
    for (number, rest) in answer.lines().filter_map(numbered) {
        let at = number.parse::<usize>().ok().and_then(|number| number.checked_sub(1)).filter(|at| *at < lines.len());
        let at = at.ok_or_else(|| SecondReadingError::NoSuchLine(number.chars().take(20).collect()))?;
        let verdict = match denial(rest) {
            Some(words) => SecondVerdict::Unsaid(copied(words, lines[at])),
            None => {
                let (named, calculations) = parts(rest, &known);
                let fact_ids = ids(&named, at + 1, &known)?;
                let calculated = calculated(lines[at], &fact_ids, &calculations, facts);
                SecondVerdict::Said { fact_ids, calculated }
            }
        };
        if verdicts[at].replace(verdict).is_some() {
            return Err(SecondReadingError::Twice(at + 1));
        }
    }
    Ok(verdicts)
}

/// Splits the number from a line of the answer; `None` for other lines.
fn numbered(line: &str) -> Option<(&str, &str)> {
    let line = line.trim_matches(|c: char| c.is_whitespace() || matches!(c, '|' | '*' | '`' | '-'));
    let digits = line.bytes().take_while(u8::is_ascii_digit).count();
    let (number, rest) = line.split_at(digits);
    let rest = rest.trim_start().strip_prefix(['|', ':', '.', ')', '='])?;
    (!number.is_empty()).then(|| (number, rest.trim_start_matches(['|', ' '])))
}

/// Returns what follows `no`; `None` if the verdict begins with another word.
fn denial(rest: &str) -> Option<&str> {
    let (word, after) = rest.trim().split_at_checked(2)?;
    let ends = after.is_empty() || after.starts_with(['|', ':', ',', '.', ' ']);
    (ends && word.eq_ignore_ascii_case("no")).then(|| after.trim_start_matches(['|', ':', ',', '.', ' ']))
}

/// Returns the words of a denial if at least half of them are in the line. What is not copied from the line says nothing about it. Short
/// words such as `the` are in any line, so they count only where there are no others.
fn copied(denied: &str, line: &str) -> String {
    let denied = denied.trim_matches(|c: char| FRAME.contains(&c) || c == '|');
    let (folded, of_line) = (fold(denied), fold(line));
    let own: Vec<&str> = words(&of_line).collect();
    let mut all: Vec<&str> = words(&folded).collect();
    if all.iter().any(|word| is_long(word)) {
        all.retain(|word| is_long(word));
    }
    let shared = all.iter().filter(|word| own.contains(word)).count();
    if shared > 0 && 2 * shared >= all.len() { denied.chars().take(200).collect() } else { String::new() }
}

fn is_long(word: &str) -> bool {
    word.chars().count() > 3 || word.contains(char::is_numeric)
}

/// Splits a verdict into its ids, and its calculations and suppositions, which have figures in braces.
fn parts<'a>(rest: &'a str, known: &BTreeMap<String, &str>) -> (Vec<&'a str>, Vec<&'a str>) {
    let is_supposition = |part: &str| part.trim().to_ascii_lowercase().starts_with("suppos");
    let is_derivation = |part: &&str| {
        let is_calculation = part.contains('{') && part.contains(['=', '<', '>', '≤', '≥']);
        !known.contains_key(part.trim_matches(FRAME)) && (is_calculation || is_supposition(part))
    };
    let (derivations, named): (Vec<&str>, Vec<&str>) = pieces(rest, '|').into_iter().partition(is_derivation);
    (named, derivations.into_iter().flat_map(|part| pieces(part, ';')).map(str::trim).collect())
}

/// Splits at a mark outside braces: the words of a fact may have it.
fn pieces(text: &str, mark: char) -> Vec<&str> {
    let (mut found, mut start, mut is_inside) = (Vec::new(), 0, false);
    for (at, character) in text.char_indices() {
        match character {
            '{' => is_inside = true,
            '}' => is_inside = false,
            other if other == mark && !is_inside => {
                found.push(&text[start..at]);
                start = at + mark.len_utf8();
            }
            _ => {}
        }
    }
    found.push(&text[start..]);
    found
}

/// Returns the ids of a verdict, each once.
fn ids(named: &[&str], number: usize, known: &BTreeMap<String, &str>) -> Result<Vec<String>, SecondReadingError> {
    let mut found: Vec<String> = Vec::new();
    let all = named.iter().flat_map(|part| part.split([',', ';']));
    for id in all.map(|id| id.trim_matches(FRAME)).filter(|id| !id.is_empty()) {
        let id = known.get(id).ok_or_else(|| SecondReadingError::UnknownFact(id.chars().take(100).collect()))?;
        if !found.iter().any(|other| other == id) {
            found.push((*id).to_owned());
        }
    }
    if found.is_empty() { Err(SecondReadingError::NoFact(number)) } else { Ok(found) }
}
