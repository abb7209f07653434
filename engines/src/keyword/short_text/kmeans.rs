//! k-means.

use crate::common::{Control, EngineError, checkpoint};
use crate::stat::SplitMix64;

/// Maximum number of starts; the tightest result is used.
pub(super) const STARTS: usize = 10;
/// Maximum number of multiplications in all starts: about five seconds.
const MOST_WORK: usize = 10_000_000_000;
/// Number of iterations that a start usually takes, to estimate its work.
const USUAL_ROUNDS: usize = 25;
/// Number of sums that a distance is computed in, so that the compiler can use vector instructions.
const LANES: usize = 8;
/// Maximum number of iterations per start.
const ROUNDS: usize = 60;

/// Assigns each point to a group by Lloyd's algorithm, the tightest result of several k-means++ starts.
///
/// Sources: Lloyd (1982), "Least squares quantization in PCM"; Arthur & Vassilvitskii (2007), "k-means++: the
/// advantages of careful seeding".
///
/// Of large inputs fewer starts are tried, at least one.
///
/// # Errors
/// Returns [`EngineError::Cancelled`].
pub(super) fn divide(
    points: &[Vec<f32>], count: usize, starts: usize, random: &mut SplitMix64, control: &dyn Control,
) -> Result<Vec<u32>, EngineError> {
    let mut best: Option<(f64, Vec<u32>)> = None;
    let dimensions = points.first().map_or(1, Vec::len);
    let work = points.len().saturating_mul(count).saturating_mul(dimensions).saturating_mul(USUAL_ROUNDS);
    for _ in 0..(MOST_WORK / work.max(1)).clamp(1, starts.max(1)) {
        let (spread, groups) = one_start(points, count, random, control)?;
        if best.as_ref().is_none_or(|(least, _)| spread < *least) {
            best = Some((spread, groups));
        }
    }
    Ok(best.map_or_else(|| vec![0; points.len()], |(_, groups)| groups))
}

fn one_start(
    points: &[Vec<f32>], count: usize, random: &mut SplitMix64, control: &dyn Control,
) -> Result<(f64, Vec<u32>), EngineError> {
    let mut centres = seeds(points, count, random, control)?;
    let mut groups = vec![u32::MAX; points.len()];
    let mut spread = f64::INFINITY;
    for _ in 0..ROUNDS {
        checkpoint(control)?;
        let mut changed = false;
        spread = 0.0;
        for (point, group) in points.iter().zip(&mut groups) {
            let (nearest, distance) = nearest(point, &centres);
            changed |= *group != nearest;
            *group = nearest;
            spread += f64::from(distance);
        }
        if !changed {
            break;
        }
        move_centres(points, &groups, &mut centres);
    }
    Ok((spread, groups))
}

/// Draws centres one after another, with a probability proportional to the squared distance to previous ones; of
/// several candidates the one with the smallest total distance is used (greedy k-means++).
fn seeds(
    points: &[Vec<f32>], count: usize, random: &mut SplitMix64, control: &dyn Control,
) -> Result<Vec<Vec<f32>>, EngineError> {
    let first = points[random.below(points.len())].clone();
    let mut distances: Vec<f32> = points.iter().map(|point| squared(point, &first)).collect();
    let mut centres = vec![first];
    let trials = 2 + (count as f64).ln() as usize;
    while centres.len() < count {
        checkpoint(control)?;
        let mut best: Option<(f64, usize, Vec<f32>)> = None;
        for _ in 0..trials {
            let drawn = draw(&distances, random);
            let closer: Vec<f32> = points
                .iter()
                .zip(&distances)
                .map(|(point, distance)| distance.min(squared(point, &points[drawn])))
                .collect();
            let left: f64 = closer.iter().map(|d| f64::from(*d)).sum();
            if best.as_ref().is_none_or(|(least, _, _)| left < *least) {
                best = Some((left, drawn, closer));
            }
        }
        let Some((_, drawn, closer)) = best else { break };
        centres.push(points[drawn].clone());
        distances = closer;
    }
    Ok(centres)
}

/// Draws an index with a probability proportional to its distance; any index if all distances are zero.
fn draw(distances: &[f32], random: &mut SplitMix64) -> usize {
    let total: f64 = distances.iter().map(|distance| f64::from(*distance)).sum();
    let mut left = random.uniform() * total;
    let drawn = distances.iter().position(|distance| {
        left -= f64::from(*distance);
        left < 0.0
    });
    drawn.unwrap_or_else(|| random.below(distances.len()))
}

fn nearest(point: &[f32], centres: &[Vec<f32>]) -> (u32, f32) {
    let mut best = (0, f32::INFINITY);
    for (at, centre) in centres.iter().enumerate() {
        let distance = squared(point, centre);
        if distance < best.1 {
            best = (at as u32, distance);
        }
    }
    best
}

fn squared(a: &[f32], b: &[f32]) -> f32 {
    let (parts, others) = (a.chunks_exact(LANES), b.chunks_exact(LANES));
    let rest = parts.remainder().iter().zip(others.remainder());
    let rest: f32 = rest.map(|(x, y)| (x - y) * (x - y)).sum();
    let mut sums = [0.0_f32; LANES];
    for (part, other) in parts.zip(others) {
        for ((sum, x), y) in sums.iter_mut().zip(part).zip(other) {
            *sum += (x - y) * (x - y);
        }
    }
    sums.iter().sum::<f32>() + rest
}

/// Moves centres to the means of their points; a centre without points is unchanged.
fn move_centres(points: &[Vec<f32>], groups: &[u32], centres: &mut [Vec<f32>]) {
    let mut sums: Vec<Vec<f32>> = centres.iter().map(|centre| vec![0.0; centre.len()]).collect();
    let mut counts = vec![0.0_f32; centres.len()];
    for (point, group) in points.iter().zip(groups) {
        let group = *group as usize;
        counts[group] += 1.0;
        sums[group].iter_mut().zip(point).for_each(|(sum, value)| *sum += value);
    }
    for ((centre, sum), count) in centres.iter_mut().zip(sums).zip(counts) {
        if count > 0.0 {
            *centre = sum.into_iter().map(|value| value / count).collect();
        }
    }
}
