//! Total cost of a segmentation.

use super::cost::Sums;
use super::partition::{Segment, Segmentation};

/// Price of a unit of complexity where figures are autocorrelated, in units of the penalty: a change of level must gain
/// 3 x 1.5 x this.
///
/// The smallest price, in steps of half a unit, at which at most 5 % of 600 series of 60 steps, and fewer of longer ones,
/// with autocorrelation 0.6 and no change show one (`docs/engines/pattern.md`).
const AUTOCORRELATED_UNIT: f64 = 13.0 / 3.0;
/// By how much autocorrelation 1 raises that price, by number of steps; linear between them, 0 outside.
///
/// The autocorrelation of few residuals is estimated too low and with a large error (Marriott & Pope 1954). Chosen in simulated noise
/// with autocorrelation 0.6: at most about 5 % of series without a change show one from 23 to 80 steps. Below 22 steps nearly the same
/// holds without a rise, and less than 3.5 % from 100 steps on.
const SHORT_RISE: [(usize, f64); 6] = [(21, 0.0), (23, 3.0), (25, 3.0), (40, 1.6), (60, 0.4), (100, 0.0)];

/// Weights of fit and complexity for series of equal length.
#[derive(Debug, Clone, Copy)]
pub(super) struct Criterion {
    pub(super) steps: usize,
    pub(super) dimensions: usize,
    pub(super) floor: f64,
    pub(super) penalty: f64,
    pub(super) discounts: bool,
}

/// How fit is weighed against complexity.
#[derive(Debug, Clone, Copy)]
pub(super) struct Weights {
    /// Effective share of the figures.
    share: f64,
    /// Noise that is added to the residual variance.
    floor: f64,
    /// Price of a unit of complexity.
    unit: f64,
}

impl Criterion {
    /// Total number of figures.
    fn figures(&self) -> f64 {
        (self.steps * self.dimensions) as f64
    }

    /// Units of complexity of a level and a line: two for the start, one or two per dimension for the parameters.
    ///
    /// Source: Zhang & Siegmund (2007), "A modified Bayes information criterion", Biometrics 63(1): a change of mean
    /// costs 3 log n.
    pub(super) fn units(&self) -> (usize, usize) {
        (2 + self.dimensions, 2 + 2 * self.dimensions)
    }

    /// Weights that select a segmentation. The floor prevents segments for changes that are small compared with the range
    /// of the series.
    pub(super) fn selecting(&self) -> Weights {
        Weights { share: 1.0, floor: self.floor, unit: self.penalty * (self.steps as f64).ln() }
    }

    /// Weights that decide whether a change of a segmentation is more than drift of autocorrelated noise.
    ///
    /// Figures count for (1 - phi) / (1 + phi) of their number (Bartlett 1946); phi is the autocorrelation of the
    /// residuals of the segmentation. In short series the price of a change rises with phi. Without discounting, the
    /// weights that select.
    pub(super) fn deciding(&self, segmentation: &Segmentation, series: &[Vec<f64>]) -> Weights {
        if !self.discounts {
            return self.selecting();
        }
        let phi = self.autocorrelation(segmentation, series);
        let rise = 1.0 + short_rise(self.steps) * phi;
        Weights { share: (1.0 - phi) / (1.0 + phi), floor: 0.0, unit: self.penalty * AUTOCORRELATED_UNIT * rise }
    }

    /// Cost of a segmentation with the weights that select; lower is better.
    pub(super) fn of(&self, segmentation: &Segmentation) -> f64 {
        self.value(segmentation.left, segmentation.units, &self.selecting())
    }

    /// share x n log(residual / n + floor) + unit x units.
    fn value(&self, left: f64, units: usize, weights: &Weights) -> f64 {
        let figures = self.figures();
        let fit = (left / figures + weights.floor).max(1e-12).ln();
        weights.share * figures * fit + weights.unit * units as f64
    }

    /// Log likelihood of a position of a change with the residual `left`, up to a constant.
    pub(super) fn log_likelihood(&self, left: f64, weights: &Weights) -> f64 {
        -0.5 * self.value(left, 0, &Weights { floor: self.floor, ..*weights })
    }

    /// Autocorrelation of the residuals over one step, 0 to 0.95. The floor counts as white noise.
    fn autocorrelation(&self, segmentation: &Segmentation, series: &[Vec<f64>]) -> f64 {
        let (mut product, mut square) = (0.0, 0.0);
        let ends = segmentation.segments.iter().skip(1).map(|segment| segment.start).chain([self.steps]);
        for (segment, end) in segmentation.segments.iter().zip(ends) {
            for values in series {
                let left = residuals(&values[segment.start..end], *segment);
                product += left.windows(2).map(|pair| pair[0] * pair[1]).sum::<f64>();
                square += left.iter().map(|value| value * value).sum::<f64>();
            }
        }
        if square <= 0.0 {
            return 0.0;
        }
        (product / (square + self.floor * self.figures())).clamp(0.0, 0.95)
    }

    /// Returns the best segmentation without the change at `place` (index of a segment from 1), and how much more it
    /// costs.
    pub(super) fn without(
        &self, sums: &Sums, best: &Segmentation, place: usize, weights: &Weights,
    ) -> (f64, Segmentation) {
        let (level_units, line_units) = self.units();
        let unit = |segment: &Segment| if segment.is_line { line_units } else { level_units };
        let end = best.segments.get(place + 1).map_or(self.steps, |next| next.start);
        let (before, at) = (&best.segments[place - 1], &best.segments[place]);
        let cost = |segment: &Segment, end: usize| {
            let (level, line) = sums.cost(segment.start, end);
            if segment.is_line { line } else { level }
        };
        let others = best.left - cost(before, at.start) - cost(at, end);
        let units = best.units - unit(before) - unit(at);
        let (level, line) = sums.cost(before.start, end);
        let joined = [(others + level, units + level_units, false), (others + line, units + line_units, true)];
        let value = |(left, units, _): &(f64, usize, bool)| self.value(*left, *units, weights);
        let (left, units, is_line) = if value(&joined[1]) < value(&joined[0]) { joined[1] } else { joined[0] };
        let mut segments = best.segments.clone();
        segments.remove(place);
        segments[place - 1].is_line = is_line;
        let loss = self.value(left, units, weights) - self.value(best.left, best.units, weights);
        (loss, Segmentation { segments, left, units })
    }

    /// Removes changes, the least likely first, until each of the others is more likely than none.
    pub(super) fn prune(&self, sums: &Sums, mut best: Segmentation, series: &[Vec<f64>]) -> Segmentation {
        while best.segments.len() > 1 {
            let weights = self.deciding(&best, series);
            let joined = (1..best.segments.len()).map(|place| self.without(sums, &best, place, &weights));
            match joined.min_by(|a, b| a.0.total_cmp(&b.0)) {
                Some((loss, without)) if loss < 0.0 => best = without,
                _ => break,
            }
        }
        best
    }
}

/// Rise of the price of a change per unit of autocorrelation in a series of so many steps.
fn short_rise(steps: usize) -> f64 {
    let between = |pair: &[(usize, f64)]| {
        let [(low, from), (high, to)] = [pair[0], pair[1]];
        (low..high).contains(&steps).then(|| from + (to - from) * (steps - low) as f64 / (high - low) as f64)
    };
    SHORT_RISE.windows(2).find_map(between).unwrap_or(0.0)
}

fn residuals(values: &[f64], segment: Segment) -> Vec<f64> {
    let count = values.len() as f64;
    let mean = values.iter().sum::<f64>() / count;
    let centre = 0.5 * (count - 1.0);
    let spread = count * (count * count - 1.0) / 12.0;
    let tilt: f64 = values.iter().enumerate().map(|(at, value)| (at as f64 - centre) * value).sum();
    let slope = if segment.is_line && spread > 0.0 { tilt / spread } else { 0.0 };
    values.iter().enumerate().map(|(at, value)| value - mean - slope * (at as f64 - centre)).collect()
}
