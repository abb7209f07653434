//! Who takes my clicks, why, what would it cost to pass them?
//!
//! All actions read result pages. [`share()`] tells each site's share of the clicks and the money lost to
//! each rival, [`discover()`] finds the rivals, [`gap()`] the searches they win and you do not,
//! [`explain()`] how strong each site is and which features of pages go with a higher place.
//! The method card is `docs/engines/competitive.md`.

pub mod actions;
mod discover;
mod explain;
mod finding;
mod gap;
mod holdout;
mod input;
mod logit;
mod money;
mod output;
mod params;
mod rank_biased_overlap;
mod result_set;
mod share;
mod strength;

pub use discover::discover;
pub use explain::explain;
pub use gap::gap;
pub use input::{Input, MAX_RESULTS, PageFeatures, QueryVolume, Result as SerpResult, Snapshot};
pub use output::{
    ClusterShare, ClusterStrength, DiscoverOutput, DomainShare, ExplainOutput, FeatureAssociation, GapOutput, GapQuery,
    Loss, Prediction, Rival, ShareOutput, Strength, Volatility,
};
pub use params::{Checked, Parameters, parameters_schema};
pub use rank_biased_overlap::rank_biased_overlap;
pub use share::share;

/// Name of the method.
pub const METHOD: &str =
    "competitive: share of clicks, rank-biased overlap, Plackett-Luce strengths, rank-ordered logit with L1";
/// Version of the method; a change of any figure it gives changes it.
pub const METHOD_VERSION: &str = "competitive-1.1.0";
/// What findings of the engine are signed with.
const SIGNATURE: crate::common::Signature =
    crate::common::Signature { engine: crate::common::EngineId::Competitive, method: METHOD, version: METHOD_VERSION };
