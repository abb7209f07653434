//! Simulated worlds whose expected rewards are known.
use engines::stat::{SplitMix64, standard_normal};

/// A context and the expected reward of each action.
pub(crate) struct Round {
    pub(crate) x: Vec<f64>,
    pub(crate) expected: Vec<f64>,
}

/// How rewards are drawn around their expected value.
#[derive(Clone, Copy)]
pub(crate) enum Reward {
    /// 1 with this probability, otherwise 0.
    Click,
    /// With a normal error of 20.
    Money,
}

/// Draws the rounds of a world.
type Draw = fn(&World, &mut SplitMix64) -> Vec<Round>;

/// A kind of world; each seed draws another.
pub(crate) struct World {
    pub(crate) name: &'static str,
    pub(crate) actions: usize,
    pub(crate) rounds: usize,
    /// Rewards arrive after this many rounds.
    pub(crate) batch: usize,
    pub(crate) reward: Reward,
    pub(crate) draw: Draw,
}

fn normals(n: usize, r: &mut SplitMix64) -> Vec<f64> {
    (0..n).map(|_| standard_normal(r)).collect()
}
fn sigmoid(z: f64) -> f64 {
    1.0 / (1.0 + (-z).exp())
}
fn between(low: f64, high: f64, r: &mut SplitMix64) -> f64 {
    low + (high - low) * r.uniform()
}

/// The same expected rewards in each round; contexts are noise.
fn fixed(w: &World, features: usize, rates: &[f64], r: &mut SplitMix64) -> Vec<Round> {
    (0..w.rounds).map(|_| Round { x: normals(features, r), expected: rates.to_vec() }).collect()
}
fn rare(w: &World, r: &mut SplitMix64) -> Vec<Round> {
    let rates: Vec<f64> = (0..w.actions).map(|_| between(0.02, 0.15, r)).collect();
    fixed(w, 0, &rates, r)
}
fn common(w: &World, r: &mut SplitMix64) -> Vec<Round> {
    let rates: Vec<f64> = (0..w.actions).map(|_| between(0.3, 0.7, r)).collect();
    fixed(w, 0, &rates, r)
}
fn irrelevant(w: &World, r: &mut SplitMix64) -> Vec<Round> {
    let rates: Vec<f64> = (0..w.actions).map(|_| between(0.02, 0.15, r)).collect();
    fixed(w, 20, &rates, r)
}
fn many(w: &World, r: &mut SplitMix64) -> Vec<Round> {
    let rates: Vec<f64> = (0..w.actions)
        .map(|_| {
            let u = r.uniform();
            1.0 - (1.0 - u).powf(1.0 / 15.0)
        })
        .collect();
    fixed(w, 0, &rates, r)
}
fn linear(w: &World, r: &mut SplitMix64) -> Vec<Round> {
    let theta: Vec<Vec<f64>> = (0..w.actions).map(|_| normals(8, r)).collect();
    let base: Vec<f64> = (0..w.actions).map(|_| between(0.3, 0.5, r)).collect();
    (0..w.rounds)
        .map(|_| {
            let x: Vec<f64> = (0..8).map(|_| between(-1.0, 1.0, r)).collect();
            let expected = theta
                .iter()
                .zip(&base)
                .map(|(t, b)| (b + 0.15 * t.iter().zip(&x).map(|(t, x)| t * x).sum::<f64>()).clamp(0.0, 1.0))
                .collect();
            Round { x, expected }
        })
        .collect()
}
fn logistic_rare(w: &World, r: &mut SplitMix64) -> Vec<Round> {
    let theta: Vec<Vec<f64>> = (0..w.actions).map(|_| normals(10, r)).collect();
    (0..w.rounds)
        .map(|_| {
            let x = normals(10, r);
            let expected =
                theta.iter().map(|t| sigmoid(-3.0 + 0.3 * t.iter().zip(&x).map(|(t, x)| t * x).sum::<f64>())).collect();
            Round { x, expected }
        })
        .collect()
}
fn curved(w: &World, r: &mut SplitMix64) -> Vec<Round> {
    let centres: Vec<Vec<f64>> = (0..w.actions * 3).map(|_| normals(2, r)).collect();
    (0..w.rounds)
        .map(|_| {
            let x = normals(2, r);
            let near = |c: &Vec<f64>| (-((c[0] - x[0]).powi(2) + (c[1] - x[1]).powi(2))).exp();
            let expected = (0..w.actions)
                .map(|a| (0.05 + 0.6 * centres[3 * a..3 * a + 3].iter().map(near).sum::<f64>()).min(0.95))
                .collect();
            Round { x, expected }
        })
        .collect()
}
fn segments(w: &World, r: &mut SplitMix64) -> Vec<Round> {
    let rates: Vec<Vec<f64>> = (0..8).map(|_| (0..w.actions).map(|_| between(0.02, 0.3, r)).collect()).collect();
    (0..w.rounds)
        .map(|_| {
            let s = r.below(8);
            let mut x = vec![0.0; 8];
            x[s] = 1.0;
            Round { x, expected: rates[s].clone() }
        })
        .collect()
}
fn changing(w: &World, r: &mut SplitMix64) -> Vec<Round> {
    let mut rates: Vec<f64> = Vec::new();
    (0..w.rounds)
        .map(|t| {
            if t % (w.rounds / 4) == 0 {
                rates = (0..w.actions).map(|_| between(0.1, 0.7, r)).collect();
            }
            Round { x: Vec::new(), expected: rates.clone() }
        })
        .collect()
}
fn money(w: &World, r: &mut SplitMix64) -> Vec<Round> {
    linear(w, r)
        .into_iter()
        .map(|round| Round {
            x: round.x.iter().enumerate().map(|(i, x)| if i == 0 { 1000.0 * x } else { *x }).collect(),
            expected: round.expected.iter().map(|p| 200.0 * p - 50.0).collect(),
        })
        .collect()
}
/// Clusters of contexts, each with one action that pays.
fn exclusive(w: &World, r: &mut SplitMix64) -> Vec<Round> {
    let centres: Vec<(Vec<f64>, usize)> = (0..2 * w.actions).map(|c| (normals(10, r), c % w.actions)).collect();
    (0..w.rounds)
        .map(|_| {
            let (centre, action) = &centres[r.below(centres.len())];
            let x = centre.iter().map(|c| c + 0.5 * standard_normal(r)).collect();
            Round { x, expected: (0..w.actions).map(|a| f64::from(a == *action)).collect() }
        })
        .collect()
}

/// All worlds.
pub(crate) fn all() -> Vec<World> {
    let world = |name, actions, rounds, batch, reward, draw: Draw| World { name, actions, rounds, batch, reward, draw };
    vec![
        world("rare clicks, no context", 4, 2000, 1, Reward::Click, rare),
        world("common rewards, no context", 5, 1000, 1, Reward::Click, common),
        world("rare clicks, 20 useless features", 5, 2000, 1, Reward::Click, irrelevant),
        world("linear context", 5, 1500, 1, Reward::Click, linear),
        world("rare clicks, logistic context", 4, 3000, 1, Reward::Click, logistic_rare),
        world("curved context", 4, 1500, 1, Reward::Click, curved),
        world("segments, one-hot", 6, 2000, 1, Reward::Click, segments),
        world("rates change three times", 4, 2000, 1, Reward::Click, changing),
        world("rewards in batches of 100", 5, 2000, 100, Reward::Click, common),
        world("50 actions", 50, 2000, 1, Reward::Click, many),
        world("money, linear context", 4, 1000, 1, Reward::Money, money),
        world("one action pays", 8, 1000, 1, Reward::Click, exclusive),
        world("linear context, batches of 50", 5, 1500, 50, Reward::Click, linear),
    ]
}
