//! Facts that contradict each other.

use std::collections::{BTreeMap, BTreeSet};

use super::super::facts::Sheet;
use super::super::input::{Fact, FactKind};
use super::super::output::Conflict;
use super::realise::states;
use crate::text::fold;

/// Returns the conflicts of a sheet, and the ids of the facts that must not be stated.
///
/// Two values of a business, phone or hours conflict; two ratings, records of experience or insurances that differ in numbers only; two
/// licenses of one kind and state; two prices or durations of one subject; two answers to one question. The owner's newest
/// fact is stated if there is exactly one.
pub(super) fn find<'a>(sheet: Sheet<'a>) -> (Vec<Conflict>, BTreeSet<&'a str>) {
    let mut groups: BTreeMap<(FactKind, String), Vec<&Fact>> = BTreeMap::new();
    for fact in sheet.all() {
        if let Some(subject) = subject(fact) {
            groups.entry((fact.kind, subject)).or_default().push(fact);
        }
    }
    let (mut conflicts, mut silent) = (Vec::new(), BTreeSet::new());
    for ((kind, subject), facts) in groups {
        let values: BTreeSet<String> = facts.iter().map(|fact| said(fact)).collect();
        if values.len() < 2 {
            silent.extend(facts.iter().skip(1).map(|fact| fact.id.as_str()));
            continue;
        }
        let stated = strongest(&facts);
        silent.extend(facts.iter().filter(|fact| stated != Some(fact.id.as_str())).map(|fact| fact.id.as_str()));
        conflicts.push(Conflict {
            kind,
            subject,
            fact_ids: facts.iter().map(|fact| fact.id.clone()).collect(),
            stated: stated.map(str::to_owned),
        });
    }
    (conflicts, silent)
}

/// What a fact says: the value, of a question the answer, of a phone the digits.
fn said(fact: &Fact) -> String {
    match fact.kind {
        FactKind::Phone => {
            let digits: String = fact.value.chars().filter(char::is_ascii_digit).collect();
            if digits.is_empty() { fold(&fact.value) } else { digits.trim_start_matches('1').to_owned() }
        }
        FactKind::Question => fold(fact.detail.as_deref().unwrap_or_default()),
        _ => fold(&fact.value),
    }
}

/// Returns what a fact is about, for kinds of which only one can be true.
fn subject(fact: &Fact) -> Option<String> {
    match fact.kind {
        FactKind::Business | FactKind::Phone | FactKind::Hours => Some(String::new()),
        FactKind::Price | FactKind::Duration => Some(fold(fact.detail.as_deref().unwrap_or_default())),
        FactKind::Question => Some(fold(&fact.value)),
        FactKind::Licence => {
            let state = states::split(fact.value.trim()).map_or("", |(state, _)| state);
            let place = fact.place.as_deref().unwrap_or_default();
            Some(fold(&format!("{state} {place} {}", kind_words(&fact.value))))
        }
        FactKind::Insurance | FactKind::Rating | FactKind::Experience => Some(kind_words(&fact.value)),
        _ => None,
    }
}

/// Words of a value without digits: what kind of license or insurance it is.
fn kind_words(value: &str) -> String {
    let folded = fold(value);
    let is_kind =
        |word: &&str| !word.chars().any(|c| c.is_numeric() || c == '$') && !matches!(*word, "million" | "thousand");
    folded.split(' ').filter(is_kind).collect::<Vec<_>>().join(" ")
}

/// Returns the only fact with the strongest evidence: from the owner before others, then the newest.
fn strongest<'a>(facts: &[&'a Fact]) -> Option<&'a str> {
    let strength = |fact: &Fact| (fact.is_owner_supplied, fact.observed_at);
    let best = facts.iter().map(|fact| strength(fact)).max()?;
    let mut strongest = facts.iter().filter(|fact| strength(fact) == best);
    let first = strongest.next()?;
    strongest.next().is_none().then_some(first.id.as_str())
}
