//! Strategic engine: with this budget and time, which opportunities come first, and when do I stop?
//!
//! [`portfolio()`] chooses, [`scenarios()`] compares pessimistic, realistic and optimistic choices, [`roadmap()`]
//! schedules the choice by week; [`solve`] is the exact method that they use. The method card is
//! `docs/engines/strategic.md`.

pub mod actions;
mod context;
mod evidence;
mod frontier;
mod input;
mod insight;
mod knapsack;
mod limits;
mod output;
mod params;
mod portfolio;
mod present_value;
mod rejection;
mod risk;
mod roadmap;
mod scenarios;
mod shadow_price;

pub use evidence::basis_of;
pub use input::{Input, Opportunity, ValueBasis};
pub use knapsack::{DEFAULT_WORK, Knapsack, MAX_ITEMS, MAX_LIMITS, Solution, solve};
pub use output::{Bet, FrontierPoint, PortfolioOutput, Rejected, Scenario, ScenariosOutput, ShadowPrice, Totals};
pub use params::{Checked, Parameters, RiskMeasure, parameters_schema};
pub use portfolio::portfolio;
pub use roadmap::{Milestone, Portion, RoadmapOutput, Week, roadmap};
pub use scenarios::scenarios;

/// Name of the method.
pub const METHOD: &str = "strategic: 0/1 knapsack with several limits by branch and bound, worth by draws with common fortunes, cutting planes for risk";
/// Version of the method; it changes with any change of the results.
pub const METHOD_VERSION: &str = "strategic-1.3.0";
/// What findings of the engine are signed with.
const SIGNATURE: crate::common::Signature =
    crate::common::Signature { engine: crate::common::EngineId::Strategic, method: METHOD, version: METHOD_VERSION };
