//! Click curves.

use std::collections::BTreeMap;

use statrs::distribution::{ContinuousCDF, Gamma};

use super::input::{ClickRow, CurvesInput};
use super::output::{ClickCurve, ClickPoint};
use crate::stat::{Block, non_decreasing};

/// The published curves; see `data/PROVENANCE.md`.
static PUBLISHED: &str = include_str!("../../../data/ctr_curve.csv");
/// Positions of a curve.
const POSITIONS: usize = 20;
/// Clicks the published curve weighs at each position, where the input does not say.
const PRIOR_CLICKS: f64 = 200.0;

type Points = [f64; POSITIONS];

/// A curve by site and bucket.
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
    let name = if bucket.contains("pack") { "composite_local_pack" } else { "composite_default" };
    let prior = published(name);
    let (mut clicks, mut impressions, mut expected) = ([0.0; POSITIONS], [0.0; POSITIONS], [0.0; POSITIONS]);
    for row in rows {
        let at = (row.position.round() as usize).clamp(1, POSITIONS) - 1;
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

/// 10 % and 90 % points of a Gamma of this shape whose mean is `mean`.
fn spread(shape: f64, mean: f64) -> (f64, f64) {
    match Gamma::new(shape, 1.0) {
        Ok(gamma) => (mean * gamma.inverse_cdf(0.1) / shape, (mean * gamma.inverse_cdf(0.9) / shape).min(1.0)),
        Err(_) => (0.0, 1.0),
    }
}

fn published(name: &str) -> Points {
    let mut points = [0.0; POSITIONS];
    for line in PUBLISHED.lines() {
        let mut fields = line.split(',');
        let (study, position, percent) = (fields.next(), fields.next(), fields.next());
        let at = position.and_then(|text| text.trim().parse::<usize>().ok());
        let share = percent.and_then(|text| text.trim().parse::<f64>().ok());
        if let (Some(at @ 1..=POSITIONS), Some(share), true) = (at, share, study == Some(name)) {
            points[at - 1] = share / 100.0;
        }
    }
    // A position that no study has gets the share of the one before.
    for at in 0..POSITIONS {
        if points[at] <= 0.0 {
            points[at] = if at == 0 { 0.25 } else { points[at - 1] };
        }
    }
    points
}
