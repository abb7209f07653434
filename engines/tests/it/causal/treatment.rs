//! Known treatment effects.

use engines::causal::{TreatmentInput, TreatmentOutput, treatment};
use engines::common::Unattended;

use super::normal_stream;

/// Rows in which the probability of treatment increases with x, and the effect is `effect(x)`.
fn observed(rows: usize, seed: u64, effect: &dyn Fn(f64) -> f64) -> TreatmentInput {
    let mut next = normal_stream(seed);
    let mut input = TreatmentInput::default();
    for _ in 0..rows {
        let (x, z) = (next(), next());
        let treated = f64::from(0.7 * x + next() > 0.0);
        input.y.push(2.0 * x + 0.5 * z + treated * effect(x) + 0.5 * next());
        input.t.push(treated);
        input.x.push(vec![x, z, 1.0]);
    }
    input
}

fn found(input: &TreatmentInput) -> TreatmentOutput {
    treatment(input, 1, &Unattended).unwrap()
}

#[test]
fn the_effect_is_told_apart_from_who_was_treated() {
    let input = observed(150, 1, &|x| 1.0 + x);
    let output = found(&input);
    let naive = |treated: f64| {
        let own: Vec<f64> = input.y.iter().zip(&input.t).filter(|(_, t)| **t == treated).map(|(y, _)| *y).collect();
        own.iter().sum::<f64>() / own.len() as f64
    };
    assert!(naive(1.0) - naive(0.0) > 2.0);
    let truth = 1.0 + input.x.iter().map(|row| row[0]).sum::<f64>() / 150.0;
    assert!((output.ate - truth).abs() < 0.3, "{} {truth}", output.ate);
    assert!(output.att > output.ate);
    let miss: f64 = input.x.iter().zip(&output.ite).map(|(x, ite)| (1.0 + x[0] - ite).powi(2)).sum();
    assert!((miss / 150.0).sqrt() < 0.4);
    assert!((output.doubly_robust.value - truth).abs() < 0.4);
}

#[test]
fn intervals_hold_what_they_promise() {
    let covered = (0..40).filter(|seed| {
        let output = found(&observed(60, seed + 10, &|_| 0.0));
        output.lo <= 0.0 && 0.0 <= output.hi
    });
    let covered = covered.count();
    assert!(covered >= 36, "{covered} of 40");
}

/// Outcomes that the model smooths over, and an effect that differs between rows.
#[test]
fn intervals_hold_where_the_model_is_wrong() {
    let step = |x: f64| f64::from(u8::from(x > 0.0));
    let covered = (0..20).filter(|seed| {
        let mut input = observed(80, seed + 500, &|x| 1.0 + 2.0 * step(x));
        input.y.iter_mut().zip(&input.x).for_each(|(y, row)| *y += 2.0 * step(row[1] - 0.5));
        let truth = 1.0 + 2.0 * input.x.iter().map(|row| step(row[0])).sum::<f64>() / 80.0;
        let output = found(&input);
        output.lo <= truth && truth <= output.hi
    });
    let covered = covered.count();
    assert!(covered >= 18, "{covered} of 20");
}

/// Curved outcomes with skewed noise: rows with large outcomes are rare in the arm without treatment.
#[test]
fn intervals_hold_for_exponential_outcomes() {
    let covered = (0..40).filter(|seed| {
        let mut next = normal_stream(seed + 3_000);
        let (mut input, mut truth) = (TreatmentInput::default(), 0.0);
        for _ in 0..120 {
            let x: Vec<f64> = (0..4).map(|_| next()).collect();
            let treated = f64::from(u8::from(0.7 * x[0] + 0.3 * x[1] + next() > 0.0));
            let base = (0.5 * (x[0] + x[1])).exp();
            truth += (4.0 - base) / 120.0;
            input.y.push(2.0 * base + treated * (4.0 - base) + 0.33 * (next().exp() - 0.5_f64.exp()));
            input.t.push(treated);
            input.x.push(x);
        }
        let output = found(&input);
        output.lo <= truth && truth <= output.hi
    });
    let covered = covered.count();
    assert!(covered >= 36, "{covered} of 40");
}

#[test]
fn shift_and_scale_of_the_outcome_shift_and_scale_the_answer() {
    let input = observed(60, 9, &|_| 1.0);
    let moved = TreatmentInput { y: input.y.iter().map(|y| 1_000.0 + 50.0 * y).collect(), ..input.clone() };
    assert!((found(&moved).ate - 50.0 * found(&input).ate).abs() < 0.5);
}

#[test]
fn constant_outcomes_and_no_covariates_do_no_harm() {
    let mut input = observed(60, 2, &|_| 0.0);
    input.y.fill(3.0);
    assert!(found(&input).ate.abs() < 1e-9);
    let mut bare = observed(60, 2, &|_| 0.0);
    bare.x = vec![Vec::new(); 60];
    let output = found(&bare);
    assert!(output.ite.iter().all(|ite| ite.is_finite()) && output.notes.iter().any(|note| note.contains("covariate")));
}

#[test]
fn what_cannot_be_used_is_named() {
    let good = observed(40, 3, &|_| 0.0);
    let named = |change: &dyn Fn(&mut TreatmentInput)| {
        let mut input = good.clone();
        change(&mut input);
        treatment(&input, 1, &Unattended).unwrap_err().to_string()
    };
    assert!(named(&|input| input.y.clear()).contains("outcomes"));
    assert!(named(&|input| input.t[0] = 0.5).contains("t[0]"));
    assert!(named(&|input| input.t.fill(1.0)).contains("of each"));
    assert!(named(&|input| input.y[3] = f64::NAN).contains("y[3]"));
    assert!(named(&|input| input.x[2] = vec![1.0]).contains("x[2]"));
    assert!(named(&|input| input.x[2][1] = f64::INFINITY).contains("x[2]"));
    assert!(named(&|input| input.t.truncate(3)).contains("`t`"));
}
