//! What an engine lacks, and where in the app it can be provided.

use ::engines::common::EngineId;
use serde::Serialize;
use utoipa::ToSchema;

/// Data that an engine requires, or input that only a person can give.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = EngineNeed)]
pub(crate) struct Need {
    /// A stable word for the data.
    #[schema(examples("search_queries"))]
    pub(crate) kind: &'static str,
    /// What to provide.
    pub(crate) label: String,
    /// The page of the app where that is done.
    #[schema(examples("/keyword-finder"))]
    pub(crate) route: &'static str,
}

/// Returns all data that an engine requires.
pub(crate) fn of(engine: EngineId) -> Vec<Need> {
    let needs = engine.needs().iter();
    needs.map(|need| Need { kind: need.kind, label: need.label.to_owned(), route: route(need.kind) }).collect()
}

/// Returns the missing days of an engine that requires `least` days of clicks and has `days`.
pub(crate) fn of_days(least: usize, days: usize) -> Need {
    let label = format!("At least {least} days of daily clicks; {days} are imported");
    Need { kind: "daily_series", label, route: route("daily_series") }
}

/// Returns the input without which no action of the engine can run; `None` where one works on the data alone.
pub(crate) fn input(engine: EngineId) -> Option<Need> {
    let (kind, label, route) = match engine {
        EngineId::Strategic => ("budget", "Enter a budget", "/intelligence/strategic"),
        EngineId::Content => ("content_brief", "Enter a topic", "/content-generator"),
        EngineId::Execution => ("opportunity", "Choose an opportunity", "/opportunities/discover"),
        _ => return None,
    };
    Some(Need { kind, label: label.to_owned(), route })
}

/// Returns the page where data of this kind is imported or made.
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
