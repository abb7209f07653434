//! The bandit compared with LinUCB and Thompson sampling on simulated worlds, as a Markdown table.
//!
//! `cargo run --release -p engines --example bandits [SEEDS [FIRST_SEED [NAME]]]`: each world whose name contains NAME is drawn
//! with 24 seeds from 1000 on unless given. A figure is the share of what a policy can gain over random actions.

mod references;
mod worlds;

use std::error::Error;
use std::ops::Range;

use engines::learning::Bandit;
use engines::stat::{SplitMix64, standard_normal};
use references::{LinUcb, Policy, Thompson};
use worlds::{Reward, Round, World};

struct Ours(Bandit);

impl Policy for Ours {
    fn choose(&mut self, x: &[f64]) -> usize {
        self.0.choose(x).unwrap_or(0)
    }

    fn tell(&mut self, x: &[f64], action: usize, reward: f64) {
        if let Err(error) = self.0.tell(x, action, reward) {
            eprintln!("{error}");
        }
    }
}

/// References with their names.
const REFERENCES: [&str; 3] = ["LinUCB .3", "LinUCB 1", "Thompson"];

fn main() -> Result<(), Box<dyn Error>> {
    let number = |place, default| std::env::args().nth(place).map_or(Ok(default), |word| word.parse::<u64>());
    let (seeds, first) = (number(1, 24)?.max(2), number(2, 1_000)?);
    let only = std::env::args().nth(3).unwrap_or_default();
    println!("| world | bandit (sd) | {} | difference from the best (se) |", REFERENCES.join(" | "));
    println!("|---|---|---|---|---|---|");
    for world in worlds::all().iter().filter(|world| world.name.contains(&only)) {
        row(world, first..first + seeds)?;
    }
    Ok(())
}

fn row(world: &World, seeds: Range<u64>) -> Result<(), Box<dyn Error>> {
    let (mut ours, mut theirs) = (Vec::new(), vec![Vec::new(); REFERENCES.len()]);
    let count = (seeds.end - seeds.start) as f64;
    for seed in seeds {
        let rounds = (world.draw)(world, &mut SplitMix64::new(seed));
        let features = rounds.first().map_or(0, |round| round.x.len());
        let bandit = Bandit::new(world.actions, seed)?;
        ours.push(play(world, &rounds, seed, &mut Ours(bandit)));
        theirs[0].push(play(world, &rounds, seed, &mut LinUcb::new(world.actions, features, 0.3)));
        theirs[1].push(play(world, &rounds, seed, &mut LinUcb::new(world.actions, features, 1.0)));
        theirs[2].push(play(world, &rounds, seed, &mut Thompson::new(world.actions, seed)));
    }
    let best = theirs.iter().max_by(|a, b| mean(a).total_cmp(&mean(b))).ok_or("no reference")?;
    let lead: Vec<f64> = ours.iter().zip(best).map(|(ours, best)| ours - best).collect();
    let named: Vec<String> = theirs.iter().map(|shares| format!("{:.3}", mean(shares))).collect();
    println!(
        "| {} | {:.3} ({:.3}) | {} | {:+.3} ({:.3}) |",
        world.name,
        mean(&ours),
        deviation(&ours),
        named.join(" | "),
        mean(&lead),
        deviation(&lead) / count.sqrt(),
    );
    Ok(())
}

/// Share of what can be gained over random actions; all policies have the same luck.
fn play(world: &World, rounds: &[Round], seed: u64, policy: &mut dyn Policy) -> f64 {
    let mut random = SplitMix64::new(seed ^ 0xABCD);
    let (mut gained, mut best, mut blind) = (0.0, 0.0, 0.0);
    let mut late: Vec<(usize, usize, f64)> = Vec::new();
    for (at, round) in rounds.iter().enumerate() {
        let action = policy.choose(&round.x);
        let expected = round.expected[action];
        let (uniform, normal) = (random.uniform(), standard_normal(&mut random));
        let reward = match world.reward {
            Reward::Click => f64::from(u8::from(uniform < expected)),
            Reward::Money => expected + 20.0 * normal,
        };
        gained += expected;
        best += round.expected.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        blind += mean(&round.expected);
        late.push((at, action, reward));
        if late.len() >= world.batch {
            late.drain(..).for_each(|(at, action, reward)| policy.tell(&rounds[at].x, action, reward));
        }
    }
    (gained - blind) / (best - blind)
}

fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len().max(1) as f64
}

fn deviation(values: &[f64]) -> f64 {
    let mean = mean(values);
    let squares: f64 = values.iter().map(|value| (value - mean).powi(2)).sum();
    (squares / (values.len().max(2) - 1) as f64).sqrt()
}
