//! Facts that contradict each other.

mod subject;
mod value;

use std::collections::{BTreeMap, BTreeSet};

use super::super::facts::Sheet;
use super::super::input::{Fact, FactKind};
use super::super::output::Conflict;
use crate::common::Day;
use subject::Subject;
use value::Value;

/// Returns the conflicts of a sheet, and the ids of the facts that must not be stated.
///
/// Facts of one subject conflict if their values cannot all be true: names and phones of the business, hours of the same days; founding years and
/// years of experience; licenses of one kind and state; insurances, ratings and guarantees of the same thing; prices or durations of
/// one thing; answers to one question. The owner's newest fact is stated if there is exactly one. Of facts that agree, the
/// one that says most is stated.
pub(super) fn find(sheet: Sheet<'_>, as_of: Option<Day>) -> (Vec<Conflict>, BTreeSet<&str>) {
    let mut groups: BTreeMap<Subject, Vec<&Fact>> = BTreeMap::new();
    for (fact, subject) in subject::all(sheet.all(), as_of) {
        groups.entry(subject).or_default().push(fact);
    }
    let (mut conflicts, mut silent) = (Vec::new(), BTreeSet::new());
    for (subject, facts) in groups.into_iter().filter(|(_, facts)| facts.len() > 1) {
        let values: Vec<Value> = facts.iter().map(|fact| Value::of(fact, &subject, as_of)).collect();
        let agree = values.iter().enumerate().all(|(at, value)| values[..at].iter().all(|other| value.agrees(other)));
        if agree {
            silent.extend(repeated(&facts, &values, subject.kind));
            continue;
        }
        let stated = strongest(&facts);
        silent.extend(facts.iter().filter(|fact| stated != Some(fact.id.as_str())).map(|fact| fact.id.as_str()));
        conflicts.push(Conflict {
            kind: subject.kind,
            subject: subject::words(&facts),
            fact_ids: facts.iter().map(|fact| fact.id.clone()).collect(),
            stated: stated.map(str::to_owned),
        });
    }
    (conflicts, silent)
}

/// Returns the ids of the facts that another one says as well or more fully; facts of the kind that the subject is about stay first.
fn repeated<'a>(facts: &[&'a Fact], values: &[Value], kind: FactKind) -> Vec<&'a str> {
    let mut ids = Vec::new();
    for is_in_years in [false, true] {
        let same = facts.iter().zip(values).filter(|(_, value)| value.is_in_years() == is_in_years);
        let mut same: Vec<&Fact> = same.map(|(fact, _)| *fact).collect();
        same.sort_by_key(|fact| (fact.kind != kind, std::cmp::Reverse(fact.value.split_whitespace().count())));
        ids.extend(same.into_iter().skip(1).map(|fact| fact.id.as_str()));
    }
    ids
}

/// Returns the only fact with the strongest evidence: from the owner before others, then the newest.
fn strongest<'a>(facts: &[&'a Fact]) -> Option<&'a str> {
    let strength = |fact: &Fact| (fact.is_owner_supplied, fact.observed_at);
    let best = facts.iter().map(|fact| strength(fact)).max()?;
    let mut strongest = facts.iter().filter(|fact| strength(fact) == best);
    let first = strongest.next()?;
    strongest.next().is_none().then_some(first.id.as_str())
}
