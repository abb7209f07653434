//! Time for a page to reach the first ten results.

use super::RankPath;
use super::latent::{LogitScale, Track};

/// Average days per month.
const MONTH: f64 = 30.437;
/// Monthly distribution of pages that reach the first ten within a year: most in months 2 to 6.
const BY_MONTH: [f64; 12] = [0.05, 0.15, 0.15, 0.15, 0.15, 0.15, 0.04, 0.04, 0.03, 0.03, 0.03, 0.03];
/// Weight of the published rate compared with the site's own record, in pages that reached the first ten.
const PRIOR_EVENTS: f64 = 2.0;

/// Hazards by month of age, and the record that updated them.
#[derive(Debug, Clone)]
pub(super) struct Hazards {
    by_month: Vec<f64>,
    /// Rate of the site's own pages relative to the published rate.
    pub(super) ratio: f64,
    /// Months in which a page of the input could have reached the first ten.
    pub(super) months_at_risk: f64,
    /// Pages of the input that reached them.
    pub(super) events: f64,
}

impl Hazards {
    /// Discrete-time hazards h(m) = P(first ten in month m | not before), the published ones times a ratio with a Gamma
    /// prior of mean 1, updated by the site's own events. Paths that end outside the first ten are censored.
    ///
    /// Sources: Singer & Willett (1993), "It's about time", J. Educational Statistics 18(2), eqs 1-4; Gelman et al.
    /// (2013), "Bayesian Data Analysis", 2.6 (Gamma-Poisson).
    pub(super) fn of(paths: &[RankPath], tracks: &[Option<Track>], scale: LogitScale, yearly_share: f64) -> Self {
        let published = published(yearly_share);
        let top10 = scale.threshold(10.0);
        let (mut events, mut expected, mut at_risk) = (0.0, 0.0, 0.0);
        for (path, track) in paths.iter().zip(tracks) {
            let Some(track) = track else { continue };
            let reached = track.values.iter().position(|value| *value < top10);
            if reached == Some(0) {
                continue;
            }
            let days = reached.unwrap_or(track.values.len() - 1) as f64;
            let start = (path.page_age_days.unwrap_or(0.0) - track.values.len() as f64).max(0.0);
            events += f64::from(u8::from(reached.is_some()));
            expected += cumulative(&published, start, days);
            at_risk += days / MONTH;
        }
        let ratio = (events + PRIOR_EVENTS) / (expected + PRIOR_EVENTS);
        let by_month = published.iter().map(|hazard| (hazard * ratio).min(0.95)).collect();
        Self { by_month, ratio, months_at_risk: at_risk, events }
    }

    /// Probability of reaching the first ten within `days`, for a page of `age` days.
    pub(super) fn within(&self, age: f64, days: f64) -> f64 {
        let minus_log = |hazard: &f64| -(1.0 - hazard).ln();
        let rates: Vec<f64> = self.by_month.iter().map(minus_log).collect();
        1.0 - (-cumulative(&rates, age, days)).exp()
    }
}

/// Published hazards: a yearly share of pages, distributed over the months.
fn published(yearly_share: f64) -> Vec<f64> {
    let mut left = 1.0;
    let hazard = |part: &f64| {
        let hazard = yearly_share * part / left;
        left -= yearly_share * part;
        hazard
    };
    BY_MONTH.iter().map(hazard).collect()
}

/// Sum of monthly rates from `age` for `days`; the last month's rate continues.
fn cumulative(rates: &[f64], age: f64, days: f64) -> f64 {
    let last = rates.last().copied().unwrap_or_default();
    let (from, to) = (age / MONTH, (age + days) / MONTH);
    let inside = |(month, rate): (usize, &f64)| {
        let month = month as f64;
        rate * (to.min(month + 1.0) - from.max(month)).max(0.0)
    };
    let within: f64 = rates.iter().enumerate().map(inside).sum();
    within + last * (to - from.max(rates.len() as f64)).max(0.0)
}
