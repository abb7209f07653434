//! Local engine: which trade in which city is profitable, and who will pay for the leads?
//!
//! [`scan()`] scores every trade in every place by ranking probability x search volume x CTR x conversion rate x accepted
//! leads x payout - cost, in closed form; [`score()`] lists the best markets with the parts of their scores; [`explain()`]
//! details one market by joint draws; [`tenants()`] creates its call list. The reference data are built in, each figure
//! with its source and year, and the user's data override them. The method card is `docs/engines/local.md`.

pub mod actions;
mod back_test;
pub mod catalog;
mod columns;
mod competition;
mod demand;
mod dominator;
mod draws;
mod explain;
mod factor;
mod factors;
mod hot_spot;
mod huff;
mod input;
mod insight;
mod market;
mod market_names;
mod model;
mod outcomes;
mod output;
mod override_rows;
mod own_market;
mod own_sites;
mod params;
mod parts;
mod portfolio;
pub(crate) mod reference;
mod rivals;
mod scan;
mod tables;
mod tenants;
mod weakness;
mod world;

pub use competition::CompetitionReading;
pub use draws::{Drawn, UncertaintyShare};
pub use explain::{ArithmeticLine, EventCount, Explanation, SerpPart, SerpReading, explain};
pub use huff::Neighbour;
pub use input::{
    Filters, Input, MarketInput, MeasuredVolume, OrganicResult, Outcome, Overrides, OwnDifficulty, OwnMarket,
    OwnPayout, OwnPlace, OwnTiers, OwnVertical, PackEntry, PayoutUnit, SerpSnapshot, TenantsInput,
};
pub use market_names::{NamedMarket, is_in_home_country, markets_of, vertical_named};
pub use output::{
    BackTest, Dominator, DominatorPlace, HotSpot, Market, MarketKey, MoneyRange, Month, Need, Part, Range, Rejected,
    Rent, Scan, ScoredMarket, Scores, Tenant, Tier, Totals, VerticalSummary,
};
pub use own_sites::{LearnedFactor, OwnSites};
pub use params::{Checked, Parameters, parameters_schema};
pub use portfolio::{PORTFOLIO_MONTHS, Portfolio, PortfolioInput, PortfolioMonth, PortfolioSite, portfolio};
pub use reference::{ATTRIBUTION, Bound, Fit, Grade, PlaceMatch, Source, Urgency};
pub use scan::{scan, score};
pub use tenants::{Tenants, tenants};
pub use world::MAX_OVERRIDES;

/// Name of the method.
pub const METHOD: &str = "local: chance x demand x clicks x conversion x acceptance x payout - cost; log-normal product, empirical Bayes demand, logit-normal chance";
/// Version of the method; it changes with any change of the results.
pub const METHOD_VERSION: &str = "local-1.3.0";
/// What findings of the engine are signed with.
const SIGNATURE: crate::common::Signature =
    crate::common::Signature { engine: crate::common::EngineId::Local, method: METHOD, version: METHOD_VERSION };
