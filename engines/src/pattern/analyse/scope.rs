//! Distinguishes changes of the site from changes of the market.

use super::super::change_points::{Prepared, prepare};
use super::input::{Days, Input};
use super::output::Who;
use crate::common::Update;
use crate::stat::series::median;

/// Days on each side of a change for comparing means.
pub(super) const WINDOW: usize = 28;
/// Days around a change that count as simultaneous.
const AROUND: usize = 3;
/// Minimum number of known days of another site on each side.
const LEAST_DAYS: usize = 5;
/// Minimum change of another site, in standard errors.
const CLEAR: f64 = 2.0;
/// Volatility, relative to normal, above which the SERPs as a whole changed.
const STORM: f64 = 1.5;

/// Means before and after a step, and the significance of their difference.
#[derive(Debug, Clone, Copy)]
pub(super) struct Shift {
    pub(super) before: f64,
    pub(super) after: f64,
    /// Standard error of the difference.
    pub(super) error: f64,
    /// Difference in standard errors, allowing for autocorrelation.
    clear: f64,
}

impl Shift {
    pub(super) fn relative(&self) -> Option<f64> {
        (self.before > 0.0).then(|| self.after / self.before - 1.0)
    }
}

/// Computes the shift at `step`, limited by the neighbouring changes `low` and `high`.
pub(super) fn shift(prepared: &Prepared, given: &[Option<f64>], low: usize, step: usize, high: usize) -> Option<Shift> {
    let side = |from: usize, to: usize| -> Vec<f64> {
        (from..to).filter(|at| given[*at].is_some()).map(|at| prepared.adjusted[at]).collect()
    };
    let before = side(low.max(step.saturating_sub(WINDOW)), step);
    let after = side(step, high.min(step + WINDOW));
    if before.len() < LEAST_DAYS || after.len() < LEAST_DAYS {
        return None;
    }
    let (mean_before, error_before) = mean_and_error(&before);
    let (mean_after, error_after) = mean_and_error(&after);
    let error = error_before.hypot(error_after);
    let clear = if error > 0.0 { (mean_after - mean_before) / error } else { 0.0 };
    Some(Shift { before: mean_before, after: mean_after, error, clear })
}

/// Mean and its standard error with first-order autocorrelation (Bartlett 1946).
fn mean_and_error(values: &[f64]) -> (f64, f64) {
    let count = values.len() as f64;
    let mean = values.iter().sum::<f64>() / count;
    let square: f64 = values.iter().map(|value| (value - mean).powi(2)).sum();
    let product: f64 = values.windows(2).map(|pair| (pair[0] - mean) * (pair[1] - mean)).sum();
    let phi = if square > 0.0 { (product / square).clamp(0.0, 0.9) } else { 0.0 };
    (mean, (square / (count - 1.0) / count * (1.0 + phi) / (1.0 - phi)).sqrt())
}

/// Other sites that changed at the same time.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Company {
    pub(super) who: Who,
    pub(super) others: usize,
    pub(super) moved: Vec<String>,
    pub(super) volatility: Option<f64>,
    pub(super) updates: Vec<String>,
}

/// The other sites and the volatility index, prepared for lookups.
pub(super) struct Others<'a> {
    pub(super) input: &'a Input,
    pub(super) days: &'a Days,
    pub(super) sites: Vec<(Prepared, Vec<Option<f64>>)>,
    pub(super) volatility: Vec<Option<f64>>,
}

impl<'a> Others<'a> {
    pub(super) fn new(
        input: &'a Input, days: &'a Days, others: Vec<Vec<Option<f64>>>, volatility: Vec<Option<f64>>, season: usize,
    ) -> Self {
        let ready = |values: Vec<Option<f64>>| (prepare(&values, Some(season), 0.1), values);
        Self { input, days, sites: others.into_iter().map(ready).collect(), volatility }
    }

    /// Returns the sites that changed with `own` at `step`, or between `earliest` and `latest`.
    pub(super) fn at(&self, own: &Shift, step: usize, earliest: usize, latest: usize) -> Company {
        let (mut others, mut moved) = (0, Vec::new());
        for (place, (prepared, given)) in self.sites.iter().enumerate() {
            let Some(shift) = shift(prepared, given, 0, step, given.len()) else { continue };
            others += 1;
            if shift.clear.abs() >= CLEAR && shift.clear.signum() == (own.after - own.before).signum() {
                moved.push(self.input.others[place].site.clone());
            }
        }
        let volatility = self.storm(step);
        let updates = updates_between(&self.input.updates, self.days, earliest, latest, AROUND);
        let who = who(others, moved.len(), volatility, !updates.is_empty());
        Company { who, others, moved, volatility, updates }
    }

    /// Mean of the index around a day relative to its median.
    fn storm(&self, step: usize) -> Option<f64> {
        let known: Vec<f64> = self.volatility.iter().flatten().copied().collect();
        let usual = median(&known);
        let near = step.saturating_sub(AROUND)..(step + AROUND + 1).min(self.volatility.len());
        let around: Vec<f64> = self.volatility[near].iter().flatten().copied().collect();
        (usual > 0.0 && !around.is_empty()).then(|| around.iter().sum::<f64>() / around.len() as f64 / usual)
    }
}

/// At least two comparable sites decide; otherwise SERP volatility and the update calendar.
fn who(others: usize, moved: usize, volatility: Option<f64>, has_update: bool) -> Who {
    let is_storm = volatility.is_some_and(|times| times >= STORM);
    match others {
        2.. if 2 * moved >= others => Who::Everybody,
        2.. if 4 * moved <= others && !(is_storm && has_update) => Who::You,
        _ if is_storm => Who::Everybody,
        _ if volatility.is_some() && !has_update => Who::You,
        _ => Who::Unclear,
    }
}

/// Returns the updates within `around` days of the steps.
pub(super) fn updates_between(
    updates: &[Update], days: &Days, earliest: usize, latest: usize, around: usize,
) -> Vec<String> {
    let around = around as i32;
    let (from, to) = (days.day(earliest).plus(-around), days.day(latest).plus(around));
    let at_the_time = |update: &&Update| update.from <= to && update.to.unwrap_or(update.from) >= from;
    updates.iter().filter(at_the_time).map(|update| update.name.clone()).collect()
}
