//! Worlds of known noise.

use engines::stat::{SplitMix64, normal_quantile};

/// Days before and after the change.
pub(crate) const BEFORE: usize = 100;
pub(crate) const AFTER: usize = 28;
/// Days that are left out before the first.
const WARM: usize = 60;

/// A kind of world.
pub(crate) struct Family {
    pub(crate) name: &'static str,
    /// Autocorrelations of the series' own noise, one per seed in turn.
    pub(crate) phis: &'static [f64],
    /// Standard deviation of it, on a level of 100.
    pub(crate) noise: f64,
    pub(crate) has_heavy_tails: bool,
    /// What the series shares with its controls: 0 for no controls.
    pub(crate) shared: f64,
    pub(crate) has_week: bool,
    /// Standard deviation of a daily step of the level.
    pub(crate) drift: f64,
    /// Change of the level over the days before.
    pub(crate) trend: f64,
    /// True if the effect grows from 0 to twice its average.
    pub(crate) grows: bool,
}

const PLAIN: Family = Family {
    name: "AR(.3)",
    phis: &[0.3],
    noise: 10.0,
    has_heavy_tails: false,
    shared: 0.0,
    has_week: false,
    drift: 0.0,
    trend: 0.0,
    grows: false,
};
const MIXED: &[f64] = &[0.0, 0.3, 0.6];

pub(crate) const FAMILIES: [Family; 15] = [
    PLAIN,
    Family { name: "AR(.3) heavy", has_heavy_tails: true, ..PLAIN },
    Family { name: "AR(.5) 8", phis: &[0.5], noise: 8.0, ..PLAIN },
    Family { name: "AR mixed", phis: MIXED, ..PLAIN },
    Family { name: "AR mixed heavy", phis: MIXED, has_heavy_tails: true, ..PLAIN },
    Family { name: "AR mixed week", phis: MIXED, has_week: true, ..PLAIN },
    Family { name: "AR mixed trend", phis: MIXED, trend: 20.0, ..PLAIN },
    Family { name: "controls", phis: MIXED, shared: 10.0, ..PLAIN },
    Family { name: "controls heavy", phis: MIXED, shared: 10.0, has_heavy_tails: true, ..PLAIN },
    Family { name: "controls week", phis: MIXED, shared: 10.0, has_week: true, ..PLAIN },
    Family { name: "walk", phis: &[0.0], drift: 1.0, ..PLAIN },
    Family { name: "walk of the slow", phis: &[0.3], drift: 0.5, ..PLAIN },
    Family { name: "far walk with AR", phis: &[0.3], drift: 3.0, ..PLAIN },
    Family { name: "AR mixed, effect that grows", phis: MIXED, grows: true, ..PLAIN },
    Family { name: "controls and walk", phis: &[0.3], shared: 10.0, drift: 1.0, ..PLAIN },
];

pub(crate) struct World {
    pub(crate) y: Vec<f64>,
    pub(crate) x: Vec<Vec<f64>>,
    pub(crate) lift: f64,
    /// What is known of `y` but for level and effect.
    known: Vec<f64>,
    phi: f64,
    noise: f64,
    drift: f64,
}

struct Noise {
    random: SplitMix64,
    has_heavy_tails: bool,
}

impl Noise {
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

    fn series(&mut self, phi: f64) -> Vec<f64> {
        let mut value = 0.0;
        let all: Vec<f64> = (0..BEFORE + AFTER + WARM)
            .map(|_| {
                value = phi * value + (1.0 - phi * phi).sqrt() * self.next();
                value
            })
            .collect();
        all[WARM..].to_vec()
    }
}

impl World {
    pub(crate) fn new(family: &Family, seed: u64, effect: f64) -> Self {
        let random = SplitMix64::new(seed.wrapping_mul(7_919).wrapping_add(family.name.len() as u64 * 104_729 + 17));
        let mut noise = Noise { random, has_heavy_tails: family.has_heavy_tails };
        let phi = family.phis[(seed % family.phis.len() as u64) as usize];
        let own = noise.series(phi);
        let week = [1.0, 1.1, 1.1, 1.0, 0.9, 0.5, 0.45];
        let mut level = 0.0;
        let walk: Vec<f64> = (0..BEFORE + AFTER)
            .map(|_| {
                level += family.drift * noise.normal();
                level
            })
            .collect();
        let factor = noise.series(0.8);
        let controls: usize = if family.shared > 0.0 { 3 } else { 0 };
        let x = (0..controls)
            .map(|place| {
                let own_phi = [0.2, 0.5, 0.7][place];
                let own = noise.series(own_phi);
                // The first follows closely, the second less so, the third not at all.
                let load = [family.shared, 0.6 * family.shared, 0.0][place];
                (0..BEFORE + AFTER)
                    .map(|day| {
                        let season = if family.has_week { week[day % 7] } else { 1.0 };
                        80.0 * season + load * factor[day] + [2.0, 5.0, 10.0][place] * own[day]
                    })
                    .collect()
            })
            .collect();
        let season = |day: usize| if family.has_week { 100.0 * (week[day % 7] - 0.864) } else { 0.0 };
        let trend = |day: usize| family.trend * (day as f64 / BEFORE as f64 - 0.5);
        let known: Vec<f64> =
            (0..BEFORE + AFTER).map(|day| season(day) + trend(day) + family.shared * factor[day]).collect();
        let base: Vec<f64> =
            (0..BEFORE + AFTER).map(|day| 100.0 + known[day] + walk[day] + family.noise * own[day]).collect();
        // The planted lift is that share of the level of 100.
        let lift = effect * 100.0;
        let share = |ahead: usize| if family.grows { (2 * ahead + 1) as f64 / AFTER as f64 } else { 1.0 };
        let effect = |day: usize| day.checked_sub(BEFORE).map_or(0.0, |ahead| lift * share(ahead));
        let y = base.iter().enumerate().map(|(day, value)| value + effect(day)).collect();
        Self { y, x, lift, known, phi, noise: family.noise, drift: family.drift }
    }

    /// The effect in standard errors, for who knows everything but level and effect; not a number where the level moves.
    pub(crate) fn oracle(&self) -> f64 {
        if self.drift > 0.0 {
            return f64::NAN;
        }
        let phi = self.phi;
        let left: Vec<f64> = self.y.iter().zip(&self.known).map(|(y, known)| y - known).collect();
        let first = (1.0 - phi * phi).sqrt();
        let white = |at: usize, value: &dyn Fn(usize) -> f64| {
            if at == 0 { first * value(0) } else { value(at) - phi * value(at - 1) }
        };
        let after = |at: usize| f64::from(u8::from(at >= BEFORE));
        let (mut aa, mut ab, mut bb, mut ay, mut by) = (0.0, 0.0, 0.0, 0.0, 0.0);
        for at in 0..left.len() {
            let (a, b, y) = (white(at, &|_| 1.0), white(at, &after), white(at, &|at| left[at]));
            aa += a * a;
            ab += a * b;
            bb += b * b;
            ay += a * y;
            by += b * y;
        }
        let determinant = aa * bb - ab * ab;
        let effect = (aa * by - ab * ay) / determinant;
        let variance = self.noise.powi(2) * (1.0 - phi * phi) * aa / determinant;
        effect / variance.sqrt()
    }
}
