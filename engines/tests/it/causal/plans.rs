//! Power before a change, and current states of experiments.

use engines::causal::experiment::Page;
use engines::causal::power::{Parameters, Power, PowerInput, power};
use engines::causal::trial::{Arm, Trial, TrialInput, trial};
use engines::causal::{Verdict, experiment};
use engines::common::{Control, EngineError, Unattended};

use super::normals;
use crate::table::assert_close;

fn noisy(level: f64, spread: f64, count: usize, seed: u64) -> Vec<Option<f64>> {
    normals(count, seed).iter().map(|noise| Some(level + spread * noise)).collect()
}

fn told(y: &[Option<f64>], post_steps: usize, params: Parameters) -> Power {
    power(&PowerInput { y: y.to_vec(), post_steps, ..PowerInput::default() }, &params.check().unwrap(), &Unattended)
        .unwrap()
}

#[test]
fn units_do_not_change_what_can_be_seen() {
    let y = noisy(50.0, 5.0, 100, 3);
    let scaled: Vec<Option<f64>> = y.iter().map(|value| value.map(|value| value * 250.0)).collect();
    let turned: Vec<Option<f64>> = y.iter().map(|value| value.map(|value| -value)).collect();
    let one = told(&y, 28, Parameters::default());
    for (name, other, factor) in [
        ("scaled", told(&scaled, 28, Parameters::default()), 250.0),
        ("turned", told(&turned, 28, Parameters::default()), 1.0),
    ] {
        assert_close(other.mde_relative, one.mde_relative, 1e-6, name);
        assert_close(other.mde_absolute, factor * one.mde_absolute, 1e-6, name);
        assert_eq!((other.steps_for.clone(), other.sites_for.clone()), (one.steps_for.clone(), one.sites_for.clone()));
    }
    assert_close(one.mde_absolute / one.mde_relative, 50.0, 0.03, "the mean of the series");
}

#[test]
fn more_certainty_asks_for_larger_effects() {
    let y = noisy(50.0, 5.0, 100, 4);
    let mde = |power: f64, false_positives: f64| {
        told(&y, 28, Parameters { power, false_positives, ..Parameters::default() }).mde_relative
    };
    // (z of power + z of 1 - alpha / 2): 2.8016 by default; quantiles by `scipy.stats.norm.ppf`.
    let base = mde(0.8, 0.05);
    for (power, alpha, factor) in [(0.9, 0.05, 3.241_516), (0.5, 0.05, 1.959_964), (0.99, 0.001, 5.616_875)] {
        assert_close(mde(power, alpha), base * factor / 2.801_585, 1e-5, &format!("power {power}, alpha {alpha}"));
    }
}

#[test]
fn noisier_and_shorter_series_show_less() {
    let mde = |spread: f64, count: usize, steps: usize| {
        told(&noisy(100.0, spread, count, 6), steps, Parameters::default()).mde_relative
    };
    assert!(mde(2.0, 100, 28) < mde(6.0, 100, 28) && mde(6.0, 100, 28) < mde(20.0, 100, 28));
    assert!(mde(6.0, 100, 56) < mde(6.0, 100, 7));
    // White noise ten times as large needs effects ten times as large.
    assert_close(mde(20.0, 100, 28), 10.0 * mde(2.0, 100, 28), 0.15, "ten times the noise");
}

/// The stated number of steps is sufficient, and one fewer is not.
#[test]
fn told_steps_are_the_fewest_that_suffice() {
    let y = noisy(100.0, 9.0, 120, 8);
    let found = told(&y, 28, Parameters::default());
    let mut checked = 0;
    let reachable = found.steps_for.iter().filter_map(|(effect, steps)| Some((effect, (*steps)?)));
    for (effect, steps) in reachable.filter(|(_, steps)| *steps > 1).take(2) {
        let effect: f64 = effect.parse().unwrap();
        assert!(told(&y, steps, Parameters::default()).mde_relative <= effect, "{effect} after {steps}");
        assert!(told(&y, steps - 1, Parameters::default()).mde_relative > effect, "{effect} after one fewer");
        checked += 1;
    }
    assert_eq!(checked, 2, "{:?}", found.steps_for);
    for (effect, sites) in &found.sites_for {
        let effect: f64 = effect.parse().unwrap();
        // The mean of n sites like this one has 1 / sqrt(n) of its spread.
        assert!(found.mde_relative / (*sites as f64).sqrt() <= effect * (1.0 + 1e-9), "{effect} by {sites} sites");
    }
}

#[test]
fn what_power_cannot_use_is_named() {
    let y = noisy(10.0, 1.0, 40, 1);
    let named = |y: Vec<Option<f64>>, post_steps: usize| match power(
        &PowerInput { y, post_steps, ..PowerInput::default() },
        &Parameters::default().check().unwrap(),
        &Unattended,
    ) {
        Err(EngineError::InvalidInput { field, .. }) => field,
        Err(error) => error.kind().to_owned(),
        Ok(_) => "fine".to_owned(),
    };
    assert_eq!(named(y.clone(), 14), "fine");
    assert_eq!([named(y.clone(), 0), named(y.clone(), 366)], ["post_steps", "post_steps"]);
    assert_eq!(named(vec![], 14), "no-input");
    assert_eq!(named(y[..9].to_vec(), 14), "y");
    assert_eq!(named(vec![Some(3.0); 30], 14), "y");
    assert_eq!(named(noisy(0.0, 1.0, 30, 1).into_iter().chain([Some(f64::INFINITY)]).collect(), 14), "y[30]");
    for (field, params) in [
        ("season", Parameters { season: 401, ..Parameters::default() }),
        ("power", Parameters { power: 0.995, ..Parameters::default() }),
        ("falsePositives", Parameters { false_positives: f64::NAN, ..Parameters::default() }),
        ("largestUseful", Parameters { largest_useful: 0.0, ..Parameters::default() }),
    ] {
        assert!(params.check().unwrap_err().to_string().contains(field), "{field}");
    }
}

fn arm(site: &str, lift: f64, before: usize, after: usize, seed: u64) -> Arm {
    let mut y = noisy(100.0, 6.0, before + after, seed);
    y[before..].iter_mut().for_each(|value| *value = value.map(|value| value * lift));
    Arm { site: site.to_owned(), y, change: before, ..Arm::default() }
}

fn tried(arms: Vec<Arm>, days: usize, is_split: bool) -> Trial {
    trial(&TrialInput { arms, days, is_split, label: None }, &Unattended).unwrap()
}

#[test]
fn before_the_change_there_is_power_and_no_outcome() {
    let found = tried(vec![arm("a", 1.0, 90, 0, 1), arm("b", 1.0, 90, 0, 2)], 28, false);
    assert!(found.verdict.is_none() && found.relative.is_none() && found.pooled.is_none() && found.decision.is_empty());
    assert_eq!(found.p, 1.0);
    let each: Vec<f64> = found.arms.iter().map(|arm| arm.power.as_ref().unwrap().mde_relative).collect();
    let together = found.smallest.unwrap();
    assert!(together < each[0].min(each[1]), "{together} of {each:?}");
    // Two equal sites detect effects of 1 / sqrt(2) of the size that one detects.
    let twins = tried(vec![arm("a", 1.0, 90, 0, 1), arm("b", 1.0, 90, 0, 1)], 28, false);
    assert_close(twins.smallest.unwrap(), each[0] / 2.0_f64.sqrt(), 1e-9, "twins");
}

#[test]
fn several_sites_are_pooled_and_worded_together() {
    let found = tried((0..4).map(|at| arm("site", 1.12, 90, 28, 10 + at)).collect(), 28, false);
    let pooled = found.pooled.unwrap();
    assert_eq!(found.p, pooled.p);
    let relative = found.relative.unwrap();
    assert_eq!((relative.effect, relative.lo, relative.hi), (pooled.effect, pooled.lo, pooled.hi));
    assert!(pooled.lo <= 0.12 && 0.12 <= pooled.hi, "{pooled:?}");
    assert_eq!(found.verdict, Some(Verdict::Proved));
    assert!(found.decision.starts_with("Keep the change"), "{}", found.decision);
    for arm in &found.arms {
        let own = arm.impact.as_ref().unwrap().relative.unwrap();
        assert!(pooled.hi - pooled.lo < own.hi - own.lo, "together is more certain than alone");
    }
}

#[test]
fn a_site_with_too_short_a_past_says_why() {
    let found = tried(vec![arm("short", 1.0, 6, 14, 1), arm("long", 1.0, 90, 14, 2)], 14, false);
    let reason = found.arms[0].power.as_ref().unwrap_err();
    assert!(reason.contains("10"), "{reason}");
    assert!(found.arms[0].impact.is_none() && found.arms[0].verdict.is_none());
    assert!(found.arms[1].impact.is_some());
    assert_eq!((found.smallest, found.pooled), (None, None));
}

#[test]
fn a_split_is_read_by_its_sides() {
    let page = |at: usize| {
        let is_treated = at.is_multiple_of(2);
        let noise = normals(70, 600 + at as u64);
        let value = |day: usize| Some((30.0 + noise[day]) * if is_treated && day >= 42 { 1.2 } else { 1.0 });
        Page { page: format!("/{at}"), treated: Some(is_treated), y: (0..70).map(value).collect(), pair: None }
    };
    let pages: Vec<Page> = (0..24).map(page).collect();
    let y = (0..70).map(|day| Some(pages.iter().step_by(2).filter_map(|page| page.y[day]).sum())).collect();
    let arm = Arm { site: "a".to_owned(), y, change: 42, pages: pages.clone(), ..Arm::default() };
    let split = tried(vec![arm.clone()], 28, true);
    let sides = split.arms[0].sides.as_ref().unwrap();
    assert!((sides.relative.unwrap() - 0.2).abs() < 0.02, "{sides:?}");
    assert_eq!((split.verdict, split.p), (Some(sides.verdict), sides.permutation_p.max(sides.p)));
    let alone = experiment::ExperimentInput { pages, change: Some(42), ..experiment::ExperimentInput::default() };
    let params = experiment::Parameters::default().check().unwrap();
    assert_eq!(*sides, {
        let mut read = experiment::experiment(&alone, &params, &Unattended).unwrap().sites.remove(0);
        read.site = "a".to_owned();
        read
    });
    let whole = tried(vec![arm], 28, false);
    assert!(whole.arms[0].sides.is_none());
    assert_eq!(split.assumptions.len(), whole.assumptions.len() + 1, "that the drawn pages were changed");
}

struct Stopped;

impl Control for Stopped {
    fn progress(&self, _: f64, _: &str, _: &str) {}

    fn is_cancelled(&self) -> bool {
        true
    }
}

#[test]
fn trials_without_sites_and_cancelled_ones_end() {
    assert_eq!(trial(&TrialInput::default(), &Unattended).unwrap_err().kind(), "no-input");
    let input = TrialInput { arms: vec![arm("a", 1.0, 60, 7, 1)], days: 14, ..TrialInput::default() };
    assert_eq!(trial(&input, &Stopped).unwrap_err(), EngineError::Cancelled);
}
