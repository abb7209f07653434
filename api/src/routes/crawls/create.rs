//! Starts a crawl.

use axum::{extract::State, response::Response};
use crawler::crawl::{Render, ScopeKind, Settings};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use shared::{
    domain::{
        crawl::CrawlPlan,
        now,
        run::{NewRun, RunKind},
        website::Website,
    },
    store::{crawl, website},
};
use url::Url;
use utoipa::ToSchema;
use uuid::Uuid;

use super::{rendering::NO_BROWSER, view::CrawlView};
use crate::{
    error::{ApiError, Result},
    extract::{Changes, Json, Member, Success},
    routes::runs::{
        start,
        view::RunView,
        wait::{self, Prefer, Waiter},
    },
    state::AppState,
};

const URL_CHARS: usize = 2_000;
/// Pages of a crawl without a setting, and at most.
const DEFAULT_PAGES: u64 = 1_000;
const MOST_PAGES: u64 = 1_000_000;
/// URLs that are discovered for each one that is fetched at most; they bound the links that are ranked.
const URLS_PER_PAGE: u64 = 10;
const LEAST_URLS: u64 = 100_000;
/// Time of fetching without a setting, and at most: the run itself may take a day.
const DEFAULT_SECONDS: u64 = 6 * 3_600;
const MOST_SECONDS: u64 = 20 * 3_600;
/// Received bytes without a setting, and at most: they bound what a crawl keeps on the worker's disk.
const DEFAULT_BYTES: u64 = 10_000_000_000;
const MOST_BYTES: u64 = 100_000_000_000;

/// What to crawl.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schema(as = NewCrawl)]
pub(super) struct Input {
    website_id: Uuid,
    /// URL to start at. Default: the website's address.
    #[schema(max_length = 2000)]
    url: Option<String>,
    /// URLs to fetch at most, 1 to 1,000,000. Default: 1,000. A million URLs within the time need a delay of at most 70 ms.
    max_pages: Option<u64>,
    /// Steps from the start page, 0 to 10,000. Default: 1,000.
    max_depth: Option<u16>,
    /// Time for fetching, in seconds, 1 to 72,000. Default: 21,600.
    max_seconds: Option<u64>,
    /// Bytes to receive, 1 to 100,000,000,000. Default: 10,000,000,000.
    max_bytes: Option<u64>,
    /// Regular expressions; if there are any, URLs must match one of them.
    #[serde(default)]
    include: Vec<String>,
    /// Regular expressions; URLs that match one of them are not fetched.
    #[serde(default)]
    exclude: Vec<String>,
    /// Whether subdomains belong to the site. Default: false.
    #[serde(default)]
    subdomains: bool,
    /// Milliseconds between two requests, 0 to 60,000. Default: 250. A longer `Crawl-delay` of the site applies.
    delay_ms: Option<u64>,
    /// URLs of one pattern that are fetched where a website looks endless: deep in it, with sessions, or with combinations
    /// of three and more parameters. 0 to 10,000,000; 0 for no limit. Default: 500.
    max_per_pattern: Option<u32>,
    /// Pages that a browser renders, to record what scripts change: `none`, `sample` or `all`. Default: `none`.
    #[serde(default)]
    render: RenderInput,
    /// Number of rendered pages of a sample, 1 to 10,000. Default: 50.
    render_pages: Option<u32>,
}

/// Pages that a browser renders.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = CrawlRender)]
pub(super) enum RenderInput {
    #[default]
    None,
    Sample,
    All,
}

impl From<RenderInput> for Render {
    fn from(render: RenderInput) -> Self {
        match render {
            RenderInput::None => Self::None,
            RenderInput::Sample => Self::Sample,
            RenderInput::All => Self::All,
        }
    }
}

/// The crawl and its run.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = CrawlStarted)]
pub(super) struct Answer {
    success: Success,
    crawl: CrawlView,
    run: RunView,
}

/// Start a crawl.
///
/// Fetches the pages of a website as robots.txt allows, and finds what keeps search engines and visitors from them. The
/// engines read the pages afterwards. Returns at once unless `Prefer: wait=N` is set. Fails with `crawls-limit` if the workspace
/// stores too many URLs of crawls for this one.
#[utoipa::path(
    post, path = "/api/crawls", tag = "crawls", request_body = Input, params(("Prefer" = Option<String>, Header)),
    responses((status = 200, body = Answer), (status = 202, body = Answer))
)]
pub(super) async fn handler(
    State(state): State<AppState>, member: Member<Changes>, prefer: Prefer, Json(input): Json<Input>,
) -> Result<Response> {
    if !state.settings.outside.fetches_pages {
        return Err(ApiError::SwitchedOff("The operator has switched off fetching pages."));
    }
    let (website, plan) = plan(&state, member.workspace_id, input).await?;
    let wait = prefer.or_seconds(0);
    let waiter = Waiter::new(&state, member.caller.user_id, wait);
    let new = NewRun::new(member.workspace_id, member.caller.user_id, RunKind::Crawl, Value::Null);
    let mut tx = state.db.begin().await?;
    let limits = state.settings.workspace;
    let (crawl_id, inserted) = crawl::start(&mut tx, limits, &website, plan, new.clone(), now()).await?;
    tx.commit().await?;
    let run = start::started(&state, &new, inserted).await?;
    let run = waiter.ended(&state, run).await?;
    let crawl = crawl::find(&state.db, member.workspace_id, crawl_id).await?.ok_or(ApiError::NotFound("crawl"))?;
    let is_ended = run.status.is_final();
    let body = Answer { success: Success, crawl: crawl.into(), run: run.into() };
    Ok(wait::answer(is_ended, wait, body))
}

/// Returns the website to crawl and what to crawl there.
pub(super) async fn plan(state: &AppState, workspace_id: Uuid, input: Input) -> Result<(Website, CrawlPlan)> {
    let found = website::find(&state.db, workspace_id, input.website_id).await?;
    let website = found.filter(|website| website.archived_at.is_none()).ok_or(ApiError::NotFound("website"))?;
    if input.render != RenderInput::None && state.settings.outside.browser.is_none() {
        return Err(ApiError::invalid("/render", NO_BROWSER));
    }
    let url = start_url(state, &input, &website)?.into();
    let settings = serde_json::to_value(settings(input)?).map_err(ApiError::unexpected)?;
    Ok((website, CrawlPlan { url, settings }))
}

/// Returns the URL to start at, which must be of the website.
fn start_url(state: &AppState, input: &Input, website: &Website) -> Result<Url> {
    let text = input.url.as_deref().map(str::trim).filter(|text| !text.is_empty()).unwrap_or(&website.url);
    let wrong = |detail: String| ApiError::invalid("/url", detail);
    if text.chars().count() > URL_CHARS {
        return Err(wrong(format!("must have at most {URL_CHARS} characters")));
    }
    let url = crawler::urls::parse_start(text).map_err(|error| wrong(error.to_string()))?;
    state.settings.outside.guard.check(&url).map_err(|unfit| wrong(unfit.to_string()))?;
    let host = url.host_str().unwrap_or_default();
    let bare = host.strip_prefix("www.").unwrap_or(host);
    let is_own = bare == website.host || bare.strip_suffix(&website.host).is_some_and(|rest| rest.ends_with('.'));
    if is_own { Ok(url) } else { Err(wrong(format!("must be an address of {}", website.host))) }
}

fn settings(input: Input) -> Result<Settings> {
    let max_pages = input.max_pages.unwrap_or(DEFAULT_PAGES);
    let max_urls = max_pages.saturating_mul(URLS_PER_PAGE).max(LEAST_URLS);
    let settings = Settings {
        max_pages,
        max_urls: u32::try_from(max_urls).unwrap_or(u32::MAX),
        max_depth: input.max_depth.unwrap_or(Settings::default().max_depth),
        max_seconds: Some(input.max_seconds.unwrap_or(DEFAULT_SECONDS)),
        max_bytes: Some(input.max_bytes.unwrap_or(DEFAULT_BYTES)),
        include: input.include,
        exclude: input.exclude,
        scope: if input.subdomains { ScopeKind::Subdomains } else { ScopeKind::Host },
        delay_ms: input.delay_ms,
        max_per_pattern: input.max_per_pattern.unwrap_or(Settings::default().max_per_pattern),
        stores_links: true,
        stores_content: true,
        render: input.render.into(),
        render_pages: input.render_pages.unwrap_or(Settings::default().render_pages),
        ..Settings::default()
    };
    if settings.max_pages > MOST_PAGES {
        return Err(ApiError::invalid("/maxPages", "must be 1 to 1,000,000"));
    }
    if settings.max_seconds > Some(MOST_SECONDS) {
        return Err(ApiError::invalid("/maxSeconds", "must be 1 to 72,000"));
    }
    if settings.max_bytes > Some(MOST_BYTES) {
        return Err(ApiError::invalid("/maxBytes", "must be 1 to 100,000,000,000"));
    }
    settings.check().map_err(|error| ApiError::invalid(format!("/{}", error.field), error.message))?;
    Ok(settings)
}
