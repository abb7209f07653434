//! Coverage and bias of treatment effects, in worlds where the effect on each row is known.
//!
//! `cargo run -p engines --example treatments [WORLDS [FIRST_SEED [NAME]]]`. Coverage is in percent, with standard
//! errors, of the 95 % interval of the average effect over the rows and over the population.

mod worlds;

use std::error::Error;

use engines::causal::{TreatmentOutput, treatment};
use engines::common::Unattended;
use rayon::prelude::*;
use worlds::{FAMILIES, Family, World};

type Outcome<T> = Result<T, Box<dyn Error + Send + Sync>>;

const COLUMNS: [&str; 10] = [
    "worlds",
    "covered, rows",
    "covered, population",
    "bias",
    "root mean squared error",
    "half width",
    "doubly robust: covered",
    "bias",
    "bias of the effect on the treated",
    "rows without counterpart",
];

/// What one world gave.
struct Found {
    world: World,
    output: TreatmentOutput,
}

fn main() -> Outcome<()> {
    let number = |place, default| std::env::args().nth(place).map_or(Ok(default), |word| word.parse::<u64>());
    let (worlds, first) = (number(1, 200)?, number(2, 0)?);
    let only = std::env::args().nth(3).unwrap_or_default();
    println!("| | {} |", COLUMNS.join(" | "));
    println!("|---{}|", "|---".repeat(COLUMNS.len()));
    for family in FAMILIES.iter().filter(|family| family.name.contains(&only)) {
        // Large worlds take seconds each.
        let worlds = if family.rows >= 2_000 { worlds.div_ceil(4) } else { worlds };
        let found: Vec<Found> =
            (first..first + worlds).into_par_iter().map(|seed| measure(family, seed)).collect::<Outcome<_>>()?;
        print(family, &found);
    }
    Ok(())
}

fn measure(family: &Family, seed: u64) -> Outcome<Found> {
    let world = World::new(family, seed);
    let output = treatment(&world.input, 1, &Unattended)?;
    Ok(Found { world, output })
}

fn print(family: &Family, found: &[Found]) {
    let count = found.len() as f64;
    let share = |of: &dyn Fn(&Found) -> bool| {
        let share = found.iter().filter(|one| of(one)).count() as f64 / count;
        format!("{:.1} ±{:.1}", 100.0 * share, 100.0 * (share * (1.0 - share) / count).sqrt())
    };
    let mean = |of: &dyn Fn(&Found) -> f64| found.iter().map(of).sum::<f64>() / count;
    println!(
        "| {} | {count} | {} | {} | {:.3} | {:.3} | {:.3} | {} | {:.3} | {:.3} | {:.2} |",
        family.name,
        share(&|one| one.output.lo <= one.world.ate && one.world.ate <= one.output.hi),
        share(&|one| one.output.lo <= one.world.population && one.world.population <= one.output.hi),
        mean(&|one| one.output.ate - one.world.ate),
        mean(&|one| (one.output.ate - one.world.ate).powi(2)).sqrt(),
        mean(&|one| 0.5 * (one.output.hi - one.output.lo)),
        share(&|one| one.output.doubly_robust.lo <= one.world.ate && one.world.ate <= one.output.doubly_robust.hi),
        mean(&|one| one.output.doubly_robust.value - one.world.ate),
        mean(&|one| one.output.att - one.world.att),
        mean(&|one| one.output.without_counterpart),
    );
}
