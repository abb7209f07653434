//! Worlds in which the effect of a treatment on each row is known.

use engines::causal::TreatmentInput;
use engines::stat::{SplitMix64, normal_quantile};

/// Rows drawn for the effect in the population.
const POPULATION: usize = 20_000;

/// Outcome without treatment as a function of the covariates.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Shape {
    Linear,
    /// Sines, squares and products.
    Smooth,
    /// Jumps at thresholds.
    Steps,
    /// Response surface B of Hill (2011): exponential without treatment, linear with it.
    Exponential,
    /// Earnings: many zeros, a long tail.
    Earnings,
}

/// Distribution of the noise.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Tails {
    Normal,
    /// Student with three degrees of freedom.
    Heavy,
    /// Standard deviation between .4 and 2.5, by a covariate.
    Uneven,
}

/// A kind of world.
#[derive(Clone, Copy)]
pub(crate) struct Family {
    pub(crate) name: &'static str,
    pub(crate) rows: usize,
    pub(crate) columns: usize,
    /// Columns that are 0 or 1, the last ones.
    pub(crate) binary: usize,
    /// Columns on which outcome and treatment depend, the others are noise.
    pub(crate) relevant: usize,
    pub(crate) shape: Shape,
    /// Standard deviation of the log odds of treatment.
    pub(crate) confounding: f64,
    /// Log odds of treatment of the average row.
    pub(crate) odds: f64,
    /// Standard deviation of the effect.
    pub(crate) heterogeneity: f64,
    pub(crate) noise: f64,
    pub(crate) tails: Tails,
}

const PLAIN: Family = Family {
    name: "linear",
    rows: 500,
    columns: 10,
    binary: 0,
    relevant: 4,
    shape: Shape::Linear,
    confounding: 1.0,
    odds: 0.0,
    heterogeneity: 0.0,
    noise: 1.0,
    tails: Tails::Normal,
};
const SMOOTH: Family = Family { name: "smooth", shape: Shape::Smooth, heterogeneity: 0.5, ..PLAIN };

pub(crate) const FAMILIES: [Family; 28] = [
    Family { name: "linear 40", rows: 40, columns: 3, relevant: 3, confounding: 0.5, ..PLAIN },
    Family { name: "linear 100 of 15", rows: 100, columns: 15, relevant: 3, ..PLAIN },
    Family { name: "linear 200", rows: 200, confounding: 0.5, ..PLAIN },
    Family { name: "linear 200 of 30", rows: 200, columns: 30, relevant: 3, ..PLAIN },
    Family { name: "linear 200 strong", rows: 200, columns: 5, confounding: 1.5, noise: 0.5, ..PLAIN },
    Family { name: "linear 500 of 30", columns: 30, relevant: 3, ..PLAIN },
    Family { name: "linear 500 strong of 30", columns: 30, relevant: 5, confounding: 1.5, noise: 0.5, ..PLAIN },
    Family { name: "linear 500 varied", columns: 20, heterogeneity: 1.0, ..PLAIN },
    Family { name: "linear 500 rare", columns: 20, odds: -2.5, heterogeneity: 0.5, ..PLAIN },
    Family { name: "linear 500 heavy", tails: Tails::Heavy, heterogeneity: 0.5, ..PLAIN },
    Family { name: "linear 500 uneven", tails: Tails::Uneven, heterogeneity: 0.5, ..PLAIN },
    Family { name: "linear 500 no overlap", confounding: 3.0, ..PLAIN },
    Family { name: "linear 2000 of 30", rows: 2_000, columns: 30, relevant: 3, heterogeneity: 0.5, ..PLAIN },
    Family { name: "linear 2000 strong", rows: 2_000, columns: 20, confounding: 1.5, ..PLAIN },
    Family { name: "smooth 200", rows: 200, columns: 5, ..SMOOTH },
    Family { name: "smooth 500", ..SMOOTH },
    Family { name: "smooth 500 of 30", columns: 30, ..SMOOTH },
    Family { name: "smooth 500 strong", columns: 5, relevant: 3, confounding: 1.5, ..SMOOTH },
    Family { name: "smooth 500 heavy", tails: Tails::Heavy, ..SMOOTH },
    Family { name: "smooth 500 no overlap", confounding: 3.0, ..SMOOTH },
    Family { name: "smooth 2000", rows: 2_000, columns: 20, ..SMOOTH },
    Family { name: "smooth 5000", rows: 5_000, columns: 20, ..SMOOTH },
    Family { name: "steps 200", rows: 200, shape: Shape::Steps, ..SMOOTH },
    Family { name: "steps 1000", rows: 1_000, columns: 20, shape: Shape::Steps, ..SMOOTH },
    Family { name: "IHDP A", rows: 747, columns: 25, binary: 19, relevant: 12, odds: -1.6, confounding: 0.8, ..PLAIN },
    Family {
        name: "IHDP B",
        rows: 747,
        columns: 25,
        binary: 19,
        relevant: 12,
        odds: -1.6,
        confounding: 0.8,
        shape: Shape::Exponential,
        ..PLAIN
    },
    Family {
        name: "Lalonde trial",
        rows: 445,
        columns: 8,
        binary: 4,
        shape: Shape::Earnings,
        confounding: 0.0,
        ..PLAIN
    },
    Family {
        name: "Lalonde observed",
        rows: 1_200,
        columns: 8,
        binary: 4,
        shape: Shape::Earnings,
        odds: -2.0,
        heterogeneity: 0.3,
        ..PLAIN
    },
];

/// A drawn world.
pub(crate) struct World {
    pub(crate) input: TreatmentInput,
    /// Mean effect over the rows.
    pub(crate) ate: f64,
    /// Mean effect over the treated rows.
    pub(crate) att: f64,
    /// Mean effect over the population.
    pub(crate) population: f64,
}

/// Random numbers of a world.
struct Source(SplitMix64);

impl Source {
    fn normal(&mut self) -> f64 {
        normal_quantile(self.0.uniform().clamp(1e-12, 1.0 - 1e-12))
    }

    fn student(&mut self) -> f64 {
        let squares: f64 = (0..3).map(|_| self.normal().powi(2)).sum();
        self.normal() / squares.sqrt()
    }

    /// Numbers with a sum of squares of 1.
    fn direction(&mut self, length: usize) -> Vec<f64> {
        let values: Vec<f64> = (0..length).map(|_| self.normal()).collect();
        let size = values.iter().map(|value| value * value).sum::<f64>().sqrt();
        values.iter().map(|value| value / size).collect()
    }
}

/// Functions of a world: weights of outcome, treatment and effect.
struct Law<'a> {
    family: &'a Family,
    outcome: Vec<f64>,
    treatment: Vec<f64>,
    effect: Vec<f64>,
    average: f64,
}

impl World {
    pub(crate) fn new(family: &Family, seed: u64) -> Self {
        let name = family.name.bytes().fold(17_u64, |sum, byte| sum.wrapping_mul(31).wrapping_add(u64::from(byte)));
        let mut source = Source(SplitMix64::new(name ^ seed.wrapping_mul(0x9E37_79B9)));
        let law = Law::new(family, &mut source);
        let mut input = TreatmentInput::default();
        let mut effects = Vec::new();
        while input.y.len() < family.rows {
            let row = covariates(family, &mut source);
            let treated = source.0.uniform() < 1.0 / (1.0 + (-law.log_odds(&row)).exp());
            let effect = law.effect(&row);
            let outcome = law.untreated(&row) + law.noise(&row, &mut source);
            input.y.push(outcome + if treated { effect } else { 0.0 });
            input.t.push(f64::from(treated));
            input.x.push(row);
            effects.push(effect);
        }
        let own: Vec<f64> =
            effects.iter().zip(&input.t).filter(|(_, t)| **t == 1.0).map(|(effect, _)| *effect).collect();
        let mean = |values: &[f64]| values.iter().sum::<f64>() / values.len().max(1) as f64;
        let all: Vec<f64> = (0..POPULATION).map(|_| law.effect(&covariates(family, &mut source))).collect();
        Self { input, ate: mean(&effects), att: mean(&own), population: mean(&all) }
    }
}

/// A row of covariates of standard deviation 1, neighbours of which are correlated.
fn covariates(family: &Family, source: &mut Source) -> Vec<f64> {
    let mut last = 0.0;
    (0..family.columns)
        .map(|place| {
            last = 0.4 * last + 0.84_f64.sqrt() * source.normal();
            if place + family.binary < family.columns { last } else { 2.0 * f64::from(last > 0.3) - 0.8 }
        })
        .collect()
}

impl<'a> Law<'a> {
    fn new(family: &'a Family, source: &mut Source) -> Self {
        let outcome = source.direction(family.relevant);
        let other = source.direction(family.relevant);
        // Rows with better outcomes are treated more often: what confounds.
        let mixed: Vec<f64> = outcome.iter().zip(&other).map(|(own, other)| 0.8 * own + 0.6 * other).collect();
        let size = mixed.iter().map(|value| value * value).sum::<f64>().sqrt().max(0.1);
        let treatment = mixed.iter().map(|value| family.confounding * value / size).collect();
        let effect = source.direction(family.relevant);
        Self { family, outcome, treatment, effect, average: 1.0 + source.normal() }
    }

    fn log_odds(&self, row: &[f64]) -> f64 {
        self.family.odds + along(&self.treatment, row)
    }

    fn untreated(&self, row: &[f64]) -> f64 {
        let line = along(&self.outcome, row);
        match self.family.shape {
            Shape::Linear => 2.0 * line,
            Shape::Smooth => line + (1.5 * row[0]).sin() + 0.5 * row[1] * row[2] + 0.4 * line * line,
            Shape::Steps => {
                [row[0] > 0.0, row[1] > 0.5, line > 0.8].map(|is_above| 1.5 * f64::from(is_above)).iter().sum()
            }
            Shape::Exponential => (0.7 * line + 0.7).exp(),
            Shape::Earnings => 1.0 + 0.8 * line.max(-1.0),
        }
    }

    fn effect(&self, row: &[f64]) -> f64 {
        match self.family.shape {
            Shape::Exponential => 4.0 + 1.2 * along(&self.outcome, row) - self.untreated(row) + 2.5,
            Shape::Smooth => self.average + self.family.heterogeneity * (along(&self.effect, row) + row[0].abs() - 0.8),
            Shape::Steps => self.average + 2.0 * self.family.heterogeneity * f64::from(row[0] + row[1] > 0.0),
            _ => self.average + self.family.heterogeneity * along(&self.effect, row),
        }
    }

    fn noise(&self, row: &[f64], source: &mut Source) -> f64 {
        let base = match (self.family.shape, self.family.tails) {
            // Nothing, or a skewed amount: mean 0.
            (Shape::Earnings, _) => {
                let mean = self.untreated(row);
                let earned = if source.0.uniform() < 0.65 { mean / 0.65 } else { 0.0 };
                return earned * (0.8 * source.normal() - 0.32).exp() - mean;
            }
            (_, Tails::Heavy) => source.student(),
            (_, Tails::Uneven) => source.normal() * (0.5 * row[0]).clamp(-0.92, 0.92).exp(),
            (_, Tails::Normal) => source.normal(),
        };
        self.family.noise * base
    }
}

fn along(weights: &[f64], row: &[f64]) -> f64 {
    weights.iter().zip(row).map(|(weight, value)| weight * value).sum()
}
