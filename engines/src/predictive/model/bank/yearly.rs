//! Series without a short season, with an optional yearly season: weeks, years.

use super::{Bank, Ground, drift, dynamic_theta, naive, seasonal_naive, smooth};
use crate::predictive::model::adjust::of_last;
use crate::predictive::model::complex;
use crate::predictive::model::lagged::{self, Design, Lags};
use crate::predictive::model::smoothing::Trend;

/// Maximum number of values for smoothing; older values have no effect and cost time.
const RECENT: usize = 520;

/// Adds smoothing, autoregressions of levels and of steps, and variants with yearly waves or yearly lags.
pub(super) fn add(bank: &mut Bank, ground: Ground<'_>) {
    let (values, horizon) = (ground.values, ground.horizon);
    bank.add("naive", Some(naive(horizon)));
    bank.add("drift", Some(drift(horizon)));
    bank.add("theta", of_last(values, RECENT, |v| dynamic_theta(ground, v)));
    bank.add("complex smoothing", of_last(values, RECENT, |v| ground.of_levels(v, |v| complex::fit(v, horizon))));
    bank.add("damped trend", of_last(values, RECENT, |v| smooth(v, horizon, Trend::Damped, &[])));
    bank.add("linear trend", of_last(values, RECENT, |v| smooth(v, horizon, Trend::Linear, &[])));
    let lags = || Lags::chosen(13);
    let steps = || Design { lags: lags(), is_differenced: true, ..Design::default() };
    bank.add("autoregression", lagged::fit(values, horizon, Design { lags: lags(), ..Design::default() }));
    bank.add("autoregression of steps", lagged::fit(values, horizon, steps()));
    bank.add("recent autoregression", of_last(values, RECENT, |v| lagged::fit(v, horizon, steps())));
    if let Some(year) = ground.calendar.year {
        add_waves(bank, ground, year);
        add_yearly_lags(bank, ground, year.round() as usize);
    }
}

/// Adds dynamic harmonic regressions: yearly waves with four numbers of harmonics, over all years and the last eight.
fn add_waves(bank: &mut Bank, ground: Ground<'_>, year: f64) {
    let (values, horizon) = (ground.values, ground.horizon);
    let design = |waves: usize, lags: usize, is_differenced: bool| Design {
        lags: Lags::chosen(lags),
        waves: vec![(year, waves)],
        is_differenced,
        ..Design::default()
    };
    let names = ["waves 1", "waves 2", "waves 4", "waves 8"];
    let recent = ["recent waves 1", "recent waves 2", "recent waves 4", "recent waves 8"];
    let last = (8.0 * year) as usize;
    for (place, waves) in [1, 2, 4, 8].into_iter().enumerate() {
        bank.add(names[place], lagged::fit(values, horizon, design(waves, 8, true)));
        bank.add(recent[place], of_last(values, last, |v| lagged::fit(v, horizon, design(waves, 6, true))));
    }
    bank.add("waves of levels", lagged::fit(values, horizon, design(4, 8, false)));
}

/// Adds a regression on the same weeks of previous years.
fn add_yearly_lags(bank: &mut Bank, ground: Ground<'_>, year: usize) {
    let (values, horizon) = (ground.values, ground.horizon);
    let around = |centre: usize, side: usize| centre - side..=centre + side;
    let one = |short: usize| (1..=short).chain([year / 4, year / 2]).chain(around(year, 2)).collect::<Vec<usize>>();
    let two = one(8).into_iter().chain(around(2 * year, 2)).chain([3 * year, 3 * year + 1]).collect();
    let steps = |lags| Design { lags: Lags::of(lags), is_differenced: true, ridge: 0.02, ..Design::default() };
    bank.add("last year", lagged::fit(values, horizon, steps(one(8))));
    bank.add("last three years", lagged::fit(values, horizon, steps(two)));
    let levels = Design { lags: Lags::of(one(6)), ridge: 0.001, ..Design::default() };
    bank.add("last year of levels", lagged::fit(values, horizon, levels));
    bank.add("same week last year", Some(seasonal_naive(horizon, year)));
}
