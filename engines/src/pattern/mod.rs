//! What changed, when, is it me or everybody, what repeats?
//!
//! [`analyse()`] runs the engine whole on the daily figures of a website. [`change_points::change_points()`],
//! [`decompose::decompose()`] and [`anomalies::anomalies()`] are its steps for any series,
//! [`attribute::attribute()`] tells which pages, searches or devices explain a change, [`rules::rules()`] what goes
//! together. The method card is `docs/engines/pattern.md`.

pub mod actions;
mod analyse;
pub mod anomalies;
pub mod attribute;
pub mod change_points;
pub mod decompose;
mod given_series;
pub mod rules;
mod season;

pub use analyse::{
    Change, Checked, DayFigure, Input, LEAST_DAYS, MAX_DAYS, OtherSite, Output, Parameters, Season, UnusualDay, Who,
    analyse,
};
pub use given_series::GivenSeries;

/// Name of the method.
pub const METHOD: &str =
    "pattern: penalised change points with model choice, STL, robust residual tests with false discovery control";
/// Version of the method; a change of any figure it gives changes it.
pub const METHOD_VERSION: &str = "pattern-1.0.0";
/// What findings of the engine are signed with.
const SIGNATURE: crate::common::Signature =
    crate::common::Signature { engine: crate::common::EngineId::Pattern, method: METHOD, version: METHOD_VERSION };
