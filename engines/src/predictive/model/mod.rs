//! Models of one series: each is fitted once and forecasts from any later origin.

pub(super) mod adjust;
pub(super) mod bank;
pub(super) mod complex;
pub mod lagged;
pub mod season;
pub mod smoothing;
pub(super) mod theta;

/// Forecasts of the next steps after a history that begins where the fitted one began.
pub type Path = Box<dyn Fn(&[f64]) -> Vec<f64>>;
