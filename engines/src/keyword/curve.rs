//! CTR by position: published curves adjusted by the site's own clicks.

use super::output::{Curve, CurvePoint};
use super::params::{Checked, CtrCurveChoice};
use super::rows::Entry;
use crate::market::click_curve::{interpolate, nearest};
use crate::market::{Curve as Published, POSITIONS, Points};

/// A CTR curve fitted to a site.
#[derive(Debug, Clone)]
pub(crate) struct SiteCurve {
    default: Points,
    pack: Points,
    /// The site's CTR relative to the published curve, by position.
    ratio: Points,
    clicks: Points,
    impressions: Points,
    /// Clicks that the published curve expects from the site's impressions, by position.
    expected: Points,
    prior_clicks: f64,
    choice: CtrCurveChoice,
    source: String,
}

/// Returns true for queries with a map pack in their SERP.
pub(crate) fn has_pack(entry: &Entry) -> bool {
    entry.serp_features.iter().flatten().any(|feature| matches!(feature.as_str(), "local_pack" | "map_pack" | "local"))
}

impl SiteCurve {
    /// Fits the curve to the entries that are `is_usable` (no brand queries, consistent figures).
    ///
    /// Clicks at a position are Poisson with mean impressions x published CTR x ratio. The ratio is Gamma with mean 1
    /// and a weight of `prior_clicks` clicks: its posterior mean is (clicks + prior) / (expected + prior). It is
    /// estimated for the site as a whole, then by position around it. Then the CTRs are made non-increasing.
    ///
    /// Sources: Gelman et al. (2013), "Bayesian Data Analysis", section 2.6 (Gamma-Poisson); Ayer et al. (1955), pool
    /// adjacent violators.
    pub(crate) fn fit(entries: &[Entry], is_usable: &[bool], params: &Checked) -> Self {
        let mut curve = Self::published(params);
        for (entry, _) in entries.iter().zip(is_usable).filter(|(_, usable)| **usable) {
            if let (Some(position), Some(_)) = (entry.position, entry.ctr()) {
                let at = nearest(position);
                curve.clicks[at] += entry.clicks;
                curve.impressions[at] += entry.impressions;
                curve.expected[at] += entry.impressions * curve.prior_at(position, has_pack(entry));
            }
        }
        let shares: Vec<f64> = (0..POSITIONS).map(|at| curve.default[at] * curve.ratio_without(at, 0.0, 0.0)).collect();
        let weights: Vec<f64> = curve.expected.iter().map(|e| e + curve.prior_clicks).collect();
        for (at, share) in non_increasing(&shares, &weights).into_iter().enumerate() {
            curve.ratio[at] = share / curve.default[at];
        }
        curve
    }

    fn published(params: &Checked) -> Self {
        let Published { plain: mut default, mut pack } = Published::published();
        let mut source = "composite of published studies since 2020 (median)".to_owned();
        let mut choice = params.ctr_curve;
        if let Some(percents) = &params.ctr_percent_by_position {
            default = extended(percents, &default);
            choice = CtrCurveChoice::Default;
            source = "CTR given as a parameter".to_owned();
        } else if choice == CtrCurveChoice::LocalPack {
            default = pack;
            "composite of published studies, search results with a map pack".clone_into(&mut source);
        }
        if choice != CtrCurveChoice::Auto {
            pack = default;
        }
        Self {
            default,
            pack,
            ratio: [1.0; POSITIONS],
            clicks: [0.0; POSITIONS],
            impressions: [0.0; POSITIONS],
            expected: [0.0; POSITIONS],
            prior_clicks: params.prior_clicks,
            choice,
            source,
        }
    }

    /// CTR of the published curve.
    fn prior_at(&self, position: f64, has_pack: bool) -> f64 {
        interpolate(if has_pack { &self.pack } else { &self.default }, position)
    }

    /// Expected CTR at a position, 0 to 0.95.
    pub(crate) fn at(&self, position: f64, has_pack: bool) -> f64 {
        let share = self.prior_at(position, has_pack) * interpolate(&self.ratio, position);
        share.clamp(0.0, 0.95)
    }

    /// CTR expected at the entry's position from all other queries of the site.
    pub(crate) fn without(&self, entry: &Entry, is_usable: bool) -> Option<f64> {
        let position = entry.position?;
        let prior = self.prior_at(position, has_pack(entry));
        let (clicks, expected) = if is_usable { (entry.clicks, entry.impressions * prior) } else { (0.0, 0.0) };
        Some((prior * self.ratio_without(nearest(position), clicks, expected)).clamp(1e-9, 0.95))
    }

    /// Shrunk ratio of a position after subtracting some clicks and expected clicks.
    fn ratio_without(&self, at: usize, clicks: f64, expected: f64) -> f64 {
        let weight = self.prior_clicks;
        let all_clicks = self.clicks.iter().sum::<f64>() - clicks;
        let all_expected = self.expected.iter().sum::<f64>() - expected;
        let whole = (all_clicks.max(0.0) + weight) / (all_expected.max(0.0) + weight);
        let own_clicks = (self.clicks[at] - clicks).max(0.0);
        let own_expected = (self.expected[at] - expected).max(0.0);
        (own_clicks + weight * whole) / (own_expected + weight)
    }

    /// Clicks of the site in the fit.
    pub(crate) fn own_clicks(&self) -> f64 {
        self.clicks.iter().sum()
    }

    /// Clicks that the published curve expects from the same impressions.
    pub(crate) fn published_clicks(&self) -> f64 {
        self.expected.iter().sum()
    }

    /// Returns the curve in the form of the output.
    pub(crate) fn report(&self) -> Curve {
        let points = (0..POSITIONS).map(|at| CurvePoint {
            position: at as u32 + 1,
            ctr: self.at((at + 1) as f64, false),
            prior: self.default[at],
            clicks: self.clicks[at],
            impressions: self.impressions[at],
        });
        let is_fitted = self.impressions.iter().sum::<f64>() > 0.0;
        let pack = if self.choice == CtrCurveChoice::Auto { ", map-pack curve where a map pack is shown" } else { "" };
        let own = if is_fitted { ", adjusted by the site's own clicks" } else { "" };
        Curve { points: points.collect(), source: format!("{}{pack}{own}", self.source), is_fitted }
    }
}

/// Returns the given percentages, extended by the decay of the published curve.
fn extended(percents: &[f64], published: &Points) -> Points {
    let mut points = *published;
    for (at, percent) in percents.iter().enumerate() {
        points[at] = percent / 100.0;
    }
    for at in percents.len()..POSITIONS {
        points[at] = points[at - 1] * published[at] / published[at - 1];
    }
    points
}

/// Returns the closest non-increasing sequence in weighted least squares.
///
/// Source: Ayer et al. (1955), "An empirical distribution function for sampling with incomplete
/// information": pool adjacent violators.
fn non_increasing(values: &[f64], weights: &[f64]) -> Vec<f64> {
    let mut blocks: Vec<(f64, f64, usize)> = Vec::new();
    for (value, weight) in values.iter().zip(weights) {
        let mut block = (*value, *weight, 1);
        while let Some(last) = blocks.last()
            && last.0 < block.0
        {
            let total = last.1 + block.1;
            block = ((last.0 * last.1 + block.0 * block.1) / total, total, last.2 + block.2);
            blocks.pop();
        }
        blocks.push(block);
    }
    blocks.into_iter().flat_map(|(value, _, count)| std::iter::repeat_n(value, count)).collect()
}
