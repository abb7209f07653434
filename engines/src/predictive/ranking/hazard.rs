//! When a page that is not in the first ten gets there.

use super::RankPath;
use super::latent::{LogitScale, Track};

/// Days of a month.
const MONTH: f64 = 30.437;
/// When, of the pages that get there within a year, they do, by month: most in months 2 to 6.
const BY_MONTH: [f64; 12] = [0.05, 0.15, 0.15, 0.15, 0.15, 0.15, 0.04, 0.04, 0.03, 0.03, 0.03, 0.03];
/// Weight of the published rate against the own record, in pages that got there.
const PRIOR_EVENTS: f64 = 2.0;

/// Hazards by month of age, and the own record that moved them.
#[derive(Debug, Clone)]
pub(super) struct Hazards {
    by_month: Vec<f64>,
    /// What the own pages do in units of the published rate.
    pub(super) ratio: f64,
    /// Months in which a page of the input could have got there.
    pub(super) months_at_risk: f64,
    /// Pages of the input that did.
    pub(super) events: f64,
}

impl Hazards {
    /// Discrete-time hazards h(m) = P(first ten in month m | not before), the published ones times a ratio with a Gamma
    /// prior of mean 1 that is moved by the own events. Paths that end outside of the first ten are censored.
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

    /// Probability of getting there within `days` for a page that has tried for `age` days.
    pub(super) fn within(&self, age: f64, days: f64) -> f64 {
        let minus_log = |hazard: &f64| -(1.0 - hazard).ln();
        let rates: Vec<f64> = self.by_month.iter().map(minus_log).collect();
        1.0 - (-cumulative(&rates, age, days)).exp()
    }
}

/// The published hazards: a share of pages in a year, spread over its months.
fn published(yearly_share: f64) -> Vec<f64> {
    let mut left = 1.0;
    let hazard = |part: &f64| {
        let hazard = yearly_share * part / left;
        left -= yearly_share * part;
        hazard
    };
    BY_MONTH.iter().map(hazard).collect()
}

/// Sum of monthly rates from `age` on for `days`; the last month's rate goes on.
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
