//! Decomposition by several periods.

use super::stl::{StlPlan, stl};

/// A series as trend + one season per period + remainder.
#[derive(Debug, Clone, PartialEq)]
pub struct MultipleDecomposition {
    /// The trend.
    pub trend: Vec<f64>,
    /// The seasons, in the order of the plans.
    pub seasonal: Vec<Vec<f64>>,
}

/// Decomposes by several periods, `rounds` times each: STL of the series without the other seasons.
///
/// Source: Bandara, Hyndman & Bergmeir (2021), "MSTL: A seasonal-trend decomposition algorithm for time
/// series with multiple seasonal patterns", arXiv:2107.13462, algorithm 1, without its Box-Cox step.
pub fn mstl(values: &[f64], plans: &[StlPlan], rounds: usize) -> MultipleDecomposition {
    let mut left = values.to_vec();
    let mut seasonal = vec![vec![0.0; values.len()]; plans.len()];
    let mut trend = values.to_vec();
    let rounds = if plans.len() == 1 { 1 } else { rounds };
    for _ in 0..rounds {
        for (plan, season) in plans.iter().zip(&mut seasonal) {
            left.iter_mut().zip(season.iter()).for_each(|(value, season)| *value += season);
            let parts = stl(&left, plan);
            (*season, trend) = (parts.seasonal, parts.trend);
            left.iter_mut().zip(season.iter()).for_each(|(value, season)| *value -= season);
        }
    }
    MultipleDecomposition { trend, seasonal }
}
