//! Optimal segmentations by complexity.

use super::cost::Sums;
use crate::common::{Control, EngineError, checkpoint};

/// Maximum units of complexity: about twenty segments of one series.
const MOST_UNITS: usize = 80;

/// A segment: its start, and whether it is a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Segment {
    pub(super) start: usize,
    pub(super) is_line: bool,
}

/// A segmentation, its residual sum of squares and its units of complexity.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Segmentation {
    pub(super) segments: Vec<Segment>,
    pub(super) left: f64,
    pub(super) units: usize,
}

/// Returns the segmentation with the smallest sum of squares for each number of units.
///
/// Exact dynamic programming over the last segment (Auger & Lawrence 1989, "Algorithms for the optimal
/// identification of segment neighborhoods"), with a choice between a level and a line for every segment:
/// a level takes `units.0`, a line `units.1`.
///
/// # Errors
/// Returns [`EngineError::Cancelled`] if the caller cancelled.
pub(super) fn segmentations(
    sums: &Sums, steps: usize, shortest: usize, units: (usize, usize), control: &dyn Control,
) -> Result<Vec<Segmentation>, EngineError> {
    let most = MOST_UNITS.min(units.1.max(units.0) * (steps / shortest).max(1));
    let mut best = vec![vec![f64::INFINITY; steps + 1]; most + 1];
    let mut from = vec![vec![(0_u32, false); steps + 1]; most + 1];
    best[0][0] = 0.0;
    let (mut levels, mut lines) = (vec![0.0; steps + 1], vec![0.0; steps + 1]);
    for to in shortest..=steps {
        if to % 64 == 0 {
            checkpoint(control)?;
        }
        let last = to - shortest;
        for start in 0..=last {
            (levels[start], lines[start]) = sums.cost(start, to);
        }
        for used in units.0.min(units.1)..=most {
            for (unit, costs, is_line) in [(units.0, &levels, false), (units.1, &lines, true)] {
                let Some(before) = used.checked_sub(unit) else { continue };
                let (value, start) = least_sum(&best[before][..=last], &costs[..=last]);
                if value < best[used][to] {
                    best[used][to] = value;
                    from[used][to] = (start as u32, is_line);
                }
            }
        }
    }
    let reachable = (0..=most).filter(|used| best[*used][steps].is_finite());
    Ok(reachable.map(|used| trace(&from, best[used][steps], used, steps, units)).collect())
}

/// Smallest sum of two lists and its index; the first of ties.
fn least_sum(a: &[f64], b: &[f64]) -> (f64, usize) {
    let mut least = [f64::INFINITY; 4];
    let (quads_a, quads_b) = (a.chunks_exact(4), b.chunks_exact(4));
    let rest = quads_a.remainder().iter().zip(quads_b.remainder()).map(|(x, y)| x + y).fold(f64::INFINITY, f64::min);
    for (x, y) in quads_a.zip(quads_b) {
        for lane in 0..4 {
            let sum = x[lane] + y[lane];
            least[lane] = if sum < least[lane] { sum } else { least[lane] };
        }
    }
    let value = least.iter().copied().fold(rest, f64::min);
    if value.is_infinite() {
        return (value, 0);
    }
    let place = a.iter().zip(b).position(|(x, y)| x + y == value).unwrap_or(0);
    (value, place)
}

fn trace(from: &[Vec<(u32, bool)>], left: f64, units_used: usize, steps: usize, units: (usize, usize)) -> Segmentation {
    let (mut segments, mut to, mut used) = (Vec::new(), steps, units_used);
    while to > 0 {
        let (start, is_line) = from[used][to];
        segments.push(Segment { start: start as usize, is_line });
        to = start as usize;
        used -= if is_line { units.1 } else { units.0 };
    }
    segments.reverse();
    Segmentation { segments, left, units: units_used }
}
