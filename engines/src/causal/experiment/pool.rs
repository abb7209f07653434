//! Pooled effect over several sites.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::stat::normal_quantile;
use statrs::function::erf::erfc;

/// Relative effects of several sites, pooled.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Pooled {
    /// Relative effect.
    pub effect: f64,
    /// Lower end of the 95 % interval.
    pub lo: f64,
    /// Upper end of the 95 % interval.
    pub hi: f64,
    /// Two-sided p-value of no effect.
    pub p: f64,
    /// Variance of the true effects between sites.
    pub between: f64,
    /// Cochran's Q.
    pub cochran_q: f64,
    /// Share of the differences that is not due to chance, 0 to 1 (Higgins & Thompson 2002).
    pub i_squared: f64,
}

/// Pools effects with their standard errors by random effects; returns `None` for fewer than two valid ones.
///
/// Source: DerSimonian & Laird (1986), "Meta-analysis in clinical trials", Controlled Clinical Trials 7.
pub fn pool(effects: &[(f64, f64)]) -> Option<Pooled> {
    let usable: Vec<(f64, f64)> = effects
        .iter()
        .copied()
        .filter(|(effect, error)| effect.is_finite() && *error > 0.0 && error.is_finite())
        .collect();
    if usable.len() < 2 {
        return None;
    }
    let sum = |term: &dyn Fn(f64, f64) -> f64| usable.iter().map(|(effect, error)| term(*effect, *error)).sum::<f64>();
    let weight = |error: f64| 1.0 / (error * error);
    let total = sum(&|_, error| weight(error));
    let fixed = sum(&|effect, error| weight(error) * effect) / total;
    let q = sum(&|effect, error| weight(error) * (effect - fixed).powi(2));
    let freedom = usable.len() as f64 - 1.0;
    let scale = total - sum(&|_, error| weight(error).powi(2)) / total;
    let between = ((q - freedom) / scale).max(0.0);
    let random = |error: f64| 1.0 / (error * error + between);
    let total = sum(&|_, error| random(error));
    let effect = sum(&|effect, error| random(error) * effect) / total;
    let error = (1.0 / total).sqrt();
    let half = normal_quantile(0.975) * error;
    Some(Pooled {
        effect,
        lo: effect - half,
        hi: effect + half,
        p: erfc((effect / error).abs() / std::f64::consts::SQRT_2),
        between,
        cochran_q: q,
        i_squared: if q > 0.0 { ((q - freedom) / q).max(0.0) } else { 0.0 },
    })
}
