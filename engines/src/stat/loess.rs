//! Local regression on evenly spaced points, as used by STL.

/// Precomputed evaluation points and weights for smoothing series of one length.
///
/// Source: Cleveland, Cleveland, McRae & Terpenning (1990), "STL: A seasonal-trend decomposition procedure based on
/// loess", Journal of Official Statistics 6(1), section 2, and its Fortran (`stless`, `stlest`), which R's `stl` runs.
/// Interior points share one set of weights, which are computed once for all passes.
#[derive(Debug, Clone)]
pub(crate) struct Smoother {
    count: usize,
    degree: u8,
    points: Vec<Point>,
    kernels: Vec<Kernel>,
    /// Points before the first and after the last, where STL extends a seasonal series.
    ends: [Point; 2],
}

#[derive(Debug, Clone, Copy)]
struct Point {
    at: f64,
    left: usize,
    kernel: usize,
}

#[derive(Debug, Clone)]
struct Kernel {
    /// Offset of the evaluated point from the leftmost one, and points used.
    offset: f64,
    width: usize,
    /// Tricube weights without robustness weights.
    tricube: Vec<f64>,
    /// Weights of the fit without robustness weights; empty if there is none.
    fit: Vec<f64>,
}

impl Smoother {
    /// Plans smoothing of `count` points (at least 1) with `window` neighbours and a local
    /// polynomial of `degree` 0 or 1, evaluated at every `jump`-th point and interpolated linearly.
    pub(crate) fn new(count: usize, window: usize, degree: u8, jump: usize) -> Self {
        let jump = jump.min(count.saturating_sub(1)).max(1);
        let placeholder = Point { at: 0.0, left: 0, kernel: 0 };
        let mut plan = Self { count, degree, points: Vec::new(), kernels: Vec::new(), ends: [placeholder; 2] };
        let mut last = (0, count);
        for index in (0..count).step_by(jump) {
            last = neighbours(index, count, window, jump);
            plan.push(index as f64, last, window);
        }
        if !(count - 1).is_multiple_of(jump) {
            plan.push((count - 1) as f64, last, window);
        }
        let near = window.min(count);
        plan.ends = [
            plan.point(-1.0, (0, near), window),
            plan.point(count as f64, (count.saturating_sub(window), near), window),
        ];
        plan
    }

    fn push(&mut self, at: f64, neighbours: (usize, usize), window: usize) {
        let point = self.point(at, neighbours, window);
        self.points.push(point);
    }

    fn point(&mut self, at: f64, (left, width): (usize, usize), window: usize) -> Point {
        let offset = at - left as f64;
        let known = self.kernels.iter().rposition(|kernel| kernel.offset == offset && kernel.width == width);
        let kernel = known.unwrap_or_else(|| {
            self.kernels.push(Kernel::new(offset, width, self.count, window, self.degree));
            self.kernels.len() - 1
        });
        Point { at, left, kernel }
    }

    /// Smooths `values` (of the planned length) into `smooth`, with robustness weights.
    pub(crate) fn smooth(&self, values: &[f64], robustness: Option<&[f64]>, smooth: &mut [f64]) {
        if self.count < 2 {
            smooth[..self.count].copy_from_slice(values);
            return;
        }
        let mut before = 0;
        let mut room = Vec::new();
        for (place, point) in self.points.iter().enumerate() {
            let index = point.at as usize;
            smooth[index] = self.fit(point, values, robustness, &mut room).unwrap_or(values[index]);
            if place > 0 {
                interpolate(smooth, before, index);
            }
            before = index;
        }
    }

    /// Fits one step before the first and one step after the last point.
    pub(crate) fn beyond(&self, values: &[f64], robustness: Option<&[f64]>) -> [Option<f64>; 2] {
        let mut room = Vec::new();
        self.ends.map(|end| self.fit(&end, values, robustness, &mut room))
    }

    /// Fits at a point; `room` is a buffer for weights.
    fn fit(&self, point: &Point, values: &[f64], robustness: Option<&[f64]>, room: &mut Vec<f64>) -> Option<f64> {
        let kernel = &self.kernels[point.kernel];
        let near = &values[point.left..point.left + kernel.width];
        match robustness {
            None => (!kernel.fit.is_empty()).then(|| dot(&kernel.fit, near)),
            Some(robustness) => {
                let robustness = &robustness[point.left..point.left + kernel.width];
                room.clear();
                room.extend(kernel.tricube.iter().zip(robustness).map(|(a, b)| a * b));
                kernel.local(room, self.count, self.degree).map(|()| dot(room, near))
            }
        }
    }
}

/// First neighbour and number of neighbours of the point `index`, as in `stless`.
fn neighbours(index: usize, count: usize, window: usize, jump: usize) -> (usize, usize) {
    if window >= count {
        return (0, count);
    }
    let half = window.div_ceil(2);
    let latest = count - window;
    let left = match jump {
        1 => (index + 1).saturating_sub(half).min(latest),
        _ if index + 1 < half => 0,
        _ if index + 1 > count - half => latest,
        _ => index + 1 - half,
    };
    (left, window)
}

fn interpolate(smooth: &mut [f64], from: usize, to: usize) {
    let step = (smooth[to] - smooth[from]) / (to - from) as f64;
    for index in from + 1..to {
        smooth[index] = smooth[from] + step * (index - from) as f64;
    }
}

/// Sum of products, in four lanes for parallel execution.
fn dot(a: &[f64], b: &[f64]) -> f64 {
    let mut strands = [0.0; 4];
    let (quads_a, quads_b) = (a.chunks_exact(4), b.chunks_exact(4));
    let rest: f64 = quads_a.remainder().iter().zip(quads_b.remainder()).map(|(x, y)| x * y).sum();
    for (x, y) in quads_a.zip(quads_b) {
        for lane in 0..4 {
            strands[lane] += x[lane] * y[lane];
        }
    }
    strands.iter().sum::<f64>() + rest
}

impl Kernel {
    fn new(offset: f64, width: usize, count: usize, window: usize, degree: u8) -> Self {
        let mut reach = offset.max(width as f64 - 1.0 - offset);
        if window > count {
            reach += ((window - count) / 2) as f64;
        }
        let tricube: Vec<f64> = (0..width).map(|place| tricube((place as f64 - offset).abs(), reach)).collect();
        let mut kernel = Self { offset, width, tricube, fit: Vec::new() };
        let mut fit = kernel.tricube.clone();
        if kernel.local(&mut fit, count, degree).is_some() {
            kernel.fit = fit;
        }
        kernel
    }

    /// Converts weights of neighbours to the coefficients of the local fit; returns `None` if all are 0.
    fn local(&self, weights: &mut [f64], count: usize, degree: u8) -> Option<()> {
        let total: f64 = weights.iter().sum();
        if total <= 0.0 {
            return None;
        }
        weights.iter_mut().for_each(|weight| *weight /= total);
        if degree == 0 {
            return Some(());
        }
        let centre: f64 = weights.iter().enumerate().map(|(place, weight)| weight * place as f64).sum();
        let spread: f64 =
            weights.iter().enumerate().map(|(place, weight)| weight * (place as f64 - centre).powi(2)).sum();
        // The Fortran code fits a level if the points are too close together for a slope.
        if spread.sqrt() > 0.001 * (count as f64 - 1.0) {
            let tilt = (self.offset - centre) / spread;
            for (place, weight) in weights.iter_mut().enumerate() {
                *weight *= tilt * (place as f64 - centre) + 1.0;
            }
        }
        Some(())
    }
}

fn tricube(distance: f64, reach: f64) -> f64 {
    if distance > 0.999 * reach {
        0.0
    } else if distance <= 0.001 * reach {
        1.0
    } else {
        let share = distance / reach;
        (1.0 - share * share * share).powi(3)
    }
}
