//! Nearest-neighbour graph of texts, and the modularity of groups.

use std::collections::BTreeMap;

use super::vector::Matrix;

/// Neighbours of a text.
const NEIGHBOURS: usize = 10;
/// Maximum number of texts with the same word to compare; more common words carry little information.
const MOST_HOLDERS: usize = 3_000;

/// Undirected edges weighted by cosine: each text with its ten nearest.
#[derive(Debug)]
pub(super) struct Graph {
    edges: BTreeMap<(u32, u32), f32>,
    degrees: Vec<f64>,
}

impl Graph {
    /// Builds the graph by cosine of rows of length 1; texts without a common word are not joined.
    pub(super) fn nearest(matrix: &Matrix) -> Self {
        let mut holders: Vec<Vec<(u32, f32)>> = vec![Vec::new(); matrix.features];
        for (row, weights) in matrix.rows.iter().enumerate() {
            for (feature, weight) in weights {
                holders[*feature as usize].push((row as u32, *weight));
            }
        }
        let mut edges = BTreeMap::new();
        let mut cosines = vec![0.0_f32; matrix.rows.len()];
        for (row, weights) in matrix.rows.iter().enumerate() {
            for (other, cosine) in neighbours(row as u32, weights, &holders, &mut cosines) {
                edges.insert((other.min(row as u32), other.max(row as u32)), cosine);
            }
        }
        let mut degrees = vec![0.0; matrix.rows.len()];
        for ((a, b), weight) in &edges {
            degrees[*a as usize] += f64::from(*weight);
            degrees[*b as usize] += f64::from(*weight);
        }
        Self { edges, degrees }
    }

    /// Modularity: share of edge weight inside groups minus the share expected by chance, -0.5 to 1.
    ///
    /// Source: Newman (2006), "Modularity and community structure in networks", equation 1.
    pub(super) fn modularity(&self, groups: &[u32]) -> f64 {
        let total: f64 = self.degrees.iter().sum();
        if total <= 0.0 {
            return 0.0;
        }
        let is_inside = |(a, b): &(u32, u32)| groups[*a as usize] == groups[*b as usize];
        let inside: f64 =
            self.edges.iter().filter(|(pair, _)| is_inside(pair)).map(|(_, weight)| f64::from(*weight)).sum();
        let mut sums: BTreeMap<u32, f64> = BTreeMap::new();
        for (group, degree) in groups.iter().zip(&self.degrees) {
            *sums.entry(*group).or_default() += degree;
        }
        2.0 * inside / total - sums.values().map(|sum| (sum / total).powi(2)).sum::<f64>()
    }
}

/// Finds the nearest neighbours of a row; `cosines` is a buffer that stays zeroed.
fn neighbours(row: u32, weights: &[(u32, f32)], holders: &[Vec<(u32, f32)>], cosines: &mut [f32]) -> Vec<(u32, f32)> {
    let mut met: Vec<u32> = Vec::new();
    for (feature, weight) in weights {
        for (other, theirs) in holders[*feature as usize].iter().take(MOST_HOLDERS) {
            if cosines[*other as usize] == 0.0 {
                met.push(*other);
            }
            cosines[*other as usize] += weight * theirs;
        }
    }
    let mut found: Vec<(u32, f32)> = met
        .into_iter()
        .map(|other| (other, std::mem::take(&mut cosines[other as usize])))
        .filter(|(other, _)| *other != row)
        .collect();
    found.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
    found.truncate(NEIGHBOURS);
    found
}
