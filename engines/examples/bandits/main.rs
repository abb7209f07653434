//! The bandit on simulated worlds beside LinUCB and Thompson sampling, as a Markdown table.
//!
//! `cargo run --release -p engines --example bandits [SEEDS]`: each world is drawn with 24 seeds unless another number is
//! given. A figure is the share of what a policy can gain over random actions.

mod references;
mod worlds;

use std::error::Error;

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
    let seeds = std::env::args().nth(1).map_or(Ok(24), |word| word.parse::<u64>())?.max(2);
    println!("| world | bandit (sd) | {} | beside the best (se) |", REFERENCES.join(" | "));
    println!("|---|---|---|---|---|---|");
    for world in worlds::all() {
        row(&world, seeds)?;
    }
    Ok(())
}

fn row(world: &World, seeds: u64) -> Result<(), Box<dyn Error>> {
    let (mut ours, mut theirs) = (Vec::new(), vec![Vec::new(); REFERENCES.len()]);
    for seed in 0..seeds {
        let rounds = (world.draw)(world, &mut SplitMix64::new(1_000 + seed));
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
        deviation(&lead) / (seeds as f64).sqrt(),
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
