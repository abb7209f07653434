//! Minimisation without derivatives.

/// Returns the minimum found and its value, starting at `start` with initial steps `step`.
///
/// Source: Nelder & Mead (1965), "A simplex method for function minimization", with their coefficients 1, 2, 1/2, 1/2.
/// Ends if the values of the simplex agree to one part in 10^8 and its corners to a hundredth of their steps, or after
/// `evaluations` calls. NaN counts as infinite.
pub fn minimise(
    mut value: impl FnMut(&[f64]) -> f64, start: &[f64], step: &[f64], evaluations: usize,
) -> (Vec<f64>, f64) {
    let mut calls = 0;
    let mut at = |point: &[f64]| {
        calls += 1;
        let value = value(point);
        (if value.is_nan() { f64::INFINITY } else { value }, calls)
    };
    let mut simplex: Vec<(Vec<f64>, f64)> = vec![(start.to_vec(), at(start).0)];
    for axis in 0..start.len() {
        let mut corner = start.to_vec();
        corner[axis] += step[axis];
        let height = at(&corner).0;
        simplex.push((corner, height));
    }
    loop {
        simplex.sort_by(|a, b| a.1.total_cmp(&b.1));
        let (best, worst) = (simplex[0].1, simplex[simplex.len() - 1].1);
        if start.is_empty() || (worst - best).abs() <= 1e-8 * (best.abs() + 1e-12) {
            if is_narrow(&simplex, step) {
                break;
            }
            // Corners on both sides of a minimum have equal values, however far they are from it.
            if shrink(&mut simplex, &mut at) >= evaluations {
                break;
            }
            continue;
        }
        let centre = centre_of(&simplex[..simplex.len() - 1]);
        let last = simplex.len() - 1;
        let along =
            |part: f64| -> Vec<f64> { centre.iter().zip(&simplex[last].0).map(|(c, w)| c + part * (c - w)).collect() };
        let reflected = along(1.0);
        let (height, calls) = at(&reflected);
        if calls >= evaluations {
            break;
        }
        if height < best {
            let expanded = along(2.0);
            let far = at(&expanded).0;
            simplex[last] = if far < height { (expanded, far) } else { (reflected, height) };
        } else if height < simplex[last - 1].1 {
            simplex[last] = (reflected, height);
        } else {
            let inner = along(if height < worst { 0.5 } else { -0.5 });
            let near = at(&inner).0;
            if near < worst.min(height) {
                simplex[last] = (inner, near);
            } else {
                shrink(&mut simplex, &mut at);
            }
        }
    }
    simplex.swap_remove(0)
}

fn centre_of(points: &[(Vec<f64>, f64)]) -> Vec<f64> {
    let axes = points[0].0.len();
    (0..axes).map(|axis| points.iter().map(|(point, _)| point[axis]).sum::<f64>() / points.len() as f64).collect()
}

/// Returns whether all corners are within a hundredth of the initial step of the best one.
fn is_narrow(simplex: &[(Vec<f64>, f64)], step: &[f64]) -> bool {
    let best = &simplex[0].0;
    simplex.iter().all(|(point, _)| point.iter().zip(best).zip(step).all(|((x, b), s)| (x - b).abs() <= 0.01 * s.abs()))
}

/// Halves the distance of all corners to the best one; returns the number of evaluations so far.
fn shrink(simplex: &mut [(Vec<f64>, f64)], at: &mut impl FnMut(&[f64]) -> (f64, usize)) -> usize {
    let best = simplex[0].0.clone();
    let mut calls = 0;
    for (point, height) in &mut simplex[1..] {
        for (x, b) in point.iter_mut().zip(&best) {
            *x = b + 0.5 * (*x - b);
        }
        (*height, calls) = at(point);
    }
    calls
}
