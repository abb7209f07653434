//! Lists what AI crawlers may use of each directory.

use axum::extract::State;
use serde::{Deserialize, Serialize};
use shared::{
    domain::crawl::{AiAgent, AiDirectories, AiDirectory, AiUsable},
    store::crawl,
};
use utoipa::{IntoParams, ToSchema};
use uuid::Uuid;

use crate::{
    error::{ApiError, Result},
    extract::{Json, Limit, Member, Offset, Path, Query, Success},
    state::AppState,
};

/// What a crawler does with pages.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = CrawlAiPurpose)]
pub(super) enum Purpose {
    /// Trains models.
    Training,
    /// Fills the index that answers are searched in.
    SearchIndex,
    /// Fetches a page because a user asked.
    UserRequest,
}

/// Query parameters.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(super) struct Params {
    /// Purpose of the crawlers.
    #[param(inline)]
    purpose: Option<Purpose>,
    /// Name of the crawler.
    agent: Option<String>,
    /// Maximum number of results, 1 to 200. Default: 50.
    #[serde(default)]
    #[param(value_type = Option<u32>)]
    limit: Limit,
    /// `nextCursor` of the previous page.
    #[serde(default)]
    #[param(value_type = Option<String>)]
    cursor: Offset,
}

/// Pages of a directory that a crawler may use.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = CrawlAiAccessRow)]
pub(super) struct Row {
    /// Path, such as `/blog/`; `/` for pages at the top; `null` for all other directories.
    pub(super) directory: Option<String>,
    /// Name of the crawler.
    pub(super) agent: String,
    /// `training`, `searchIndex` or `userRequest`.
    pub(super) purpose: String,
    /// Whether its operator says that robots.txt does not bind it.
    is_unbound: bool,
    /// Pages of the directory.
    pub(super) pages: i64,
    /// Pages that robots.txt allows it to fetch. None if robots.txt cannot be fetched.
    pub(super) allowed: i64,
    /// Pages whose directives let it index and quote them: neither `noindex` nor `nosnippet` nor `max-snippet:0`, in the page or
    /// its headers.
    pub(super) permitted: i64,
    /// Pages whose main content is in the HTML without scripts.
    pub(super) in_html: i64,
    /// Pages that pass all three.
    pub(super) ready: i64,
}

/// A crawler of the table.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = CrawlAiAgent)]
struct AgentView {
    name: String,
    /// `training`, `searchIndex` or `userRequest`.
    purpose: String,
}

/// What AI crawlers may use of each directory.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = CrawlAiAccess)]
pub(super) struct Answer {
    success: Success,
    /// Whether the crawl is complete and counted directories.
    is_known: bool,
    /// Rows: largest directories first, all others last, and the crawlers of each.
    rows: Vec<Row>,
    /// All crawlers, for filters.
    agents: Vec<AgentView>,
    /// Pages of other hosts, which are left out: another robots.txt applies to them.
    other_hosts: i64,
    /// Value of `cursor` for the next page.
    next_cursor: Option<String>,
}

/// List what AI crawlers may use of each directory of a crawled website.
///
/// The 50 directories with most pages, and all others together.
#[utoipa::path(
    get, path = "/api/crawls/{id}/ai-access", tag = "crawls", params(("id" = Uuid, Path), Params),
    responses((status = 200, body = Answer))
)]
pub(super) async fn handler(
    State(state): State<AppState>, member: Member, Path(id): Path<Uuid>, Query(params): Query<Params>,
) -> Result<Json<Answer>> {
    let found = crawl::ai_directories(&state.db, member.workspace_id, id).await?.ok_or(ApiError::NotFound("crawl"))?;
    let is_known = found.is_some();
    let found = found.unwrap_or_default();
    let (offset, limit) = (usize::try_from(params.cursor.get()).unwrap_or(usize::MAX), params.limit.get());
    let mut rows = rows(&found, params.purpose, params.agent.as_deref());
    let end = offset.saturating_add(limit);
    let next_cursor = (rows.len() > end).then(|| end.to_string());
    rows.truncate(end);
    let rows = rows.split_off(offset.min(rows.len()));
    let agents = found.agents.into_iter().map(|AiAgent { name, purpose, .. }| AgentView { name, purpose }).collect();
    Ok(Json(Answer { success: Success, is_known, rows, agents, other_hosts: found.other_hosts, next_cursor }))
}

/// Returns the rows of the crawlers with a purpose and name.
pub(super) fn rows(found: &AiDirectories, purpose: Option<Purpose>, agent: Option<&str>) -> Vec<Row> {
    let is_wanted = |known: &AiAgent| {
        purpose.is_none_or(|purpose| purpose.key() == known.purpose) && agent.is_none_or(|name| name == known.name)
    };
    let of = |directory: &AiDirectory| -> Vec<Row> {
        let sums = found.agents.iter().zip(&directory.agents);
        sums.filter(|(agent, _)| is_wanted(agent)).map(|(agent, usable)| row(directory, agent, *usable)).collect()
    };
    found.directories.iter().flat_map(of).collect()
}

fn row(directory: &AiDirectory, agent: &AiAgent, AiUsable { allowed, permitted, ready }: AiUsable) -> Row {
    Row {
        directory: directory.path.clone(),
        agent: agent.name.clone(),
        purpose: agent.purpose.clone(),
        is_unbound: agent.is_unbound,
        pages: directory.pages,
        allowed,
        permitted,
        in_html: directory.in_html,
        ready,
    }
}

impl Purpose {
    const fn key(self) -> &'static str {
        match self {
            Self::Training => "training",
            Self::SearchIndex => "searchIndex",
            Self::UserRequest => "userRequest",
        }
    }
}
