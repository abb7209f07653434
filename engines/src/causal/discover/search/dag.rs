//! Directed acyclic graph.

use super::super::score::{Set, members};

/// Parents and ancestors of each variable.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in super::super) struct Dag {
    pub(in super::super) parents: Vec<Set>,
    ancestors: Vec<Set>,
}

impl Dag {
    pub(in super::super) fn empty(nodes: usize) -> Self {
        Self { parents: vec![0; nodes], ancestors: vec![0; nodes] }
    }

    pub(in super::super) fn has(&self, from: usize, to: usize) -> bool {
        self.parents[to] >> from & 1 == 1
    }

    /// Returns true if adding the edge does not close a cycle.
    pub(super) fn may_add(&self, from: usize, to: usize) -> bool {
        self.ancestors[from] >> to & 1 == 0
    }

    /// Returns true if the edge can be reversed: there is no second path from its start to its end.
    pub(super) fn may_reverse(&self, from: usize, to: usize) -> bool {
        members(self.parents[to]).all(|parent| parent == from || self.ancestors[parent] >> from & 1 == 0)
    }

    pub(super) fn set_parents(&mut self, node: usize, parents: Set) {
        self.parents[node] = parents;
        self.find_ancestors();
    }

    /// Sets the parents of two variables at once.
    pub(super) fn set_both(&mut self, a: (usize, Set), b: (usize, Set)) {
        self.parents[a.0] = a.1;
        self.parents[b.0] = b.1;
        self.find_ancestors();
    }

    fn find_ancestors(&mut self) {
        for node in self.order() {
            let of_parents = members(self.parents[node]).map(|parent| self.ancestors[parent]);
            self.ancestors[node] = of_parents.fold(self.parents[node], |all, one| all | one);
        }
    }

    /// Returns the variables in topological order.
    pub(in super::super) fn order(&self) -> Vec<usize> {
        let mut order = Vec::with_capacity(self.parents.len());
        let mut placed: Set = 0;
        while order.len() < self.parents.len() {
            let before = order.len();
            for node in 0..self.parents.len() {
                if placed >> node & 1 == 0 && self.parents[node] & !placed == 0 {
                    placed |= 1 << node;
                    order.push(node);
                }
            }
            if order.len() == before {
                break;
            }
        }
        order
    }
}
