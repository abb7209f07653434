//! Standard deviation of rank forecasts.

use statrs::distribution::{ContinuousCDF, StudentsT};

use super::path::{LAGS, Trial, Trials};

/// Assumed standard deviation on the logit scale after a day, before data: about one rank at rank 10.
const PRIOR_DAY: f64 = 0.1;
/// Weight of this assumption, in trials.
const PRIOR_TRIALS: f64 = 2.0;
/// Weight of the common standard deviation compared with a keyword's own, in forecasts.
const POOL_WEIGHT: f64 = 20.0;
/// Minimum number of errors for fitting tails, and the degrees of freedom tried.
const LEAST_ERRORS: usize = 100;
const FREEDOMS: [f64; 7] = [2.0, 2.5, 3.0, 4.0, 6.0, 12.0, 60.0];
/// Default degrees of freedom.
const LEAST_FREEDOM: f64 = 4.0;

/// Standard deviation by days ahead, with a factor per keyword.
pub(super) struct Spread {
    level: f64,
    growth: f64,
    factors: Vec<f64>,
    student: Option<StudentsT>,
}

impl Spread {
    /// Fits log deviation = a + b log days over all keywords, with b shrunk to 1/2 (a random walk), and a factor for
    /// each keyword, shrunk to 1 (Efron & Morris 1975, "Data analysis using Stein's estimator and its generalizations").
    pub(super) fn of(trials: &Trials, keywords: usize) -> Self {
        let mut sums = [(0.0, 0.0); LAGS.len()];
        for trial in &trials.all {
            let sum = &mut sums[trial.lag];
            *sum = (sum.0 + (trial.truth - trial.forecast(&trials.weights)).powi(2), sum.1 + 1.0);
        }
        let (level, growth) = line(&sums, trials.count);
        let mut spread = Self {
            level,
            growth,
            factors: vec![1.0; keywords],
            student: StudentsT::new(0.0, 1.0, LEAST_FREEDOM + trials.count).ok(),
        };
        let mut own = vec![(0.0, 0.0); keywords];
        for trial in &trials.all {
            let scaled = (trial.truth - trial.forecast(&trials.weights))
                / spread.deviation(trial.keyword, LAGS[trial.lag] as f64);
            own[trial.keyword].0 += scaled * scaled;
            own[trial.keyword].1 += 1.0;
        }
        let factor = |(square, count): &(f64, f64)| ((POOL_WEIGHT + square) / (POOL_WEIGHT + count)).sqrt();
        spread.factors = own.iter().map(factor).collect();
        spread.fit_tails(trials);
        spread
    }

    /// Adjusts standard deviation and tails to the 80 and 95 % quantiles of the past errors, so that past intervals
    /// have their nominal coverage (Vovk, Gammerman & Shafer 2005, "Algorithmic learning in a random world", 2.2:
    /// conformal scores).
    fn fit_tails(&mut self, trials: &Trials) {
        let scaled = |trial: &Trial| {
            let error = trial.truth - trial.forecast(&trials.weights);
            error.abs() / self.deviation(trial.keyword, LAGS[trial.lag] as f64)
        };
        let mut errors: Vec<f64> = trials.all.iter().map(scaled).collect();
        if errors.len() < LEAST_ERRORS {
            return;
        }
        errors.sort_by(f64::total_cmp);
        let at =
            |share: f64| errors[((share * errors.len() as f64).ceil() as usize).clamp(1, errors.len()) - 1].max(1e-6);
        let (most, nearly_all) = (at(0.8), at(0.95));
        let tails = |student: &StudentsT| student.inverse_cdf(0.975) / student.inverse_cdf(0.9);
        let distance = |student: &StudentsT| (tails(student).ln() - (nearly_all / most).ln()).abs();
        let known = FREEDOMS.iter().filter_map(|freedom| StudentsT::new(0.0, 1.0, *freedom).ok());
        let Some(student) = known.min_by(|a, b| distance(a).total_cmp(&distance(b))) else { return };
        let trust = trials.count / (trials.count + PRIOR_TRIALS);
        self.level += trust * (most / student.inverse_cdf(0.9)).ln();
        self.student = Some(student);
    }

    /// Standard deviation of a keyword after a number of days.
    pub(super) fn deviation(&self, keyword: usize, days: f64) -> f64 {
        (self.level + self.growth * days.max(1.0).ln()).exp() * self.factors[keyword]
    }

    /// Probability that a standardised error is below `t`.
    pub(super) fn below(&self, t: f64) -> f64 {
        self.student.as_ref().map_or(0.5, |student| student.cdf(t)).clamp(0.0, 1.0)
    }

    /// Quantile of the standardised error.
    pub(super) fn standard(&self, probability: f64) -> f64 {
        self.student.as_ref().map_or(0.0, |student| student.inverse_cdf(probability))
    }
}

fn line(sums: &[(f64, f64)], trials: f64) -> (f64, f64) {
    let prior = |days: f64| PRIOR_DAY.ln() + 0.5 * days.ln();
    let mut points = Vec::new();
    for ((square, count), days) in sums.iter().zip(LAGS).filter(|((_, count), _)| *count > 0.0) {
        let days = days as f64;
        let variance = (square / count * trials + prior(days).exp().powi(2) * PRIOR_TRIALS) / (trials + PRIOR_TRIALS);
        points.push((days.ln(), 0.5 * variance.max(1e-12).ln(), *count));
    }
    let total: f64 = points.iter().map(|(_, _, w)| w).sum();
    if total <= 0.0 {
        return (PRIOR_DAY.ln(), 0.5);
    }
    let mean_x = points.iter().map(|(x, _, w)| w * x).sum::<f64>() / total;
    let mean_y = points.iter().map(|(_, y, w)| w * y).sum::<f64>() / total;
    let square = points.iter().map(|(x, _, w)| w * (x - mean_x).powi(2)).sum::<f64>() / total;
    let cross = points.iter().map(|(x, y, w)| w * (x - mean_x) * (y - mean_y)).sum::<f64>() / total;
    let pull = 1.0 / (1.0 + trials);
    let growth = ((cross + 0.5 * pull) / (square + pull)).clamp(0.0, 1.0);
    (mean_y - growth * mean_x, growth)
}
