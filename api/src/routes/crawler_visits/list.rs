//! Lists visits of AI crawlers.

use axum::extract::State;
use chrono::{DateTime, NaiveDate, Utc};
use serde::{Deserialize, Serialize};
use shared::{
    domain::{
        crawl::AiDirectories,
        imported::{VisitFilter, VisitGroup, VisitSource},
    },
    store::{crawl, imported},
};
use utoipa::{IntoParams, ToSchema};
use uuid::Uuid;

use crate::{
    error::Result,
    extract::{Json, Limit, Member, Offset, Query, Success},
    routes::{connections::calls::check_days, observations::website_id},
    state::AppState,
};

/// What a crawler does with pages.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = CrawlerVisitPurpose)]
pub(super) enum Purpose {
    /// Trains models.
    Training,
    /// Fills a search index.
    SearchIndex,
    /// Fetches a page because a user asked.
    UserRequest,
}

/// Query parameters.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(super) struct Params {
    /// Website. Default: the website with the latest import.
    website_id: Option<Uuid>,
    /// Purpose of the crawlers.
    #[param(inline)]
    purpose: Option<Purpose>,
    /// Name of the crawler.
    agent: Option<String>,
    /// Directory, such as `/blog/`.
    directory: Option<String>,
    /// First day, in UTC.
    from: Option<NaiveDate>,
    /// Last day, in UTC.
    to: Option<NaiveDate>,
    /// Maximum number of results, 1 to 200. Default: 50.
    #[serde(default)]
    #[param(value_type = Option<u32>)]
    limit: Limit,
    /// `nextCursor` of the previous page.
    #[serde(default)]
    #[param(value_type = Option<String>)]
    cursor: Offset,
}

/// Visits of a crawler to a directory.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = CrawlerVisits)]
pub(super) struct VisitView {
    /// Name of the crawler, as its requests claim. Anybody can send it.
    pub(super) agent: String,
    /// `training`, `searchIndex` or `userRequest`.
    pub(super) purpose: String,
    /// First part of the path, such as `/blog/`; `/` for pages at the top; `null` for all others.
    pub(super) directory: Option<String>,
    /// Requests.
    pub(super) requests: i64,
    /// Requests with a status from 400 on.
    pub(super) failed: i64,
    /// Share of the requests that failed, 0 to 1.
    pub(super) failed_share: f64,
    pub(super) first_day: NaiveDate,
    pub(super) last_day: NaiveDate,
    /// Pages of the directory in the latest crawl; `null` without such a crawl.
    pub(super) pages: Option<i64>,
    /// How many of these pages robots.txt allows the crawler to fetch.
    pub(super) allowed: Option<i64>,
}

/// How recent the logs are.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = CrawlerVisitSource)]
struct SourceView {
    /// Last day in the logs, in UTC.
    last_day: NaiveDate,
    /// File with that day.
    file_name: String,
    imported_at: Option<DateTime<Utc>>,
}

/// Visits of AI crawlers.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = CrawlerVisitList)]
pub(super) struct Answer {
    success: Success,
    /// Website; `null` without any.
    website_id: Option<Uuid>,
    /// Visits by crawler and directory, most requests first.
    visits: Vec<VisitView>,
    /// `null` without logs.
    source: Option<SourceView>,
    /// Value of `cursor` for the next page.
    next_cursor: Option<String>,
}

/// List visits of AI crawlers in imported access logs.
///
/// By crawler and directory. The crawler is what the requests claim to be: addresses are not stored, so it is not verified.
#[utoipa::path(get, path = "/api/crawler-visits", tag = "imports", params(Params), responses((status = 200, body = Answer)))]
pub(super) async fn handler(
    State(state): State<AppState>, member: Member, Query(params): Query<Params>,
) -> Result<Json<Answer>> {
    check_days(params.from, params.to)?;
    let workspace_id = member.workspace_id;
    let Some(website_id) = website_id(&state, workspace_id, params.website_id).await? else {
        let (visits, source, next_cursor) = (Vec::new(), None, None);
        return Ok(Json(Answer { success: Success, website_id: None, visits, source, next_cursor }));
    };
    let filter = VisitFilter {
        purpose: params.purpose.map(|purpose| purpose.key().to_owned()),
        agent: params.agent,
        directory: params.directory,
        from: params.from,
        to: params.to,
        offset: params.cursor.get(),
    };
    let page = imported::visit_groups(&state.db, workspace_id, website_id, &filter, params.limit.get()).await?;
    let crawled = crawl::latest_ai_directories(&state.db, workspace_id, website_id).await?;
    let visits = page.items.into_iter().map(|group| VisitView::new(group, crawled.as_ref())).collect();
    let source = imported::visit_source(&state.db, workspace_id, website_id).await?.map(SourceView::from);
    let (website_id, next_cursor) = (Some(website_id), page.next_cursor);
    Ok(Json(Answer { success: Success, website_id, visits, source, next_cursor }))
}

impl VisitView {
    /// Adds what robots.txt allows according to a crawl.
    #[expect(clippy::cast_precision_loss, reason = "requests stay far below 2^53")]
    pub(super) fn new(group: VisitGroup, crawled: Option<&AiDirectories>) -> Self {
        let (pages, allowed) = crawled.and_then(|crawled| robots(crawled, &group)).unzip();
        let VisitGroup { agent, purpose, directory, requests, failed, first_day, last_day } = group;
        let failed_share = failed as f64 / requests.max(1) as f64;
        Self { agent, purpose, directory, requests, failed, failed_share, first_day, last_day, pages, allowed }
    }
}

/// Returns the pages of a directory in a crawl, and those that robots.txt allows; `None` for a directory or crawler that it
/// does not list.
fn robots(crawled: &AiDirectories, group: &VisitGroup) -> Option<(i64, i64)> {
    let path = group.directory.as_ref()?;
    let directory = crawled.directories.iter().find(|row| row.path.as_ref() == Some(path))?;
    let place = crawled.agents.iter().position(|agent| agent.name == group.agent)?;
    Some((directory.pages, directory.agents.get(place)?.allowed))
}

impl From<VisitSource> for SourceView {
    fn from(source: VisitSource) -> Self {
        let VisitSource { last_day, file_name, imported_at } = source;
        Self { last_day, file_name, imported_at }
    }
}

impl Purpose {
    pub(super) const fn key(self) -> &'static str {
        match self {
            Self::Training => "training",
            Self::SearchIndex => "searchIndex",
            Self::UserRequest => "userRequest",
        }
    }
}
