//! What an engine lacks, and where in the app it can be had.

use ::engines::common::EngineId;
use serde::Serialize;
use utoipa::ToSchema;

/// Data that would unlock an engine.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = EngineNeed)]
pub(crate) struct Need {
    /// A stable word for the data.
    #[schema(examples("search_queries"))]
    pub(crate) kind: &'static str,
    /// What to bring.
    pub(crate) label: &'static str,
    /// The page of the app where that is done.
    #[schema(examples("/keyword-finder"))]
    pub(crate) route: &'static str,
}

/// All that an engine cannot work without.
pub(crate) fn of(engine: EngineId) -> Vec<Need> {
    let needs = engine.needs().iter();
    needs.map(|need| Need { kind: need.kind, label: need.label, route: route(need.kind) }).collect()
}

/// Where the data of this kind is brought or made.
fn route(kind: &str) -> &'static str {
    match kind {
        "opportunities" => "/opportunities/discover",
        "outcomes" => "/analytics",
        "approved_plan" => "/plans",
        "change_log" => "/changes",
        "market" => "/dominator/opportunity-discovery",
        "content_brief" => "/content-generator",
        // All tables are imported there, whatever they hold.
        _ => "/keyword-finder",
    }
}
