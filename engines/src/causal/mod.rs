//! Did my change move it, or would it have moved anyway?
//!
//! [`impact::impact()`] measures the effect of one change on one series, [`power::power()`] says beforehand what
//! could be seen, [`experiment::experiment()`] splits pages at random and reads the outcome, [`trial::trial()`] is
//! all of them together for an experiment on several sites. [`discover()`]
//! finds which variable drives which, [`treatment()`] what a treatment did that was not drawn at random. The method
//! card is `docs/engines/causal.md`.

pub mod actions;
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
pub use verdict::Verdict;

/// Name of the method.
pub const METHOD: &str = "causal: structural time series averaged over noise processes and controls, page-randomised difference in differences";
/// Version of the method; a change of any figure it gives changes it.
pub const METHOD_VERSION: &str = "causal-1.0.0";
/// What findings of the engine are signed with.
const SIGNATURE: crate::common::Signature =
    crate::common::Signature { engine: crate::common::EngineId::Causal, method: METHOD, version: METHOD_VERSION };
