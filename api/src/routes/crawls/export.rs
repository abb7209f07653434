//! Exports the pages of a crawl.

use axum::{extract::State, response::Response};
use futures::FutureExt;
use serde::Deserialize;
use serde_json::{Value, json};
use shared::{
    domain::{
        Page,
        crawl::{CrawlPage, PageChange},
    },
    store::{
        self, Db,
        crawl::{self, PageFilter},
    },
    table::{Column, Format, Unit},
};
use utoipa::IntoParams;
use uuid::Uuid;

use super::pages::Sort;
use crate::{
    error::{ApiError, Result},
    extract::{Member, Path, Query},
    routes::imported::export::{self, AT_ONCE},
    state::AppState,
};

const COLUMNS: [Column<'static>; 13] = [
    ("url", "URL", Unit::Plain),
    ("status", "Status", Unit::Plain),
    ("title", "Title", Unit::Plain),
    ("isIndexable", "Indexable", Unit::Plain),
    ("score", "SEO score (0 to 100)", Unit::Plain),
    ("issues", "Issues", Unit::Plain),
    ("change", "Change", Unit::Plain),
    ("depth", "Depth", Unit::Plain),
    ("inlinks", "Inlinks", Unit::Plain),
    ("pageRank", "Internal PageRank (%)", Unit::Percent),
    ("words", "Words", Unit::Plain),
    ("responseMs", "Response time (ms)", Unit::Plain),
    ("bytes", "Size (bytes)", Unit::Plain),
];

/// Query parameters.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(super) struct Params {
    /// Format: `csv`, `json` or `ndjson`. Default: `csv`.
    #[serde(default)]
    #[param(inline)]
    format: Format,
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
    /// Order. Default: `discovery`.
    #[serde(default = "discovery")]
    #[param(inline, value_type = Option<Sort>)]
    sort: Sort,
}

const fn discovery() -> Sort {
    Sort::Discovery
}

/// Export the pages of a crawl.
///
/// The pages with the same filters and order as in the list of pages. The file is written while the pages are read.
#[utoipa::path(
    get, path = "/api/crawls/{id}/export", tag = "crawls", params(("id" = Uuid, Path), Params),
    responses((status = 200, description = "A row for each page.", content((String = "text/csv"), (Vec<Value> = "application/json"), (String = "application/x-ndjson"))))
)]
pub(super) async fn handler(
    State(state): State<AppState>, member: Member, Path(id): Path<Uuid>, Query(params): Query<Params>,
) -> Result<Response> {
    let found = crawl::find(&state.db, member.workspace_id, id).await?.ok_or(ApiError::NotFound("crawl"))?;
    let filter = PageFilter {
        issue: params.issue,
        status_class: params.status_class,
        is_indexable: params.indexable,
        change: params.change,
        contains: params.q.filter(|text| !text.is_empty()),
        sort: params.sort.into(),
        after: None,
    };
    let name = format!("crawl-{}", found.created_at.date_naive());
    let (db, workspace_id) = (state.db.clone(), member.workspace_id);
    export::answer(&name, params.format, &COLUMNS, row, move |after: Option<i64>| {
        let (db, filter) = (db.clone(), PageFilter { after, ..filter.clone() });
        async move { next(&db, (workspace_id, id), filter).await }.boxed()
    })
}

/// Returns the next pages: a search for a text that ended before it found one goes on.
async fn next(db: &Db, (workspace_id, id): (Uuid, Uuid), mut filter: PageFilter) -> store::Result<Page<CrawlPage>> {
    loop {
        let page = crawl::page_list(db, workspace_id, id, &filter, AT_ONCE).await?;
        match page.next_cursor.as_deref().map(str::parse::<i64>) {
            Some(Ok(after)) if page.items.is_empty() => filter.after = Some(after),
            _ => return Ok(page),
        }
    }
}

fn row(page: &CrawlPage) -> Vec<Value> {
    vec![
        json!(page.url),
        json!(page.status),
        json!(page.title),
        json!(page.is_indexable),
        json!(page.score),
        json!(page.issues.join(", ")),
        json!(page.change),
        json!(page.depth),
        json!(page.inlinks),
        json!(page.page_rank),
        json!(page.words),
        json!(page.response_ms),
        json!(page.bytes),
    ]
}
