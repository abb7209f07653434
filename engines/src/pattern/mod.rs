//! Pattern engine: what changed, when, was it the site or the market, and what is seasonal?
//!
//! [`analyse()`] runs the full analysis of the daily figures of a website. [`change_points::change_points()`],
//! [`decompose::decompose()`] and [`anomalies::anomalies()`] are its steps for any series,
//! [`attribute::attribute()`] finds the pages, queries or devices that explain a change, [`rules::rules()`] finds
//! association rules. The method card is `docs/engines/pattern.md`.

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
/// Version of the method; it changes with any change of the results.
pub const METHOD_VERSION: &str = "pattern-1.2.0";
/// What findings of the engine are signed with.
const SIGNATURE: crate::common::Signature =
    crate::common::Signature { engine: crate::common::EngineId::Pattern, method: METHOD, version: METHOD_VERSION };
