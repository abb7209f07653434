//! Missing data of an engine, with the page of the app to provide them.

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
    /// Stable identifier of the data.
    #[schema(examples("search_queries"))]
    pub(crate) kind: &'static str,
    /// Label of the missing data.
    pub(crate) label: String,
    /// Page of the app to provide it.
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

/// Returns the input that every action of the engine requires; `None` if an action runs on the data alone.
pub(super) fn input(engine: EngineId) -> Option<Need> {
    let (kind, label, route) = match engine {
        EngineId::Strategic => ("budget", "Enter a budget", "/intelligence/strategic"),
        EngineId::Content => ("content_brief", "Enter a topic", "/content-generator"),
        EngineId::Execution => ("opportunity", "Choose an opportunity", "/opportunities/discover"),
        _ => return None,
    };
    Some(Need { kind, label: label.to_owned(), route })
}

/// Returns the page of the app to import or create data of a kind.
fn route(data: Data) -> &'static str {
    match data {
        Data::Opportunities => "/opportunities/discover",
        Data::Outcomes => "/analytics",
        Data::ApprovedPlan => "/plans",
        Data::AiAnswers => "/ai-answers",
        Data::ChangeLog => "/changes",
        Data::Market | Data::PayoutRates => "/dominator/opportunity-discovery",
        Data::ContentBrief => "/content-generator",
        Data::Conversions | Data::CoreWebVitals | Data::BingQueries => "/settings?tab=connections",
        Data::LeadRevenue => "/imported?tab=leads",
        Data::Backlinks => "/imported?tab=backlinks",
        // All tables are imported there.
        Data::SearchQueries
        | Data::KeywordVolumes
        | Data::SerpSnapshots
        | Data::SiteCrawl
        | Data::RankingPages
        | Data::DailySeries
        | Data::RankHistory => "/keyword-finder",
    }
}
