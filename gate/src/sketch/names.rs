//! Names that do not make pages different: names of the place, the service and the business.

use std::collections::BTreeMap;

use engines::text::{fold, words};
use sites::{Page, Site};

/// Stands for every name.
const PLACEHOLDER: &str = "nameplaceholder";
/// Maximum number of names of a page.
const MOST_NAMES: usize = 10_000;
/// Codes and names of the states, tab-separated.
static STATES: &str = include_str!("../../data/states_us.tsv");

/// Returns the names of a page: its own, and the names of its place, trade and site.
pub(crate) fn names_of(site: &Site, page: &Page) -> Vec<String> {
    let mut names: Vec<String> = page.names.iter().take(MOST_NAMES).cloned().collect();
    names.extend([&site.name, &site.trade.name, &site.trade.work, &site.trade.business].into_iter().cloned());
    names.extend([&site.operator.legal_name, &site.operator.brand_name].into_iter().cloned());
    names.extend(site.tenant.iter().map(|tenant| tenant.name.clone()));
    if let Some(place) = &page.place {
        names.extend(place.split(',').map(|part| part.trim().to_owned()));
        names.extend(place.rsplit(',').next().and_then(state_name).map(str::to_owned));
        names.push(place.clone());
    }
    // Codes of states are words too: `in`, `or`, `me`.
    names.retain(|name| name.trim().chars().count() > 2);
    names
}

/// Returns the name of a state by its postal code.
fn state_name(code: &str) -> Option<&'static str> {
    let mut states = STATES.lines().filter_map(|line| line.split_once('\t'));
    states.find(|(known, _)| known.eq_ignore_ascii_case(code.trim())).map(|(_, name)| name)
}

/// Replaces each name of a folded text by a placeholder, and runs of names by one, so that swapping a town changes nothing.
pub(crate) fn without_names(folded: &str, names: &[String]) -> String {
    let tokens: Vec<&str> = words(folded).collect();
    let by_first = index(names);
    let (mut out, mut at) = (Vec::with_capacity(tokens.len()), 0);
    while at < tokens.len() {
        let rest = &tokens[at..];
        let is_here = |name: &&Vec<String>| rest.len() >= name.len() && name.iter().zip(rest).all(|(a, b)| a == b);
        let found = by_first.get(tokens[at]).and_then(|names| names.iter().find(is_here));
        match found {
            Some(_) if out.last() == Some(&PLACEHOLDER) => {}
            Some(_) => out.push(PLACEHOLDER),
            None => out.push(tokens[at]),
        }
        at += found.map_or(1, Vec::len);
    }
    out.join(" ")
}

/// Returns the words of the names by their first word, longest first.
fn index(names: &[String]) -> BTreeMap<String, Vec<Vec<String>>> {
    let mut by_first: BTreeMap<String, Vec<Vec<String>>> = BTreeMap::new();
    for name in names {
        let name: Vec<String> = words(&fold(name)).map(str::to_owned).collect();
        if let Some(first) = name.first() {
            by_first.entry(first.clone()).or_default().push(name);
        }
    }
    for names in by_first.values_mut() {
        names.sort_by_key(|name| std::cmp::Reverse(name.len()));
        names.dedup();
    }
    by_first
}
