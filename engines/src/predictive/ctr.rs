//! Share of clicks by position.

/// The published curves; see `data/PROVENANCE.md`.
static CURVES: &str = include_str!("../../data/ctr_curve.csv");
/// The curve used: the median of the studies since 2020.
const STUDY: &str = "composite_default";
/// Deviation of the logarithm of a share of clicks: 0.25 between studies and 0.3 between result pages, added in squares.
pub(super) const SPREAD: f64 = 0.39;

/// Shares of clicks by position, best first.
#[derive(Debug, Clone)]
pub(super) struct Curve(Vec<f64>);

impl Curve {
    /// The published curve.
    pub(super) fn published() -> Self {
        let of_study = CURVES.lines().skip(1).filter_map(|line| {
            let mut fields = line.split(',');
            let is_study = fields.next() == Some(STUDY);
            let percent = fields.nth(1)?.trim().parse::<f64>().ok()?;
            is_study.then_some(percent / 100.0)
        });
        Self(of_study.collect())
    }

    /// Share of clicks at a position: log-linear between points, the last step's decay beyond them.
    pub(super) fn at(&self, position: f64) -> f64 {
        let Some(segments) = self.0.len().checked_sub(2) else { return 0.0 };
        let at = (position.max(1.0) - 1.0).min(200.0);
        let low = (at.floor() as usize).min(segments);
        let part = at - low as f64;
        (self.0[low].ln() * (1.0 - part) + self.0[low + 1].ln() * part).exp()
    }
}
