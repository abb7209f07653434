//! A search market with known truth: places, searches, rivals, a ranking, clicks, leads, payouts, updates, and changes
//! whose effects are known.
//!
//! It makes test data for which the right answer is known (a planted effect is to be found, a change without effect is
//! not) and feeds the sample project. Everything in it is marked `simulated` and is never mixed with a real project.
//! [`simulate()`] gives the market; [`Simulation::keyword_input`] and [`Simulation::local_overrides`] give it in the
//! shapes of other engines, and [`Simulation::export`] as the files that people bring. Names and addresses are invented (`.example`, state `ZZ`, places in mid-ocean).

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
/// Version of the method; a change of any figure it gives changes it.
pub const METHOD_VERSION: &str = "simulator-1.0.0";
