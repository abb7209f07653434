//! Possible extra clicks of a page.

use super::output::ClickRange;
use super::params::AuditChecked;
use super::reading::Reading;
use super::site::Site;
use crate::market::{CTR_SPREAD, Curve};

/// Days of a month.
const MONTH: f64 = 365.25 / 12.0;
/// Standard normal quantile of 90%.
const NINETY: f64 = 1.2816;
/// Weight of the published curve, in clicks.
const PRIOR_CLICKS: f64 = 20.0;
/// Positions that the range assumes: low, middle, high.
const STEPS: [f64; 3] = [1.0, 2.0, 3.0];

/// CTR of the website relative to the published curve.
#[derive(Debug, Clone, Copy)]
pub(super) struct Rates {
    curve: Curve,
    ratio: f64,
    /// Months of the period; `None` if its length is unknown.
    months: Option<f64>,
}

impl Rates {
    /// Fits the ratio to the queries without the brand: clicks are Poisson with the mean that the published curve expects times
    /// the ratio, which is Gamma with mean 1 and a weight of 20 clicks. Source: Gelman et al. (2013), section 2.6.
    pub(super) fn new(site: &Site<'_>) -> Self {
        let curve = Curve::published();
        let (mut clicks, mut expected) = (PRIOR_CLICKS, PRIOR_CLICKS);
        for at in 0..site.pages.len() {
            for row in site.rows_of(at).filter(|row| row.clicks <= row.impressions) {
                if let Some(position) = row.position {
                    clicks += row.clicks;
                    expected += row.impressions * curve.at(position);
                }
            }
        }
        Self { curve, ratio: clicks / expected, months: site.period_days.map(|days| days / MONTH) }
    }

    /// Returns the extra clicks a month if the queries that the title or the text does not mention gain one position (low), two
    /// (middle) or three (high). `None` without such queries, positions or the length of the period.
    pub(super) fn extra(
        &self, site: &Site<'_>, at: usize, reading: &Reading<'_>, params: &AuditChecked,
    ) -> Option<ClickRange> {
        let months = self.months?;
        let least = f64::from(params.min_query_impressions);
        let rows = site.rows_of(at).filter(|row| {
            let query = &site.queries[row.query];
            row.impressions >= least
                && (!reading.is_in_title(query) || reading.has_text() && !reading.is_in_text(query))
        });
        let mut sums = [0.0; 3];
        let mut is_known = false;
        for row in rows {
            let Some(position) = row.position else { continue };
            is_known = true;
            let now = self.curve.at(position);
            for (sum, step) in sums.iter_mut().zip(STEPS) {
                let better = self.curve.at((position - step).max(1.0));
                *sum += row.impressions / months * (self.ratio * (better - now)).clamp(0.0, 0.95);
            }
        }
        let spread = (NINETY * CTR_SPREAD).exp();
        // The curve is no exact decrease from position to position.
        let low = sums[0];
        let mid = sums[1].max(low);
        let high = sums[2].max(mid);
        is_known.then(|| ClickRange { low: tenth(low / spread), mid: tenth(mid), high: tenth(high * spread) })
    }
}

impl ClickRange {
    /// Adds ranges end to end, which assumes that they move together.
    pub(super) fn plus(self, other: Self) -> Self {
        Self { low: tenth(self.low + other.low), mid: tenth(self.mid + other.mid), high: tenth(self.high + other.high) }
    }
}

fn tenth(clicks: f64) -> f64 {
    (clicks * 10.0).round() / 10.0
}
