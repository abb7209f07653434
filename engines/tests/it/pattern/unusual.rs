//! Unusual steps: planted ones are found, chance is left alone, and laws that hold for any series.

use std::f64::consts::TAU;

use engines::common::{Control, EngineError, Unattended};
use engines::pattern::anomalies::{Anomalies, AnomalyInput, Parameters, anomalies};
use proptest::prelude::*;

use super::{normals, some};

fn found(y: &[f64], season: Option<usize>, rate: f64) -> Anomalies {
    let input = AnomalyInput { y: some(y), season, ..AnomalyInput::default() };
    anomalies(&input, &Parameters { false_discovery_rate: rate }.check().unwrap(), &Unattended).unwrap()
}

fn places(found: &Anomalies) -> Vec<usize> {
    found.anomalies.iter().map(|anomaly| anomaly.index).collect()
}

/// Noise around a level, a week or a growing week.
fn worlds(seed: u64) -> [(&'static str, Vec<f64>); 3] {
    let noise = normals(112, seed);
    let week = |t: usize| 1.0 + 0.4 * (TAU * t as f64 / 7.0).sin();
    [
        ("level", (0..112).map(|t| 500.0 + 20.0 * noise[t]).collect()),
        ("week", (0..112).map(|t| 300.0 * week(t) + 15.0 * noise[t]).collect()),
        (
            "growing week",
            (0..112).map(|t| 100.0 * (0.01 * t as f64).exp() * week(t) * (1.0 + 0.06 * noise[t])).collect(),
        ),
    ]
}

#[test]
fn planted_days_are_found_with_their_sign() {
    let (mut planted, mut seen, mut others) = (0, 0, 0);
    for seed in 0..15 {
        for (name, mut y) in worlds(2_000 + seed) {
            y[40] *= 2.2;
            y[80] *= 0.1;
            let season = if name == "level" { Some(0) } else { Some(7) };
            let result = found(&y, season, 0.01);
            let sign = |at: usize| result.anomalies.iter().find(|one| one.index == at).map(|one| one.score.signum());
            planted += 2;
            seen += usize::from(sign(40) == Some(1.0)) + usize::from(sign(80) == Some(-1.0));
            others += places(&result).iter().filter(|at| **at != 40 && **at != 80).count();
        }
    }
    assert!(seen * 100 >= planted * 97, "{seen} of {planted}");
    assert!(others <= 30, "{others} others in 45 series");
}

/// At a false discovery rate of 1 % a series without anomalies is rarely reported.
#[test]
fn quiet_series_seldom_raise_an_alarm() {
    let mut alarms = 0;
    for seed in 0..40 {
        for (name, y) in worlds(3_000 + seed) {
            let season = if name == "level" { Some(0) } else { Some(7) };
            alarms += usize::from(!found(&y, season, 0.01).anomalies.is_empty());
        }
    }
    assert!(alarms <= 18, "{alarms} of 120 quiet series");
}

#[test]
fn the_scale_follows_the_sign_of_the_figures() {
    let noise = normals(90, 8);
    let skewed: Vec<f64> = noise.iter().map(|value| 100.0 * (0.8 * value).exp()).collect();
    assert_eq!(found(&skewed, Some(0), 0.01).scale, "logarithm");
    let signed: Vec<f64> = noise.iter().map(|value| 10.0 * value).collect();
    assert_eq!(found(&signed, Some(0), 0.01).scale, "plain");
}

#[test]
fn a_season_is_found_where_there_is_one() {
    for (period, wanted) in [(7, Some(7)), (12, Some(12)), (24, Some(24))] {
        let noise = normals(168, 5);
        let y: Vec<f64> = (0..168)
            .map(|t| 100.0 + 40.0 * (TAU * (t % period) as f64 / period as f64).sin() + 2.0 * noise[t])
            .collect();
        assert_eq!(found(&y, None, 0.01).season, wanted, "{period}");
    }
    assert_eq!(found(&normals(168, 6), None, 0.01).season, None);
    assert_eq!(found(&normals(168, 6), Some(0), 0.01).season, None);
}

/// A usual step lies in its 95 % range: the quantile of Student's t with 8 degrees of freedom is 2.306.
#[test]
fn ranges_follow_from_score_and_expectation() {
    let mut y: Vec<f64> = normals(80, 3).iter().map(|noise| 50.0 * noise).collect();
    y[20] = 900.0;
    y[60] = -700.0;
    let result = found(&y, Some(0), 0.01);
    assert_eq!((result.scale.as_str(), places(&result)), ("plain", vec![20, 60]));
    for one in &result.anomalies {
        let spread = (one.observed - one.expected) / one.score;
        assert!((one.hi - one.expected - 2.306 * spread).abs() < 1e-6 * spread, "{one:?}");
        assert!((one.expected - one.lo - 2.306 * spread).abs() < 1e-6 * spread, "{one:?}");
        assert!((30.0..80.0).contains(&spread), "a spread of 50 was drawn, {spread} was found");
    }
}

#[test]
fn a_stricter_rate_reports_a_part_of_what_a_looser_one_does() {
    let mut y = normals(150, 12);
    for (at, size) in [(20, 4.0), (50, 5.0), (90, -6.0), (120, 60.0)] {
        y[at] = size;
    }
    let mut looser: Option<Vec<usize>> = None;
    for rate in [0.5, 0.1, 0.01, 1e-4, 1e-6] {
        let result = found(&y, Some(0), rate);
        assert!(result.anomalies.iter().all(|one| (0.0..=rate).contains(&one.q_value)), "{rate}");
        if let Some(looser) = &looser {
            assert!(places(&result).iter().all(|at| looser.contains(at)), "{rate}");
        }
        looser = Some(places(&result));
    }
    assert!(looser.unwrap().contains(&120), "sixty spreads off are beyond any chance");
}

#[test]
fn series_that_mostly_fit_exactly_have_no_spread_to_judge_by() {
    let mut y = vec![5.0; 60];
    y[30] = 500.0;
    let result = found(&y, Some(0), 0.01);
    assert!(result.anomalies.is_empty() && result.notes[0].contains("fit exactly"), "{result:?}");
}

#[test]
fn missing_steps_are_never_unusual() {
    let mut y = some(&normals(100, 3).iter().map(|noise| 100.0 + 3.0 * noise).collect::<Vec<f64>>());
    y[30..50].fill(None);
    y[70] = Some(300.0);
    let input = AnomalyInput { y, season: Some(0), ..AnomalyInput::default() };
    let result = anomalies(&input, &Parameters::default().check().unwrap(), &Unattended).unwrap();
    assert_eq!(places(&result), [70]);
}

struct Stopped;

impl Control for Stopped {
    fn progress(&self, _: f64, _: &str, _: &str) {}

    fn is_cancelled(&self) -> bool {
        true
    }
}

#[test]
fn what_cannot_be_looked_at_is_named() {
    let params = Parameters::default().check().unwrap();
    let run = |y: Vec<Option<f64>>| {
        anomalies(&AnomalyInput { y, ..AnomalyInput::default() }, &params, &Unattended).unwrap_err()
    };
    assert_eq!(run(vec![]).kind(), "no-input");
    let few = run(vec![Some(1.0); 11]).to_string();
    assert!(few.contains("11") && few.contains("12"), "{few}");
    let mut bad = vec![Some(1.0); 20];
    bad[13] = Some(f64::NAN);
    assert!(matches!(run(bad), EngineError::InvalidInput { field, .. } if field == "y[13]"));
    assert_eq!(run(vec![Some(1.0); 1_000_001]).kind(), "too-large");
    let long = AnomalyInput { y: vec![Some(1.0); 20], season: Some(10_001), ..AnomalyInput::default() };
    assert!(anomalies(&long, &params, &Unattended).unwrap_err().to_string().contains("season"));
    let stopped = anomalies(&AnomalyInput { y: vec![Some(1.0); 20], ..AnomalyInput::default() }, &params, &Stopped);
    assert_eq!(stopped.unwrap_err(), EngineError::Cancelled);
    for rate in [0.0, 0.6, f64::NAN] {
        let error = Parameters { false_discovery_rate: rate }.check().unwrap_err();
        assert!(error.to_string().contains("falseDiscoveryRate"), "{rate}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(30))]

    #[test]
    fn level_and_unit_of_signed_figures_do_not_matter(seed in 0_u64..5_000, factor in 0.01..100.0_f64, at in 12_usize..90) {
        let mut y = normals(100, seed);
        y[at] += 30.0;
        y[5] = -3.5;
        let scaled: Vec<f64> = y.iter().map(|value| value * factor).collect();
        let (one, other) = (found(&y, Some(0), 0.01), found(&scaled, Some(0), 0.01));
        prop_assert_eq!(places(&one), places(&other));
        prop_assert!(places(&one).contains(&at));
        for (a, b) in one.anomalies.iter().zip(&other.anomalies) {
            prop_assert!((a.score - b.score).abs() < 1e-6 && (a.expected * factor - b.expected).abs() < 1e-6 * factor);
        }
    }

    #[test]
    fn turning_the_sign_turns_the_scores(seed in 0_u64..5_000) {
        let mut y = normals(90, seed);
        y[33] = 14.0;
        let turned: Vec<f64> = y.iter().map(|value| -value).collect();
        let (one, other) = (found(&y, Some(0), 0.01), found(&turned, Some(0), 0.01));
        prop_assert_eq!(places(&one), places(&other));
        for (a, b) in one.anomalies.iter().zip(&other.anomalies) {
            prop_assert!((a.score + b.score).abs() < 1e-6);
        }
    }
}
