//! Finds a place by its name or id.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

use crate::common::EngineError;
use crate::gazetteer::state_code;
use crate::local::PlaceMatch;
use crate::local::reference::census::town_of;
use crate::local::reference::place::{BUILT_IN, Place};
use crate::text::{fold, words};

/// Longest name that is looked up, in characters.
const LONGEST: usize = 200;
/// Places that the error of an ambiguous name lists.
const LISTED: usize = 8;

struct Index {
    by_id: BTreeMap<&'static str, &'static Place>,
    by_name: BTreeMap<String, Vec<&'static Place>>,
}

static INDEX: LazyLock<Index> = LazyLock::new(|| {
    let mut by_name: BTreeMap<String, Vec<&'static Place>> = BTreeMap::new();
    for place in BUILT_IN.iter() {
        by_name.entry(key(&place.name)).or_default().push(place);
    }
    Index { by_id: BUILT_IN.iter().map(|place| (place.id.as_ref(), place)).collect(), by_name }
});

/// Finds a place by id, or by its name, which must be unique within the state, or everywhere without one.
pub(super) fn find(place: &str, state: Option<&str>) -> Result<&'static Place, EngineError> {
    let given = place.trim();
    if given.is_empty() || given.chars().count() > LONGEST {
        return Err(EngineError::input("place", format!("must be a name of at most {LONGEST} characters, or an id")));
    }
    let state = state.map(str::trim).filter(|state| !state.is_empty()).map(code_of).transpose()?;
    if let Some(known) = INDEX.by_id.get(given) {
        return if is_in(known, state) { Ok(known) } else { Err(unknown(given)) };
    }
    let (name, named_state) = split(given);
    let all = INDEX.by_name.get(&key(name)).map_or(&[][..], Vec::as_slice);
    let found: Vec<_> = all.iter().copied().filter(|one| is_in(one, state) && is_in(one, named_state)).collect();
    let has_state = state.or(named_state).is_some();
    only(&found, has_state).ok_or_else(|| if found.is_empty() { unknown(given) } else { ambiguous(given, &found) })
}

/// Returns the only place; within a state, a town wins over parts of cities of the same name.
fn only(found: &[&'static Place], has_state: bool) -> Option<&'static Place> {
    if let [only] = found {
        return Some(only);
    }
    let mut towns = found.iter().copied().filter(|place| has_state && is_town(place));
    towns.next().filter(|_| towns.next().is_none())
}

/// Returns true for a place that is not a part of a city, nor uncertain.
pub(super) fn is_town(place: &Place) -> bool {
    place.matched != PlaceMatch::Subarea && town_of(&place.id).is_some()
}

fn code_of(state: &str) -> Result<&'static str, EngineError> {
    let problem = || EngineError::input("state", "must be a state of the United States, such as OK or Oklahoma");
    if state.len() > LONGEST { Err(problem()) } else { state_code(state).ok_or_else(problem) }
}

fn is_in(place: &Place, state: Option<&str>) -> bool {
    state.is_none_or(|state| place.state.eq_ignore_ascii_case(state))
}

/// Splits `Tulsa, OK` into the name and the code of the state.
fn split(given: &str) -> (&str, Option<&'static str>) {
    match given.rsplit_once(',').map(|(name, state)| (name, state_code(state))) {
        Some((name, Some(state))) => (name, Some(state)),
        _ => (given, None),
    }
}

/// Returns a name without a remark in parentheses: `Middlebury (village)` is Middlebury.
pub(super) fn plain(name: &str) -> &str {
    name.split_once(" (").map_or(name, |(name, _)| name)
}

/// Returns the key of a name: folded, without accents, with the words that are written in two ways in one of them.
fn key(name: &str) -> String {
    let is_letter = |letter: &char| !is_combining_mark(*letter) && *letter != '\u{2BB}';
    let folded: String = fold(plain(name)).nfd().filter(is_letter).collect();
    let written = |word: &str| {
        match word {
            "saint" => "st",
            "sainte" => "ste",
            "ft" => "fort",
            "mt" => "mount",
            other => other,
        }
        .to_owned()
    };
    match words(&folded).map(written).collect::<Vec<_>>().join(" ") {
        name if name == "new york" => "new york city".to_owned(),
        name => name,
    }
}

fn unknown(given: &str) -> EngineError {
    EngineError::input("place", format!("`{given}` is not a known place of the United States"))
}

fn ambiguous(given: &str, found: &[&Place]) -> EngineError {
    let one = |place: &&Place| {
        let county = place.county().map_or("", |county| county.name.as_ref());
        format!("{} ({}, {county})", place.id, place.label())
    };
    let listed = found.iter().take(LISTED).map(one).collect::<Vec<_>>().join(", ");
    let rest = found.len().saturating_sub(LISTED);
    let more = if rest > 0 { format!(" and {rest} more") } else { String::new() };
    EngineError::input(
        "place",
        format!("`{given}` is {} places: name the state, or one by its id: {listed}{more}", found.len()),
    )
}
