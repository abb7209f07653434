//! Aggregation of equal forecasts.

use super::Pair;

/// A forecast with its number of occurrences and correct outcomes.
///
/// All maps depend on the outcomes only through these counts, and there are seldom many different forecasts.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Tally {
    /// The forecast.
    pub(super) p: f64,
    /// Number of correct outcomes.
    pub(super) came: f64,
    /// Number of forecasts.
    pub(super) count: f64,
}

impl Tally {
    /// Counts an outcome.
    pub(super) fn add(&mut self, came: bool) {
        self.came += f64::from(came);
        self.count += 1.0;
    }

    /// Subtracts the counts of another tally of the same forecast.
    pub(super) fn less(&self, other: &Self) -> Self {
        Self { p: self.p, came: self.came - other.came, count: self.count - other.count }
    }
}

/// Returns the distinct forecasts, ascending, and the index of each pair among them.
pub(super) fn tallied(pairs: &[Pair]) -> (Vec<Tally>, Vec<usize>) {
    let mut forecasts: Vec<f64> = pairs.iter().map(|(p, _)| *p).collect();
    forecasts.sort_unstable_by(f64::total_cmp);
    forecasts.dedup();
    let mut tallies: Vec<Tally> = forecasts.iter().map(|p| Tally { p: *p, came: 0.0, count: 0.0 }).collect();
    let place = |(p, came): &Pair| {
        let place = forecasts.partition_point(|other| other < p);
        tallies[place].add(*came);
        place
    };
    let places = pairs.iter().map(place).collect();
    (tallies, places)
}
