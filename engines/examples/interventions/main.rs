//! Power, false alarms and coverage of the measurement of dated changes, in worlds of known noise.
//!
//! `cargo run -p engines --example interventions [WORLDS [FIRST_SEED [NAME]]]`. Figures are percentages
//! with standard errors; the oracle knows everything but the level and the effect.

mod worlds;

use std::error::Error;

use engines::causal::impact::{ImpactInput, Parameters as ImpactParameters, impact};
use engines::causal::power::{Parameters as PowerParameters, PowerInput, power};
use engines::common::Unattended;
use rayon::prelude::*;
use worlds::{AFTER, BEFORE, FAMILIES, Family, World};

type Outcome<T> = Result<T, Box<dyn Error + Send + Sync>>;

const COLUMNS: [&str; 8] = [
    "false alarms",
    "advice without effect",
    "+10 % found",
    "oracle",
    "covered",
    "half width",
    "smallest effect planned",
    "found of that size, planned 80 %",
];
/// Relative effect of the changes.
const EFFECT: f64 = 0.1;

/// What one world gave.
struct Found {
    is_alarm: bool,
    is_found: bool,
    holds: bool,
    is_advice: bool,
    width: f64,
    is_planned_found: bool,
    planned: f64,
    oracle: bool,
}

fn main() -> Outcome<()> {
    let number = |place, default| std::env::args().nth(place).map_or(Ok(default), |word| word.parse::<u64>());
    let (worlds, first) = (number(1, 400)?, number(2, 0)?);
    let only = std::env::args().nth(3).unwrap_or_default();
    println!("| worlds | {} |", COLUMNS.join(" | "));
    println!("|---{}|", "|---".repeat(COLUMNS.len()));
    for family in FAMILIES.iter().filter(|family| family.name.contains(&only)) {
        let found: Vec<Found> =
            (first..first + worlds).into_par_iter().map(|seed| measure(family, seed)).collect::<Outcome<_>>()?;
        print(family, &found);
    }
    Ok(())
}

fn measure(family: &Family, seed: u64) -> Outcome<Found> {
    let quiet = World::new(family, seed, 0.0);
    let changed = World::new(family, seed, EFFECT);
    let of = |world: &World| -> Outcome<engines::causal::impact::Impact> {
        let input = ImpactInput {
            y: world.y.iter().copied().map(Some).collect(),
            x: world.x.iter().map(|one| one.iter().copied().map(Some).collect()).collect(),
            pre: Some([0, BEFORE - 1]),
            post: Some([BEFORE, BEFORE + AFTER - 1]),
            ..ImpactInput::default()
        };
        Ok(impact(&input, &ImpactParameters::default().check()?, &Unattended)?)
    };
    let (none, some) = (of(&quiet)?, of(&changed)?);
    let truth = changed.lift;
    let plan = power(
        &PowerInput {
            y: quiet.y[..BEFORE].iter().copied().map(Some).collect(),
            x: quiet.x.iter().map(|one| one[..BEFORE].iter().copied().map(Some).collect()).collect(),
            post_steps: AFTER,
        },
        &PowerParameters::default().check()?,
        &Unattended,
    )?;
    let planned = of(&World::new(family, seed, plan.mde_absolute / 100.0))?;
    Ok(Found {
        is_alarm: none.p < 0.05,
        is_found: some.p < 0.05 && some.effect > 0.0,
        holds: some.lo <= truth && truth <= some.hi,
        is_advice: none.decision.starts_with("Keep the change") || none.decision.starts_with("Undo"),
        width: 0.5 * (some.hi - some.lo),
        is_planned_found: planned.p < 0.05 && planned.effect > 0.0,
        planned: plan.mde_relative,
        oracle: changed.oracle() > 1.96,
    })
}

fn print(family: &Family, found: &[Found]) {
    let count = found.len() as f64;
    let share = |of: &dyn Fn(&Found) -> bool| {
        let share = found.iter().filter(|one| of(one)).count() as f64 / count;
        format!("{:.1} ±{:.1}", 100.0 * share, 100.0 * (share * (1.0 - share) / count).sqrt())
    };
    let mean = |of: &dyn Fn(&Found) -> f64| found.iter().map(of).sum::<f64>() / count;
    println!(
        "| {} | {} | {} | {} | {} | {} | {:.2} | {:.1} | {} |",
        family.name,
        share(&|one| one.is_alarm),
        share(&|one| one.is_advice),
        share(&|one| one.is_found),
        share(&|one| one.oracle),
        share(&|one| one.holds),
        mean(&|one| one.width),
        100.0 * mean(&|one| one.planned),
        share(&|one| one.is_planned_found),
    );
}
