//! CTR curves.

use std::collections::BTreeMap;

use statrs::distribution::{ContinuousCDF, Gamma};

use super::input::{ClickRow, CurvesInput};
use super::output::{ClickCurve, ClickPoint};
use crate::market::click_curve::{DEFAULT, LOCAL_PACK, nearest};
use crate::market::{Curve, POSITIONS, Points};
use crate::stat::{Block, non_decreasing};

/// Default weight of the published curve at each position, in clicks.
const PRIOR_CLICKS: f64 = 200.0;

/// Fits a curve per site and bucket.
///
/// Clicks at a position are Poisson around impressions x published share x ratio; the ratio is Gamma with
/// mean 1 and a weight of `priorClicks`: first over all positions, then by position around that. Sources:
/// Gelman et al. (2013), "Bayesian data analysis", 2.6; Ayer et al. (1955) for the order.
pub(super) fn curves(input: &CurvesInput) -> Vec<ClickCurve> {
    let mut groups: BTreeMap<(&str, &str), Vec<&ClickRow>> = BTreeMap::new();
    for row in &input.clicks {
        groups.entry((&row.site, &row.bucket)).or_default().push(row);
    }
    let weight = input.prior_clicks.unwrap_or(PRIOR_CLICKS);
    groups.into_iter().map(|((site, bucket), rows)| curve(site, bucket, &rows, weight)).collect()
}

fn curve(site: &str, bucket: &str, rows: &[&ClickRow], weight: f64) -> ClickCurve {
    let published = Curve::published();
    let (name, prior) = if bucket.contains("pack") { (LOCAL_PACK, published.pack) } else { (DEFAULT, published.plain) };
    let (mut clicks, mut impressions, mut expected) = ([0.0; POSITIONS], [0.0; POSITIONS], [0.0; POSITIONS]);
    for row in rows {
        let at = nearest(row.position);
        clicks[at] += row.clicks;
        impressions[at] += row.impressions;
        expected[at] += row.impressions * prior[at];
    }
    let sum = |points: &Points| points.iter().sum::<f64>();
    let ratio = (sum(&clicks) + weight) / (sum(&expected) + weight);
    let posterior = |at: usize| (clicks[at] + weight, expected[at] + weight / ratio);
    let blocks: Vec<Block> = (0..POSITIONS)
        .rev()
        .map(|at| {
            let (shape, rate) = posterior(at);
            Block { mean: (prior[at] * shape / rate).min(1.0), weight: rate / prior[at] }
        })
        .collect();
    let mut shares = non_decreasing(&blocks);
    shares.reverse();
    let point = |at: usize| {
        let (shape, _) = posterior(at);
        let (low, high) = spread(shape, shares[at]);
        let (clicks, impressions) = (clicks[at], impressions[at]);
        ClickPoint { position: at as u32 + 1, prior: prior[at], share: shares[at], low, high, clicks, impressions }
    };
    ClickCurve {
        site: site.to_owned(),
        bucket: bucket.to_owned(),
        prior: name.to_owned(),
        ratio,
        points: (0..POSITIONS).map(point).collect(),
    }
}

/// 10 % and 90 % quantiles of a Gamma distribution with this shape and mean.
fn spread(shape: f64, mean: f64) -> (f64, f64) {
    match Gamma::new(shape, 1.0) {
        Ok(gamma) => (mean * gamma.inverse_cdf(0.1) / shape, (mean * gamma.inverse_cdf(0.9) / shape).min(1.0)),
        Err(_) => (0.0, 1.0),
    }
}
