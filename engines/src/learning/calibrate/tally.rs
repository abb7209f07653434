//! Equal forecasts together.

use super::Pair;

/// A forecast with how often it was made and came true.
///
/// Every correction depends on the outcomes through these alone, and there are seldom many different forecasts.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Tally {
    /// The forecast.
    pub(super) p: f64,
    /// How many came true.
    pub(super) came: f64,
    /// How many there are.
    pub(super) count: f64,
}

impl Tally {
    /// Counts an outcome.
    pub(super) fn add(&mut self, came: bool) {
        self.came += f64::from(came);
        self.count += 1.0;
    }

    /// Takes back what another counted of the same forecast.
    pub(super) fn less(&self, other: &Self) -> Self {
        Self { p: self.p, came: self.came - other.came, count: self.count - other.count }
    }

    /// Squared distance of the outcomes from `value`, summed.
    pub(super) fn loss(&self, value: f64) -> f64 {
        self.came * (1.0 - value).powi(2) + (self.count - self.came) * value.powi(2)
    }
}

/// The different forecasts, rising, and where among them each pair stands.
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
