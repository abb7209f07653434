//! What the places of a site have in common.

use super::{PlannedPlace, text::list};
use crate::path::slug;

/// Number of states that a sentence names.
const NAMED: usize = 3;

/// Place or region of a site.
#[derive(Debug, Clone, Default)]
pub(super) struct Region {
    /// Name in headings, such as `Tulsa, OK` or `Oklahoma`; `None` for places of many states.
    pub(super) name: Option<String>,
    /// Name in the name of the site, such as `Tulsa` or `Oklahoma`.
    pub(super) short: String,
}

impl Region {
    /// Returns the one place, the one state, or the few states of the places.
    pub(super) fn of(places: &[PlannedPlace]) -> Self {
        if let [only] = places {
            return Self { name: Some(label(only)), short: only.facts.name.trim().to_owned() };
        }
        let mut states: Vec<String> = Vec::new();
        for state in places.iter().map(state_name).filter(|state| !state.is_empty()) {
            if !states.contains(&state) {
                states.push(state);
            }
        }
        match states.as_slice() {
            [] => Self::default(),
            [one] => Self { name: Some(one.clone()), short: one.clone() },
            some if some.len() <= NAMED => Self { name: Some(list(some)), short: String::new() },
            _ => Self::default(),
        }
    }

    /// Returns ` in Tulsa, OK`, or nothing.
    pub(super) fn inside(&self) -> String {
        self.name.as_ref().map(|name| format!(" in {name}")).unwrap_or_default()
    }
}

fn state_name(place: &PlannedPlace) -> String {
    let facts = &place.facts;
    let name = if facts.state_name.trim().is_empty() { &facts.state } else { &facts.state_name };
    name.trim().trim_start_matches("the ").to_owned()
}

/// Returns a place with its state, such as `Tulsa, OK`.
pub(super) fn label(place: &PlannedPlace) -> String {
    let (name, state) = (place.facts.name.trim(), place.facts.state.trim());
    if state.is_empty() { name.to_owned() } else { format!("{name}, {state}") }
}

/// Returns the path of the page of a place; the id keeps places of one name apart.
pub(super) fn path(place: &PlannedPlace, is_taken: impl Fn(&str) -> bool) -> String {
    let name = slug(&label(place));
    let id = slug(&place.id);
    let named = [name.clone(), format!("{name}-{id}"), id];
    let words = named.into_iter().map(|word| word.trim_matches('-').to_owned()).filter(|word| !word.is_empty());
    let mut paths = words.map(|word| format!("/areas/{word}/"));
    paths.find(|path| !is_taken(path)).unwrap_or_else(|| "/areas/place/".to_owned())
}
