//! The forecast of one keyword.

use super::hazard::Hazards;
use super::latent::{LogitScale, Track};
use super::path;
use super::spread::Spread;
use super::{KeywordForecast, RankAt, RankForecast, RankPath, ReachSource};
use crate::common::Day;

/// Forecast horizons in days.
pub(super) const HORIZONS: [usize; 4] = [30, 60, 90, 180];

/// Values shared by all keywords.
pub(super) struct Common<'a> {
    pub(super) weights: &'a [f64],
    pub(super) spread: &'a Spread,
    pub(super) hazards: &'a Hazards,
    pub(super) scale: LogitScale,
    pub(super) origin: Day,
}

/// Forecasts ranks and probabilities after 30, 60, 90 and 180 days.
pub(super) fn forecast(place: usize, path: &RankPath, track: Option<&Track>, common: &Common<'_>) -> KeywordForecast {
    let top10 = common.scale.threshold(10.0);
    let reach_source = match track {
        Some(track) if track.values.last().is_some_and(|last| *last < top10) => ReachSource::Reached,
        Some(track) if track.last_rank.is_some() => ReachSource::Path,
        _ => ReachSource::Hazard,
    };
    KeywordForecast {
        keyword: path.keyword.clone(),
        page: path.page.clone(),
        last_rank: track.and_then(|track| track.last_rank),
        last_day: track.map(|track| track.last_day),
        checks: track.map_or(0, Track::checks) as u32,
        ahead: match track {
            Some(track) => along_path(place, path, track, reach_source, common),
            None => HORIZONS.iter().map(|days| without_path(path, *days, common)).collect(),
        },
        reach_source,
    }
}

fn along_path(place: usize, path: &RankPath, track: &Track, source: ReachSource, common: &Common<'_>) -> Vec<RankAt> {
    let since = common.origin.since(track.last_day).max(0) as usize;
    let days: Vec<usize> = HORIZONS.iter().map(|days| days + since).collect();
    let middles = path::forecast(track, common.weights, &days);
    let watched = common.origin.since(track.first_day).max(0) as f64;
    let age = path.page_age_days.unwrap_or(watched);
    let mut reached = 0.0_f64;
    let mut rows = Vec::with_capacity(HORIZONS.len());
    for ((ahead, days), middle) in HORIZONS.iter().zip(&days).zip(middles) {
        let deviation = common.spread.deviation(place, *days as f64);
        let among = |top: f64| common.spread.below((common.scale.threshold(top) - middle) / deviation);
        let by_hazard = common.hazards.within(age, *ahead as f64);
        let (top3, top10, top20) = match source {
            ReachSource::Hazard => (among(3.0).min(by_hazard), among(10.0).min(by_hazard), among(20.0)),
            _ => (among(3.0), among(10.0), among(20.0)),
        };
        let reach = match source {
            ReachSource::Reached => 1.0,
            // Reflection principle of a random walk without drift: Feller (1968), "An introduction to probability",
            // III.1.
            ReachSource::Path => (2.0 * top10).min(1.0),
            ReachSource::Hazard => by_hazard,
        };
        reached = reached.max(reach);
        let at = |probability: f64| common.scale.raise(middle + common.spread.standard(probability) * deviation);
        let rank = RankForecast { optimistic: at(0.1), realistic: common.scale.raise(middle), pessimistic: at(0.9) };
        rows.push(RankAt {
            rank: Some(rank),
            top3: Some(top3),
            top10: Some(top10),
            top20: Some(top20),
            reach_top10: reached,
            ..row(*ahead, common)
        });
    }
    rows
}

/// Forecasts a page without any check by hazards only. Its rank on a given day is unknown.
fn without_path(path: &RankPath, days: usize, common: &Common<'_>) -> RankAt {
    let reach = common.hazards.within(path.page_age_days.unwrap_or(0.0), days as f64);
    RankAt { reach_top10: reach, ..row(days, common) }
}

fn row(days: usize, common: &Common<'_>) -> RankAt {
    let date = common.origin.plus(days as i32);
    RankAt { days: days as u32, date, rank: None, top3: None, top10: None, top20: None, reach_top10: 0.0 }
}
