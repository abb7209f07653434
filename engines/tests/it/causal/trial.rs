//! Current state of an experiment, day by day.

use engines::causal::{
    Verdict,
    trial::{Arm, Trial, TrialInput, trial},
};
use engines::common::Unattended;

/// A hundred days before the change, and `after` with it. The noise is a fixed pattern without a trend.
fn input(lift: f64, after: usize, planned: usize) -> TrialInput {
    let noise = |step: usize| [3.0, -4.0, 1.0, 5.0, -2.0, -6.0, 4.0, 0.0, -3.0, 2.0, 6.0, -1.0, -5.0][(step * 7) % 13];
    let figure = |step: usize| Some(100.0 + noise(step) + if step >= 100 { lift } else { 0.0 });
    let y: Vec<_> = (0..100 + after).map(figure).collect();
    let arm = Arm { site: "a.example".into(), y, change: 100, ..Arm::default() };
    TrialInput { arms: vec![arm], days: planned, ..TrialInput::default() }
}

fn told(input: &TrialInput) -> Trial {
    trial(input, &Unattended).expect("a trial")
}

#[test]
fn before_its_end_only_a_far_clearer_effect_counts() {
    let whole = told(&input(3.5, 14, 14));
    assert!(matches!(whole.verdict, Some(Verdict::Proved | Verdict::Likely)), "{:?}, p = {}", whole.verdict, whole.p);
    assert!(whole.p > 0.001, "p = {}: not so clear that it would count early", whole.p);
    let early = told(&input(3.5, 14, 28));
    assert_eq!((early.verdict, early.arms[0].verdict), (Some(Verdict::NotShown), Some(Verdict::NotShown)));
    assert!(early.decision.starts_with("Too early to decide: 14 of 28 days"), "{}", early.decision);
    assert_eq!(early.p, whole.p, "the figures are the same");

    let clear = told(&input(40.0, 14, 28));
    assert!(clear.p < 0.001 && clear.verdict != Some(Verdict::NotShown), "{:?}, p = {}", clear.verdict, clear.p);
}
