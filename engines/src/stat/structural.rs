//! Structural time series: the sum of a random walk, an autoregression and white noise.

/// Variances relative to that of the stationary part.
///
/// u(t) = level(t) + a(t) + e(t), level(t+1) = level(t) + slope(t) + N(0, level), slope(t+1) = slope(t) +
/// N(0, slope), a(t+1) = phi a(t) + N(0, share (1 - phi^2)), e ~ N(0, 1 - share).
/// Source: Harvey (1989), "Forecasting, structural time series models and the Kalman filter", ch. 2.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Process {
    /// Variance of a step of the level, 0 or more.
    pub(crate) level: f64,
    /// Variance of a step of the slope, 0 or more.
    pub(crate) slope: f64,
    /// Autoregression, -1 < phi < 1.
    pub(crate) phi: f64,
    /// Autoregressive share of the stationary variance, 0 to 1.
    pub(crate) share: f64,
}

type State = [f64; 3];

/// State of the filter after the last observation.
#[derive(Debug, Clone)]
pub(crate) struct Filtered {
    /// Sum of the logarithms of the one-step variances.
    pub(crate) log_variances: f64,
    /// Predicted state (level, slope, autoregression) of each column, one step after the last.
    states: Vec<State>,
    /// Variance of the state.
    variance: [[f64; 3]; 3],
}

/// Runs the Kalman filter over `rows` of `width` columns and whitens them in place.
///
/// All columns share the gains (de Jong 1991, "The diffuse Kalman filter", Annals of Statistics 19(2)). A row that is
/// not `seen` is skipped and unchanged. Level and slope start at 0, because constants and trends are separate columns.
pub(crate) fn whiten(process: &Process, rows: &mut [f64], width: usize, seen: &[bool]) -> Filtered {
    let mut variance = [[0.0; 3]; 3];
    variance[2][2] = process.share;
    whiten_on(process, Filtered { log_variances: 0.0, states: vec![[0.0; 3]; width], variance }, rows, seen)
}

/// Whitens the rows that follow those of `filtered`, see [`whiten`].
pub(crate) fn whiten_on(process: &Process, filtered: Filtered, rows: &mut [f64], seen: &[bool]) -> Filtered {
    let Filtered { mut log_variances, mut states, variance: mut p } = filtered;
    let width = states.len();
    let innovation = process.share * (1.0 - process.phi * process.phi);
    for (row, is_seen) in rows.chunks_exact_mut(width).zip(seen) {
        let mut gain = [0.0; 3];
        if *is_seen {
            let load = [p[0][0] + p[0][2], p[1][0] + p[1][2], p[2][0] + p[2][2]];
            // The floor avoids division by zero for a process without noise.
            let f = (load[0] + load[2] + 1.0 - process.share).max(1e-12);
            log_variances += f.ln();
            let scale = 1.0 / f.sqrt();
            for (value, state) in row.iter_mut().zip(&mut states) {
                let surprise = *value - state[0] - state[2];
                *value = surprise * scale;
                for part in 0..3 {
                    gain[part] = load[part] / f;
                    state[part] += gain[part] * surprise;
                }
            }
            for a in 0..3 {
                for b in 0..3 {
                    p[a][b] -= load[a] * load[b] / f;
                }
            }
        }
        for state in &mut states {
            state[0] += state[1];
            state[2] *= process.phi;
        }
        p = step(&p, process.phi);
        p[0][0] += process.level;
        p[1][1] += process.slope;
        p[2][2] += innovation;
    }
    Filtered { log_variances, states, variance: p }
}

/// T P T' for the transition of the state.
fn step(p: &[[f64; 3]; 3], phi: f64) -> [[f64; 3]; 3] {
    let level = p[0][0] + 2.0 * p[0][1] + p[1][1];
    let cross = p[0][1] + p[1][1];
    let with_ar = phi * (p[0][2] + p[1][2]);
    let slope_ar = phi * p[1][2];
    [[level, cross, with_ar], [cross, p[1][1], slope_ar], [with_ar, slope_ar, phi * phi * p[2][2]]]
}

/// A weighted sum of future steps: weight `weights[h]` at h steps after the first predicted one.
#[derive(Debug, Clone)]
pub(crate) struct Ahead {
    load: State,
    /// Variance of the sum, excluding the regressors.
    pub(crate) variance: f64,
}

impl Ahead {
    /// Computes its loading on the predicted state and its variance.
    pub(crate) fn new(process: &Process, filtered: &Filtered, weights: &[f64]) -> Self {
        let Process { level, slope, phi, share } = *process;
        // Sums over the steps from h on: of the weights, of weights x distance, of weights x phi^distance.
        let (mut sum, mut distance, mut decay) = (0.0, 0.0, 0.0);
        let mut variance = 0.0;
        for (ahead, weight) in weights.iter().enumerate().rev() {
            distance += sum;
            sum += weight;
            decay = weight + phi * decay;
            variance += weight * weight * (1.0 - share);
            if ahead > 0 {
                variance += level * sum * sum + slope * distance * distance + share * (1.0 - phi * phi) * decay * decay;
            }
        }
        let load = [sum, distance, decay];
        let p = &filtered.variance;
        for a in 0..3 {
            for b in 0..3 {
                variance += load[a] * p[a][b] * load[b];
            }
        }
        Self { load, variance }
    }

    /// Expectation of the sum for one column.
    pub(crate) fn expectation(&self, filtered: &Filtered, column: usize) -> f64 {
        let state = &filtered.states[column];
        (0..3).map(|part| self.load[part] * state[part]).sum()
    }
}
