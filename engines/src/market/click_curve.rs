//! CTR by position.

use std::sync::LazyLock;

/// The published studies and the two curves derived from them; see `data/reference/PROVENANCE.md`.
static CURVES: &str = include_str!("../../data/reference/ctr_curve.csv");

/// Positions of a curve.
pub(crate) const POSITIONS: usize = 20;

/// CTR at positions 1 to 20, each 0 to 1.
pub(crate) type Points = [f64; POSITIONS];

/// Standard deviation of the logarithm of a CTR: 0.25 between studies (at positions 1 and 2 of the curve's studies) and
/// 0.3 between SERPs (assumption), added in squares.
pub(crate) const CTR_SPREAD: f64 = 0.39;

/// Name of the median of the studies since 2020.
pub(crate) const DEFAULT: &str = "composite_default";
/// Name of the curve for SERPs with a map pack.
pub(crate) const LOCAL_PACK: &str = "composite_local_pack";

/// The published CTR curves.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Curve {
    /// Median of the studies since 2020.
    pub(crate) plain: Points,
    /// Curve for SERPs with a map pack.
    pub(crate) pack: Points,
}

static PUBLISHED: LazyLock<Curve> = LazyLock::new(|| Curve { plain: read(DEFAULT), pack: read(LOCAL_PACK) });

impl Curve {
    /// Returns the published curves.
    pub(crate) fn published() -> Self {
        *PUBLISHED
    }

    /// CTR at a position of an unknown SERP.
    pub(crate) fn at(&self, position: f64) -> f64 {
        interpolate(&self.plain, position)
    }

    /// CTR at a position of a SERP with or without a map pack.
    pub(crate) fn on_page(&self, position: f64, has_pack: bool) -> f64 {
        interpolate(if has_pack { &self.pack } else { &self.plain }, position)
    }
}

/// CTR at a position of 1 or more: log-linear between points, extrapolated by the decay of the last step.
pub(crate) fn interpolate(points: &Points, position: f64) -> f64 {
    let at = (position.max(1.0) - 1.0).min(200.0);
    let low = (at.floor() as usize).min(POSITIONS - 2);
    let part = at - low as f64;
    (points[low].ln() * (1.0 - part) + points[low + 1].ln() * part).exp()
}

/// Index of the point nearest to a position.
pub(crate) fn nearest(position: f64) -> usize {
    (position.round().clamp(1.0, POSITIONS as f64) as usize) - 1
}

/// Parses the points of a curve. Fields before the percentage are not quoted.
fn read(study: &str) -> Points {
    let mut points = [0.0; POSITIONS];
    for line in CURVES.lines().skip(1) {
        let mut fields = line.split(',');
        if fields.next() != Some(study) {
            continue;
        }
        let position = fields.nth(2).and_then(|field| field.parse::<usize>().ok());
        let percent = fields.next().and_then(|field| field.parse::<f64>().ok());
        if let (Some(position @ 1..=POSITIONS), Some(percent)) = (position, percent) {
            points[position - 1] = percent / 100.0;
        }
    }
    points
}
