//! Positions that queries can reach.

use super::params::Checked;

/// Places below the target position that a page can reach, by the last start position they apply to.
///
/// A convention of this product: the next step of a page is the top of the first page of results from its middle, and the
/// lower half of the first page from the second one. Further steps follow with the data after the first.
const STEPS: [(f64, f64); 6] = [(6.0, 0.0), (8.0, 1.0), (10.5, 2.0), (13.0, 5.0), (16.0, 6.0), (f64::INFINITY, 7.0)];
/// Minutes of work for the first position, and for each further one.
const MINUTES: (f64, f64) = (120.0, 60.0);
/// Maximum minutes of work.
const MOST_MINUTES: f64 = 600.0;

/// Position within reach of a query: at least one better than now, and never better than the parameter `targetPosition`
/// unless the query is there already.
pub(crate) fn reachable(position: f64, params: &Checked) -> f64 {
    let below = STEPS.iter().find(|(last, _)| position <= *last).map_or(0.0, |(_, below)| *below);
    (params.target_position + below).min(position - 1.0).max(1.0)
}

/// Minutes of work from a position to a target: more for a longer way.
pub(crate) fn minutes(position: f64, target: f64) -> u32 {
    let further = (position - target - 1.0).max(0.0);
    // Half hours: the figure is no more exact.
    (((MINUTES.0 + MINUTES.1 * further).min(MOST_MINUTES) / 30.0).round() * 30.0) as u32
}
