//! Exports tests of pages in a laboratory.

use axum::{extract::State, response::Response};
use serde_json::json;
use shared::{
    store::{speed, website},
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
    ("day", "Day", Unit::Plain),
    ("performance", "Performance (0 to 1)", Unit::Plain),
    ("lcp", "LCP (ms)", Unit::Plain),
    ("cls", "CLS", Unit::Plain),
    ("tbt", "TBT (ms)", Unit::Plain),
    ("response", "Server response (ms)", Unit::Plain),
    ("lighthouse", "Lighthouse", Unit::Plain),
];

/// Export the tests of a website's pages.
///
/// A row for each page, device and day, at most 100,000.
#[utoipa::path(
    get, path = "/api/websites/{id}/speed/export", tag = "websites", params(("id" = Uuid, Path)),
    responses((status = 200, description = "A row for each page, device and day.", content((String = "text/csv"))))
)]
pub(super) async fn handler(State(state): State<AppState>, member: Member, Path(id): Path<Uuid>) -> Result<Response> {
    website::find(&state.db, member.workspace_id, id).await?.ok_or(ApiError::NotFound("website"))?;
    let mut table = Table::new(&COLUMNS);
    for row in speed::history(&state.db, member.workspace_id, id, None, MOST).await? {
        table.rows.push(vec![
            json!(row.url),
            json!(row.device),
            json!(row.day),
            json!(row.performance),
            json!(row.lcp),
            json!(row.cls),
            json!(row.tbt),
            json!(row.response),
            json!(row.lighthouse),
        ]);
    }
    file::answer("page-speed", Format::Csv, table.text(Format::Csv))
}
