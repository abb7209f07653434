//! Noise of known kinds: what is advised without an effect, how often claims hold, changes and treatment effects.

use engines::causal::impact::{Impact, ImpactInput, Parameters as ImpactParameters, impact};
use engines::causal::{TreatmentInput, Verdict, treatment};
use engines::common::Unattended;
use engines::pattern::change_points::{ChangePointInput, Parameters as ChangeParameters, change_points};
use engines::stat::{SplitMix64, normal_quantile};

use super::{AFTER, BEFORE, Outcome, line};

/// Autocorrelations of the daily figures.
const AUTOCORRELATIONS: [f64; 3] = [0.0, 0.3, 0.6];
/// Relative effects of both directions; as many worlds have none.
const EFFECTS: [f64; 6] = [0.05, -0.05, 0.1, -0.1, 0.15, -0.15];

/// Draws of the standard normal distribution, or of a Student distribution with 3 degrees of freedom and variance 1.
struct Noise {
    random: SplitMix64,
    has_heavy_tails: bool,
}

impl Noise {
    fn new(seed: u64, has_heavy_tails: bool) -> Self {
        Self { random: SplitMix64::new(seed), has_heavy_tails }
    }

    fn normal(&mut self) -> f64 {
        normal_quantile(self.random.uniform().clamp(1e-12, 1.0 - 1e-12))
    }

    fn next(&mut self) -> f64 {
        if !self.has_heavy_tails {
            return self.normal();
        }
        let squares: f64 = (0..3).map(|_| self.normal().powi(2)).sum();
        self.normal() / squares.sqrt()
    }

    /// Returns autocorrelated figures with variance 1, after 50 steps that are left out.
    fn series(&mut self, steps: usize, phi: f64) -> Vec<f64> {
        let mut value = 0.0;
        let all: Vec<f64> = (0..steps + 50)
            .map(|_| {
                value = phi * value + (1.0 - phi * phi).sqrt() * self.next();
                value
            })
            .collect();
        all[50..].to_vec()
    }
}

/// Measures an effect on 100 a day with a standard deviation of 10, 100 days before and 28 after.
fn measured(seed: u64, phi: f64, has_heavy_tails: bool, effect: f64) -> Outcome<Impact> {
    let (before, after) = (BEFORE as usize, AFTER as usize);
    let noise = Noise::new(seed, has_heavy_tails).series(before + after, phi);
    let value = |(day, noise): (usize, &f64)| (100.0 + 10.0 * noise) * if day < before { 1.0 } else { 1.0 + effect };
    let input = ImpactInput {
        y: noise.iter().enumerate().map(value).map(Some).collect(),
        pre: Some([0, before - 1]),
        post: Some([before, before + after - 1]),
        ..ImpactInput::default()
    };
    Ok(impact(&input, &ImpactParameters::default().check()?, &Unattended)?)
}

/// Counts advice to act on changes without an effect.
pub(super) fn advice(worlds: u64) -> Outcome<()> {
    for has_heavy_tails in [false, true] {
        let mut acts = 0;
        for seed in 0..worlds {
            let phi = AUTOCORRELATIONS[(seed % 3) as usize];
            let found = measured(seed, phi, has_heavy_tails, 0.0)?;
            acts += u64::from(found.decision.starts_with("Keep the change") || found.decision.starts_with("Undo"));
        }
        let tails = if has_heavy_tails { ", heavy tails" } else { "" };
        let what = format!("a change that does nothing, noise of AR(0), AR(.3) and AR(.6){tails}: advice to act");
        line(&what, worlds, acts, "at most 2 %");
    }
    Ok(())
}

/// Compares the confidence of claims with how many of them hold, where half of the changes have an effect.
pub(super) fn confidence(worlds: u64) -> Outcome<()> {
    let mut claims = Vec::new();
    for seed in 0..worlds {
        let effect = if seed % 2 == 0 { 0.0 } else { EFFECTS[(seed / 2 % 6) as usize] };
        let found = measured(50_000 + seed, AUTOCORRELATIONS[(seed % 3) as usize], false, effect)?;
        if matches!(found.verdict, Verdict::Proved | Verdict::Likely) {
            claims.push((found.insights[0].confidence, effect * found.effect > 0.0));
        }
    }
    for (from, to) in [(0.5, 0.7), (0.7, 0.9), (0.9, 1.0)] {
        let inside: Vec<_> = claims.iter().filter(|claim| (from..to).contains(&claim.0)).collect();
        let mean = inside.iter().map(|claim| claim.0).sum::<f64>() / inside.len().max(1) as f64;
        let held = inside.iter().filter(|claim| claim.1).count() as u64;
        let what = format!("claims of an effect with confidence {from} to {to}: claims that hold");
        line(&what, inside.len() as u64, held, &format!("their confidence, {:.1} %", 100.0 * mean));
    }
    Ok(())
}

fn found(values: &[f64]) -> Outcome<Vec<usize>> {
    let input = ChangePointInput { series: vec![values.iter().copied().map(Some).collect()] };
    Ok(change_points(&input, &ChangeParameters::default().check()?, &Unattended)?.cps)
}

/// Change points in noise without a change, and changes of three standard deviations.
pub(super) fn changes(worlds: u64) -> Outcome<()> {
    for (steps, has_heavy_tails) in [(60, false), (120, false), (250, false), (120, true)] {
        let mut alarms = 0;
        for seed in 0..worlds {
            alarms += u64::from(!found(&Noise::new(seed, has_heavy_tails).series(steps, 0.6))?.is_empty());
        }
        let tails = if has_heavy_tails { " with heavy tails" } else { "" };
        let what = format!("{steps} steps of AR(.6){tails} without a change: any change point");
        line(&what, worlds, alarms, if has_heavy_tails { "" } else { "at most 5 %" });
    }
    for (steps, phi) in [(60, 0.0), (120, 0.0), (120, 0.6), (250, 0.6)] {
        let mut hits = 0;
        for seed in 0..worlds {
            let mut noise = Noise::new(100_000 + seed, false);
            let change = steps / 5 + noise.random.below(3 * steps / 5);
            let mut values = noise.series(steps, phi);
            values[change..].iter_mut().for_each(|value| *value += 3.0);
            hits += u64::from(found(&values)?.iter().any(|one| one.abs_diff(change) <= 5));
        }
        let what = format!("a change of 3 standard deviations in {steps} steps of AR({phi}): found within 5 steps");
        line(&what, worlds, hits, "at least 95 %");
    }
    Ok(())
}

/// Outcomes in which the covariates affect who is treated.
struct World {
    name: &'static str,
    /// Outcome without the treatment, by two covariates.
    base: fn(f64, f64) -> f64,
    /// Effect of the treatment.
    effect: fn(f64, f64) -> f64,
}

const WORLDS: [World; 4] = [
    World { name: "linear", base: |a, b| 2.0 * a + 0.5 * b, effect: |a, _| 1.0 + a },
    World { name: "smooth", base: |a, b| (2.0 * a).sin() + 0.5 * b * b, effect: |_, b| 1.0 + b.tanh() },
    World { name: "steps", base: |a, b| 2.0 * above(a) + 1.5 * above(b - 0.5), effect: |_, b| 1.0 + above(b) },
    World { name: "exponential", base: |a, b| (0.5 * (a + b)).exp() * 2.0, effect: |a, b| 4.0 - (0.5 * (a + b)).exp() },
];

fn above(value: f64) -> f64 {
    f64::from(u8::from(value > 0.0))
}

/// Intervals of average treatment effects without randomization, 120 rows with four covariates.
pub(super) fn treatments(worlds: u64) -> Outcome<()> {
    for world in WORLDS {
        let mut held = 0;
        for seed in 0..worlds {
            let mut noise = Noise::new(200_000 + seed, false);
            let (mut input, mut truth) = (TreatmentInput::default(), 0.0);
            for _ in 0..120 {
                let x: Vec<f64> = (0..4).map(|_| noise.normal()).collect();
                let treated = f64::from(u8::from(0.7 * x[0] + 0.3 * x[1] + noise.normal() > 0.0));
                let effect = (world.effect)(x[0], x[1]);
                truth += effect / 120.0;
                input.y.push((world.base)(x[0], x[1]) + treated * effect + 0.7 * noise.normal());
                input.t.push(treated);
                input.x.push(x);
            }
            let found = treatment(&input, seed, &Unattended)?;
            held += u64::from(found.lo <= truth && truth <= found.hi);
        }
        let what =
            format!("treatment without randomization, {} outcomes: 95 % intervals that hold the truth", world.name);
        line(&what, worlds, held, "at least 92 %");
    }
    Ok(())
}
