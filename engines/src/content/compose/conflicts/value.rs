//! What a fact says of its subject, and whether two facts can both be true.

use std::collections::BTreeSet;

use super::super::super::input::{Fact, FactKind};
use super::subject::{FOUNDED, Subject};
use crate::common::Day;
use crate::text::{fold, is_stopword, words};

/// Years that a founding year may be.
const FIRST_YEAR: i32 = 1_700;
const LAST_YEAR: i32 = 2_100;
/// Words before a founding year, within three words.
const SINCE: &[&str] = &["since", "founded", "established", "est", "opened", "started", "began"];
/// Words of a statement about the business with `since`.
const IN_BUSINESS: &[&str] = &["business", "serving", "served", "operating"];
const REACH: usize = 3;
/// Share by which `about ten years` may be off.
const ABOUT: f64 = 0.2;
/// Number words up to ten, and twelve.
const NUMBERS: &[(&str, &str)] = &[
    ("one", "1"),
    ("two", "2"),
    ("three", "3"),
    ("four", "4"),
    ("five", "5"),
    ("six", "6"),
    ("seven", "7"),
    ("eight", "8"),
    ("nine", "9"),
    ("ten", "10"),
    ("twelve", "12"),
];
/// Units of time.
const UNITS: &[&str] = &["minute", "hour", "day", "week", "month", "year"];

/// Least and greatest number.
pub(super) type Span = (f64, f64);

/// What a fact says.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Value {
    /// Words.
    Text(String),
    /// Numbers with their units. One value that has all of the other says the same more fully.
    Numbers(BTreeSet<String>),
    /// When the business can have been founded, and for how many years it says that it works.
    Age { founded: Span, years: Option<Span> },
    /// Years between two.
    Years(Span),
}

impl Value {
    pub(super) fn of(fact: &Fact, subject: &Subject, as_of: Option<Day>) -> Self {
        let years = years(&fact.value).filter(|_| fact.kind == FactKind::Experience);
        if let Some(founded) = founded(fact, as_of).filter(|_| subject.key == FOUNDED) {
            return Self::Age { founded, years };
        }
        if let Some(years) = years {
            return Self::Years(years);
        }
        let numbers = || Self::Numbers(amounts(&fact.value));
        match fact.kind {
            FactKind::Phone => Self::Text(digits(&fact.value)),
            FactKind::Licence => Self::Text(number(&fact.value)),
            FactKind::Question => Self::Text(fold(fact.detail.as_deref().unwrap_or_default())),
            FactKind::Insurance | FactKind::Rating | FactKind::Guarantee => numbers(),
            FactKind::Price | FactKind::Duration if !amounts(&fact.value).is_empty() => numbers(),
            // Facts with the same words agree.
            FactKind::Statement | FactKind::Climate | FactKind::Permit | FactKind::Process => Self::Text(String::new()),
            _ => Self::Text(fold(&fact.value)),
        }
    }

    /// Returns true if both can be true.
    pub(super) fn agrees(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Numbers(a), Self::Numbers(b)) => a.is_subset(b) || b.is_subset(a),
            (Self::Age { years: Some(a), .. }, Self::Age { years: Some(b), .. })
            | (Self::Years(a), Self::Years(b))
            | (Self::Age { founded: a, .. }, Self::Age { founded: b, .. }) => a.0 <= b.1 && b.0 <= a.1,
            _ => self == other,
        }
    }

    /// Returns true for years of experience, which are said along with a founding year that agrees with them.
    pub(super) const fn is_in_years(&self) -> bool {
        matches!(self, Self::Age { years: Some(_), .. })
    }
}

/// Returns true for a word that is a number, an amount or a unit of time.
pub(super) fn is_amount(word: &str) -> bool {
    word.chars().any(|c| c.is_numeric() || c == '$')
        || NUMBERS.iter().any(|(name, _)| *name == word)
        || UNITS.contains(&word.trim_end_matches('s'))
        || matches!(word, "lifetime" | "life")
}

/// Returns the numbers of a value with their units: `2-year` gives `2 year`, `$95.00` gives `95`, 24 months are two years.
pub(super) fn amounts(value: &str) -> BTreeSet<String> {
    // Commas separate thousands: fold would split the number there.
    let folded = fold(&value.replace(',', ""));
    let words: Vec<&str> =
        words(&folded).filter(|word| !is_stopword(word) || NUMBERS.iter().any(|(name, _)| name == word)).collect();
    let mut amounts = BTreeSet::new();
    for (at, word) in words.iter().enumerate() {
        let number = NUMBERS.iter().find(|(name, _)| name == word).map_or(*word, |(_, number)| number);
        if number == "lifetime" {
            amounts.insert(number.to_owned());
        } else if number.chars().any(char::is_numeric) {
            let unit = words.get(at + 1).map(|unit| unit.trim_end_matches('s')).filter(|unit| UNITS.contains(unit));
            amounts.insert(amount(number, unit));
        } else if matches!(number, "million" | "thousand") {
            amounts.insert(number.to_owned());
        }
    }
    amounts
}

fn amount(number: &str, unit: Option<&str>) -> String {
    let number = number.trim_end_matches('+');
    let number =
        number.split_once('.').filter(|(_, cents)| cents.bytes().all(|c| c == b'0')).map_or(number, |(whole, _)| whole);
    match (unit, number.parse::<u32>()) {
        (Some("month"), Ok(months)) if months > 0 && months % 12 == 0 => format!("{} year", months / 12),
        (Some(unit), _) => format!("{number} {unit}"),
        (None, _) => number.to_owned(),
    }
}

fn digits(value: &str) -> String {
    let digits: String = value.chars().filter(char::is_ascii_digit).collect();
    if digits.is_empty() { fold(value) } else { digits.trim_start_matches('1').to_owned() }
}

/// Returns the last word of a license with three digits.
fn number(value: &str) -> String {
    let folded = fold(value);
    let is_number = |word: &&str| word.bytes().filter(u8::is_ascii_digit).count() >= 3;
    words(&folded).filter(is_number).last().map_or(folded.clone(), str::to_owned)
}

/// Returns the years in which a business can have been founded, from a founding year or its years in business.
pub(super) fn founded(fact: &Fact, as_of: Option<Day>) -> Option<Span> {
    if !matches!(fact.kind, FactKind::Experience | FactKind::Statement) {
        return None;
    }
    let folded = fold(&fact.value);
    let said: Vec<&str> = words(&folded).collect();
    let is_statement = fact.kind == FactKind::Statement;
    let year = said.iter().enumerate().find_map(|(at, word)| {
        let year =
            word.parse::<i32>().ok().filter(|year| word.len() == 4 && (FIRST_YEAR..=LAST_YEAR).contains(year))?;
        let before = &said[at.saturating_sub(REACH)..at];
        let has = |list: &[&str]| before.iter().any(|word| list.contains(word));
        let is_meant = if is_statement {
            has(&["founded", "established"]) || has(&["since"]) && said.iter().any(|word| IN_BUSINESS.contains(word))
        } else {
            has(SINCE)
        };
        is_meant.then_some(f64::from(year))
    });
    if let Some(year) = year {
        return Some((year, year));
    }
    let this_year: f64 = as_of?.to_rfc3339().get(..4)?.parse().ok()?;
    let (least, most) = years(&fact.value).filter(|_| !is_statement)?;
    // People can have worked longer than the business exists, but not shorter.
    let latest = if folded.contains("experience") { f64::INFINITY } else { this_year - least };
    Some((this_year - most - 1.0, latest))
}

/// Returns how many years a value can mean: `over 20 years`, `about ten years`.
pub(super) fn years(value: &str) -> Option<Span> {
    let folded = fold(value);
    let said: Vec<&str> = words(&folded).collect();
    let at = said.iter().position(|word| matches!(*word, "year" | "years" | "yrs"))?;
    let word = said.get(at.checked_sub(1)?)?;
    let number = NUMBERS.iter().find(|(name, _)| name == word).map_or(*word, |(_, number)| number);
    let count: f64 = number.trim_end_matches('+').parse().ok()?;
    let before = &said[..at - 1];
    let has = |list: &[&str]| before.iter().any(|word| list.contains(word));
    if has(&["over", "more", "least"]) || value.contains('+') {
        return Some((count, f64::INFINITY));
    }
    if has(&["about", "nearly", "almost", "around"]) {
        return Some((count * (1.0 - ABOUT), count * (1.0 + ABOUT)));
    }
    Some((count, count))
}
