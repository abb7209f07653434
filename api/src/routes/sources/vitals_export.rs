//! Exports Core Web Vitals.

use axum::{extract::State, response::Response};
use serde_json::json;
use shared::{
    store::{vitals, website},
    table::{Column, Format, Table, Unit},
};
use uuid::Uuid;

use crate::{
    error::{ApiError, Result},
    extract::{Member, Path},
    routes::file,
    state::AppState,
};

/// Maximum number of rows.
const MOST: i64 = 100_000;

const COLUMNS: [Column<'static>; 9] = [
    ("url", "URL", Unit::Plain),
    ("device", "Device", Unit::Plain),
    ("firstDay", "First day", Unit::Plain),
    ("day", "Last day", Unit::Plain),
    ("lcp", "LCP (ms, 75th percentile)", Unit::Plain),
    ("inp", "INP (ms, 75th percentile)", Unit::Plain),
    ("cls", "CLS (75th percentile)", Unit::Plain),
    ("fcp", "FCP (ms, 75th percentile)", Unit::Plain),
    ("ttfb", "TTFB (ms, 75th percentile)", Unit::Plain),
];

/// Export the Core Web Vitals of a website.
///
/// A row for each page, device and week, at most 100,000.
#[utoipa::path(
    get, path = "/api/websites/{id}/vitals/export", tag = "websites", params(("id" = Uuid, Path)),
    responses((status = 200, description = "A row for each page, device and week.", content((String = "text/csv"))))
)]
pub(super) async fn handler(State(state): State<AppState>, member: Member, Path(id): Path<Uuid>) -> Result<Response> {
    website::find(&state.db, member.workspace_id, id).await?.ok_or(ApiError::NotFound("website"))?;
    let mut table = Table::new(&COLUMNS);
    for row in vitals::history(&state.db, member.workspace_id, id, None, None, MOST).await? {
        table.rows.push(vec![
            json!(row.url),
            json!(row.device),
            json!(row.first_day),
            json!(row.day),
            json!(row.lcp),
            json!(row.inp),
            json!(row.cls),
            json!(row.fcp),
            json!(row.ttfb),
        ]);
    }
    file::answer("web-vitals", Format::Csv, table.text(Format::Csv))
}
