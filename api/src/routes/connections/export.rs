//! Exports the calls of data providers.

use axum::{extract::State, response::Response};
use chrono::NaiveDate;
use serde::Deserialize;
use serde_json::{Value, json};
use shared::{
    domain::connection::CallStatus,
    store::connection::{self, CallFilter},
    table::{Column, Format, Table, Unit},
};
use utoipa::IntoParams;
use uuid::Uuid;

use super::calls::{CallView, Names, check_days};
use crate::{
    error::{ApiError, Result},
    extract::{Member, Query},
    routes::file,
    state::AppState,
};

/// Rows per read.
const AT_ONCE: usize = 2_000;
/// Rows at most, which bounds the memory of a request.
const MOST: usize = 200_000;

const COLUMNS: [Column<'static>; 10] = [
    ("at", "Time (UTC)", Unit::Plain),
    ("connection", "Connection", Unit::Plain),
    ("provider", "Provider", Unit::Plain),
    ("operation", "Operation", Unit::Plain),
    ("status", "Status", Unit::Plain),
    ("estimateDollars", "Estimate (USD)", Unit::Decimals(6)),
    ("costDollars", "Cost (USD)", Unit::Decimals(6)),
    ("latencyMs", "Duration (ms)", Unit::Plain),
    ("error", "Error", Unit::Plain),
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
    /// Only of this connection.
    connection_id: Option<Uuid>,
    /// Only with this status.
    #[param(inline)]
    status: Option<CallStatus>,
    /// Only of this operation.
    operation: Option<String>,
    /// First day (UTC).
    from: Option<NaiveDate>,
    /// Last day (UTC).
    to: Option<NaiveDate>,
}

/// Export calls of data providers.
///
/// Newest first, at most 200,000.
#[utoipa::path(
    get, path = "/api/connections/calls/export", tag = "connections", params(Params),
    responses((status = 200, description = "A row for each call.", content((String = "text/csv"), (Vec<Value> = "application/json"), (String = "application/x-ndjson"))))
)]
pub(super) async fn handler(
    State(state): State<AppState>, member: Member, Query(params): Query<Params>,
) -> Result<Response> {
    check_days(params.from, params.to)?;
    let filter = CallFilter {
        connection_id: params.connection_id,
        operation: params.operation.filter(|text| !text.is_empty()),
        run_id: None,
        status: params.status,
        from: params.from,
        to: params.to,
    };
    let names = Names::read(&state, member.workspace_id).await?;
    let mut table = Table::new(&COLUMNS);
    let mut before = None;
    loop {
        let page = connection::calls(&state.db, member.workspace_id, &filter, before, AT_ONCE).await?;
        table.rows.extend(page.items.into_iter().map(|call| row(&names.view(call))));
        let next = page.next_cursor.filter(|_| table.rows.len() < MOST);
        let Some(next) = next else { break };
        before = Some(next.parse().map_err(ApiError::unexpected)?);
    }
    let name = format!("provider-calls-{}", shared::domain::now().date_naive());
    file::answer(&name, params.format, table.text(params.format))
}

fn row(call: &CallView) -> Vec<Value> {
    vec![
        json!(call.at),
        json!(call.connection_name),
        json!(call.provider_name),
        json!(call.operation_name),
        json!(call.status),
        json!(super::stats::dollars(call.estimate_micros)),
        json!(call.cost_micros.map(super::stats::dollars)),
        json!(call.latency_ms),
        json!(call.error),
        json!(call.run_id),
    ]
}
