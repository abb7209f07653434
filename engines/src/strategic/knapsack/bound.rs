//! Upper bound that is robust against rounding errors.

use super::problem::Knapsack;
use super::tableau::{Fixed, Scale};

/// Converts prices of the limits to the problem's own units.
pub(super) fn unscaled(prices: &[f64], scale: &Scale) -> Vec<f64> {
    prices.iter().zip(&scale.rows).map(|(price, row)| price * row / scale.value).collect()
}

/// Upper bound on the value of any choice with the given items fixed, for any non-negative prices.
///
/// Lagrangian bound: sum(price x limit) + sum over items of max(0, value - sum(price x weight)). It is
/// valid for any prices, so an inexact solution of the relaxation gives a valid bound. Source: Geoffrion
/// (1974), "Lagrangean relaxation for integer programming", Mathematical Programming Study 2; as a safe
/// bound: Neumaier & Shcherbina (2004), Mathematical Programming 99.
pub(super) fn lagrangian(problem: &Knapsack, prices: &[f64], fixed: &[Fixed]) -> f64 {
    let mut net = problem.values.clone();
    let mut bound = 0.0;
    for ((row, limit), price) in problem.weights.iter().zip(&problem.limits).zip(prices) {
        if *price > 0.0 {
            bound += price * limit;
            net.iter_mut().zip(row).for_each(|(net, weight)| *net -= price * weight);
        }
    }
    let part = |(net, fixed): (&f64, &Fixed)| match fixed {
        Fixed::Free => net.max(0.0),
        Fixed::In => *net,
        Fixed::Out => 0.0,
    };
    bound + net.iter().zip(fixed).map(part).sum::<f64>()
}
