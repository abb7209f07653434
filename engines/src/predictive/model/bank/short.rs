//! Series with a short season: months, quarters, days of the week.

use super::{Bank, Ground, drift, dynamic_theta, naive, seasonal_naive, smooth, standard_theta};
use crate::predictive::model::adjust::without_season;
use crate::predictive::model::lagged::{self, Design, Lags};
use crate::predictive::model::smoothing::Trend;
use crate::predictive::model::{complex, season};

/// Number of seasons from which more models are used.
const LONG: usize = 20;

/// Shortest season whose lags are apart from the lags of the previous steps: otherwise an autoregression has a
/// coefficient for each lag, which is too many for a short series.
const APART: usize = 7;

/// Adds two theta models, complex and damped smoothing of the deseasonalised series, and a model of the season itself: an
/// autoregression, or for a short season the last season again, which no trend and no seasonal index can lead astray.
///
/// The mean of few dissimilar models is hard to beat on short series: Petropoulos & Svetunkov (2020), "A simple
/// combination of univariate models", IJF 36(1).
pub(super) fn add(bank: &mut Bank, ground: Ground<'_>) {
    let (values, horizon, period) = (ground.values, ground.horizon, ground.calendar.period);
    let indices = match season::is_seasonal(values, period) {
        true => season::indices(values, period, 1.0, true).unwrap_or_default(),
        false => Vec::new(),
    };
    bank.add("theta", without_season(values, &indices, |v| dynamic_theta(ground, v)));
    bank.add("standard theta", without_season(values, &indices, |v| standard_theta(ground, v)));
    bank.add(
        "complex smoothing",
        without_season(values, &indices, |v| ground.of_levels(v, |v| complex::fit(v, horizon))),
    );
    bank.add(
        "damped trend",
        without_season(values, &indices, |v| ground.of_levels(v, |v| smooth(v, horizon, Trend::Damped, &[]))),
    );
    if period >= APART {
        let lags = Lags::of(vec![1, 2, 3, period - 1, period, period + 1]);
        let design = Design { lags, ridge: 0.05, ..Design::default() };
        bank.add("seasonal autoregression", lagged::fit(values, horizon, design));
    } else {
        bank.add("seasonal naive", Some(seasonal_naive(horizon, period)));
    }
    if values.len() >= LONG * period {
        add_long(bank, ground, &indices);
    }
}

fn add_long(bank: &mut Bank, ground: Ground<'_>, indices: &[f64]) {
    let (values, horizon, period) = (ground.values, ground.horizon, ground.calendar.period);
    bank.add("naive", Some(naive(horizon)));
    bank.add("drift", Some(drift(horizon)));
    if period >= APART {
        bank.add("seasonal naive", Some(seasonal_naive(horizon, period)));
    }
    bank.add("level", without_season(values, indices, |v| smooth(v, horizon, Trend::None, &[])));
    bank.add("Holt-Winters", smooth(values, horizon, Trend::Damped, indices));
    let lags =
        || Lags::of((1..=3).chain([period - 1, period, period + 1, 2 * period, 3 * period, 4 * period]).collect());
    bank.add(
        "long autoregression",
        lagged::fit(values, horizon, Design { lags: lags(), ridge: 0.001, ..Design::default() }),
    );
    let differenced = Design { lags: lags(), ridge: 0.02, is_differenced: true, ..Design::default() };
    bank.add("autoregression of steps", lagged::fit(values, horizon, differenced));
    let Some(year) = ground.calendar.year.filter(|year| values.len() as f64 >= 2.0 * year) else { return };
    for (name, waves) in [("yearly waves 2", 2), ("yearly waves 5", 5)] {
        let design = Design { lags: lags(), waves: vec![(year, waves)], ridge: 0.001, ..Design::default() };
        bank.add(name, lagged::fit(values, horizon, design));
    }
}
