//! Why data of a kind are worth a connection, in plain words.

use ::engines::action::Data as Kind;

/// Returns what data of a kind change for a website that lacks them; `None` for data that no connection delivers.
pub(super) const fn of(kind: Kind) -> Option<&'static str> {
    Some(match kind {
        Kind::SearchQueries => "Most analyses start from the queries that bring your visitors, and you have none yet.",
        Kind::BingQueries => "Figures of Google leave out the queries and visitors of Bing.",
        Kind::KeywordVolumes => {
            "Demand is estimated from impressions. Measured volumes and CPC make the value of keywords more certain."
        }
        Kind::SerpSnapshots => "Without search results, you cannot see who ranks above you, and why.",
        Kind::Backlinks => {
            "Without backlinks, broken pages with links and domains that link to rivals only stay unnoticed."
        }
        Kind::CoreWebVitals => "Slow pages lose visitors, and nothing measures yet how fast yours load.",
        Kind::DailySeries => "Forecasts and the detection of changes need clicks by day.",
        Kind::RankHistory => "Forecasts of ranks need your positions over time.",
        Kind::Conversions => "The conversion rate is assumed. A measured one makes each monthly value more certain.",
        Kind::AiAnswers => "Nothing shows yet whether AI assistants cite you or your rivals.",
        Kind::SiteCrawl
        | Kind::RankingPages
        | Kind::LeadRevenue
        | Kind::ChangeLog
        | Kind::Opportunities
        | Kind::Outcomes
        | Kind::ApprovedPlan
        | Kind::Market
        | Kind::PayoutRates
        | Kind::ContentBrief => return None,
    })
}
