//! Isotonic calibration maps.

use super::tally::Tally;
use crate::stat::{Block, non_decreasing};

/// A monotone step function.
#[derive(Debug, Clone)]
pub(super) struct Steps {
    /// Forecasts and calibrated values, ascending.
    points: Vec<(f64, f64)>,
}

impl Steps {
    /// Fits isotonic regression, with each level shrunk towards the overall share with the weight of `prior` outcomes.
    ///
    /// Source: Zadrozny & Elkan (2002), "Transforming classifier scores into accurate multiclass probability
    /// estimates", KDD; levels shrunk as in Robbins (1956), so that no level is 0 or 1.
    pub(super) fn fit(tallies: &[Tally], prior: f64) -> Self {
        let groups: Vec<&Tally> = tallies.iter().filter(|tally| tally.count > 0.0).collect();
        let sum = |of: fn(&Tally) -> f64| groups.iter().map(|tally| of(tally)).sum::<f64>();
        let share = sum(|tally| tally.came) / sum(|tally| tally.count).max(1.0);
        let blocks: Vec<Block> =
            groups.iter().map(|tally| Block { mean: tally.came / tally.count, weight: tally.count }).collect();
        let levels = non_decreasing(&blocks);
        let mut points = Vec::with_capacity(groups.len());
        let mut start = 0;
        while start < groups.len() {
            let same = |at: &usize| levels[*at] == levels[start];
            let end = (start..groups.len()).take_while(same).last().map_or(start + 1, |last| last + 1);
            let weight: f64 = groups[start..end].iter().map(|tally| tally.count).sum();
            let level = (levels[start] * weight + prior * share) / (weight + prior);
            points.extend(groups[start..end].iter().map(|tally| (tally.p, level)));
            start = end;
        }
        // Light levels shrink more than heavy ones, which can change their order.
        let blocks: Vec<Block> = points.iter().map(|(_, level)| Block { mean: *level, weight: 1.0 }).collect();
        points.iter_mut().zip(non_decreasing(&blocks)).for_each(|(point, level)| point.1 = level);
        Self { points }
    }

    /// Returns the calibrated value, interpolated linearly.
    pub(super) fn at(&self, p: f64) -> f64 {
        let next = self.points.partition_point(|(known, _)| *known < p);
        match (next.checked_sub(1).map(|at| self.points[at]), self.points.get(next)) {
            (None, Some(first)) => first.1,
            (Some(last), None) => last.1,
            (Some(_), Some(same)) if same.0 == p => same.1,
            (Some(below), Some(above)) => below.1 + (above.1 - below.1) * (p - below.0) / (above.0 - below.0),
            (None, None) => p,
        }
    }
}
