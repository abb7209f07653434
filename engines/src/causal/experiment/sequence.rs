//! Confidence sequences, valid at every day.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::input::Page;
use crate::stat::normal_quantile;

/// The effect so far, with an interval that is valid simultaneously for all days.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Look {
    /// The step, from 0.
    pub step: usize,
    /// Average effect per page and step since the change.
    pub effect: f64,
    /// Lower end: with 95 % probability all intervals contain the effect.
    pub lo: f64,
    /// Upper end.
    pub hi: f64,
}

/// Returns the confidence sequence of the daily difference between the groups.
///
/// Normal mixture boundary (Howard, Ramdas, McAuliffe & Sekhon 2021, "Time-uniform, nonparametric,
/// nonasymptotic confidence sequences", Annals of Statistics 49(2), eq. 14; Waudby-Smith et al. 2024 for its
/// asymptotic form), half of the error for the days after, half for the mean of the days before. The
/// variance comes from the days before, with their autocorrelation (Bartlett weights, Newey & West 1987).
pub(super) fn sequence(pages: &[Page], treated: &[bool], change: usize) -> Vec<Look> {
    let days = pages.first().map_or(0, |page| page.y.len());
    let side = |day: usize, wanted: bool| {
        let own = pages.iter().zip(treated).filter(|(_, side)| **side == wanted);
        let known: Vec<f64> = own.filter_map(|(page, _)| page.y[day]).collect();
        (!known.is_empty()).then(|| known.iter().sum::<f64>() / known.len() as f64)
    };
    let gaps: Vec<Option<f64>> = (0..days).map(|day| Some(side(day, true)? - side(day, false)?)).collect();
    let before: Vec<f64> = gaps[..change].iter().flatten().copied().collect();
    if before.len() < 8 {
        return Vec::new();
    }
    let base = before.iter().sum::<f64>() / before.len() as f64;
    let spread = long_run_variance(&before, base).sqrt();
    let anchor = -normal_quantile(0.0125) * spread / (before.len() as f64).sqrt();
    let (mut sum, mut count) = (0.0, 0.0);
    let mut looks = Vec::new();
    for (step, gap) in gaps.iter().enumerate().skip(change) {
        let Some(gap) = gap else { continue };
        sum += gap - base;
        count += 1.0;
        let effect = sum / count;
        let half = anchor + spread * boundary(count, 0.025);
        looks.push(Look { step, effect, lo: effect - half, hi: effect + half });
    }
    looks
}

/// Half width, in standard deviations, for the mean of `count` figures, tightest near 14.
fn boundary(count: f64, error: f64) -> f64 {
    let rho = 1.0 / 14.0;
    let inner = count * rho + 1.0;
    (2.0 * inner / (count * count * rho) * (inner.sqrt() / error).ln()).sqrt()
}

fn long_run_variance(values: &[f64], mean: f64) -> f64 {
    let count = values.len();
    let covariance =
        |lag: usize| (lag..count).map(|at| (values[at] - mean) * (values[at - lag] - mean)).sum::<f64>() / count as f64;
    let lags = (4.0 * (count as f64 / 100.0).powf(2.0 / 9.0)).floor() as usize;
    let weighted = |lag: usize| 2.0 * (1.0 - lag as f64 / (lags + 1) as f64) * covariance(lag);
    let variance = covariance(0);
    (variance + (1..=lags.min(count - 1)).map(weighted).sum::<f64>()).max(0.5 * variance)
}
