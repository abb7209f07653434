//! Policies of the literature.
use engines::stat::{SplitMix64, dot, standard_normal};

/// Chooses actions and learns from their rewards.
pub(crate) trait Policy {
    fn choose(&mut self, x: &[f64]) -> usize;
    fn tell(&mut self, x: &[f64], action: usize, reward: f64);
}

/// Inverse matrix and moments of one action.
type Ridge = (Vec<Vec<f64>>, Vec<f64>);

/// LinUCB: Li et al. (2010), algorithm 1.
pub(crate) struct LinUcb {
    alpha: f64,
    arms: Vec<Ridge>,
    r: SplitMix64,
}

impl LinUcb {
    pub(crate) fn new(actions: usize, features: usize, alpha: f64) -> Self {
        let d = features + 1;
        let eye: Vec<Vec<f64>> = (0..d).map(|i| (0..d).map(|j| f64::from(i == j)).collect()).collect();
        Self { alpha, arms: vec![(eye, vec![0.0; d]); actions], r: SplitMix64::new(9) }
    }
}
fn with_one(x: &[f64]) -> Vec<f64> {
    std::iter::once(1.0).chain(x.iter().copied()).collect()
}
impl Policy for LinUcb {
    fn choose(&mut self, x: &[f64]) -> usize {
        let x = with_one(x);
        let mut best = (f64::NEG_INFINITY, 0);
        for (a, (inverse, b)) in self.arms.iter().enumerate() {
            let ax: Vec<f64> = inverse.iter().map(|row| dot(row, &x)).collect();
            let v = dot(&ax, b) + self.alpha * dot(&ax, &x).sqrt() + 1e-9 * self.r.uniform();
            if v > best.0 {
                best = (v, a)
            }
        }
        best.1
    }
    fn tell(&mut self, x: &[f64], action: usize, reward: f64) {
        let x = with_one(x);
        let (inverse, b) = &mut self.arms[action];
        let ax: Vec<f64> = inverse.iter().map(|row| dot(row, &x)).collect();
        let s = 1.0 + dot(&ax, &x);
        for (row, p) in inverse.iter_mut().zip(&ax) {
            row.iter_mut().zip(&ax).for_each(|(e, q)| *e -= p * q / s)
        }
        b.iter_mut().zip(&x).for_each(|(b, x)| *b += reward * x);
    }
}

/// Thompson sampling without context: Beta(1, 1) for clicks; for others a normal with the variance of all rewards.
pub(crate) struct Thompson {
    counts: Vec<(f64, f64, f64)>,
    binary: bool,
    r: SplitMix64,
}
impl Thompson {
    pub(crate) fn new(actions: usize, seed: u64) -> Self {
        Self { counts: vec![(0.0, 0.0, 0.0); actions], binary: true, r: SplitMix64::new(seed) }
    }
}
/// Gamma draw for a shape of at least 1: Marsaglia & Tsang (2000).
fn gamma(shape: f64, r: &mut SplitMix64) -> f64 {
    let d = shape - 1.0 / 3.0;
    let c = 1.0 / (9.0 * d).sqrt();
    loop {
        let z = standard_normal(r);
        let v = (1.0 + c * z).powi(3);
        if v > 0.0 && r.uniform().max(1e-300).ln() < 0.5 * z * z + d - d * v + d * v.ln() {
            return d * v;
        }
    }
}
impl Policy for Thompson {
    fn choose(&mut self, _x: &[f64]) -> usize {
        let n: f64 = self.counts.iter().map(|c| c.0).sum();
        let mean = self.counts.iter().map(|c| c.1).sum::<f64>() / n.max(1.0);
        let var = (self.counts.iter().map(|c| c.2).sum::<f64>() / n.max(1.0) - mean * mean).max(1e-9);
        let mut best = (f64::NEG_INFINITY, 0);
        for a in 0..self.counts.len() {
            let (n, s, _) = self.counts[a];
            let v = if self.binary {
                let (g, h) = (gamma(1.0 + s, &mut self.r), gamma(1.0 + n - s, &mut self.r));
                g / (g + h)
            } else {
                (mean + s) / (n + 1.0) + (var / (n + 1.0)).sqrt() * standard_normal(&mut self.r)
            };
            if v > best.0 {
                best = (v, a)
            }
        }
        best.1
    }
    fn tell(&mut self, _x: &[f64], a: usize, reward: f64) {
        self.binary &= reward == 0.0 || reward == 1.0;
        let c = &mut self.counts[a];
        c.0 += 1.0;
        c.1 += reward;
        c.2 += reward * reward;
    }
}
