//! Seasonal-trend decomposition by loess.

use super::loess::Smoother;
use super::partial_sort::middle_as_r;

/// The windows, degrees and passes of a decomposition, with the names of R's `stl`.
///
/// Windows are odd and at least 3, degrees 0 or 1, jumps at least 1.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StlPlan {
    /// Steps of one period, at least 2.
    pub period: usize,
    /// Window, degree and jump of the seasonal smoother.
    pub seasonal: (usize, u8, usize),
    /// Window, degree and jump of the trend smoother.
    pub trend: (usize, u8, usize),
    /// Window, degree and jump of the low-pass filter.
    pub low_pass: (usize, u8, usize),
    /// Passes of the inner loop, at least 1.
    pub inner: usize,
    /// Passes of the robustness loop; 0 for none.
    pub outer: usize,
    /// True for a season that repeats exactly: R's `s.window = "periodic"`.
    pub is_periodic: bool,
    /// True to scale the remainders by R's partial sort, which can miss the median; false to use the median.
    pub scale_as_r: bool,
}

/// A series as trend + season + remainder.
#[derive(Debug, Clone, PartialEq)]
pub struct Decomposition {
    /// The trend.
    pub trend: Vec<f64>,
    /// The season.
    pub seasonal: Vec<f64>,
    /// Robustness weights; 1 if not requested.
    pub weights: Vec<f64>,
}

/// The next odd number at or above `value`, rounded first, as R's `nextodd`.
pub fn next_odd(value: f64) -> usize {
    let rounded = value.round().max(1.0) as usize;
    rounded + usize::from(rounded.is_multiple_of(2))
}

impl StlPlan {
    /// Returns the defaults of R's `stl` for `count` values; `window` `None` is periodic.
    ///
    /// Robust: 1 inner and 15 outer passes; otherwise 2 and 0.
    pub fn as_r(count: usize, period: usize, window: Option<usize>, is_robust: bool) -> Self {
        let width = window.unwrap_or(10 * count + 1);
        let trend = next_odd((1.5 * period as f64 / (1.0 - 1.5 / width as f64)).ceil());
        let low = next_odd(period as f64);
        let tenth = |width: usize| width.div_ceil(10);
        Self {
            period,
            seasonal: (width, 0, tenth(width)),
            trend: (trend, 1, tenth(trend)),
            low_pass: (low, 1, tenth(low)),
            inner: if is_robust { 1 } else { 2 },
            outer: if is_robust { 15 } else { 0 },
            is_periodic: window.is_none(),
            scale_as_r: true,
        }
    }

    /// Approximate number of multiplications of an inner pass.
    pub fn cost(&self, count: usize) -> f64 {
        let one = |points: usize, (window, _, jump): (usize, u8, usize)| {
            (points / jump.clamp(1, points.max(1))) as f64 * window.min(points) as f64
        };
        let cycle = count.div_ceil(self.period);
        one(count, self.trend) + one(count, self.low_pass) + self.period as f64 * one(cycle, self.seasonal)
    }
}

/// Decomposes a series of at least two periods.
///
/// Source: Cleveland et al. (1990), as in the smoother; equal to R's `stats::stl` (Fortran `stl`).
pub fn stl(values: &[f64], plan: &StlPlan) -> Decomposition {
    let count = values.len();
    let mut work = Work::new(count, plan);
    let mut result = Decomposition { trend: vec![0.0; count], seasonal: vec![0.0; count], weights: vec![1.0; count] };
    for pass in 0..=plan.outer {
        work.inner(values, plan, pass > 0, &mut result);
        if pass < plan.outer {
            result.weights = robustness(values, &result, plan.scale_as_r);
        }
    }
    if plan.is_periodic {
        average_cycles(&mut result.seasonal, plan.period);
    }
    result
}

/// Smoothers and buffers of a decomposition.
struct Work {
    long_cycle: Smoother,
    short_cycle: Smoother,
    trend: Smoother,
    low_pass: Smoother,
    detrended: Vec<f64>,
    cycles: Vec<f64>,
    low: Vec<f64>,
}

impl Work {
    fn new(count: usize, plan: &StlPlan) -> Self {
        let make = |points: usize, (window, degree, jump)| Smoother::new(points, window, degree, jump);
        let (long, short) = (count.div_ceil(plan.period), count / plan.period);
        Self {
            long_cycle: make(long, plan.seasonal),
            short_cycle: make(short.max(1), plan.seasonal),
            trend: make(count, plan.trend),
            low_pass: make(count, plan.low_pass),
            detrended: vec![0.0; count],
            cycles: vec![0.0; count + 2 * plan.period],
            low: vec![0.0; count],
        }
    }

    fn inner(&mut self, values: &[f64], plan: &StlPlan, is_weighted: bool, result: &mut Decomposition) {
        for _ in 0..plan.inner {
            difference(values, &result.trend, &mut self.detrended);
            let weights = is_weighted.then_some(result.weights.as_slice());
            self.smooth_cycles(plan.period, weights);
            let filtered = low_pass(&self.cycles, plan.period);
            self.low_pass.smooth(&filtered, None, &mut self.low);
            difference(&self.cycles[plan.period..], &self.low, &mut result.seasonal);
            difference(values, &result.seasonal, &mut self.detrended);
            self.trend.smooth(&self.detrended, weights, &mut result.trend);
        }
    }

    /// Smooths the values of each position in the period, and extends each by one at both ends.
    fn smooth_cycles(&mut self, period: usize, weights: Option<&[f64]>) {
        let count = self.detrended.len();
        let mut smooth = vec![0.0; count.div_ceil(period)];
        for phase in 0..period {
            let values: Vec<f64> = self.detrended[phase..].iter().step_by(period).copied().collect();
            let own: Option<Vec<f64>> = weights.map(|all| all[phase..].iter().step_by(period).copied().collect());
            let smoother = if values.len() == count.div_ceil(period) { &self.long_cycle } else { &self.short_cycle };
            smoother.smooth(&values, own.as_deref(), &mut smooth);
            let [before, after] = smoother.beyond(&values, own.as_deref());
            let last = values.len() - 1;
            self.cycles[phase] = before.unwrap_or(smooth[0]);
            for (place, value) in smooth[..=last].iter().enumerate() {
                self.cycles[(place + 1) * period + phase] = *value;
            }
            self.cycles[(last + 2) * period + phase] = after.unwrap_or(smooth[last]);
        }
    }
}

fn difference(a: &[f64], b: &[f64], out: &mut [f64]) {
    out.iter_mut().zip(a.iter().zip(b)).for_each(|(out, (a, b))| *out = a - b);
}

/// Moving averages of length period, period and 3.
fn low_pass(cycles: &[f64], period: usize) -> Vec<f64> {
    moving_average(&moving_average(&moving_average(cycles, period), period), 3)
}

fn moving_average(values: &[f64], width: usize) -> Vec<f64> {
    let mut sum: f64 = values[..width].iter().sum();
    let mut averages = Vec::with_capacity(values.len() + 1 - width);
    averages.push(sum / width as f64);
    for index in width..values.len() {
        sum += values[index] - values[index - width];
        averages.push(sum / width as f64);
    }
    averages
}

/// Bisquare weights by six times the median absolute remainder.
fn robustness(values: &[f64], fit: &Decomposition, scale_as_r: bool) -> Vec<f64> {
    let remainder: Vec<f64> =
        values.iter().zip(&fit.trend).zip(&fit.seasonal).map(|((y, t), s)| (y - (t + s)).abs()).collect();
    let middle = if scale_as_r { middle_as_r(remainder.clone()) } else { middle(remainder.clone()) };
    let bound = 3.0 * (middle[0] + middle[1]);
    let weight = |size: &f64| match *size {
        size if size <= 0.001 * bound => 1.0,
        size if size <= 0.999 * bound => (1.0 - (size / bound).powi(2)).powi(2),
        _ => 0.0,
    };
    remainder.iter().map(weight).collect()
}

fn middle(mut values: Vec<f64>) -> [f64; 2] {
    values.sort_by(f64::total_cmp);
    let count = values.len();
    [values[count / 2], values[count - count / 2 - 1]]
}

fn average_cycles(seasonal: &mut [f64], period: usize) {
    for phase in 0..period.min(seasonal.len()) {
        let (sum, count) = seasonal[phase..].iter().step_by(period).fold((0.0, 0.0), |(s, n), v| (s + v, n + 1.0));
        seasonal[phase..].iter_mut().step_by(period).for_each(|value| *value = sum / count);
    }
}
