//! Exports what AI crawlers may use of each directory.

use axum::{extract::State, response::Response};
use serde::Deserialize;
use serde_json::{Value, json};
use shared::{
    store::crawl,
    table::{Column, Format, Table, Unit},
};
use utoipa::IntoParams;
use uuid::Uuid;

use super::ai_access::{Purpose, Row, rows};
use crate::{
    error::{ApiError, Result},
    extract::{Member, Path, Query},
    routes::file,
    state::AppState,
};

const COLUMNS: [Column<'static>; 8] = [
    ("directory", "Directory", Unit::Plain),
    ("agent", "Crawler", Unit::Plain),
    ("purpose", "Purpose", Unit::Plain),
    ("pages", "Pages", Unit::Plain),
    ("allowed", "Allowed by robots.txt", Unit::Plain),
    ("permitted", "Permitted by directives", Unit::Plain),
    ("inHtml", "Content in HTML", Unit::Plain),
    ("ready", "Ready", Unit::Plain),
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
    /// Purpose of the crawlers.
    #[param(inline)]
    purpose: Option<Purpose>,
    /// Name of the crawler.
    agent: Option<String>,
}

/// Export what AI crawlers may use of each directory.
///
/// The rows with the same filters as in the list.
#[utoipa::path(
    get, path = "/api/crawls/{id}/ai-access/export", tag = "crawls", params(("id" = Uuid, Path), Params),
    responses((status = 200, description = "A row for each directory and crawler.", content((String = "text/csv"), (Vec<Value> = "application/json"), (String = "application/x-ndjson"))))
)]
pub(super) async fn handler(
    State(state): State<AppState>, member: Member, Path(id): Path<Uuid>, Query(params): Query<Params>,
) -> Result<Response> {
    let found = crawl::find(&state.db, member.workspace_id, id).await?.ok_or(ApiError::NotFound("crawl"))?;
    let counted = crawl::ai_directories(&state.db, member.workspace_id, id).await?.flatten().unwrap_or_default();
    let mut table = Table::new(&COLUMNS);
    table.rows = rows(&counted, params.purpose, params.agent.as_deref()).iter().map(cells).collect();
    let name = format!("ai-crawlers-{}", found.created_at.date_naive());
    file::answer(&name, params.format, table.text(params.format))
}

fn cells(row: &Row) -> Vec<Value> {
    vec![
        json!(row.directory.as_deref().unwrap_or("All other directories")),
        json!(row.agent),
        json!(row.purpose),
        json!(row.pages),
        json!(row.allowed),
        json!(row.permitted),
        json!(row.in_html),
        json!(row.ready),
    ]
}
