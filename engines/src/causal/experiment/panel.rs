//! Difference in differences with page and day effects.

use super::input::{Page, SitePages};
use crate::stat::SplitMix64;
use crate::stat::student::{Mixture, Part, student_probability};

/// Iterations that remove page and day effects; balanced panels need one.
const PASSES: usize = 60;

/// The estimate of one site.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Estimate {
    /// Effect per page and step.
    pub(super) effect: f64,
    pub(super) error: f64,
    pub(super) freedom: f64,
    /// Mean of the changed pages after the change.
    pub(super) observed: f64,
}

impl Estimate {
    /// Half width of the 95 % interval.
    pub(super) fn half_width(&self) -> f64 {
        let one = Mixture { parts: vec![Part { weight: 1.0, centre: 0.0, scale: 1.0 }], freedom: self.freedom };
        one.quantile(0.975) * self.error
    }

    /// Two-sided p-value of no effect.
    pub(super) fn p(&self) -> f64 {
        if self.error <= 0.0 {
            return 1.0;
        }
        2.0 * student_probability(-(self.effect / self.error).abs(), self.freedom)
    }
}

/// Estimates the effect on the treated pages, from step `change` to `end`.
///
/// y(page, day) = page + day + effect x (changed and after); errors are clustered by page, so a page's days may be
/// correlated (Bertrand, Duflo & Mullainathan 2004; Liang & Zeger 1986 with G / (G - 1)).
pub(super) fn estimate(pages: &[Page], treated: &[bool], change: usize, end: usize) -> Estimate {
    let known: Vec<Vec<bool>> = pages.iter().map(|page| page.y[..end].iter().map(Option::is_some).collect()).collect();
    let mut values: Vec<Vec<f64>> =
        pages.iter().map(|page| page.y[..end].iter().map(|v| v.unwrap_or(0.0)).collect()).collect();
    // A missing cell counts neither as changed nor as a figure.
    let mut changed: Vec<Vec<f64>> = treated
        .iter()
        .zip(&known)
        .map(|(treated, known)| {
            (0..end).map(|day| f64::from(u8::from(*treated && day >= change && known[day]))).collect()
        })
        .collect();
    let observed = {
        let seen = pages.iter().zip(treated).filter(|(_, treated)| **treated);
        let after: Vec<f64> = seen.flat_map(|(page, _)| page.y[change..end].iter().flatten().copied()).collect();
        after.iter().sum::<f64>() / after.len().max(1) as f64
    };
    within(&mut values, &known);
    within(&mut changed, &known);
    let square: f64 = changed.iter().flatten().map(|d| d * d).sum();
    let product: f64 = changed.iter().flatten().zip(values.iter().flatten()).map(|(d, y)| d * y).sum();
    let effect = if square > 0.0 { product / square } else { 0.0 };
    let score =
        |(d, y): (&Vec<f64>, &Vec<f64>)| d.iter().zip(y).map(|(d, y)| d * (y - effect * d)).sum::<f64>().powi(2);
    let meat: f64 = changed.iter().zip(&values).map(score).sum();
    let count = pages.len() as f64;
    let error = if square > 0.0 { (meat * count / (count - 1.0)).sqrt() / square } else { 0.0 };
    let small =
        treated.iter().filter(|treated| **treated).count().min(treated.iter().filter(|treated| !**treated).count());
    Estimate { effect, error, freedom: (2.0 * (small as f64 - 1.0)).max(1.0), observed }
}

/// Subtracts page and day means from the known cells, alternately until both are 0.
fn within(values: &mut [Vec<f64>], known: &[Vec<bool>]) {
    let days = values.first().map_or(0, Vec::len);
    let is_whole = known.iter().flatten().all(|known| *known);
    for _ in 0..if is_whole { 1 } else { PASSES } {
        for (row, known) in values.iter_mut().zip(known) {
            let count = known.iter().filter(|known| **known).count().max(1) as f64;
            let mean = row.iter().sum::<f64>() / count;
            row.iter_mut().zip(known).filter(|(_, known)| **known).for_each(|(value, _)| *value -= mean);
        }
        for day in 0..days {
            let count = known.iter().filter(|row| row[day]).count().max(1) as f64;
            let mean = values.iter().map(|row| row[day]).sum::<f64>() / count;
            for (row, known) in values.iter_mut().zip(known) {
                row[day] -= if known[day] { mean } else { 0.0 };
            }
        }
    }
}

/// Returns the mean after minus the mean before of each page, with day effects removed: the
/// statistic of the permutation test.
fn differences(pages: &[Page], change: usize) -> Vec<f64> {
    let known: Vec<Vec<bool>> = pages.iter().map(|page| page.y.iter().map(Option::is_some).collect()).collect();
    let mut values: Vec<Vec<f64>> =
        pages.iter().map(|page| page.y.iter().map(|v| v.unwrap_or(0.0)).collect()).collect();
    within(&mut values, &known);
    let mean = |values: &[f64], known: &[bool]| {
        values.iter().sum::<f64>() / known.iter().filter(|known| **known).count().max(1) as f64
    };
    let one = |(row, known): (&Vec<f64>, &Vec<bool>)| {
        mean(&row[change..], &known[change..]) - mean(&row[..change], &known[..change])
    };
    values.iter().zip(&known).map(one).collect()
}

/// Share of random splits whose difference is at least as large as the real one's: (as large + 1) / (splits + 1).
///
/// Splits are drawn within pairs if every page has one (Fisher 1935; Ernst 2004, "Permutation methods").
pub(super) fn permutation_p(site: &SitePages, treated: &[bool], change: usize, splits: usize, seed: u64) -> f64 {
    let differences = differences(&site.pages, change);
    let statistic = |sides: &[bool]| {
        let side = |wanted: bool| {
            let own = differences.iter().zip(sides).filter(|(_, side)| **side == wanted);
            let (sum, count) = own.fold((0.0, 0.0), |(sum, count), (value, _)| (sum + value, count + 1.0));
            if count > 0.0 { sum / count } else { 0.0 }
        };
        (side(true) - side(false)).abs()
    };
    // Values equal up to rounding count as equal.
    let real = statistic(treated) * (1.0 - 1e-9);
    let mut random = SplitMix64::new(seed);
    let mut sides = treated.to_vec();
    let pairs = pairs(site, treated);
    let mut as_large = 0;
    for _ in 0..splits {
        match &pairs {
            Some(pairs) => {
                for (a, b) in pairs {
                    if random.below(2) == 0 {
                        sides.swap(*a, *b);
                    }
                }
            }
            None => (1..sides.len()).rev().for_each(|last| sides.swap(last, random.below(last + 1))),
        }
        as_large += usize::from(statistic(&sides) >= real);
    }
    (as_large + 1) as f64 / (splits + 1) as f64
}

/// Returns the pairs of a site; `None` unless each has one page of either group.
fn pairs(site: &SitePages, treated: &[bool]) -> Option<Vec<(usize, usize)>> {
    let mut sides: std::collections::BTreeMap<usize, [Option<usize>; 2]> = std::collections::BTreeMap::new();
    for (at, page) in site.pages.iter().enumerate() {
        let slot = &mut sides.entry(page.pair?).or_default()[usize::from(treated[at])];
        if slot.replace(at).is_some() {
            return None;
        }
    }
    // With an odd number the last page has no pair.
    let whole: Vec<(usize, usize)> = sides.values().filter_map(|pair| pair[0].zip(pair[1])).collect();
    (whole.len() >= 6).then_some(whole)
}
