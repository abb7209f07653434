//! Cost of a segment as a level and as a line.

/// Running sums of one or more series, which give the cost of any segment in constant time.
#[derive(Debug, Clone)]
pub(super) struct Sums {
    /// For each series: sums of values, of squares and of values x time.
    series: Vec<[Vec<f64>; 3]>,
    steps: usize,
}

impl Sums {
    /// Computes the sums of series of equal length.
    pub(super) fn new(series: &[Vec<f64>]) -> Self {
        let steps = series.first().map_or(0, Vec::len);
        // Centred time, which preserves precision in long series.
        let time = |at: usize| at as f64 - 0.5 * steps as f64;
        let running = |values: &[f64], term: &dyn Fn(usize, f64) -> f64| {
            let mut sums = vec![0.0; steps + 1];
            for (at, value) in values.iter().enumerate() {
                sums[at + 1] = sums[at] + term(at, *value);
            }
            sums
        };
        let of = |values: &Vec<f64>| {
            [running(values, &|_, v| v), running(values, &|_, v| v * v), running(values, &|at, v| time(at) * v)]
        };
        Self { series: series.iter().map(of).collect(), steps }
    }

    /// Residual sums of squares around a level and around a line for the segment from `from` to before `to`.
    pub(super) fn cost(&self, from: usize, to: usize) -> (f64, f64) {
        let count = (to - from) as f64;
        let centre = 0.5 * ((from + to) as f64 - 1.0 - self.steps as f64);
        let spread = count * (count * count - 1.0) / 12.0;
        let (mut level, mut line) = (0.0, 0.0);
        for [sum, square, timed] in &self.series {
            let total = sum[to] - sum[from];
            let around = (square[to] - square[from] - total * total / count).max(0.0);
            let tilt = timed[to] - timed[from] - centre * total;
            level += around;
            line += if spread > 0.0 { (around - tilt * tilt / spread).max(0.0) } else { around };
        }
        (level, line)
    }
}
