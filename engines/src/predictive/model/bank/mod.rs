//! The models for a series, chosen by its possible seasons.

mod hourly;
mod short;
mod yearly;

use super::smoothing::{self, Trend};
use super::{Path, adjust, theta};
use crate::predictive::calendar::Calendar;

/// A model with its name.
pub(in super::super) struct Named {
    pub(in super::super) name: &'static str,
    pub(in super::super) path: Path,
}

/// Input for fitting models.
#[derive(Clone, Copy)]
pub(in super::super) struct Ground<'a> {
    /// Values on the working scale.
    pub(in super::super) values: &'a [f64],
    /// Steps to forecast.
    pub(in super::super) horizon: usize,
    pub(in super::super) calendar: Calendar,
    /// True if the values are logarithms.
    pub(in super::super) is_log: bool,
}

impl Ground<'_> {
    /// Models the levels: the exponentials if the values are logarithms.
    fn of_levels(self, values: &[f64], fit: impl Fn(&[f64]) -> Option<Path>) -> Option<Path> {
        if self.is_log { adjust::on_levels(values, fit) } else { fit(values) }
    }
}

/// Collects models and drops those that cannot be fitted.
#[derive(Default)]
struct Bank(Vec<Named>);

impl Bank {
    fn add(&mut self, name: &'static str, path: Option<Path>) {
        if let Some(path) = path {
            self.0.push(Named { name, path });
        }
    }
}

/// Fits all applicable models; never empty for a non-empty series.
pub(in super::super) fn fit(ground: Ground<'_>) -> Vec<Named> {
    let mut bank = Bank::default();
    let calendar = ground.calendar;
    if calendar.week.is_some() {
        hourly::add(&mut bank, ground);
    } else if calendar.period > 1 && ground.values.len() >= 2 * calendar.period + 4 {
        short::add(&mut bank, ground);
    } else {
        yearly::add(&mut bank, ground);
    }
    if bank.0.is_empty() {
        bank.add("naive", Some(naive(ground.horizon)));
    }
    bank.0
}

/// Repeats the last value.
fn naive(horizon: usize) -> Path {
    Box::new(move |history| vec![history.last().copied().unwrap_or_default(); horizon])
}

/// Extrapolates by the mean step.
fn drift(horizon: usize) -> Path {
    Box::new(move |history| {
        let (Some(first), Some(last)) = (history.first(), history.last()) else { return vec![0.0; horizon] };
        let slope = (last - first) / (history.len().max(2) - 1) as f64;
        (1..=horizon).map(|h| last + slope * h as f64).collect()
    })
}

/// Repeats the last season; the last value if there is no complete season.
fn seasonal_naive(horizon: usize, period: usize) -> Path {
    Box::new(move |history| {
        let Some(start) = history.len().checked_sub(period) else { return naive(horizon)(history) };
        (0..horizon).map(|h| history[start + h % period]).collect()
    })
}

fn smooth(values: &[f64], horizon: usize, trend: Trend, indices: &[f64]) -> Option<Path> {
    smoothing::fit(values, horizon, trend, indices)
}

fn dynamic_theta(ground: Ground<'_>, values: &[f64]) -> Option<Path> {
    ground.of_levels(values, |levels| theta::fit(levels, ground.horizon))
}

fn standard_theta(ground: Ground<'_>, values: &[f64]) -> Option<Path> {
    ground.of_levels(values, |levels| theta::fit_standard(levels, ground.horizon))
}
