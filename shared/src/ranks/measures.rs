//! Shares of the clicks, and distribution of ranks.

use std::sync::LazyLock;

use serde::Serialize;

/// CTR by position: the median of published studies since 2020, with their sources in the file's folder.
static STUDIES: &str = include_str!("../../../engines/data/reference/ctr_curve.csv");
/// Name of that median.
const CURVE: &str = "composite_default";
const POSITIONS: usize = 20;
/// Standard deviation of the logarithm of a CTR between studies, and between search results (assumption).
const SPREAD_OF_STUDIES: f64 = 0.25;
const SPREAD_OF_SERPS: f64 = 0.3;
/// Quantile of the normal distribution at 90 %.
const NINETY: f64 = 1.281_551_565_544_600_4;

static POINTS: LazyLock<Vec<f64>> = LazyLock::new(|| {
    let mut points = vec![0.0; POSITIONS];
    for line in STUDIES.lines() {
        let fields: Vec<&str> = line.split(',').take(5).collect();
        let &[CURVE, _, _, position, percent] = fields.as_slice() else { continue };
        if let (Ok(position @ 1..=POSITIONS), Ok(percent)) = (position.parse::<usize>(), percent.parse::<f64>()) {
            points[position - 1] = percent / 100.0;
        }
    }
    points
});

/// Returns the CTR at a position of 1 or more; 0 beyond the 20 positions of the published studies.
#[must_use]
pub fn ctr(rank: u32) -> f64 {
    let at = usize::try_from(rank).ok().and_then(|rank| rank.checked_sub(1));
    at.and_then(|at| POINTS.get(at).copied()).unwrap_or(0.0)
}

/// Rank of a keyword.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Standing {
    /// Position; `None` if beyond `depth`.
    pub rank: Option<u32>,
    /// Checked results.
    pub depth: u32,
    /// Monthly search volume; `None` if unknown.
    pub volume: Option<f64>,
}

/// Share of voice with its 80 % interval.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Share {
    /// Low end, 0 to 1.
    pub low: f64,
    /// Estimate, 0 to 1.
    pub mid: f64,
    /// High end, 0 to 1.
    pub high: f64,
    /// Keywords with a known search volume. If there is none, all keywords count equally.
    pub weighted: usize,
}

/// Returns a weight for each keyword: its search volume, or 1 if no volume is known at all.
fn weights(all: &[Standing]) -> (Vec<f64>, usize) {
    let volume = |one: &Standing| one.volume.filter(|volume| volume.is_finite() && *volume >= 0.0);
    let known = all.iter().filter(|one| volume(one).is_some()).count();
    let weight = |one: &Standing| if known == 0 { 1.0 } else { volume(one).unwrap_or(0.0) };
    (all.iter().map(weight).collect(), known)
}

/// Returns the share of the clicks on ordinary results that the website receives: the sum of volume x CTR at its rank,
/// divided by the sum over all positions of the same results. `None` without keywords.
///
/// The interval covers the unknown CTR: studies differ by a standard deviation of 0.25 of the logarithm, which all keywords
/// share, and search results by 0.3, which averages out over keywords. Both are added in squares (delta method).
#[must_use]
pub fn share_of_voice(all: &[Standing]) -> Option<Share> {
    let (weights, weighted) = weights(all);
    let clicks: Vec<f64> = all.iter().zip(&weights).map(|(one, weight)| weight * one.rank.map_or(0.0, ctr)).collect();
    let whole = weights.iter().sum::<f64>() * POINTS.iter().sum::<f64>();
    if whole <= 0.0 {
        return None;
    }
    let own: f64 = clicks.iter().sum();
    let squares: f64 = clicks.iter().map(|clicks| clicks * clicks).sum();
    let of_serps = if own > 0.0 { SPREAD_OF_SERPS * SPREAD_OF_SERPS * squares / (own * own) } else { 0.0 };
    let factor = (NINETY * (SPREAD_OF_STUDIES * SPREAD_OF_STUDIES + of_serps).sqrt()).exp();
    let mid = (own / whole).min(1.0);
    Some(Share { low: mid / factor, mid, high: (mid * factor).min(1.0), weighted })
}

/// Returns the visibility: the clicks of the website relative to those with rank 1 for every keyword, 0 to 1. `None`
/// without keywords.
#[must_use]
pub fn visibility(all: &[Standing]) -> Option<f64> {
    let (weights, _) = weights(all);
    let best = weights.iter().sum::<f64>() * ctr(1);
    let own: f64 = all.iter().zip(&weights).map(|(one, weight)| weight * one.rank.map_or(0.0, ctr)).sum();
    (best > 0.0).then(|| own / best)
}

/// Range of ranks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Bucket {
    /// 1 to 3.
    Top3,
    /// 4 to 10.
    Top10,
    /// 11 to 20.
    Top20,
    /// 21 to 50.
    Top50,
    /// 51 to 100.
    Top100,
    /// Not found within the checked depth.
    Beyond,
}

/// Keywords by range of ranks.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Distribution {
    /// Ranks 1 to 3.
    pub top3: usize,
    /// Ranks 4 to 10.
    pub top10: usize,
    /// Ranks 11 to 20.
    pub top20: usize,
    /// Ranks 21 to 50.
    pub top50: usize,
    /// Ranks 51 to 100.
    pub top100: usize,
    /// Not found within the checked depth.
    pub beyond: usize,
}

impl Bucket {
    /// Returns the range of a rank.
    #[must_use]
    pub const fn of(rank: Option<u32>) -> Self {
        match rank {
            Some(0..=3) => Self::Top3,
            Some(4..=10) => Self::Top10,
            Some(11..=20) => Self::Top20,
            Some(21..=50) => Self::Top50,
            Some(51..=100) => Self::Top100,
            _ => Self::Beyond,
        }
    }
}

/// Counts ranks by range.
pub fn buckets(ranks: impl IntoIterator<Item = Option<u32>>) -> Distribution {
    let mut counts = Distribution::default();
    for rank in ranks {
        let count = match Bucket::of(rank) {
            Bucket::Top3 => &mut counts.top3,
            Bucket::Top10 => &mut counts.top10,
            Bucket::Top20 => &mut counts.top20,
            Bucket::Top50 => &mut counts.top50,
            Bucket::Top100 => &mut counts.top100,
            Bucket::Beyond => &mut counts.beyond,
        };
        *count += 1;
    }
    counts
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(rank: Option<u32>, volume: Option<f64>) -> Standing {
        Standing { rank, depth: 20, volume }
    }

    #[test]
    fn curve_falls_with_the_position() {
        assert!((ctr(1) - 0.2862).abs() < 1e-9 && ctr(21) == 0.0 && ctr(0) == 0.0);
        for rank in 1..20 {
            assert!(ctr(rank) > ctr(rank + 1), "{rank}");
        }
    }

    #[test]
    fn share_of_voice_is_weighted_by_volume_and_has_an_interval() {
        let whole: f64 = (1..=20).map(ctr).sum();
        let share = share_of_voice(&[at(Some(1), Some(300.0)), at(None, Some(100.0))]).unwrap();
        assert!((share.mid - 0.75 * ctr(1) / whole).abs() < 1e-12);
        assert!(share.low < share.mid && share.mid < share.high && share.high <= 1.0);
        assert_eq!(share.weighted, 2);
        let many = share_of_voice(&vec![at(Some(1), Some(300.0)); 100]).unwrap();
        assert!(many.high / many.mid < share.high / share.mid, "more keywords make it more certain");
        assert!((many.high / many.mid) > (NINETY * SPREAD_OF_STUDIES).exp() - 1e-9, "studies still differ");
        assert_eq!(share_of_voice(&[]), None);
        let alike = share_of_voice(&[at(Some(1), None), at(None, None)]).unwrap();
        assert_eq!((alike.weighted, alike.mid), (0, 0.5 * ctr(1) / whole));
    }

    #[test]
    fn visibility_is_one_with_every_keyword_on_top() {
        assert_eq!(visibility(&[at(Some(1), Some(10.0)), at(Some(1), Some(5.0))]), Some(1.0));
        assert_eq!(visibility(&[at(None, Some(10.0))]), Some(0.0));
        assert_eq!(visibility(&[]), None);
    }

    #[test]
    fn ranks_are_counted_by_range() {
        let ranks = [1, 3, 4, 10, 11, 20, 21, 50, 51, 100, 101].map(Some).into_iter().chain([None]);
        let counts = buckets(ranks);
        assert_eq!((counts.top3, counts.top10, counts.top20), (2, 2, 2));
        assert_eq!((counts.top50, counts.top100, counts.beyond), (2, 2, 2));
    }
}
