//! Score of categorical variables.

use super::{Set, members};

/// Columns of categories numbered from 0.
#[derive(Debug, Clone)]
pub(in super::super) struct Levels {
    columns: Vec<Vec<u32>>,
    counts: Vec<usize>,
    rows: usize,
}

impl Levels {
    /// Creates levels from columns of equal length with `counts` categories each.
    pub(in super::super) fn new(columns: Vec<Vec<u32>>, counts: Vec<usize>) -> Self {
        let rows = columns.first().map_or(0, Vec::len);
        Self { columns, counts, rows }
    }

    pub(in super::super) fn nodes(&self) -> usize {
        self.columns.len()
    }

    pub(in super::super) fn rows(&self) -> usize {
        self.rows
    }

    /// Quotient normalised maximum likelihood: log likelihood minus the fit expected by chance.
    ///
    /// Unlike the common BDeu score it has no prior weight to choose. Source: Silander, Leppä-aho,
    /// Jääsaari & Roos (2018), "Quotient normalized maximum likelihood criterion for learning Bayesian
    /// network structures", AISTATS, equation 9.
    pub(in super::super) fn score(&self, node: usize, parents: Set) -> f64 {
        let levels = self.counts[node];
        let cells = members(parents).map(|parent| self.counts[parent] as f64).product::<f64>();
        let fit: f64 = self.tables(node, parents, cells).chunks_exact(levels).map(log_likelihood).sum();
        let rows = self.rows as f64;
        fit - (regret(cells * levels as f64, rows) - regret(cells, rows))
    }

    /// Counts of the node's categories for each combination of the parents that occurs.
    fn tables(&self, node: usize, parents: Set, cells: f64) -> Vec<u32> {
        let levels = self.counts[node];
        if cells <= 4.0 * self.rows as f64 + 1024.0 {
            return self.count(node, &self.codes(parents), cells as usize * levels);
        }
        let codes = self.compacted(parents);
        let distinct = codes.iter().max().map_or(0, |most| *most as usize + 1);
        self.count(node, &codes, distinct * levels)
    }

    fn count(&self, node: usize, codes: &[u32], size: usize) -> Vec<u32> {
        let levels = self.counts[node];
        let mut counts = vec![0; size];
        for (code, level) in codes.iter().zip(&self.columns[node]) {
            counts[*code as usize * levels + *level as usize] += 1;
        }
        counts
    }

    fn codes(&self, parents: Set) -> Vec<u32> {
        let mut codes = vec![0; self.rows];
        for parent in members(parents) {
            let levels = self.counts[parent] as u32;
            codes.iter_mut().zip(&self.columns[parent]).for_each(|(code, level)| *code = *code * levels + level);
        }
        codes
    }

    /// Returns the codes renumbered by the combinations that occur, which keeps them small.
    fn compacted(&self, parents: Set) -> Vec<u32> {
        let mut codes = vec![0_u32; self.rows];
        for parent in members(parents) {
            let levels = self.counts[parent] as u64;
            let wide: Vec<u64> = codes
                .iter()
                .zip(&self.columns[parent])
                .map(|(code, level)| u64::from(*code) * levels + u64::from(*level))
                .collect();
            let mut distinct = wide.clone();
            distinct.sort_unstable();
            distinct.dedup();
            codes = wide.iter().map(|code| distinct.partition_point(|other| other < code) as u32).collect();
        }
        codes
    }
}

/// Log likelihood of counts under their own proportions.
fn log_likelihood(counts: &[u32]) -> f64 {
    let total = f64::from(counts.iter().sum::<u32>());
    counts.iter().filter(|count| **count > 0).map(|count| f64::from(*count) * (f64::from(*count) / total).ln()).sum()
}

/// Log of the sum over all data of `rows` rows of their maximum likelihood with `categories` categories.
///
/// Source: Szpankowski & Weinberger (2012), "Minimax pointwise redundancy for memoryless models over large
/// alphabets", IEEE Transactions on Information Theory 58, theorem 1, as used by Silander et al. (2018).
fn regret(categories: f64, rows: f64) -> f64 {
    if categories <= 1.0 {
        return 0.0;
    }
    let share = categories / rows;
    let root = 0.5 + 0.5 * (1.0 + 4.0 / share).sqrt();
    rows * (share.ln() + (share + 2.0) * root.ln() - 1.0 / root) - 0.5 * (root + 2.0 / share).ln()
}
