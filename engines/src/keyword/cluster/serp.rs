//! Similarity by common results.

use std::collections::{BTreeMap, HashMap};

use super::linkage::Edge;

/// A result on more SERPs than this carries no information (a directory's home page).
const MOST_PAGES: usize = 1_000;

/// Returns edges between nodes that share at least `least` of their first ten results.
///
/// `results[node]`: addresses, best first; duplicate addresses count once. Similarity is the number
/// of common results / 10. `may_join` vetoes pairs.
pub(crate) fn edges(results: &[Vec<String>], least: u32, may_join: impl Fn(u32, u32) -> bool) -> Vec<Edge> {
    let mut ids: HashMap<String, u32> = HashMap::new();
    let mut holders: Vec<Vec<u32>> = Vec::new();
    for (node, addresses) in results.iter().enumerate() {
        for address in addresses.iter().take(10) {
            let next = holders.len() as u32;
            let id = *ids.entry(bare_address(address)).or_insert(next);
            if id == next {
                holders.push(Vec::new());
            }
            let list = &mut holders[id as usize];
            if list.last() != Some(&(node as u32)) {
                list.push(node as u32);
            }
        }
    }
    let mut shared: BTreeMap<(u32, u32), u32> = BTreeMap::new();
    for list in holders.iter().filter(|list| list.len() <= MOST_PAGES) {
        for (at, a) in list.iter().enumerate() {
            for b in &list[at + 1..] {
                *shared.entry((*a, *b)).or_default() += 1;
            }
        }
    }
    shared
        .into_iter()
        .filter(|((a, b), count)| *count >= least && may_join(*a, *b))
        .map(|((a, b), count)| Edge { a, b, likeness: count as f32 / 10.0 })
        .collect()
}

/// Returns the address without scheme, `www.`, fragment and trailing slash, with the host in lower case.
fn bare_address(address: &str) -> String {
    let rest = address.split_once("://").map_or(address, |(_, rest)| rest);
    let rest = rest.split('#').next().unwrap_or(rest);
    let (host, path) = rest.split_once('/').unwrap_or((rest, ""));
    let host = host.to_lowercase();
    let host = host.strip_prefix("www.").unwrap_or(&host);
    format!("{host}/{}", path.trim_end_matches('/'))
}
