//! Daily ranks on an unbounded scale.

use super::RankPath;
use crate::common::Day;

/// Range of the scale in depths, which leaves room for pages that were not found, at 1.1 depths.
const ROOM: f64 = 1.2;
const UNSEEN: f64 = 1.1;

/// The logit scale of ranks to a depth.
#[derive(Debug, Clone, Copy)]
pub(super) struct LogitScale {
    pub(super) depth: f64,
}

impl LogitScale {
    /// ln(p / (1 - p)) of p = (rank - 1/2) / (1.2 depths); ranks beyond the depth are placed at 1.1 depths.
    pub(super) fn lower(self, rank: Option<f64>) -> f64 {
        let rank = rank.unwrap_or(UNSEEN * self.depth);
        let share = ((rank - 0.5) / (ROOM * self.depth)).clamp(1e-6, 1.0 - 1e-6);
        (share / (1.0 - share)).ln()
    }

    /// Returns the rank of a value on the scale, at least 1; `None` beyond the depth.
    pub(super) fn raise(self, latent: f64) -> Option<f64> {
        let rank = (ROOM * self.depth / (1.0 + (-latent).exp()) + 0.5).max(1.0);
        (rank <= self.depth).then_some(rank)
    }

    /// Returns the value below which a page is among the first `top`: between ranks `top` and `top + 1`.
    pub(super) fn threshold(self, top: f64) -> f64 {
        self.lower(Some(top + 0.5))
    }
}

/// A path by day; days without a check have the rank of the previous check.
#[derive(Debug, Clone)]
pub(super) struct Track {
    pub(super) values: Vec<f64>,
    /// True for days with a check.
    pub(super) is_checked: Vec<bool>,
    pub(super) last_rank: Option<f64>,
    pub(super) last_day: Day,
    pub(super) first_day: Day,
}

impl Track {
    /// Creates a track; returns `None` for a path without points.
    pub(super) fn of(path: &RankPath, scale: LogitScale) -> Option<Self> {
        let mut points = path.points.clone();
        points.sort_by_key(|point| point.date);
        let (first, last) = (points.first()?, points.last()?);
        let days = last.date.since(first.date) as usize + 1;
        let mut track = Self {
            values: Vec::with_capacity(days),
            is_checked: vec![false; days],
            last_rank: last.rank,
            last_day: last.date,
            first_day: first.date,
        };
        for point in &points {
            let day = point.date.since(first.date) as usize;
            let carried = track.values.last().copied().unwrap_or_default();
            track.values.resize(day, carried);
            track.values.push(scale.lower(point.rank));
            track.is_checked[day] = true;
        }
        Some(track)
    }

    pub(super) fn checks(&self) -> usize {
        self.is_checked.iter().filter(|checked| **checked).count()
    }
}
