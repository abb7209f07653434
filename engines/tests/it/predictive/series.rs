//! Series with a known result.

use engines::common::Unattended;
use engines::predictive::{Frequency, SeriesForecast, forecast_series};

use super::{Noise, series};

fn forecast(y: &[f64], season: usize, horizon: usize, freq: Option<Frequency>) -> SeriesForecast {
    forecast_series(&series(y, season, horizon, freq), &Unattended).unwrap()
}

#[test]
fn a_season_on_a_line_goes_on() {
    let value = |t: usize| (100.0 + t as f64) * [0.8, 1.0, 1.3, 0.9][t % 4];
    let y: Vec<f64> = (0..60).map(value).collect();
    let answer = forecast(&y, 4, 8, None);
    for (ahead, got) in answer.mean.iter().enumerate() {
        let wanted = value(60 + ahead);
        assert!((got - wanted).abs() < 0.03 * wanted, "step {ahead}: got {got}, wanted {wanted}");
    }
    assert!(!answer.backtest.loses_to_naive);
}

#[test]
fn hours_follow_the_day_and_the_week() {
    let value = |t: usize| {
        let weekend = if (t / 24) % 7 >= 5 { 0.6 } else { 1.0 };
        weekend * (50.0 + 20.0 * (std::f64::consts::TAU * t as f64 / 24.0).sin())
    };
    let mut noise = Noise::new(3);
    let y: Vec<f64> = (0..840).map(|t| value(t) * (1.0 + 0.02 * noise.next())).collect();
    let answer = forecast(&y, 24, 48, Some(Frequency::Hourly));
    let off: f64 =
        answer.mean.iter().enumerate().map(|(h, got)| (got / value(840 + h) - 1.0).abs()).sum::<f64>() / 48.0;
    assert!(off < 0.03, "{off}");
}

#[test]
fn weeks_know_the_year_without_being_told() {
    let value = |t: usize| 1_000.0 * (1.0 + 0.4 * (std::f64::consts::TAU * t as f64 / 52.18).sin());
    let mut noise = Noise::new(9);
    let y: Vec<f64> = (0..420).map(|t| value(t) * (1.0 + 0.02 * noise.next())).collect();
    for freq in [None, Some(Frequency::Weekly)] {
        let answer = forecast(&y, 1, 13, freq);
        let off: f64 =
            answer.mean.iter().enumerate().map(|(h, got)| (got / value(420 + h) - 1.0).abs()).sum::<f64>() / 13.0;
        assert!(off < 0.04, "{freq:?}: {off}");
        assert!(answer.backtest.relative_to_naive.unwrap() < 0.6);
    }
}

#[test]
fn nobody_beats_naive_on_a_random_walk() {
    let mut noise = Noise::new(11);
    let mut level = 1_000.0;
    let y: Vec<f64> = (0..300)
        .map(|_| {
            level += 5.0 * noise.next();
            level
        })
        .collect();
    let relative = forecast(&y, 1, 6, Some(Frequency::Yearly)).backtest.relative_to_naive.unwrap();
    assert!((0.85..1.15).contains(&relative), "{relative}");
}

/// Future values of a seasonal autoregression are inside the intervals as often as stated.
#[test]
fn intervals_hold_what_they_promise() {
    let (mut within80, mut within95, mut count) = (0, 0, 0);
    for seed in 0..30 {
        let mut noise = Noise::new(100 + seed);
        let mut level = 0.0;
        let mut value = |t: usize| {
            level = 0.8 * level + noise.next();
            200.0 + 30.0 * (std::f64::consts::TAU * t as f64 / 12.0).cos() + 8.0 * level
        };
        let y: Vec<f64> = (0..120).map(&mut value).collect();
        let future: Vec<f64> = (120..132).map(&mut value).collect();
        let answer = forecast(&y, 12, 12, Some(Frequency::Monthly));
        for (h, value) in future.iter().enumerate() {
            within80 += u32::from(answer.quantiles["0.1"][h] <= *value && *value <= answer.quantiles["0.9"][h]);
            within95 += u32::from(answer.lo[h] <= *value && *value <= answer.hi[h]);
            count += 1;
        }
    }
    let (share80, share95) = (f64::from(within80) / f64::from(count), f64::from(within95) / f64::from(count));
    assert!((0.72..=0.9).contains(&share80), "{share80}");
    assert!((0.9..=0.99).contains(&share95), "{share95}");
}

#[test]
fn what_never_changed_stays() {
    let answer = forecast(&[7.0; 30], 12, 5, None);
    assert_eq!((answer.mean, answer.lo, answer.hi), (vec![7.0; 5], vec![7.0; 5], vec![7.0; 5]));
    assert_eq!(answer.model, "constant");
}

#[test]
fn counts_are_never_forecast_below_zero() {
    let y: Vec<f64> = (0..60).map(|t| if t % 5 == 0 { 3.0 } else { 0.0 }).collect();
    let answer = forecast(&y, 1, 20, None);
    assert!(answer.lo.iter().chain(&answer.mean).all(|value| *value >= 0.0));
}

#[test]
fn the_unit_does_not_matter() {
    let mut noise = Noise::new(5);
    let y: Vec<f64> = (0..80).map(|t| 50.0 + t as f64 + 3.0 * noise.next()).collect();
    let thousands: Vec<f64> = y.iter().map(|value| value * 1_000.0).collect();
    let (one, thousand) = (forecast(&y, 12, 12, None), forecast(&thousands, 12, 12, None));
    for (a, b) in one.mean.iter().zip(&thousand.mean) {
        assert!((a * 1_000.0 / b - 1.0).abs() < 0.01, "{a} {b}");
    }
}
