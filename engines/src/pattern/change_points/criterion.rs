//! Total cost of a segmentation.

use super::cost::Sums;
use super::partition::{Segment, Segmentation};

/// Weights of fit and complexity for series of equal length.
#[derive(Debug, Clone, Copy)]
pub(super) struct Criterion {
    pub(super) steps: usize,
    pub(super) dimensions: usize,
    pub(super) floor: f64,
    pub(super) penalty: f64,
    pub(super) discounts: bool,
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

    /// n log(residual / n + floor) + penalty x units x log n; lower is better.
    ///
    /// The floor prevents segments for changes that are small compared with the range of the series. With
    /// `discounts` the figures count for (1 - phi) / (1 + phi) of their number (Bartlett 1946); phi is the
    /// autocorrelation of the residuals.
    pub(super) fn of(&self, segmentation: &Segmentation, series: &[Vec<f64>]) -> f64 {
        let share = if self.discounts { self.share(segmentation, series) } else { 1.0 };
        self.value(segmentation.left, segmentation.units, share)
    }

    /// Computes [`Self::of`] with a known effective share of figures.
    pub(super) fn value(&self, left: f64, units: usize, share: f64) -> f64 {
        let figures = self.figures();
        let fit = (left / figures + self.floor).max(1e-12).ln();
        share * figures * fit + self.penalty * units as f64 * (self.steps as f64).ln()
    }

    /// Effective share of the figures.
    pub(super) fn share(&self, segmentation: &Segmentation, series: &[Vec<f64>]) -> f64 {
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
            return 1.0;
        }
        // The floor counts as white noise.
        let phi = (product / (square + self.floor * self.figures())).clamp(0.0, 0.95);
        (1.0 - phi) / (1.0 + phi)
    }

    /// Best cost without the change at `place` (index of a segment from 1), minus the cost with it.
    pub(super) fn loss_without(&self, sums: &Sums, best: &Segmentation, place: usize, share: f64) -> f64 {
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
        let joined = self.value(others + level, units + level_units, share).min(self.value(
            others + line,
            units + line_units,
            share,
        ));
        joined - self.value(best.left, best.units, share)
    }
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
