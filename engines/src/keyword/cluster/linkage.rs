//! Complete linkage on a sparse graph.

use rayon::prelude::*;

use crate::common::NumberMap;

/// Similarity of two nodes, `a < b`.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Edge {
    pub(crate) a: u32,
    pub(crate) b: u32,
    pub(crate) likeness: f32,
}

impl Edge {
    /// Orders the more similar first, ties by node.
    pub(crate) fn stronger(&self, other: &Self) -> std::cmp::Ordering {
        other.likeness.total_cmp(&self.likeness).then((self.a, self.b).cmp(&(other.a, other.b)))
    }
}

/// Groups in which every two nodes are joined by an edge; agglomerative with complete linkage.
///
/// Edges are processed from the most to the least similar. Two groups merge once every pair between them has been
/// processed: the last one is the least similar pair, which is the complete-linkage distance. Pairs without an edge
/// never merge, so chains do not. Ties are processed in order of the nodes. Returns the group of each node (numbered by
/// first node) and the lowest similarity inside each group (1 for a single node).
///
/// Source: Sorensen (1948) for the linkage; counts of processed pairs replace the matrix of Defays (1977), "An
/// efficient algorithm for a complete link method".
pub(crate) fn complete_linkage(nodes: usize, mut edges: Vec<Edge>) -> (Vec<u32>, Vec<f32>) {
    edges.par_sort_unstable_by(Edge::stronger);
    let mut groups = Groups::new(nodes);
    for edge in &edges {
        groups.meet(*edge);
    }
    groups.numbered()
}

/// Union-find of nodes, with counts of the processed pairs between groups.
struct Groups {
    parent: Vec<u32>,
    size: Vec<u32>,
    least: Vec<f32>,
    /// Processed pairs between two roots, by both, the smaller first. One table for all takes a tenth of the memory
    /// of one per root.
    met: NumberMap<(u32, u32), u32>,
    /// For each root: roots that it has pairs with. May contain former roots and duplicates.
    neighbours: Vec<Vec<u32>>,
}

impl Groups {
    fn new(nodes: usize) -> Self {
        Self {
            parent: (0..nodes as u32).collect(),
            size: vec![1; nodes],
            least: vec![1.0; nodes],
            met: NumberMap::default(),
            neighbours: vec![Vec::new(); nodes],
        }
    }

    fn root(&mut self, node: u32) -> u32 {
        let mut at = node;
        while self.parent[at as usize] != at {
            let above = self.parent[self.parent[at as usize] as usize];
            self.parent[at as usize] = above;
            at = above;
        }
        at
    }

    fn meet(&mut self, edge: Edge) {
        let (a, b) = (self.root(edge.a), self.root(edge.b));
        if a == b {
            return;
        }
        let count = self.add(a, b, 1);
        if u64::from(count) == u64::from(self.size[a as usize]) * u64::from(self.size[b as usize]) {
            self.merge(a, b, edge.likeness);
        }
    }

    /// Adds processed pairs between two roots; returns their number.
    fn add(&mut self, a: u32, b: u32, pairs: u32) -> u32 {
        let count = self.met.entry((a.min(b), a.max(b))).or_default();
        if *count == 0 {
            self.neighbours[a as usize].push(b);
            self.neighbours[b as usize].push(a);
        }
        *count += pairs;
        *count
    }

    /// Merges the group with fewer neighbours into the other.
    fn merge(&mut self, a: u32, b: u32, likeness: f32) {
        let a_is_larger = self.neighbours[a as usize].len() >= self.neighbours[b as usize].len();
        let (kept, gone) = if a_is_larger { (a, b) } else { (b, a) };
        self.met.remove(&(a.min(b), a.max(b)));
        for other in std::mem::take(&mut self.neighbours[gone as usize]) {
            // The pairs of a former root were moved when it was merged.
            if let Some(pairs) = self.met.remove(&(gone.min(other), gone.max(other))) {
                self.add(kept, other, pairs);
            }
        }
        self.parent[gone as usize] = kept;
        self.size[kept as usize] += self.size[gone as usize];
        self.least[kept as usize] = likeness;
    }

    fn numbered(mut self) -> (Vec<u32>, Vec<f32>) {
        let mut number: NumberMap<u32, u32> = NumberMap::default();
        let mut least = Vec::new();
        let mut group = Vec::with_capacity(self.parent.len());
        for node in 0..self.parent.len() as u32 {
            let root = self.root(node);
            let at = *number.entry(root).or_insert_with(|| {
                least.push(self.least[root as usize]);
                least.len() as u32 - 1
            });
            group.push(at);
        }
        (group, least)
    }
}
