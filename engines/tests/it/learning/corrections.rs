//! Calibration of probabilities: choice of the map, and its properties for any data.

use engines::common::{Control, EngineError, Unattended};
use engines::learning::{CalibrateInput, CalibrateOutput, calibrate};
use proptest::prelude::*;

use super::uniforms;

/// The share of forecasts of a probability that comes true.
type Truth = fn(f64) -> f64;

/// Forecasts spread evenly, of which `truth` gives the share that comes true.
fn world(count: usize, seed: u64, truth: &dyn Fn(f64) -> f64) -> Vec<[f64; 2]> {
    let mut next = uniforms(seed);
    (0..count)
        .map(|_| {
            let p = next();
            [p, f64::from(u8::from(next() < truth(p)))]
        })
        .collect()
}

fn corrected(fit: Vec<[f64; 2]>, apply: Vec<f64>) -> CalibrateOutput {
    calibrate(&CalibrateInput { fit, apply }, &Unattended).unwrap()
}

fn grid() -> Vec<f64> {
    (0..=20).map(|at| f64::from(at) / 20.0).collect()
}

/// Largest distance of the corrected values from the truth between 5 and 95 %.
fn worst(output: &CalibrateOutput, truth: &dyn Fn(f64) -> f64, is_corner: impl Fn(f64) -> bool) -> f64 {
    let off = |(p, found): (&f64, &f64)| (found - truth(*p)).abs();
    grid().iter().zip(&output.calibrated).skip(1).take(19).filter(|(p, _)| !is_corner(**p)).map(off).fold(0.0, f64::max)
}

#[test]
fn known_distortions_are_undone() {
    let truths: [(&str, Truth); 6] = [
        ("honest", |p| p),
        ("squared", |p| p * p),
        ("root", |p| p.sqrt()),
        ("odds doubled", |p| 2.0 * p / (1.0 + p)),
        ("half as sure", |p| 0.25 + 0.5 * p),
        ("a step", |p| if p < 0.5 { 0.2 } else { 0.8 }),
    ];
    for (name, truth) in truths {
        let output = corrected(world(6_000, 3, &truth), grid());
        // Where a step is, is known to the width of some outcomes only.
        let is_corner = |p: f64| name == "a step" && (p - 0.5).abs() < 0.03;
        assert!(worst(&output, &truth, is_corner) < 0.06, "{name} by {}: {:?}", output.map, output.calibrated);
        let after = output.brier_after.unwrap();
        assert!(after <= output.brier_before + 1e-9, "{name}: {after} after {}", output.brier_before);
    }
}

#[test]
fn forecasts_that_say_nothing_become_the_overall_share() {
    let output = corrected(world(3_000, 5, &|_| 0.3), grid());
    assert!(output.calibrated.iter().all(|p| (p - 0.3).abs() < 0.05), "{}: {:?}", output.map, output.calibrated);
}

/// Mean squared error of the corrected forecast against the truth falls as outcomes come in.
#[test]
fn more_outcomes_correct_better() {
    let truth = |p: f64| p * p * (3.0 - 2.0 * p);
    let error = |count: usize| {
        let worlds = (0..6).map(|seed| {
            let output = corrected(world(count, 40 + seed, &truth), grid());
            grid().iter().zip(&output.calibrated).map(|(p, found)| (found - truth(*p)).powi(2)).sum::<f64>() / 21.0
        });
        worlds.sum::<f64>() / 6.0
    };
    let (few, some, many) = (error(60), error(600), error(6_000));
    assert!(many < some && some < few, "{few} {some} {many}");
    assert!(many < 1e-3, "{many}");
}

#[test]
fn forecasts_of_always_the_same_become_their_share() {
    for share in [0.1, 0.5, 0.9] {
        let fit = (0..1_000).map(|at| [0.7, f64::from(u8::from(f64::from(at % 10) < 10.0 * share))]).collect();
        let output = corrected(fit, vec![0.7]);
        assert!((output.calibrated[0] - share).abs() < 0.02, "{share}: {:?} by {}", output.calibrated, output.map);
    }
}

#[test]
fn certain_forecasts_that_always_come_true_stay_nearly_certain() {
    let fit = (0..400).map(|at| if at % 2 == 0 { [0.99, 1.0] } else { [0.01, 0.0] }).collect();
    let output = corrected(fit, vec![0.01, 0.99]);
    assert!(output.calibrated[0] < 0.03 && output.calibrated[1] > 0.97, "{:?}", output.calibrated);
}

#[test]
fn scores_before_and_after_are_those_of_the_method() {
    let honest = corrected(world(4_000, 9, &|p| p), vec![]);
    // Honest even forecasts have a Brier score of 1/6.
    assert!((honest.brier_before - 1.0 / 6.0).abs() < 0.01, "{}", honest.brier_before);
    let coin = corrected([[0.5, 0.0], [0.5, 1.0]].repeat(50), vec![]);
    assert_eq!(coin.brier_before, 0.25);
    assert!((coin.brier_after.unwrap() - 0.25).abs() < 0.01);
    assert!(coin.notes[0].starts_with("100 forecasts"), "{:?}", coin.notes);
}

/// Cancels after a number of looks.
struct After(std::cell::Cell<u32>);

impl Control for After {
    fn progress(&self, _: f64, _: &str, _: &str) {}

    fn is_cancelled(&self) -> bool {
        self.0.set(self.0.get().saturating_sub(1));
        self.0.get() == 0
    }
}

#[test]
fn cancelling_ends_the_run_at_every_look() {
    let input = CalibrateInput { fit: world(200, 1, &|p| p), apply: grid() };
    let mut cancelled = 0;
    for looks in 1..10 {
        match calibrate(&input, &After(std::cell::Cell::new(looks))) {
            Err(EngineError::Cancelled) => cancelled += 1,
            other => panic!("after {looks} looks: {other:?}"),
        }
    }
    assert_eq!(cancelled, 9);
    assert!(calibrate(&input, &After(std::cell::Cell::new(10_000))).is_ok());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(12))]

    #[test]
    fn what_is_corrected_with_others_is_corrected_alike_alone(
        fit in prop::collection::vec((0.0..=1.0_f64, any::<bool>()), 20..100),
        apply in prop::collection::vec(0.0..=1.0_f64, 1..10),
    ) {
        let fit: Vec<[f64; 2]> = fit.into_iter().map(|(p, came)| [p, f64::from(u8::from(came))]).collect();
        let together = corrected(fit.clone(), apply.clone());
        for (at, p) in apply.iter().enumerate() {
            prop_assert_eq!(corrected(fit.clone(), vec![*p]).calibrated[0], together.calibrated[at]);
        }
        prop_assert!(["none", "baseRate", "platt", "beta", "isotonic"].contains(&together.map.as_str()));
        prop_assert!((0.0..=1.0).contains(&together.brier_before));
    }
}
