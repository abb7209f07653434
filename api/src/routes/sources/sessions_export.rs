//! Exports the sessions that Google Analytics reports.

use axum::{extract::State, response::Response};
use serde_json::json;
use shared::{
    store::{analytics, website},
    table::{Column, Format, Table, Unit},
};
use uuid::Uuid;

use super::sessions::Params;
use crate::{
    error::{ApiError, Result},
    extract::{Member, Path, Query},
    routes::file,
    state::AppState,
};

/// Maximum number of rows.
const MOST: i64 = 100_000;

const COLUMNS: [Column<'static>; 7] = [
    ("day", "Day", Unit::Plain),
    ("page", "Landing page", Unit::Plain),
    ("source", "Source", Unit::Plain),
    ("medium", "Medium", Unit::Plain),
    ("sessions", "Sessions", Unit::Plain),
    ("engagedSessions", "Engaged sessions", Unit::Plain),
    ("keyEvents", "Key events", Unit::Plain),
];

/// Export the sessions of a website.
///
/// A row for each day, landing page, source and medium, newest first, at most 100,000.
#[utoipa::path(
    get, path = "/api/websites/{id}/sessions/export", tag = "websites", params(("id" = Uuid, Path), Params),
    responses((status = 200, description = "A row for each day, landing page, source and medium.", content((String = "text/csv"))))
)]
pub(super) async fn handler(
    State(state): State<AppState>, member: Member, Path(id): Path<Uuid>, Query(params): Query<Params>,
) -> Result<Response> {
    let (filter, from, to) = params.filter()?;
    website::find(&state.db, member.workspace_id, id).await?.ok_or(ApiError::NotFound("website"))?;
    let mut table = Table::new(&COLUMNS);
    for row in analytics::rows(&state.db, member.workspace_id, id, &filter, MOST).await? {
        table.rows.push(vec![
            json!(row.day),
            json!(row.page),
            json!(row.source),
            json!(row.medium),
            json!(row.sessions),
            json!(row.engaged_sessions),
            json!(row.key_events),
        ]);
    }
    file::answer(&format!("sessions-{from}-{to}"), Format::Csv, table.text(Format::Csv))
}
