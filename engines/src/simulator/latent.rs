//! Positions and expected clicks, before random noise.

use super::params::{ChangeKind, Checked, PlannedChange};
use super::world::{World, stream};
use crate::stat::standard_normal;

/// CTR at positions 1 to 20 in the simulated market; similar to the published curves, but different.
pub(super) const CLICK_THROUGH: [f64; 20] = [
    0.27, 0.15, 0.10, 0.075, 0.057, 0.045, 0.036, 0.03, 0.025, 0.021, 0.010, 0.009, 0.008, 0.007, 0.006, 0.005, 0.005,
    0.004, 0.004, 0.003,
];
/// Relative search volume by weekday, Monday first.
pub(super) const WEEKDAY: [f64; 7] = [1.12, 1.10, 1.06, 1.04, 1.00, 0.84, 0.84];
/// Days in which a new page gains most of its strength and links take effect.
const GROWTH_DAYS: f64 = 60.0;
const LINK_DAYS: f64 = 28.0;
/// Initial strength of a new page relative to its final strength.
const START: f64 = 2.0;
/// Parameters of the daily AR(1) variation of a page's strength.
const MEMORY: f64 = 0.93;
const WANDER: f64 = 0.12;

/// Mean search volume of a keyword on a day.
pub(super) fn demand(params: &Checked, world: &World, keyword: usize, day: u32) -> f64 {
    let date = params.start.plus(day as i32);
    // 1970-01-01 was a Thursday, index 3.
    let since = date.since(crate::common::Day::default());
    let weekday = (since + 3).rem_euclid(7) as usize;
    let year = f64::from(since) / 365.25;
    let trade = f64::from(world.keywords[keyword].market / params.places);
    let season = 1.0 + params.season * (std::f64::consts::TAU * (year - 0.15 * trade)).sin();
    world.keywords[keyword].searches_month / 30.4 * WEEKDAY[weekday] * season
}

/// Effect of a page's changes on a day: added strength, and a factor of the clicks.
fn effect(changes: &[PlannedChange], page: u32, day: u32) -> (f64, f64) {
    let (mut strength, mut clicks) = (0.0, 1.0);
    for change in changes.iter().filter(|change| change.page == page && change.day <= day) {
        let age = f64::from(day - change.day);
        match change.kind {
            ChangeKind::Title => clicks *= 1.0 + change.size.max(-0.95),
            ChangeKind::Content => strength += change.size,
            ChangeKind::Links => strength += change.size * ((age + 1.0) / LINK_DAYS).min(1.0),
            ChangeKind::None => {}
        }
    }
    (strength, clicks)
}

/// Positions (from 1) and CTR of a page's keywords on every day.
pub(super) struct Path {
    /// `position[k][day]` of the market's k-th keyword.
    pub(super) position: Vec<Vec<u32>>,
    /// CTR, indexed likewise.
    pub(super) share: Vec<Vec<f64>>,
}

/// Computes the path of a page with some changes. The random variation depends only on the page, so two paths of
/// one page differ only by their changes.
///
/// A page ranks behind every competitor with a higher strength including daily variation: a ranking by noisy
/// strength (Thurstone 1927, "A law of comparative judgment", Psychological Review 34).
pub(super) fn path(params: &Checked, world: &World, market: usize, changes: &[PlannedChange]) -> Path {
    let mut random = stream(params.seed, 4, market);
    let keywords: Vec<usize> =
        (0..world.keywords.len()).filter(|at| world.keywords[*at].market as usize == market).collect();
    let days = params.days as usize;
    let mut path = Path {
        position: vec![Vec::with_capacity(days); keywords.len()],
        share: vec![Vec::with_capacity(days); keywords.len()],
    };
    let mut own = 0.0;
    let mut rivals = vec![0.0; world.rivals[market].len()];
    for day in 0..params.days {
        own = MEMORY * own + WANDER * standard_normal(&mut random);
        rivals.iter_mut().for_each(|rival| *rival = MEMORY * *rival + WANDER * standard_normal(&mut random));
        let (added, clicks) = effect(changes, market as u32, day);
        let update: f64 = world.updates.iter().filter(|update| update.day <= day).map(|update| update.size).sum();
        let age = (-f64::from(day) / GROWTH_DAYS).exp();
        let strength = world.grown[market] - START * age + added + update + own;
        for (slot, keyword) in keywords.iter().enumerate() {
            let ahead =
                |(rival, wander): (&(f64, String), &f64)| u32::from(rival.0 + wander > strength + world.fit[*keyword]);
            let position = 1 + world.rivals[market].iter().zip(&rivals).map(ahead).sum::<u32>();
            let share = CLICK_THROUGH.get(position as usize - 1).copied().unwrap_or(0.001);
            path.position[slot].push(position);
            path.share[slot].push((share * clicks).min(0.95));
        }
    }
    path
}

/// Expected clicks of a page on every day.
pub(super) fn expected(params: &Checked, world: &World, market: usize, path: &Path) -> Vec<f64> {
    let keywords: Vec<usize> =
        (0..world.keywords.len()).filter(|at| world.keywords[*at].market as usize == market).collect();
    let of_day = |day: u32| {
        let of_keyword =
            |(slot, keyword): (usize, &usize)| demand(params, world, *keyword, day) * path.share[slot][day as usize];
        keywords.iter().enumerate().map(of_keyword).sum()
    };
    (0..params.days).map(of_day).collect()
}
