//! Models of one series: fitted once, they forecast from any later origin.

pub(super) mod adjust;
pub(super) mod bank;
pub(super) mod complex;
pub mod lagged;
pub mod season;
pub mod smoothing;
pub(super) mod theta;

/// Forecasts the next steps after a history with the same start as the fitted one.
pub type Path = Box<dyn Fn(&[f64]) -> Vec<f64>>;
