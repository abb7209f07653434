//! With this money and these hours, which bets, in what order, and when do I stop?
//!
//! [`portfolio()`] chooses, [`scenarios()`] asks what if things go badly or well, [`roadmap()`] puts the choice into
//! weeks; [`solve`] is the exact method beneath them. The method card is `docs/engines/strategic.md`.

pub mod actions;
mod frontier;
mod input;
mod insight;
mod knapsack;
mod limits;
mod output;
mod params;
mod portfolio;
mod reject;
mod risk;
mod roadmap;
mod scenarios;
mod shadow;
mod worth;

pub use input::{Input, Opportunity};
pub use knapsack::{DEFAULT_WORK, Knapsack, MAX_ITEMS, MAX_LIMITS, Solution, solve};
pub use output::{Bet, FrontierPoint, PortfolioOutput, Rejected, ShadowPrice, Totals};
pub use params::{Checked, Parameters, RiskMeasure, parameters_schema};
pub use portfolio::portfolio;
pub use roadmap::{Milestone, Portion, RoadmapOutput, Week, roadmap};
pub use scenarios::{Scenario, ScenariosOutput, scenarios};

/// Name of the method.
pub const METHOD: &str = "strategic: 0/1 knapsack with several limits by branch and bound, worth by draws with common fortunes, cutting planes for risk";
/// Version of the method; a change of any figure it gives changes it.
pub const METHOD_VERSION: &str = "strategic-1.0.1";
