//! Simulator of a search market with known effects: places, queries, competitors, rankings, clicks, leads, payouts, updates and changes.
//!
//! It generates test data with known effects (an engine should find planted effects, and none for changes without effect) and the sample
//! project. All data are marked `simulated` and never mixed with a real project. [`simulate()`] returns the market;
//! [`Simulation::keyword_input`] and [`Simulation::local_overrides`] convert it to inputs of other engines, and [`Simulation::export`] to
//! importable files. Names and addresses are invented (`.example`, state `ZZ`, places in mid-ocean).

mod export;
mod feed;
mod latent;
mod output;
mod params;
mod simulate;
mod world;

pub use export::{COPIED, CrawledPage, ExportFile, LoggedChange};
pub use output::{
    ChangeEntry, Keyword, KeywordSeries, Market, MonthOutcome, PageSeries, Place, Serp, Simulation, TrueEffect,
    TrueUpdate, Truth,
};
pub use params::{ChangeKind, Checked, Parameters, PlannedChange, PlannedUpdate};
pub use simulate::simulate;

/// Name of the method.
pub const METHOD: &str =
    "simulator: noisy strengths, Poisson searches, binomial clicks and leads, counterfactual truth";
/// Version of the method; it changes with any change of the results.
pub const METHOD_VERSION: &str = "simulator-1.0.0";
