//! Share of clicks by position.

/// The published curves; see `data/PROVENANCE.md`.
static CURVES: &str = include_str!("../../data/ctr_curve.csv");

/// Shares of clicks, 0 to 1, of positions 1 to 20, on result pages without and with a map pack.
#[derive(Debug, Clone)]
pub(super) struct Curve {
    default: Vec<f64>,
    pack: Vec<f64>,
}

impl Curve {
    pub(super) fn published() -> Self {
        Self { default: read("composite_default"), pack: read("composite_local_pack") }
    }

    /// Log-linear between positions; beyond the last the decay of the last step goes on.
    pub(super) fn at(&self, position: f64, has_pack: bool) -> f64 {
        let points = if has_pack { &self.pack } else { &self.default };
        if points.len() < 2 {
            return 0.0;
        }
        let at = (position.max(1.0) - 1.0).min(200.0);
        let low = (at.floor() as usize).min(points.len() - 2);
        let part = at - low as f64;
        (points[low].ln() * (1.0 - part) + points[low + 1].ln() * part).exp()
    }
}

fn read(study: &str) -> Vec<f64> {
    let percent = |line: &str| {
        let mut fields = line.split(',');
        let percent = (fields.next() == Some(study)).then(|| fields.nth(1))??;
        percent.parse::<f64>().ok().map(|percent| percent / 100.0)
    };
    CURVES.lines().skip(1).filter_map(percent).collect()
}
