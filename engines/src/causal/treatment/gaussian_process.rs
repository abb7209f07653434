//! Gaussian process of the outcome of one arm given the covariates.

use super::kernel::Kernel;
use super::simplex::minimised;
use crate::common::{Control, EngineError, checkpoint};
use crate::stat::{Cholesky, SplitMix64, dot};

/// Maximum number of rows for learning the kernel.
const ROWS_FOR_KERNEL: usize = 350;
/// Maximum number of rows for learning the function.
pub(super) const ROWS_FOR_FIT: usize = 1_500;
/// Rows predicted between two checks for cancellation.
const ROWS_BETWEEN_CHECKS: usize = 1_000;
/// Prior standard deviation of the log hyperparameters.
const PRIOR_DEVIATION: f64 = 2.0;
/// Minimum number of rows per column for coefficients without shrinkage.
const ROWS_PER_COLUMN: usize = 2;

/// A fitted function, and a less smooth one with a linear part that is not shrunk.
pub(super) struct Process<'a> {
    x: &'a [Vec<f64>],
    rows: Vec<usize>,
    points: Points,
    kernel: Kernel,
    weights: Vec<f64>,
    free: Free,
    mean: f64,
    deviation: f64,
}

/// The function for averages. Its linear part has a flat prior, and its smooth part is less smooth.
///
/// Shrunk coefficients keep a part of the confounding in the average, although they predict single rows better: Hahn,
/// Carvalho, Puelz & He (2018), "Regularization and confounding in linear regression for treatment effect estimation",
/// Bayesian Analysis 13(1).
struct Free {
    kernel: Kernel,
    factor: Cholesky,
    weights: Vec<f64>,
}

/// How uncertain a mean prediction is, in squared units of the outcome.
#[derive(Debug, Clone, Copy)]
pub(super) struct Uncertainty {
    /// Variance of the mean.
    pub(super) variance: f64,
    /// The part of it that is no noise of the outcomes: the squared bias that the prior expects from smoothing.
    pub(super) bias: f64,
}

/// Predicted outcomes of every row: of single rows, and for averages.
pub(super) struct Predicted {
    pub(super) single: Vec<f64>,
    pub(super) average: Vec<f64>,
}

impl<'a> Process<'a> {
    /// Fits an arm to `rows` of `x` and `y`.
    ///
    /// Source: Rasmussen & Williams (2006), "Gaussian processes for machine learning", algorithm 2.1; the
    /// kernel by its marginal likelihood (5.8) with weak priors. For effects: Alaa & van der Schaar (2017),
    /// "Bayesian inference of individualized treatment effects using multi-task Gaussian processes".
    pub(super) fn fit(
        x: &'a [Vec<f64>], y: &[f64], rows: &[usize], random: &mut SplitMix64, control: &dyn Control,
    ) -> Result<Self, EngineError> {
        let rows = some_of(rows, ROWS_FOR_FIT, random);
        let count = rows.len() as f64;
        let mean = rows.iter().map(|row| y[*row] / count).sum::<f64>();
        let variance = rows.iter().map(|row| (y[*row] - mean).powi(2) / count).sum::<f64>();
        let deviation = if variance > 0.0 { variance.sqrt() } else { 1.0 };
        let scaled = |row: &usize| (y[*row] - mean) / deviation;
        let few = some_of(&rows, ROWS_FOR_KERNEL, random);
        let few_y: Vec<f64> = few.iter().map(scaled).collect();
        let kernel = learned_kernel(x, &few, &few_y, control)?;
        let targets: Vec<f64> = rows.iter().map(scaled).collect();
        let pairs = Pairs::of(x, &rows);
        let Some(factor) = pairs.factor(&kernel) else {
            return Err(EngineError::input("x", "cannot be fitted: rows are too nearly equal"));
        };
        let weights = factor.solve(&targets);
        let points = Points::of(x, &rows);
        let free = Free::fit(&pairs, &points, (kernel, factor), &targets);
        Ok(Self { x, rows, points, kernel, weights, free, mean, deviation })
    }

    /// Number of rows that the function was fitted to.
    pub(super) fn count(&self) -> usize {
        self.rows.len()
    }

    /// True if there are too few rows for a linear part without shrinkage.
    pub(super) fn is_shrunk(&self) -> bool {
        has_few_rows(&self.points)
    }

    /// Predicts the mean outcome of every row under this arm.
    ///
    /// # Errors
    /// Returns [`EngineError::Cancelled`] if the caller cancelled.
    pub(super) fn predict(&self, control: &dyn Control) -> Result<Predicted, EngineError> {
        let mut outcomes = Predicted { single: Vec::new(), average: Vec::new() };
        for rows in self.x.chunks(ROWS_BETWEEN_CHECKS) {
            checkpoint(control)?;
            for row in rows {
                let outcome = |kernel: &Kernel, weights: &[f64]| {
                    self.mean + self.deviation * dot(&self.points.likeness(kernel, row), weights)
                };
                outcomes.single.push(outcome(&self.kernel, &self.weights));
                outcomes.average.push(outcome(&self.free.kernel, &self.free.weights));
            }
        }
        Ok(outcomes)
    }

    /// Predicts the outcome of each fitted row from all the others, for averages: `(row, prediction)`.
    ///
    /// Source: Rasmussen & Williams (2006), equation 5.12.
    pub(super) fn leave_one_out(&self, y: &[f64]) -> Vec<(usize, f64)> {
        let diagonal = self.free.factor.inverse_diagonal();
        let inner = self.rows.iter().zip(&self.free.weights).zip(diagonal);
        inner.map(|((row, weight), diagonal)| (*row, y[*row] - self.deviation * weight / diagonal)).collect()
    }

    /// Uncertainty of the mean prediction over `rows`.
    ///
    /// The mean is a weighted sum of the outcomes, so its noise is that of the outcomes times the sum of the squared weights.
    pub(super) fn uncertainty_of_mean(&self, rows: &[usize]) -> Uncertainty {
        let count = rows.len() as f64;
        let points = Points::of(self.x, rows);
        let mut mean = vec![0.0; self.rows.len()];
        let mut prior = 0.0;
        for &row in rows {
            let likeness = self.points.likeness(&self.free.kernel, &self.x[row]);
            mean.iter_mut().zip(likeness).for_each(|(mean, likeness)| *mean += likeness / count);
            prior += points.likeness(&self.free.kernel, &self.x[row]).iter().sum::<f64>();
        }
        let sums = self.free.factor.solve(&mean);
        let left = (prior / (count * count) - dot(&mean, &sums)).max(0.0);
        let bias = (left - self.free.kernel.noise * dot(&sums, &sums)).max(0.0);
        let unit = self.deviation * self.deviation;
        Uncertainty { variance: left * unit, bias: bias * unit }
    }
}

impl Free {
    /// Fits the function with the kernel for averages, where there are rows enough for a flat prior.
    fn fit(pairs: &Pairs, points: &Points, (kernel, factor): (Kernel, Cholesky), targets: &[f64]) -> Self {
        let own = kernel.for_averages(points.columns.len());
        let fitted = if has_few_rows(points) { None } else { pairs.factor(&own).map(|factor| (own, factor)) };
        let (kernel, factor) = fitted.unwrap_or((kernel, factor));
        let weights = factor.solve(targets);
        Self { kernel, factor, weights }
    }
}

fn has_few_rows(points: &Points) -> bool {
    points.norms.len() < ROWS_PER_COLUMN * points.columns.len()
}

/// Returns at most `most` of the rows, drawn without replacement, ascending.
pub(super) fn some_of(rows: &[usize], most: usize, random: &mut SplitMix64) -> Vec<usize> {
    let mut rows = rows.to_vec();
    if rows.len() > most {
        for place in 0..most {
            let other = place + random.below(rows.len() - place);
            rows.swap(place, other);
        }
        rows.truncate(most);
        rows.sort_unstable();
    }
    rows
}

/// Rows stored by column, so that the similarity of one row to all others is one pass per column.
struct Points {
    columns: Vec<Vec<f64>>,
    norms: Vec<f64>,
}

impl Points {
    fn of(x: &[Vec<f64>], rows: &[usize]) -> Self {
        let columns = x.first().map_or(0, Vec::len);
        Self {
            columns: (0..columns).map(|column| rows.iter().map(|row| x[*row][column]).collect()).collect(),
            norms: rows.iter().map(|row| dot(&x[*row], &x[*row])).collect(),
        }
    }

    fn likeness(&self, kernel: &Kernel, row: &[f64]) -> Vec<f64> {
        let mut inner = vec![0.0; self.norms.len()];
        for (column, value) in self.columns.iter().zip(row) {
            inner.iter_mut().zip(column).for_each(|(inner, other)| *inner += value * other);
        }
        let (norm, columns) = (dot(row, row), self.columns.len().max(1) as f64);
        for (inner, other) in inner.iter_mut().zip(&self.norms) {
            let squared = (norm + other - 2.0 * *inner).max(0.0);
            *inner = kernel.between(*inner / columns, squared / columns);
        }
        inner
    }
}

/// Inner products and squared distances of all pairs of rows.
struct Pairs {
    size: usize,
    inner: Vec<f64>,
    squared: Vec<f64>,
}

impl Pairs {
    fn of(x: &[Vec<f64>], rows: &[usize]) -> Self {
        let size = rows.len();
        let columns = x.first().map_or(1, Vec::len).max(1) as f64;
        let (mut inner, mut squared) = (vec![0.0; size * size], vec![0.0; size * size]);
        let norms: Vec<f64> = rows.iter().map(|row| dot(&x[*row], &x[*row])).collect();
        for (i, row) in rows.iter().enumerate() {
            for (j, other) in rows.iter().enumerate().take(i + 1) {
                let product = dot(&x[*row], &x[*other]);
                inner[i * size + j] = product / columns;
                squared[i * size + j] = (norms[i] + norms[j] - 2.0 * product).max(0.0) / columns;
            }
        }
        Self { size, inner, squared }
    }

    fn factor(&self, kernel: &Kernel) -> Option<Cholesky> {
        let mut matrix = vec![0.0; self.size * self.size];
        for i in 0..self.size {
            let row = i * self.size..i * self.size + i + 1;
            let pairs = self.inner[row.clone()].iter().zip(&self.squared[row.clone()]);
            matrix[row]
                .iter_mut()
                .zip(pairs)
                .for_each(|(entry, (inner, squared))| *entry = kernel.between(*inner, *squared));
            matrix[i * self.size + i] += kernel.noise;
        }
        Cholesky::of(&matrix, self.size)
    }
}

/// Returns the kernel with the largest marginal likelihood.
fn learned_kernel(x: &[Vec<f64>], rows: &[usize], y: &[f64], control: &dyn Control) -> Result<Kernel, EngineError> {
    let pairs = Pairs::of(x, rows);
    let start = [0.0, -1.0, -1.5, -0.7];
    let cost = |logs: &[f64; 4]| {
        let prior: f64 = logs.iter().zip(&start).map(|(log, start)| ((log - start) / PRIOR_DEVIATION).powi(2)).sum();
        let fit = pairs.factor(&Kernel::from_logs(logs)).map_or(f64::INFINITY, |factor| {
            let z = factor.forward(y);
            dot(&z, &z) + factor.ln_determinant()
        });
        0.5 * (fit + prior)
    };
    checkpoint(control)?;
    Ok(Kernel::from_logs(&minimised(&cost, start, control)?))
}
