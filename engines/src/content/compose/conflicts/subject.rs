//! What a fact is about, for facts of which only one can be true.

use std::collections::BTreeSet;

use super::super::super::input::{Fact, FactKind};
use super::super::super::verify::days;
use super::super::realise::grammar::bare;
use super::super::realise::states;
use super::value::{amounts, founded, is_amount, years};
use crate::common::Day;
use crate::text::{Stemmer, fold, is_stopword, words as words_of};

/// What facts are about.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Subject {
    pub(super) kind: FactKind,
    pub(super) key: String,
}

/// Key of facts that say since when the business exists.
pub(super) const FOUNDED: &str = "founded";

/// Words of a guarantee that do not say what it covers.
const PROMISES: &[&str] = &[
    "warranty",
    "warranties",
    "guarantee",
    "guarantees",
    "guaranteed",
    "work",
    "workmanship",
    "labor",
    "labour",
    "service",
    "services",
    "limited",
    "full",
];
/// Words of an insurance that do not say what it covers.
const COVERAGE: &[&str] = &["insurance", "insured", "coverage", "cover", "policy", "million", "thousand"];
/// Words of a rating that do not say who rates.
const RATED: &[&str] =
    &["star", "stars", "review", "reviews", "rating", "ratings", "rated", "average", "based", "customer", "customers"];
/// Words of a license that do not say which work it is for.
const LICENSE: &[&str] =
    &["license", "licence", "licensed", "lic", "number", "no", "state", "contractor", "contractors"];

/// Returns the facts that have a subject, with it.
pub(super) fn all(facts: &[Fact], as_of: Option<Day>) -> Vec<(&Fact, Subject)> {
    let stemmer = Stemmer::default();
    // A license that names no work may be for any: it is compared with all licenses of its state.
    let open: BTreeSet<String> = facts
        .iter()
        .filter(|fact| fact.kind == FactKind::Licence)
        .map(license)
        .filter(|(_, of)| of.is_empty())
        .map(|(state, _)| state)
        .collect();
    let weeks = weeks(facts);
    let subject = |fact: &Fact| {
        let key = match fact.kind {
            FactKind::Hours => Some(week_of(&weeks, open_days(&fact.value))),
            FactKind::Licence => {
                let (state, work) = license(fact);
                if open.contains(&state) { Some(state) } else { Some(format!("{state} {work}")) }
            }
            _ => key(fact, as_of, &stemmer),
        };
        let is_age = key.as_deref() == Some(FOUNDED);
        key.map(|key| Subject { kind: if is_age { FactKind::Experience } else { fact.kind }, key })
    };
    facts.iter().filter_map(|fact| Some((fact, subject(fact)?))).collect()
}

/// Returns the days of opening hours, as bits; hours that name no day may be of any.
fn open_days(value: &str) -> u8 {
    match days::open_days(value) {
        0 => u8::MAX,
        days => days,
    }
}

/// Returns sets of days that no two facts of opening hours share: hours of other days can both be true.
fn weeks(facts: &[Fact]) -> Vec<u8> {
    let mut weeks: Vec<u8> = Vec::new();
    for fact in facts.iter().filter(|fact| fact.kind == FactKind::Hours) {
        let mut days = open_days(&fact.value);
        weeks.retain(|week| {
            let is_shared = week & days != 0;
            days |= if is_shared { *week } else { 0 };
            !is_shared
        });
        weeks.push(days);
    }
    weeks
}

/// Returns the key of the set with some days.
fn week_of(weeks: &[u8], days: u8) -> String {
    weeks.iter().find(|week| *week & days != 0).map(u8::to_string).unwrap_or_default()
}

fn key(fact: &Fact, as_of: Option<Day>, stemmer: &Stemmer) -> Option<String> {
    let detail = fact.detail.as_deref().unwrap_or_default();
    let place = fold(fact.place.as_deref().unwrap_or_default());
    let named = |text: &str, without: &[&str]| format!("{place} {}", thing(text, without, stemmer));
    match fact.kind {
        FactKind::Business => Some(String::new()),
        FactKind::Phone => Some(named(detail, &[])),
        FactKind::Price | FactKind::Duration => Some(with_numbers(&place, detail, stemmer)),
        FactKind::Question => Some(fold(&fact.value)),
        FactKind::Insurance => Some(named(&fact.value, COVERAGE)),
        FactKind::Rating => Some(named(&fact.value, RATED)),
        FactKind::Guarantee => Some(named(&fact.value, PROMISES)),
        FactKind::Experience | FactKind::Statement if founded(fact, as_of).is_some() => Some(FOUNDED.to_owned()),
        FactKind::Experience if years(&fact.value).is_some() => Some("years".to_owned()),
        FactKind::Experience => Some(named(&fact.value, &[])),
        // The same words in another order are the same statement.
        FactKind::Statement | FactKind::Climate | FactKind::Permit | FactKind::Process => {
            Some(with_numbers(&place, &format!("{} {detail}", fact.value), stemmer))
        }
        _ => None,
    }
}

/// Stems of the words that say what a value is about: without numbers, amounts, times and function words.
fn thing(text: &str, without: &[&str], stemmer: &Stemmer) -> String {
    let folded = fold(text);
    let is_kept = |word: &&str| !is_amount(word) && !is_stopword(word) && !without.contains(word);
    let stems: BTreeSet<String> = words_of(&folded).filter(is_kept).map(|word| stemmer.stem(word)).collect();
    stems.into_iter().collect::<Vec<_>>().join(" ")
}

/// Stems of the words, with the numbers: `the first 2 rooms` is not `the first 3 rooms`.
fn with_numbers(place: &str, text: &str, stemmer: &Stemmer) -> String {
    let folded = fold(text);
    let stems: BTreeSet<String> =
        words_of(&folded).filter(|word| !is_stopword(word)).map(|word| stemmer.stem(word)).collect();
    let numbers = amounts(text).into_iter().collect::<Vec<_>>().join(" ");
    format!("{place} {} {numbers}", stems.into_iter().collect::<Vec<_>>().join(" "))
}

/// Returns the state of a license, otherwise its place, and the work that it is for.
fn license(fact: &Fact) -> (String, String) {
    let value = bare(&fact.value);
    let place = fact.place.as_deref().unwrap_or_default();
    let named = states::split(value.trim());
    let state = named.map(|(state, _)| state.to_owned());
    let state = state
        .or_else(|| states::code_in(place).and_then(|code| states::split(code)).map(|(state, _)| state.to_owned()));
    let rest = named.map_or(value.as_str(), |(_, rest)| rest);
    (state.unwrap_or_else(|| fold(place)), thing(rest, LICENSE, &Stemmer::default()))
}

/// Returns what facts are about, for people: the subject of a price, the state of a license, a question.
pub(super) fn words(facts: &[&Fact]) -> String {
    let Some(first) = facts.first() else { return String::new() };
    match first.kind {
        FactKind::Price | FactKind::Duration => bare(first.detail.as_deref().unwrap_or_default()),
        FactKind::Question => bare(&first.value),
        FactKind::Licence => license(first).0,
        _ => String::new(),
    }
}
