//! Competitive engine: who takes my clicks, why, and what would it take to outrank them?
//!
//! Most actions read SERPs. [`share()`] computes each site's share of the clicks and the value lost to each competitor,
//! [`discover()`] finds competitors, [`gap()`] finds queries that they win, [`explain()`] estimates the strength of
//! each site and the page features associated with higher positions, [`answers()`] compares sites in AI answers,
//! [`links()`] reads backlinks. The method card is `docs/engines/competitive.md`.

pub mod actions;
mod answers;
mod discover;
mod explain;
mod finding;
mod gap;
mod holdout;
mod input;
mod links;
mod logit;
mod money;
mod output;
mod own;
mod params;
mod rank_biased_overlap;
mod result_set;
mod share;
mod strength;

pub use answers::answers;
pub use discover::discover;
pub use explain::explain;
pub use gap::gap;
pub use input::{
    AnswersInput, Input, MAX_RESULTS, OwnQuery, PageFeatures, QueryVolume, Result as SerpResult, Snapshot,
};
pub use links::{
    Link, LinkCounts, LinkProblem, LinkProspect, LinkSite, LinkSource, LinkedPage, LinksInput, LinksOutput,
    ReclaimPage, links,
};
pub use output::{
    AnswerEngine, AnswerSite, AnswersOutput, ClusterShare, ClusterStrength, DiscoverOutput, DomainShare, ExplainOutput,
    FeatureAssociation, GapOutput, GapQuery, Loss, Prediction, Rival, ShareOutput, Strength, Volatility,
};
pub use params::{Checked, Parameters, parameters_schema};
pub use rank_biased_overlap::rank_biased_overlap;
pub use share::share;

/// Name of the method.
pub const METHOD: &str =
    "competitive: share of clicks, rank-biased overlap, Plackett-Luce strengths, rank-ordered logit with L1";
/// Version of the method; it changes with any change of the results.
pub const METHOD_VERSION: &str = "competitive-1.3.0";
/// What findings of the engine are signed with.
const SIGNATURE: crate::common::Signature =
    crate::common::Signature { engine: crate::common::EngineId::Competitive, method: METHOD, version: METHOD_VERSION };
