//! Starts an audit of a page.

use axum::{extract::State, response::Response};
use engines::content::fixes::MOST_KEYWORD;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use shared::{
    domain::{
        new_id, now,
        page_audit::NewPageAudit,
        run::{NewRun, RunKind},
    },
    store::{page_audit, website},
};
use url::Url;
use utoipa::ToSchema;
use uuid::Uuid;

use super::view::PageAuditView;
use crate::{
    error::{ApiError, Result},
    extract::{Changes, Json, Member, Success},
    layer::guard,
    routes::runs::{
        start,
        view::RunView,
        wait::{self, Prefer, Waiter},
    },
    state::AppState,
};

const URL_CHARS: usize = 2_000;

/// The page and its keyword.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = NewPageAudit)]
pub(super) struct Input {
    /// URL of the page; `https://` is added if it has no scheme.
    #[schema(max_length = 2000, examples("https://example.com/prices"))]
    url: String,
    /// Keyword that the page should appear for, at most 200 characters.
    #[schema(max_length = 200, examples("emergency plumber austin"))]
    keyword: String,
}

/// The audit and its run.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = PageAuditStarted)]
pub(super) struct Answer {
    success: Success,
    page_audit: PageAuditView,
    run: RunView,
}

/// Audit a page for a keyword.
///
/// Fetches the page as robots.txt allows, and ranks what to change by impact and effort. Takes a minute at most. A page
/// of a website of the workspace is audited with the search data of that website. Returns at once unless
/// `Prefer: wait=N` is set.
#[utoipa::path(
    post, path = "/api/page-audits", tag = "page audits", request_body = Input,
    params(("Prefer" = Option<String>, Header)),
    responses((status = 200, body = Answer), (status = 202, body = Answer))
)]
pub(super) async fn handler(
    State(state): State<AppState>, member: Member<Changes>, prefer: Prefer, Json(input): Json<Input>,
) -> Result<Response> {
    if !state.settings.outside.fetches_pages {
        return Err(ApiError::SwitchedOff("The operator has switched off fetching pages."));
    }
    let (url, keyword) = (page(&state, &input.url)?, keyword(&input.keyword)?);
    guard::count(&state, guard::FETCH, &member.caller.user_id.to_string()).await?;
    let website_id = website_of(&state, member.workspace_id, &url).await?;
    let wait = prefer.or_seconds(0);
    let waiter = Waiter::new(&state, member.caller.user_id, wait);
    let audit = NewPageAudit { id: new_id(), website_id, url: url.into(), keyword };
    let new = NewRun::new(member.workspace_id, member.caller.user_id, RunKind::PageAudit, Value::Null);
    let mut tx = state.db.begin().await?;
    let inserted = page_audit::start(&mut tx, state.settings.workspace, &audit, new.clone(), now()).await?;
    tx.commit().await?;
    let run = start::started(&state, &new, inserted).await?;
    let run = waiter.ended(&state, run).await?;
    let found = page_audit::find(&state.db, member.workspace_id, audit.id).await?;
    let found = found.ok_or(ApiError::NotFound("page audit"))?;
    let is_ended = run.status.is_final();
    Ok(wait::answer(is_ended, wait, Answer { success: Success, page_audit: found.into(), run: run.into() }))
}

/// Validates the URL as far as possible without a DNS lookup.
fn page(state: &AppState, text: &str) -> Result<Url> {
    let text = text.trim();
    let wrong = |detail: String| ApiError::invalid("/url", detail);
    if text.is_empty() || text.chars().count() > URL_CHARS {
        return Err(wrong("Enter the URL of a page, at most 2000 characters.".to_owned()));
    }
    let mut url = crawler::urls::parse_start(text).map_err(|error| wrong(error.to_string()))?;
    url.set_fragment(None);
    state.settings.outside.guard.check(&url).map_err(|unfit| wrong(unfit.to_string()))?;
    Ok(url)
}

/// Returns the keyword with single spaces.
fn keyword(text: &str) -> Result<String> {
    let keyword = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let has_word = keyword.chars().any(char::is_alphanumeric);
    if !has_word || keyword.chars().count() > MOST_KEYWORD || keyword.chars().any(char::is_control) {
        let detail = "Enter the keyword that the page should appear for, at most 200 characters.";
        return Err(ApiError::invalid("/keyword", detail));
    }
    Ok(keyword)
}

/// Returns the website of the workspace that a page belongs to.
async fn website_of(state: &AppState, workspace_id: Uuid, url: &Url) -> Result<Option<Uuid>> {
    let host = url.host_str().unwrap_or_default();
    let bare = host.strip_prefix("www.").unwrap_or(host);
    let all = website::list(&state.db, workspace_id, None).await?;
    let is_it = |site: &&shared::domain::website::Website| {
        // Two websites may share a host with different ports.
        let own = Url::parse(&site.url).ok();
        let port = own.as_ref().and_then(Url::port_or_known_default);
        site.host == bare && (port == url.port_or_known_default() || url.port().is_none())
    };
    Ok(all.iter().find(is_it).map(|site| site.id))
}
