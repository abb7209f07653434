//! Graph of the equivalence class: the edge directions that the data determine.

use super::score::{Set, members};
use super::search::Dag;

/// Directed and undirected edges of a completed partially directed graph.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Cpdag {
    pub(super) directed: Vec<(usize, usize)>,
    pub(super) undirected: Vec<(usize, usize)>,
}

/// Returns the equivalence class of a graph: edges with the same direction in all members, and the rest.
///
/// Source: Verma & Pearl (1990), "Equivalence and synthesis of causal models", and the orientation rules
/// of Meek (1995), "Causal inference and causal explanation with background knowledge", rules 1 to 3.
pub(super) fn class_of(dag: &Dag) -> Cpdag {
    let mut adjacent = dag.parents.clone();
    for (node, parents) in dag.parents.iter().enumerate() {
        members(*parents).for_each(|parent| adjacent[parent] |= 1 << node);
    }
    let mut into = colliders(dag, &adjacent);
    while orient(dag, &adjacent, &mut into) {}
    let mut class = Cpdag::default();
    for (to, directed) in into.iter().enumerate() {
        for from in members(dag.parents[to]) {
            if directed >> from & 1 == 1 {
                class.directed.push((from, to));
            } else {
                class.undirected.push((from.min(to), from.max(to)));
            }
        }
    }
    class.directed.sort_unstable();
    class.undirected.sort_unstable();
    class
}

/// Returns the parents of a variable that are not adjacent to each other.
fn colliders(dag: &Dag, adjacent: &[Set]) -> Vec<Set> {
    let meets = |parents: Set, parent: usize| parents & !(adjacent[parent] | 1 << parent) != 0;
    let of =
        |parents: &Set| members(*parents).filter(|parent| meets(*parents, *parent)).fold(0, |all, one| all | 1 << one);
    dag.parents.iter().map(of).collect()
}

/// Orients edges by the rules; returns true if any edge was oriented.
fn orient(dag: &Dag, adjacent: &[Set], into: &mut [Set]) -> bool {
    let mut has_changed = false;
    for to in 0..dag.parents.len() {
        for from in members(dag.parents[to] & !into[to]) {
            if is_forced(from, to, adjacent, into) {
                into[to] |= 1 << from;
                has_changed = true;
            }
        }
    }
    has_changed
}

fn is_forced(from: usize, to: usize, adjacent: &[Set], into: &[Set]) -> bool {
    let away_from_collider = into[from] & !(adjacent[to] | 1 << to) != 0;
    let away_from_cycle = members(into[to]).any(|between| into[between] >> from & 1 == 1);
    if away_from_collider || away_from_cycle {
        return true;
    }
    // Rule 3: two paths `from - c -> to` with non-adjacent c.
    let directed_from: Set =
        (0..into.len()).filter(|node| into[*node] >> from & 1 == 1).fold(0, |all, one| all | 1 << one);
    let free = adjacent[from] & !into[from] & !directed_from;
    let ways = free & into[to];
    members(ways).any(|way| ways & !(adjacent[way] | 1 << way) != 0)
}
