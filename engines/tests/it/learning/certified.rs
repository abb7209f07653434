//! Scores against scikit-learn.

use engines::common::Unattended;
use engines::learning::{CalibrateInput, calibrate};
use proptest::prelude::*;

use super::super::table::{assert_close, rows};

#[test]
fn brier_score_agrees_with_scikit_learn() {
    let fit: Vec<[f64; 2]> = rows(include_str!("../golden/brier.csv")).iter().map(|row| [row[0], row[1]]).collect();
    let output = calibrate(&CalibrateInput { fit, apply: Vec::new() }, &Unattended).unwrap();
    assert_close(output.brier_before, 0.156_556_088_5, 1e-10, "brier_score_loss");
}

/// Expected calibration error over ten bins of equal width (Naeini et al. 2015).
fn calibration_error(pairs: &[[f64; 2]]) -> f64 {
    let bin = |p: f64| ((p * 10.0) as usize).min(9);
    (0..10)
        .map(|at| {
            let held: Vec<&[f64; 2]> = pairs.iter().filter(|pair| bin(pair[0]) == at).collect();
            let sum = |part: usize| held.iter().map(|pair| pair[part]).sum::<f64>();
            (sum(0) - sum(1)).abs() / pairs.len() as f64
        })
        .sum()
}

#[test]
fn calibration_error_falls_on_later_data() {
    let mut next = super::uniforms(41);
    let mut draw = |count: usize| -> Vec<[f64; 2]> {
        (0..count)
            .map(|_| {
                let p = next();
                [p, f64::from(u8::from(next() < p * p))]
            })
            .collect()
    };
    let (fit, later) = (draw(1_500), draw(4_000));
    let apply: Vec<f64> = later.iter().map(|pair| pair[0]).collect();
    let output = calibrate(&CalibrateInput { fit, apply }, &Unattended).unwrap();
    let corrected: Vec<[f64; 2]> = output.calibrated.iter().zip(&later).map(|(p, pair)| [*p, pair[1]]).collect();
    let (before, after) = (calibration_error(&later), calibration_error(&corrected));
    // E|p - p^2| is 1/6; the remainder is noise of 1,500 and 4,000 outcomes.
    assert!((before - 1.0 / 6.0).abs() < 0.03, "{before}");
    assert!(after < 0.04, "{after} by {}", output.map);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn any_outcomes_give_probabilities_in_order(
        fit in prop::collection::vec((0.0..=1.0_f64, any::<bool>()), 1..120),
        apply in prop::collection::vec(0.0..=1.0_f64, 0..20),
    ) {
        let fit = fit.into_iter().map(|(p, outcome)| [p, f64::from(u8::from(outcome))]).collect();
        let output = calibrate(&CalibrateInput { fit, apply: apply.clone() }, &Unattended).unwrap();
        prop_assert_eq!(output.calibrated.len(), apply.len());
        prop_assert!(output.calibrated.iter().all(|p| (0.0..=1.0).contains(p)));
        let mut order: Vec<usize> = (0..apply.len()).collect();
        order.sort_by(|a, b| apply[*a].total_cmp(&apply[*b]));
        prop_assert!(order.windows(2).all(|pair| output.calibrated[pair[0]] <= output.calibrated[pair[1]] + 1e-9));
    }
}
