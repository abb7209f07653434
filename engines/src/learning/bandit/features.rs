//! Features of a context: centred and scaled values, and their likeness to landmarks.

use crate::stat::dot;

/// Likenesses below this share of new information add no landmark.
const NEW: f64 = 0.05;
/// Maximum number of contexts compared for the median distance.
const COMPARED: usize = 80;
/// Largest distance of a scaled value from the mean, in ranges: an outlier must not outweigh all other values.
const FARTHEST: f64 = 1.5;

/// Scales contexts as learned from the first ones.
#[derive(Debug, Clone)]
pub(super) struct Scaler {
    mean: Vec<f64>,
    /// One over the range of each value; 0 for a constant.
    factor: Vec<f64>,
    width: usize,
}

impl Scaler {
    /// Learns means and ranges; contexts have `width` features at most, longer ones are folded.
    ///
    /// The range and not the standard deviation: a rare category of one-hot values must not weigh more than a common one.
    pub(super) fn fit(contexts: &[&[f64]], width: usize) -> Self {
        let size = contexts.first().map_or(0, |x| x.len());
        let count = contexts.len().max(1) as f64;
        let mut mean = vec![0.0; size];
        let mut range = vec![(f64::INFINITY, f64::NEG_INFINITY); size];
        for x in contexts {
            for (at, value) in x.iter().enumerate() {
                mean[at] += value / count;
                range[at] = (range[at].0.min(*value), range[at].1.max(*value));
            }
        }
        let factor = |(low, high): &(f64, f64)| if high - low > 1e-200 { 1.0 / (high - low) } else { 0.0 };
        Self { mean, factor: range.iter().map(factor).collect(), width }
    }

    /// Returns the scaled values.
    ///
    /// Source of the folding: Weinberger, Dasgupta, Langford, Smola & Attenberg (2009), "Feature hashing for large scale
    /// multitask learning", ICML.
    pub(super) fn scaled(&self, x: &[f64]) -> Vec<f64> {
        let values = x.iter().zip(&self.mean).zip(&self.factor);
        let scaled = values.map(|((x, mean), factor)| ((x - mean) * factor).clamp(-FARTHEST, FARTHEST));
        if x.len() <= self.width {
            return scaled.collect();
        }
        let mut folded = vec![0.0; self.width];
        for (at, value) in scaled.enumerate() {
            let mixed = (at as u64 + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
            let sign = if mixed >> 63 == 0 { 1.0 } else { -1.0 };
            folded[(mixed >> 32) as usize % self.width] += sign * value;
        }
        folded
    }
}

/// Likeness to some of the contexts, as features whose products are the likeness of contexts.
///
/// Source: Williams & Seeger (2001), "Using the Nyström method to speed up kernel machines", NIPS 13.
#[derive(Debug, Clone)]
pub(super) struct Landmarks {
    points: Vec<Vec<f64>>,
    /// Rows of the Cholesky factor of the likenesses between the points.
    lower: Vec<Vec<f64>>,
    decay: f64,
}

impl Landmarks {
    /// Selects at most `most` of the contexts that are not like the earlier ones.
    pub(super) fn fit(contexts: &[Vec<f64>], most: usize, decay: f64) -> Self {
        let mut landmarks = Self { points: Vec::new(), lower: Vec::new(), decay };
        for x in contexts {
            if landmarks.points.len() >= most {
                break;
            }
            let mut row = landmarks.features(x);
            let new = 1.0 - dot(&row, &row);
            if new > NEW {
                row.push(new.sqrt());
                landmarks.points.push(x.clone());
                landmarks.lower.push(row);
            }
        }
        landmarks
    }

    /// Returns as many features as there are landmarks.
    pub(super) fn features(&self, x: &[f64]) -> Vec<f64> {
        let mut features: Vec<f64> = Vec::with_capacity(self.points.len());
        for (point, row) in self.points.iter().zip(&self.lower) {
            let likeness = (-self.decay * squared_distance(point, x)).exp();
            let known = dot(&row[..features.len()], &features);
            features.push((likeness - known) / row[features.len()]);
        }
        features
    }
}

pub(super) fn squared_distance(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| (a - b) * (a - b)).sum()
}

/// Median squared distance between the latest contexts; `None` if they are all equal.
pub(super) fn median_distance(contexts: &[Vec<f64>]) -> Option<f64> {
    let latest = &contexts[contexts.len().saturating_sub(COMPARED)..];
    let mut distances: Vec<f64> = latest
        .iter()
        .enumerate()
        .flat_map(|(place, a)| latest[..place].iter().map(move |b| squared_distance(a, b)))
        .filter(|distance| *distance > 0.0)
        .collect();
    distances.sort_by(f64::total_cmp);
    distances.get(distances.len() / 2).copied()
}
