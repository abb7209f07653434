//! Lists the calls of data providers.

use std::collections::HashMap;

use axum::extract::State;
use chrono::{DateTime, NaiveDate, Utc};
use providers::provider::OPERATIONS;
use serde::{Deserialize, Serialize};
use shared::{
    domain::connection::{Call, CallStatus},
    store::connection::{self, CallFilter},
};
use utoipa::{IntoParams, ToSchema};
use uuid::Uuid;

use crate::{
    error::{ApiError, Result},
    extract::{Json, Limit, Member, Query, Success},
    state::AppState,
};

/// Query parameters.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(super) struct Params {
    /// Only of this connection.
    connection_id: Option<Uuid>,
    /// Only of this run.
    run_id: Option<Uuid>,
    /// Only with this status.
    #[param(inline)]
    status: Option<CallStatus>,
    /// Only of this operation, such as `search_analytics`.
    operation: Option<String>,
    /// First day (UTC).
    from: Option<NaiveDate>,
    /// Last day (UTC).
    to: Option<NaiveDate>,
    /// Maximum number of results, 1 to 200. Default: 50.
    #[serde(default)]
    #[param(value_type = Option<u32>)]
    limit: Limit,
    /// `nextCursor` of the previous page.
    cursor: Option<Uuid>,
}

/// A call of a data provider. Money is in millionths of a US dollar.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ProviderCall)]
pub(super) struct CallView {
    /// Time-ordered.
    pub(super) id: Uuid,
    connection_id: Uuid,
    /// Name of the connection, also after it was removed.
    pub(super) connection_name: String,
    /// Name of the provider.
    pub(super) provider_name: String,
    /// Key of the operation.
    #[schema(examples("search_analytics"))]
    operation: String,
    /// Name of the operation.
    #[schema(examples("Search analytics"))]
    pub(super) operation_name: String,
    /// Run that called.
    pub(super) run_id: Option<Uuid>,
    pub(super) status: CallStatus,
    /// Estimate that was reserved before the call.
    pub(super) estimate_micros: i64,
    /// Cost; `null` while the call is in progress.
    pub(super) cost_micros: Option<i64>,
    pub(super) at: DateTime<Utc>,
    /// Duration, in milliseconds.
    pub(super) latency_ms: Option<i64>,
    pub(super) error: Option<String>,
}

/// Calls, newest first.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ProviderCalls)]
pub(super) struct Answer {
    success: Success,
    calls: Vec<CallView>,
    /// Value of `cursor` for the next page.
    next_cursor: Option<String>,
}

/// Names of the workspace's connections, also of removed ones.
pub(super) struct Names(HashMap<Uuid, String>);

impl Names {
    /// Reads them.
    pub(super) async fn read(state: &AppState, workspace_id: Uuid) -> Result<Self> {
        Ok(Self(connection::names(&state.db, workspace_id).await?.into_iter().collect()))
    }

    /// Creates the view of a call.
    pub(super) fn view(&self, call: Call) -> CallView {
        let provider = call.provider.parse::<providers::Provider>().ok();
        // Accounts of Google share the operation that renews the access.
        let of_key = || OPERATIONS.iter().filter(|one| one.key == call.operation);
        let known = of_key().find(|one| Some(one.provider) == provider).or_else(|| of_key().next());
        CallView {
            id: call.id,
            connection_id: call.connection_id,
            connection_name: self.0.get(&call.connection_id).cloned().unwrap_or_default(),
            provider_name: provider.map_or(call.provider, |provider| provider.name().to_owned()),
            operation_name: known.map_or_else(|| call.operation.clone(), |one| one.name.to_owned()),
            operation: call.operation,
            run_id: call.run_id,
            status: call.status,
            estimate_micros: call.reserved_micros,
            cost_micros: call.cost_micros,
            at: call.at,
            latency_ms: call.latency_ms,
            error: call.error,
        }
    }
}

/// Checks that the first day is not after the last.
pub(crate) fn check_days(from: Option<NaiveDate>, to: Option<NaiveDate>) -> Result<()> {
    match (from, to) {
        (Some(from), Some(to)) if from > to => Err(ApiError::invalid("/from", "must not be after the last day")),
        _ => Ok(()),
    }
}

/// List calls of data providers.
///
/// The ledger: each attempt with its estimate, its cost and its result. Entries older than the retention of the
/// installation are deleted.
#[utoipa::path(
    get, path = "/api/connections/calls", tag = "connections", params(Params),
    responses((status = 200, body = Answer))
)]
pub(super) async fn handler(
    State(state): State<AppState>, member: Member, Query(params): Query<Params>,
) -> Result<Json<Answer>> {
    check_days(params.from, params.to)?;
    let filter = CallFilter {
        connection_id: params.connection_id,
        operation: params.operation.filter(|text| !text.is_empty()),
        run_id: params.run_id,
        status: params.status,
        from: params.from,
        to: params.to,
    };
    let page = connection::calls(&state.db, member.workspace_id, &filter, params.cursor, params.limit.get()).await?;
    let names = Names::read(&state, member.workspace_id).await?;
    let calls = page.items.into_iter().map(|call| names.view(call)).collect();
    Ok(Json(Answer { success: Success, calls, next_cursor: page.next_cursor }))
}
