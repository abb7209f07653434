//! What an engine lacks, and where in the app it can be provided.

use ::engines::{
    action::{Data, Need as Lack},
    common::EngineId,
};
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

impl From<&Lack> for Need {
    fn from(need: &Lack) -> Self {
        let label = match (need.data, need.at_least) {
            (Data::DailySeries, days) if days > 1 => format!("{}: at least {days} days", need.data.label()),
            _ => need.data.label().to_owned(),
        };
        Self { kind: need.data.kind(), label, route: route(need.data) }
    }
}

/// Returns the input without which no action of the engine can run; `None` where one works on the data alone.
pub(super) fn input(engine: EngineId) -> Option<Need> {
    let (kind, label, route) = match engine {
        EngineId::Strategic => ("budget", "Enter a budget", "/intelligence/strategic"),
        EngineId::Content => ("content_brief", "Enter a topic", "/content-generator"),
        EngineId::Execution => ("opportunity", "Choose an opportunity", "/opportunities/discover"),
        _ => return None,
    };
    Some(Need { kind, label: label.to_owned(), route })
}

/// The page of the app where the data of a kind is brought or made.
fn route(data: Data) -> &'static str {
    match data {
        Data::Opportunities => "/opportunities/discover",
        Data::Outcomes => "/analytics",
        Data::ApprovedPlan => "/plans",
        Data::ChangeLog => "/changes",
        Data::Market | Data::PayoutRates => "/dominator/opportunity-discovery",
        Data::ContentBrief => "/content-generator",
        // All tables are imported there, whatever they hold.
        Data::SearchQueries | Data::SerpSnapshots | Data::SiteCrawl | Data::DailySeries | Data::RankHistory => {
            "/keyword-finder"
        }
    }
}
