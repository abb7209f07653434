//! Downhill simplex minimisation in four dimensions.

use crate::common::{Control, EngineError, checkpoint};

/// Maximum number of evaluations.
const EVALUATIONS: usize = 120;
/// Range of values at which the search ends.
const FLAT: f64 = 1e-3;

type Point = [f64; 4];

/// Returns the minimum near `start` by the downhill simplex method.
///
/// Source: Nelder & Mead (1965), "A simplex method for function minimization", Computer Journal 7.
pub(super) fn minimised(
    cost: &dyn Fn(&Point) -> f64, start: Point, control: &dyn Control,
) -> Result<Point, EngineError> {
    let mut corners: Vec<(f64, Point)> = vec![(cost(&start), start)];
    for axis in 0..start.len() {
        let mut corner = start;
        corner[axis] -= 1.0;
        corners.push((cost(&corner), corner));
    }
    let mut left = EVALUATIONS;
    while left > 0 {
        checkpoint(control)?;
        corners.sort_by(|a, b| a.0.total_cmp(&b.0));
        let last = corners.len() - 1;
        if corners[last].0 - corners[0].0 < FLAT {
            break;
        }
        left = left.saturating_sub(step(cost, &mut corners));
    }
    corners.sort_by(|a, b| a.0.total_cmp(&b.0));
    Ok(corners[0].1)
}

/// Performs one change of the simplex; returns the number of evaluations.
fn step(cost: &dyn Fn(&Point) -> f64, corners: &mut [(f64, Point)]) -> usize {
    let last = corners.len() - 1;
    let centre = centre(&corners[..last]);
    let worst = corners[last];
    let at = |distance: f64| {
        let mut point = centre;
        point.iter_mut().zip(&worst.1).for_each(|(centre, worst)| *centre += distance * (*centre - worst));
        (cost(&point), point)
    };
    let reflected = at(1.0);
    if reflected.0 < corners[0].0 {
        let expanded = at(2.0);
        corners[last] = if expanded.0 < reflected.0 { expanded } else { reflected };
        return 2;
    }
    if reflected.0 < corners[last - 1].0 {
        corners[last] = reflected;
        return 1;
    }
    let contracted = if reflected.0 < worst.0 { at(0.5) } else { at(-0.5) };
    if contracted.0 < worst.0.min(reflected.0) {
        corners[last] = contracted;
        return 2;
    }
    let best = corners[0].1;
    for corner in corners.iter_mut().skip(1) {
        corner.1.iter_mut().zip(&best).for_each(|(own, best)| *own = 0.5 * (*own + best));
        corner.0 = cost(&corner.1);
    }
    2 + last
}

fn centre(corners: &[(f64, Point)]) -> Point {
    let mut centre = [0.0; 4];
    for (_, point) in corners {
        centre.iter_mut().zip(point).for_each(|(centre, point)| *centre += point / corners.len() as f64);
    }
    centre
}
