//! Expected clicks at the positions in which listings were shown.
//!
//! A new title or snippet changes the CTR at a position, not the position or the impressions. Demand and positions
//! vary by themselves, far more than a title changes clicks. The expected clicks of a day's impressions at the day's
//! positions vary in the same way, so as a control they remove this variation. Do not use this control for a change of
//! positions: it would remove the effect as well.

use crate::stat::{Block, non_decreasing};

/// Positions with their own rate; later ones share the last.
const POSITIONS: usize = 50;
/// Weight of the common curve, in expected clicks, compared with a listing's own clicks.
const OWN_WEIGHT: f64 = 20.0;

/// Daily impressions and clicks of a page or query, from the same first day.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Listing {
    /// Clicks; `None` on days without data.
    pub clicks: Vec<Option<f64>>,
    /// Impressions; `None` on days without data.
    pub impressions: Vec<Option<f64>>,
    /// Average position, from 1; `None` on a day without impressions.
    pub position: Vec<Option<f64>>,
    /// True for changed listings.
    pub is_changed: bool,
}

/// Returns the expected clicks of all changed listings, at the CTR of each position in the first `before` days.
///
/// One non-increasing curve of rates by whole positions is learned from all listings. Each listing has its own level
/// relative to the curve, shrunk to 1 (a Gamma prior of [`OWN_WEIGHT`] expected clicks on the ratio of counted to
/// expected clicks: Clayton & Kaldor 1987, "Empirical Bayes estimates of age-standardized relative risks", Biometrics
/// 43, eq. 2). Days on which a changed listing has no data are `None`.
#[must_use]
pub fn usual_clicks(listings: &[Listing], before: usize) -> Vec<Option<f64>> {
    let rates = rates(listings, before);
    let days = listings.iter().map(|one| one.clicks.len()).max().unwrap_or(0);
    let changed: Vec<(&Listing, f64)> =
        listings.iter().filter(|one| one.is_changed).map(|one| (one, own_level(one, &rates, before))).collect();
    let of_day = |day| changed.iter().map(|(one, level)| Some(level * expected(one, &rates, day)?)).sum();
    (0..days).map(of_day).collect()
}

/// Index of a position in the curve.
fn place(position: f64) -> usize {
    // Casting a non-finite value gives 0.
    (position.round() as usize).clamp(1, POSITIONS) - 1
}

/// CTR at each position, non-increasing.
fn rates(listings: &[Listing], before: usize) -> Vec<f64> {
    let (mut clicks, mut shown) = ([0.0; POSITIONS], [0.0; POSITIONS]);
    for one in listings {
        for ((counted, impressions), position) in
            one.clicks.iter().zip(&one.impressions).zip(&one.position).take(before)
        {
            if let (Some(counted), Some(impressions), Some(position)) = (counted, impressions, position) {
                clicks[place(*position)] += counted;
                shown[place(*position)] += impressions;
            }
        }
    }
    // Positions without impressions have negligible weight and use the rate of the previous position.
    let mut last = 0.0;
    let block = |at: usize| {
        last = if shown[at] > 0.0 { clicks[at] / shown[at] } else { last };
        Block { mean: -last, weight: f64::max(shown[at], 1e-9) }
    };
    let blocks: Vec<Block> = (0..POSITIONS).map(block).collect();
    non_decreasing(&blocks).into_iter().map(|rate| -rate).collect()
}

/// Expected clicks of a day by the curve alone; 0 without impressions, `None` without data.
fn expected(one: &Listing, rates: &[f64], day: usize) -> Option<f64> {
    let impressions = one.impressions.get(day).copied().flatten()?;
    Some(match one.position.get(day).copied().flatten() {
        Some(position) => impressions * rates[place(position)],
        None => 0.0,
    })
}

/// Ratio of a listing's clicks to the clicks that the curve predicts, before the change.
fn own_level(one: &Listing, rates: &[f64], before: usize) -> f64 {
    let both = |day: usize| one.clicks[day].zip(expected(one, rates, day));
    let days = (0..before.min(one.clicks.len())).filter_map(both);
    let (counted, by_curve) = days.fold((0.0, 0.0), |sums, day| (sums.0 + day.0, sums.1 + day.1));
    (counted + OWN_WEIGHT) / (by_curve + OWN_WEIGHT)
}
