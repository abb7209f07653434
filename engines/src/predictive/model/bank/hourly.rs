//! Series with a daily season within a weekly one.

use super::{Bank, Ground, seasonal_naive, smooth};
use crate::predictive::model::adjust::without_season;
use crate::predictive::model::lagged::{self, Design, Lags};
use crate::predictive::model::season;
use crate::predictive::model::smoothing::Trend;

/// Weight of the season per additional week of age, for models with a changing weekly season.
const MEMORY: f64 = 0.6;
const DAY_MEMORY: f64 = 0.8;

/// Adds autoregressions on the previous hours and the same hours of previous days and weeks, with and without the
/// weekly season removed.
pub(super) fn add(bank: &mut Bank, ground: Ground<'_>) {
    let (values, horizon, day) = (ground.values, ground.horizon, ground.calendar.period);
    let Some(week) = ground.calendar.week else { return };
    bank.add("same hour yesterday", Some(seasonal_naive(horizon, day)));
    bank.add("same hour last week", Some(seasonal_naive(horizon, week)));
    let plain = |lags: Vec<usize>| Design { lags: Lags::of(lags), ridge: 0.001, ..Design::default() };
    let inner = || plain(vec![1, 2, 3, day, day + 1, 2 * day]);
    for (name, memory) in [("week taken out", 1.0), ("recent week taken out", MEMORY)] {
        let indices = season::indices(values, week, memory, false).unwrap_or_default();
        bank.add(name, without_season(values, &indices, |v| lagged::fit(v, horizon, inner())));
    }
    let recent = season::indices(values, week, MEMORY, false).unwrap_or_default();
    let holt_winters = |v: &[f64]| {
        let daily = season::indices(v, day, DAY_MEMORY, false).unwrap_or_default();
        smooth(v, horizon, Trend::None, &daily)
    };
    bank.add("Holt-Winters of day in week", without_season(values, &recent, holt_winters));
    let daily = season::indices(values, day, DAY_MEMORY, false).unwrap_or_default();
    let outer = || plain(vec![1, 2, 3, day, day + 1, 2 * day, week, week + 1]);
    bank.add("day taken out", without_season(values, &daily, |v| lagged::fit(v, horizon, outer())));
    add_lagged(bank, ground, week);
}

fn add_lagged(bank: &mut Bank, ground: Ground<'_>, week: usize) {
    let (values, horizon, day) = (ground.values, ground.horizon, ground.calendar.period);
    let mut fit = |name: &'static str, lags: Vec<usize>, change: &dyn Fn(&mut Design)| {
        let mut design = Design { lags: Lags::of(lags), ridge: 0.0005, ..Design::default() };
        change(&mut design);
        bank.add(name, lagged::fit(values, horizon, design));
    };
    let near = |short: usize, side: usize| (1..=short).chain(day - side..=day + side);
    fit("day and week", near(3, 1).chain([2 * day, 3 * day]).chain(week - 1..=week + 1).collect(), &|_| {});
    let wide: Vec<usize> = near(4, 2)
        .chain(2 * day - 1..=2 * day + 1)
        .chain([3 * day, 4 * day, 5 * day, 6 * day])
        .chain(week - 2..=week + 2)
        .chain([week + day, 2 * week])
        .collect();
    fit("wide day and week", wide.clone(), &|_| {});
    fit("steps of day and week", wide, &|design| {
        design.is_differenced = true;
        design.ridge = 0.005;
    });
    let waves = |design: &mut Design| design.waves = vec![(day as f64, 6), (week as f64, 6)];
    fit("waves of day and week", vec![1, 2, day, day + 1, week, week + 1], &waves);
    fit("recent waves of day and week", vec![1, 2, day, day + 1, 2 * day, week, week + 1], &|design| {
        waves(design);
        design.memory = 0.997;
    });
    let long = (1..=day + day / 4)
        .chain((2..=6).flat_map(|days| days * day - 1..=days * day + 1))
        .chain(week - 3..=week + 2)
        .collect();
    fit("long autoregression", long, &|_| {});
}
