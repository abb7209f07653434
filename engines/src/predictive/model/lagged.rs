//! Autoregression on selected lags, with periodic terms.

use super::Path;
use crate::stat::NormalEquations;

/// The lags of a regression, ascending, without repeats.
#[derive(Debug, Clone, Default)]
pub struct Lags {
    steps: Vec<usize>,
    /// True if an information criterion selects how many of them are used.
    is_chosen: bool,
}

impl Lags {
    /// Uses all of these lags.
    pub fn of(mut steps: Vec<usize>) -> Self {
        steps.retain(|lag| *lag > 0);
        steps.sort_unstable();
        steps.dedup();
        Self { steps, is_chosen: false }
    }

    /// Selects the number of lags, 1 to `most`, by an information criterion.
    pub fn chosen(most: usize) -> Self {
        Self { steps: (1..=most).collect(), is_chosen: true }
    }

    fn longest(&self) -> usize {
        self.steps.last().copied().unwrap_or(0)
    }
}

/// Regressors of the next value.
#[derive(Debug, Clone)]
pub struct Design {
    /// Lags.
    pub lags: Lags,
    /// Sines and cosines: (period, harmonics).
    pub waves: Vec<(f64, usize)>,
    /// True to regress first differences.
    pub is_differenced: bool,
    /// Ridge on the lags, in units of each lag's own sum of squares.
    pub ridge: f64,
    /// Weight of a row per step of age; 1 for equal weights.
    pub memory: f64,
}

impl Default for Design {
    fn default() -> Self {
        Self { lags: Lags::default(), waves: Vec::new(), is_differenced: false, ridge: 0.0, memory: 1.0 }
    }
}

impl Design {
    /// Number of terms before the lags: the constant and the waves.
    fn fixed(&self) -> usize {
        1 + self.waves.iter().map(|(_, harmonics)| 2 * harmonics).sum::<usize>()
    }

    fn width(&self) -> usize {
        self.fixed() + self.lags.steps.len()
    }

    /// Writes the terms of `values[at]`, which is at time `start + at`.
    fn write(&self, values: &[f64], at: usize, start: usize, row: &mut Vec<f64>) {
        row.clear();
        row.push(1.0);
        for &(period, harmonics) in &self.waves {
            let (sin, cos) = (std::f64::consts::TAU * (start + at) as f64 / period).sin_cos();
            let (mut s, mut c) = (sin, cos);
            for _ in 0..harmonics {
                row.extend([s, c]);
                (s, c) = (s * cos + c * sin, c * cos - s * sin);
            }
        }
        row.extend(self.lags.steps.iter().map(|lag| if *lag <= at { values[at - lag] } else { 0.0 }));
    }

    fn series(&self, values: &[f64]) -> Vec<f64> {
        if self.is_differenced { values.windows(2).map(|pair| pair[1] - pair[0]).collect() } else { values.to_vec() }
    }
}

/// Fits by (weighted, ridge) least squares; forecasts one step at a time.
///
/// Sources: Lütkepohl (2005), "New introduction to multiple time series analysis", 3.5 (iterated forecasts);
/// Hyndman & Athanasopoulos (2021), "Forecasting: principles and practice", 10.5 (waves).
pub fn fit(values: &[f64], horizon: usize, design: Design) -> Option<Path> {
    let series = design.series(values);
    let (longest, width) = (design.lags.longest(), design.width());
    if series.len() < longest + 2 * width + 4 {
        return None;
    }
    let mean = series.iter().sum::<f64>() / series.len() as f64;
    let centred: Vec<f64> = series.iter().map(|v| v - mean).collect();
    let mut equations = NormalEquations::new(width);
    let mut row = Vec::with_capacity(width);
    for t in longest..centred.len() {
        design.write(&centred, t, 0, &mut row);
        equations.add(&row, centred[t], design.memory.powi((centred.len() - 1 - t) as i32));
    }
    let coefficients = solve(&equations, &design)?;
    Some(Box::new(move |history| iterate(history, horizon, &design, &coefficients, mean)))
}

/// Solves with all lags, or with the number of lags that minimises the corrected Akaike criterion.
///
/// Source: Hurvich & Tsai (1989), "Regression and time series model selection in small samples", Biometrika 76(2).
fn solve(equations: &NormalEquations, design: &Design) -> Option<Vec<f64>> {
    let (fixed, width) = (design.fixed(), design.width());
    let ridge = |term: usize| if term >= fixed { design.ridge * equations.diagonal(term) } else { 0.0 };
    if !design.lags.is_chosen {
        return equations.solve(width, ridge).map(|(coefficients, _)| coefficients);
    }
    let n = equations.rows() as f64;
    let criterion = |terms: usize, rss: f64| {
        let k = terms as f64 + 1.0;
        n * (rss / n + f64::MIN_POSITIVE).ln() + 2.0 * k + 2.0 * k * (k + 1.0) / (n - k - 1.0).max(1.0)
    };
    let tried = (fixed..=width).filter_map(|terms| {
        let (coefficients, rss) = equations.solve(terms, ridge)?;
        Some((criterion(terms, rss), coefficients))
    });
    tried.min_by(|a, b| a.0.total_cmp(&b.0)).map(|(_, coefficients)| coefficients)
}

fn iterate(history: &[f64], horizon: usize, design: &Design, coefficients: &[f64], mean: f64) -> Vec<f64> {
    let offset = usize::from(design.is_differenced);
    let keep = (design.lags.longest() + offset).min(history.len());
    let mut values = design.series(&history[history.len() - keep..]);
    values.iter_mut().for_each(|v| *v -= mean);
    let known = values.len();
    let start = history.len() - offset - known;
    let mut row = Vec::with_capacity(design.width());
    for ahead in 0..horizon {
        design.write(&values, known + ahead, start, &mut row);
        values.push(row.iter().zip(coefficients).map(|(x, b)| x * b).sum());
    }
    let mut level = history.last().copied().unwrap_or_default();
    let step = |value: &f64| {
        level += value + mean;
        if design.is_differenced { level } else { value + mean }
    };
    values[known..].iter().map(step).collect()
}
