//! Score of numeric variables under a linear Gaussian model.

use super::{Set, members};

/// Minimum residual share of a variable's variance; below it columns differ only by rounding.
const LEAST_RESIDUAL: f64 = 1e-9;

/// Weight of the number of variables in the penalty of an edge: gamma of Chen & Chen (2008).
const EDGE_WEIGHT: f64 = 0.5;

/// Correlations of the variables.
#[derive(Debug, Clone)]
pub(in super::super) struct Covariance {
    correlation: Vec<Vec<f64>>,
    rows: f64,
}

impl Covariance {
    /// Computes correlations of finite columns of equal length.
    pub(in super::super) fn of(columns: &[Vec<f64>]) -> Self {
        let standard: Vec<Vec<f64>> = columns.iter().map(|column| standardised(column)).collect();
        let rows = columns.first().map_or(0, Vec::len) as f64;
        let dot = |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(a, b)| a * b).sum::<f64>() / rows.max(1.0);
        let correlation = standard.iter().map(|a| standard.iter().map(|b| dot(a, b)).collect()).collect();
        Self { correlation, rows }
    }

    pub(in super::super) fn nodes(&self) -> usize {
        self.correlation.len()
    }

    /// Extended Bayesian information criterion: -n/2 ln(residual variance) - k (ln(n)/2 + gamma ln(p)).
    ///
    /// The second part of the penalty corrects for the number of candidates. Source: Chen & Chen (2008), "Extended
    /// Bayesian information criteria for model selection with large model spaces", Biometrika 95(3), equation 3.
    pub(in super::super) fn score(&self, node: usize, parents: Set) -> f64 {
        let candidates = (self.nodes() as f64).ln();
        let penalty = (0.5 * self.rows.max(2.0).ln() + EDGE_WEIGHT * candidates) * f64::from(parents.count_ones());
        -0.5 * self.rows * self.residual(node, parents).ln() - penalty
    }

    /// Share of the variance of `node` that `parents` leave unexplained, by Cholesky decomposition.
    fn residual(&self, node: usize, parents: Set) -> f64 {
        let order: Vec<usize> = members(parents).chain([node]).collect();
        let size = order.len();
        let mut factor = vec![0.0; size * size];
        let mut last: f64 = 1.0;
        for (i, variable) in order.iter().enumerate() {
            let (above, row) = factor.split_at_mut(i * size);
            let correlation = &self.correlation[*variable];
            for (j, other) in order[..i].iter().enumerate() {
                let before = &above[j * size..=j * size + j];
                row[j] = (correlation[*other] - inner(&row[..j], before)) / before[j];
            }
            last = (correlation[*variable] - inner(&row[..i], &row[..i])).max(LEAST_RESIDUAL);
            row[i] = last.sqrt();
        }
        last
    }
}

/// Returns the inner product divided by the length of `a`.
fn inner(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

fn standardised(column: &[f64]) -> Vec<f64> {
    let count = column.len().max(1) as f64;
    let scale = column.iter().fold(0.0_f64, |most, value| most.max(value.abs())).max(f64::MIN_POSITIVE);
    let mean = column.iter().map(|value| value / scale).sum::<f64>() / count;
    let centred: Vec<f64> = column.iter().map(|value| value / scale - mean).collect();
    let deviation = (centred.iter().map(|value| value * value).sum::<f64>() / count).sqrt();
    if deviation <= 1e-12 {
        return vec![0.0; column.len()];
    }
    centred.into_iter().map(|value| value / deviation).collect()
}
