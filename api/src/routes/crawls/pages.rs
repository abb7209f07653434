//! Lists the pages of a crawl.

use axum::extract::State;
use serde::{Deserialize, Serialize};
use shared::{
    domain::crawl::{CrawlPage, PageChange},
    store::crawl::{self, FoundPages, PageFilter, PageSort, SearchBounds},
};
use utoipa::{IntoParams, ToSchema};
use uuid::Uuid;

use crate::{
    error::{ApiError, Result},
    extract::{Json, Limit, Member, Offset, Path, Query, Success},
    state::AppState,
};

/// Order of a list of pages.
#[derive(Debug, Clone, Copy, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = CrawlPageSort)]
pub(super) enum Sort {
    /// Highest internal PageRank first.
    #[default]
    PageRank,
    /// In the order of discovery.
    Discovery,
    /// Slowest response first.
    ResponseTime,
    /// Lowest score first.
    Score,
    /// Most words first.
    Words,
    /// By URL.
    Url,
}

/// Query parameters.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(super) struct Params {
    /// Key of an issue that the pages have.
    issue: Option<String>,
    /// First digit of the status, 1 to 5; 0 for no response.
    status_class: Option<i32>,
    /// Whether search engines may show the pages.
    indexable: Option<bool>,
    /// Change since the crawl before.
    #[param(inline)]
    change: Option<PageChange>,
    /// Text in the URL or title.
    q: Option<String>,
    /// Order. Default: `pageRank`.
    #[serde(default)]
    #[param(inline, value_type = Option<Sort>)]
    sort: Sort,
    /// Maximum number of results, 1 to 200. Default: 50.
    #[serde(default)]
    #[param(value_type = Option<u32>)]
    limit: Limit,
    /// `nextCursor` of the previous page.
    #[param(value_type = Option<String>)]
    cursor: Option<Offset>,
}

/// A page of a crawl.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = CrawlPage)]
pub(super) struct PageView {
    /// Number in the crawl.
    no: i64,
    url: String,
    /// HTTP status; `null` without a response.
    status: Option<i32>,
    title: Option<String>,
    /// Steps from the start page or a sitemap.
    depth: i32,
    /// Pages that link to it.
    inlinks: i64,
    /// Share of the site's internal PageRank, 0 to 1.
    page_rank: f64,
    /// Words of the main content; `null` if it is no page.
    words: Option<i64>,
    /// Milliseconds until the headers of the response.
    response_ms: i64,
    /// Bytes of the unpacked body.
    bytes: i64,
    /// Whether search engines may show it.
    is_indexable: bool,
    /// Score by the SEO audits of Lighthouse, 0 to 100; `null` if it is no page.
    score: Option<i32>,
    /// Keys of its issues.
    issues: Vec<String>,
    change: PageChange,
}

/// Pages of a crawl.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = CrawlPages)]
pub(super) struct Answer {
    success: Success,
    pages: Vec<PageView>,
    /// Value of `cursor` for the next page.
    next_cursor: Option<String>,
    /// URLs of the crawl, in this order, that were searched for `q` until now, if the search ended before the list was full:
    /// the search goes on at `nextCursor`. `null` if the list is full or complete.
    searched: Option<i64>,
}

/// List the pages of a crawl.
///
/// A search for a frequent text in a large crawl ends after about two seconds. The list may have fewer pages than `limit` then, or
/// none, and `searched` is set.
#[utoipa::path(
    get, path = "/api/crawls/{id}/pages", tag = "crawls", params(("id" = Uuid, Path), Params),
    responses((status = 200, body = Answer))
)]
pub(super) async fn handler(
    State(state): State<AppState>, member: Member, Path(id): Path<Uuid>, Query(params): Query<Params>,
) -> Result<Json<Answer>> {
    crawl::find(&state.db, member.workspace_id, id).await?.ok_or(ApiError::NotFound("crawl"))?;
    let limit = params.limit.get();
    let filter = PageFilter {
        issue: params.issue,
        status_class: params.status_class,
        is_indexable: params.indexable,
        change: params.change,
        contains: params.q.filter(|text| !text.is_empty()),
        sort: params.sort.into(),
        after: params.cursor.map(Offset::get),
    };
    let key = (member.workspace_id, id);
    let FoundPages { page, searched } =
        crawl::search_pages(&state.db, key, &filter, limit, SearchBounds::default()).await?;
    let pages = page.items.into_iter().map(PageView::from).collect();
    Ok(Json(Answer { success: Success, pages, next_cursor: page.next_cursor, searched }))
}

impl From<Sort> for PageSort {
    fn from(sort: Sort) -> Self {
        match sort {
            Sort::PageRank => Self::PageRank,
            Sort::Discovery => Self::Discovery,
            Sort::ResponseTime => Self::ResponseTime,
            Sort::Score => Self::Score,
            Sort::Words => Self::Words,
            Sort::Url => Self::Url,
        }
    }
}

impl From<CrawlPage> for PageView {
    fn from(page: CrawlPage) -> Self {
        Self {
            no: page.no,
            url: page.url,
            status: page.status,
            title: page.title,
            depth: page.depth,
            inlinks: page.inlinks,
            page_rank: page.page_rank,
            words: page.words,
            response_ms: page.response_ms,
            bytes: page.bytes,
            is_indexable: page.is_indexable,
            score: page.score,
            issues: page.issues.0,
            change: page.change,
        }
    }
}
