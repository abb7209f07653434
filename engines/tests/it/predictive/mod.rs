//! The predictive engine.

mod chances;
mod command;
mod edges;
mod fits;
mod model;
mod outlooks;
mod properties;
mod ranking;
mod scenarios;
mod series;
mod traffic;

use engines::common::Day;
use engines::predictive::{Frequency, Parameters, SeriesInput, TrafficDay, TrafficInput};
use engines::stat::{SplitMix64, normal_quantile};

/// Standard normal numbers.
struct Noise(SplitMix64);

impl Noise {
    fn new(seed: u64) -> Self {
        Self(SplitMix64::new(seed))
    }

    fn next(&mut self) -> f64 {
        normal_quantile(self.0.uniform().clamp(1e-9, 1.0 - 1e-9))
    }
}

fn series(y: &[f64], season: usize, horizon: usize, freq: Option<Frequency>) -> SeriesInput {
    SeriesInput { y: y.iter().map(|value| Some(*value)).collect(), season, horizon, freq }
}

fn day(ahead: i32) -> Day {
    Day::from_ymd(2026, 1, 5).unwrap().plus(ahead)
}

/// A site with weekly seasonality, a drifting level, and noise.
fn site(days: usize, seed: u64) -> Vec<f64> {
    const WEEK: [f64; 7] = [1.1, 1.2, 1.2, 1.1, 0.9, 0.6, 0.6];
    let mut noise = Noise::new(seed);
    let mut level = 0.0;
    let mut clicks = |day: usize| {
        level = 0.97 * level + 0.04 * noise.next();
        let mean: f64 = 120.0 * WEEK[day % 7] * f64::exp(level);
        (mean + mean.sqrt() * 1.5 * noise.next()).round().max(0.0)
    };
    (0..days).map(&mut clicks).collect()
}

fn traffic_input(clicks: &[f64]) -> TrafficInput {
    let row = |(ahead, clicks): (usize, &f64)| TrafficDay {
        date: day(ahead as i32),
        clicks: Some(*clicks),
        impressions: Some(clicks * 30.0 + 5.0),
    };
    TrafficInput {
        as_of: Some(day(clicks.len() as i32)),
        site: Some("acme.com".to_owned()),
        days: clicks.iter().enumerate().map(row).collect(),
        ..TrafficInput::default()
    }
}

fn priced() -> Parameters {
    Parameters { value_per_lead_cents: Some(15_000.0), ..Parameters::default() }
}
