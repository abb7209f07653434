//! Causal engine: did a change cause the effect?
//!
//! [`impact::impact()`] measures the effect of one change on one series. [`power::power()`] computes the minimum
//! detectable effect in advance. [`experiment::experiment()`] splits pages at random and evaluates the outcome.
//! [`citations::citations()`] measures the effect of a change on the share of AI answers that cite the site.
//! [`trial::trial()`] combines them for an experiment on several sites. [`discover()`] finds causal graphs,
//! [`treatment()`] estimates the effects of a treatment that was not randomized. The method card is
//! `docs/engines/causal.md`.

pub mod actions;
pub mod citations;
mod discover;
pub mod experiment;
pub mod impact;
mod positions;
pub mod power;
mod treatment;
pub mod trial;
mod verdict;

pub use discover::{
    DISCOVER_METHOD, DISCOVER_METHOD_VERSION, DiscoverInput, DiscoverOutput, MAX_NODES, VariableKind, discover,
};

pub use positions::{Listing, usual_clicks};
pub use treatment::{Estimate, TREATMENT_METHOD, TREATMENT_METHOD_VERSION, TreatmentInput, TreatmentOutput, treatment};
pub use verdict::{Verdict, is_measured_effect};

/// Name of the method.
pub const METHOD: &str = "causal: structural time series averaged over noise processes and controls, page-randomised difference in differences";
/// Version of the method; it changes with any change of the results.
pub const METHOD_VERSION: &str = "causal-1.5.0";
/// What findings of the engine are signed with.
const SIGNATURE: crate::common::Signature =
    crate::common::Signature { engine: crate::common::EngineId::Causal, method: METHOD, version: METHOD_VERSION };
