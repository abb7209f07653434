//! Statements of a pack that say the same in other words: a page, and a site, has one of them.

use std::collections::{BTreeMap, BTreeSet};

use super::super::library::Library;
use super::{Part, Selection};

/// Removes the statements that repeat what is said already: on this page, on other pages of the site, by facts. Of two that are
/// both open, chance keeps one. What depends on the place stays, and so does a part that is written whole; `kept` always.
pub(super) fn remove(
    library: &Library, ranked: &mut BTreeMap<Part, Vec<usize>>, selection: &Selection<'_>, all: Option<Part>,
    kept: &[usize],
) {
    let said = selection.said();
    let mut gone: BTreeSet<usize> = said.iter().flat_map(|at| library.repeats(*at)).collect();
    let is_open = |at: usize| ranked.get(&library.told[at].section).is_some_and(|list| list.contains(&at));
    for (at, other) in library.pairs() {
        if gone.contains(&at) || gone.contains(&other) || !is_open(at) || !is_open(other) {
            continue;
        }
        let is_whole = |at: usize| {
            let one = &library.told[at];
            all == Some(one.section) || !one.conditions.is_empty() || kept.contains(&at)
        };
        let is_first = match (is_whole(at), is_whole(other)) {
            (true, false) => true,
            (false, true) => false,
            _ => selection.chance(at) >= selection.chance(other),
        };
        gone.insert(if is_first { other } else { at });
    }
    for list in ranked.values_mut() {
        list.retain(|at| kept.contains(at) || !gone.contains(at));
    }
}
