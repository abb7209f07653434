//! Calibration.

use engines::common::Unattended;
use engines::learning::{CalibrateInput, LEAST_OUTCOMES, calibrate};

use super::uniforms;

/// Overconfident forecasts: the true odds are the square root of the stated ones.
fn too_sure(count: usize, seed: u64) -> Vec<[f64; 2]> {
    let mut next = uniforms(seed);
    (0..count)
        .map(|_| {
            let p = next().clamp(0.001, 0.999);
            let odds = (p / (1.0 - p)).powf(0.4);
            [p, f64::from(next() < odds / (1.0 + odds))]
        })
        .collect()
}

fn brier(pairs: &[[f64; 2]], forecasts: &[f64]) -> f64 {
    pairs.iter().zip(forecasts).map(|(pair, p)| (p - pair[1]).powi(2)).sum::<f64>() / pairs.len() as f64
}

#[test]
fn forecasts_are_better_on_later_data_and_keep_their_order() {
    for seed in 0..5 {
        let (fit, later) = (too_sure(400, seed), too_sure(2_000, seed + 100));
        let apply: Vec<f64> = later.iter().map(|pair| pair[0]).collect();
        let output = calibrate(&CalibrateInput { fit, apply: apply.clone() }, &Unattended).unwrap();
        assert!(brier(&later, &output.calibrated) < brier(&later, &apply) - 0.005, "{}", output.map);
        let mut order: Vec<usize> = (0..apply.len()).collect();
        order.sort_by(|a, b| apply[*a].total_cmp(&apply[*b]));
        assert!(order.windows(2).all(|pair| output.calibrated[pair[0]] <= output.calibrated[pair[1]] + 1e-12));
        assert!(output.calibrated.iter().all(|p| (0.0..=1.0).contains(p)));
    }
}

#[test]
fn honest_forecasts_are_hardly_touched() {
    let mut next = uniforms(3);
    let fit: Vec<[f64; 2]> = (0..1_000)
        .map(|_| {
            let p = next();
            [p, f64::from(next() < p)]
        })
        .collect();
    let apply: Vec<f64> = (1..10).map(|at| f64::from(at) / 10.0).collect();
    let output = calibrate(&CalibrateInput { fit, apply: apply.clone() }, &Unattended).unwrap();
    for (before, after) in apply.iter().zip(&output.calibrated) {
        assert!((before - after).abs() < 0.06, "{before} {after} {}", output.map);
    }
}

#[test]
fn learning_is_off_with_few_outcomes() {
    let fit = vec![[0.9, 0.0]; LEAST_OUTCOMES - 1];
    let apply = vec![0.0, 0.3, 1.0];
    let output = calibrate(&CalibrateInput { fit, apply: apply.clone() }, &Unattended).unwrap();
    assert_eq!((output.calibrated, output.map.as_str(), output.brier_after), (apply, "none", None));
}

#[test]
fn degenerate_outcomes_give_probabilities() {
    for fit in [vec![[1.0, 1.0]; 50], vec![[0.0, 1.0]; 50], vec![[1.0, 0.0]; 50], vec![[0.5, 0.0]; 50]] {
        let output = calibrate(&CalibrateInput { fit, apply: vec![0.0, 0.5, 1.0] }, &Unattended).unwrap();
        assert!(output.calibrated.iter().all(|p| (0.0..=1.0).contains(p)), "{output:?}");
    }
}

#[test]
fn what_cannot_be_used_is_named() {
    let named = |fit: Vec<[f64; 2]>, apply: Vec<f64>| {
        calibrate(&CalibrateInput { fit, apply }, &Unattended).unwrap_err().to_string()
    };
    assert!(named(Vec::new(), Vec::new()).contains("outcomes"));
    assert!(named(vec![[f64::NAN, 1.0]], Vec::new()).contains("fit[0]"));
    assert!(named(vec![[0.5, 0.5]], Vec::new()).contains("fit[0]"));
    assert!(named(vec![[0.5, 1.0]], vec![2.0]).contains("apply[0]"));
}

#[test]
fn all_outcomes_are_cross_validated() {
    // Forecasts of .5 that are right by chance, then as many that are always correct: a part of the rows would score otherwise.
    let fit: Vec<[f64; 2]> = (0..60_000).map(|at| [0.5, f64::from(u8::from(at >= 30_000 || at % 2 == 0))]).collect();
    let output = calibrate(&CalibrateInput { fit, apply: vec![0.5] }, &Unattended).unwrap();
    assert!((output.brier_before - 0.25).abs() < 1e-12);
    assert!((output.calibrated[0] - 0.75).abs() < 1e-3, "{:?}", output.calibrated);
    assert!((output.brier_after.unwrap() - 0.187_5).abs() < 1e-4, "{:?}", output.brier_after);
}
