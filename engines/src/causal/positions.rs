//! What searches would have brought at the positions they were shown in.
//!
//! A new title or snippet changes how often a result is clicked where it is shown, not where it is shown or how often.
//! Demand and positions wander by themselves, far more than a title moves anything; what the day's impressions at the
//! day's positions used to bring wanders along with the clicks and is the control that takes this out. It must not be
//! used for a change that moves positions: it would take out the effect as well.

use crate::stat::{Block, non_decreasing};

/// Positions with a rate of their own; later ones share the last.
const POSITIONS: usize = 50;
/// Expected clicks of a curve of everybody's that weigh as much as a subject's own clicks.
const OWN_WEIGHT: f64 = 20.0;

/// What one page or search was shown and clicked, day by day from the same first day.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Listing {
    /// Clicks; `None` where nothing is known of the day.
    pub clicks: Vec<Option<f64>>,
    /// Impressions; `None` where nothing is known of the day.
    pub impressions: Vec<Option<f64>>,
    /// Average position, from 1; `None` on a day without impressions.
    pub position: Vec<Option<f64>>,
    /// True for what is changed.
    pub is_changed: bool,
}

/// Clicks of the changed listings, together, at the rates at which each position was clicked in the first `before` days.
///
/// One curve of rates by position (whole positions, never rising with them) is learned from all listings; each listing
/// keeps its own level beside the curve, weighed against it (a Gamma prior of [`OWN_WEIGHT`] expected clicks on the
/// ratio of counted to expected clicks: Clayton & Kaldor 1987, "Empirical Bayes estimates of age-standardized relative
/// risks", Biometrics 43, eq. 2). `None` on days of which nothing is known of a changed listing.
#[must_use]
pub fn usual_clicks(listings: &[Listing], before: usize) -> Vec<Option<f64>> {
    let rates = rates(listings, before);
    let days = listings.iter().map(|one| one.clicks.len()).max().unwrap_or(0);
    let changed: Vec<(&Listing, f64)> =
        listings.iter().filter(|one| one.is_changed).map(|one| (one, own_level(one, &rates, before))).collect();
    let of_day = |day| changed.iter().map(|(one, level)| Some(level * expected(one, &rates, day)?)).sum();
    (0..days).map(of_day).collect()
}

/// Where a position stands in the curve.
fn place(position: f64) -> usize {
    // A cast of what is not finite gives 0.
    (position.round() as usize).clamp(1, POSITIONS) - 1
}

/// Clicks by impression at each position, falling from the first.
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
    // Places that nobody was seen in weigh next to nothing and take the rate of those before them.
    let mut last = 0.0;
    let block = |at: usize| {
        last = if shown[at] > 0.0 { clicks[at] / shown[at] } else { last };
        Block { mean: -last, weight: f64::max(shown[at], 1e-9) }
    };
    let blocks: Vec<Block> = (0..POSITIONS).map(block).collect();
    non_decreasing(&blocks).into_iter().map(|rate| -rate).collect()
}

/// Clicks of a day by the curve alone; 0 without impressions, `None` where nothing is known.
fn expected(one: &Listing, rates: &[f64], day: usize) -> Option<f64> {
    let impressions = one.impressions.get(day).copied().flatten()?;
    Some(match one.position.get(day).copied().flatten() {
        Some(position) => impressions * rates[place(position)],
        None => 0.0,
    })
}

/// A listing's clicks beside those of the curve, in the days before.
fn own_level(one: &Listing, rates: &[f64], before: usize) -> f64 {
    let both = |day: usize| one.clicks[day].zip(expected(one, rates, day));
    let days = (0..before.min(one.clicks.len())).filter_map(both);
    let (counted, by_curve) = days.fold((0.0, 0.0), |sums, day| (sums.0 + day.0, sums.1 + day.1));
    (counted + OWN_WEIGHT) / (by_curve + OWN_WEIGHT)
}
