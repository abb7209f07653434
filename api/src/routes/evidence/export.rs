//! Exports the list of stored responses.

use axum::{extract::State, response::Response};
use chrono::NaiveDate;
use futures::FutureExt;
use serde::Deserialize;
use serde_json::{Value, json};
use shared::{
    domain::{connection::EvidenceRow, now},
    store::connection,
    table::{Column, Format, Unit},
};
use utoipa::IntoParams;
use uuid::Uuid;

use super::list::{EvidenceView, filter};
use crate::{
    error::Result,
    extract::{Member, Query},
    routes::{
        connections::{provider_id::ProviderId, stats::dollars},
        imported::export::{self, AT_ONCE},
    },
    state::AppState,
};

const COLUMNS: [Column<'static>; 11] = [
    ("id", "Id", Unit::Plain),
    ("fetchedAt", "Time (UTC)", Unit::Plain),
    ("provider", "Provider", Unit::Plain),
    ("operation", "Operation", Unit::Plain),
    ("status", "Status", Unit::Plain),
    ("error", "Error", Unit::Plain),
    ("costDollars", "Cost (USD)", Unit::Decimals(6)),
    ("sizeBytes", "Size (bytes)", Unit::Plain),
    ("cachedUntil", "Cached until (UTC)", Unit::Plain),
    ("expiresAt", "Deleted at (UTC)", Unit::Plain),
    ("runId", "Run", Unit::Plain),
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
    /// Only of this provider.
    provider: Option<ProviderId>,
    /// First day (UTC).
    from: Option<NaiveDate>,
    /// Last day (UTC).
    to: Option<NaiveDate>,
}

/// Export the list of stored responses.
///
/// Newest first, without the responses themselves.
#[utoipa::path(
    get, path = "/api/evidence/export", tag = "connections", params(Params), operation_id = "evidence_export",
    responses((status = 200, description = "A row for each response.", content((String = "text/csv"), (Vec<Value> = "application/json"), (String = "application/x-ndjson"))))
)]
pub(super) async fn handler(
    State(state): State<AppState>, member: Member, Query(params): Query<Params>,
) -> Result<Response> {
    let filter = filter(params.provider, params.from, params.to)?;
    let name = format!("evidence-{}", now().date_naive());
    let (db, ws) = (state.db.clone(), member.workspace_id);
    export::answer(&name, params.format, &COLUMNS, row, move |before: Option<Uuid>| {
        let (db, filter) = (db.clone(), filter.clone());
        async move { connection::evidence(&db, ws, &filter, before, AT_ONCE, now()).await }.boxed()
    })
}

fn row(row: &EvidenceRow) -> Vec<Value> {
    let view = EvidenceView::from(row);
    vec![
        json!(view.id),
        json!(view.fetched_at),
        json!(view.provider_name),
        json!(view.operation_name),
        json!(view.status),
        json!(view.error),
        json!(view.cost_micros.map(dollars)),
        json!(view.size_bytes),
        json!(view.cached_until),
        json!(view.expires_at),
        json!(view.run_id),
    ]
}
