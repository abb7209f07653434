//! Exports visits of AI crawlers.

use axum::{extract::State, response::Response};
use chrono::NaiveDate;
use serde::Deserialize;
use serde_json::{Value, json};
use shared::{
    domain::imported::VisitFilter,
    store::{crawl, imported},
    table::{Column, Format, Table, Unit},
};
use utoipa::IntoParams;
use uuid::Uuid;

use super::list::{Purpose, VisitView};
use crate::{
    error::Result,
    extract::{Member, Query},
    routes::{connections::calls::check_days, file, observations::website_id},
    state::AppState,
};

/// Rows per read.
const AT_ONCE: usize = 2_000;

const COLUMNS: [Column<'static>; 10] = [
    ("agent", "Crawler", Unit::Plain),
    ("purpose", "Purpose", Unit::Plain),
    ("directory", "Directory", Unit::Plain),
    ("requests", "Requests", Unit::Plain),
    ("failed", "Failed", Unit::Plain),
    ("failedShare", "Failed (%)", Unit::Percent),
    ("firstDay", "First day", Unit::Plain),
    ("lastDay", "Last day", Unit::Plain),
    ("pages", "Crawled pages", Unit::Plain),
    ("allowed", "Allowed by robots.txt", Unit::Plain),
];

/// Query parameters.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(super) struct Params {
    /// Website. Default: the website with the latest import.
    website_id: Option<Uuid>,
    /// Format: `csv`, `json` or `ndjson`. Default: `csv`.
    #[serde(default)]
    #[param(inline)]
    format: Format,
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
}

/// Export visits of AI crawlers.
///
/// All that match the filter, as a file.
#[utoipa::path(
    get, path = "/api/crawler-visits/export", tag = "imports", params(Params),
    responses((status = 200, description = "A row for each crawler and directory.", content((String = "text/csv"), (Vec<Value> = "application/json"), (String = "application/x-ndjson"))))
)]
pub(super) async fn handler(
    State(state): State<AppState>, member: Member, Query(params): Query<Params>,
) -> Result<Response> {
    check_days(params.from, params.to)?;
    let workspace_id = member.workspace_id;
    let mut table = Table::new(&COLUMNS);
    if let Some(website_id) = website_id(&state, workspace_id, params.website_id).await? {
        let crawled = crawl::latest_ai_directories(&state.db, workspace_id, website_id).await?;
        let mut filter = VisitFilter {
            purpose: params.purpose.map(|purpose| purpose.key().to_owned()),
            agent: params.agent,
            directory: params.directory,
            from: params.from,
            to: params.to,
            offset: 0,
        };
        loop {
            let page = imported::visit_groups(&state.db, workspace_id, website_id, &filter, AT_ONCE).await?;
            filter.offset += i64::try_from(page.items.len()).unwrap_or(0);
            let views = page.items.into_iter().map(|group| VisitView::new(group, crawled.as_ref()));
            table.rows.extend(views.map(|view| cells(&view)));
            if page.next_cursor.is_none() {
                break;
            }
        }
    }
    file::answer("crawler-visits", params.format, table.text(params.format))
}

fn cells(view: &VisitView) -> Vec<Value> {
    vec![
        json!(view.agent),
        json!(view.purpose),
        json!(view.directory.as_deref().unwrap_or("All other directories")),
        json!(view.requests),
        json!(view.failed),
        json!(view.failed_share),
        json!(view.first_day),
        json!(view.last_day),
        json!(view.pages),
        json!(view.allowed),
    ]
}
