//! Lists stored responses of data providers.

use axum::extract::State;
use chrono::{DateTime, NaiveDate, Utc};
use providers::{Provider, provider::OPERATIONS};
use serde::{Deserialize, Serialize};
use shared::{
    domain::{
        connection::{CallStatus, EVIDENCE_DAYS, EvidenceRow},
        now,
    },
    store::connection::{self, EvidenceFilter},
};
use utoipa::{IntoParams, ToSchema};
use uuid::Uuid;

use crate::{
    error::Result,
    extract::{Json, Limit, Member, Query, Success},
    routes::connections::{calls::check_days, provider_id::ProviderId},
    state::AppState,
};

/// Query parameters.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(super) struct Params {
    /// Only of this provider.
    provider: Option<ProviderId>,
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

/// A stored response. Money is in millionths of a US dollar.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = StoredResponse)]
pub(super) struct EvidenceView {
    /// Time-ordered.
    pub(super) id: Uuid,
    /// Name of the provider.
    pub(super) provider_name: String,
    /// Key of the operation.
    #[schema(examples("search_volume"))]
    operation: String,
    /// Name of the operation.
    #[schema(examples("Search volumes"))]
    pub(super) operation_name: String,
    /// Time of the response.
    pub(super) fetched_at: DateTime<Utc>,
    /// Status of the call; `null` once the ledger no longer has it.
    pub(super) status: Option<CallStatus>,
    /// Cost of the call.
    pub(super) cost_micros: Option<i64>,
    /// Kind of failure, such as `rate-limited`.
    pub(super) error: Option<String>,
    /// Size of the response in bytes.
    pub(super) size_bytes: i64,
    /// Until when it answers the same request again without a call; `null` if it does not.
    pub(super) cached_until: Option<DateTime<Utc>>,
    /// Run that fetched it.
    pub(super) run_id: Option<Uuid>,
    /// When it is deleted.
    pub(super) expires_at: DateTime<Utc>,
}

/// Stored responses, newest first.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = StoredResponses)]
pub(super) struct Answer {
    success: Success,
    evidence: Vec<EvidenceView>,
    /// Days after which a response is deleted.
    kept_days: i64,
    /// Value of `cursor` for the next page.
    next_cursor: Option<String>,
}

impl From<&EvidenceRow> for EvidenceView {
    fn from(row: &EvidenceRow) -> Self {
        let provider = row.provider.parse::<Provider>().ok();
        let known = OPERATIONS.iter().find(|one| Some(one.provider) == provider && one.key == row.operation);
        Self {
            id: row.id,
            provider_name: provider.map_or_else(|| row.provider.clone(), |provider| provider.name().to_owned()),
            operation: row.operation.clone(),
            operation_name: known.map_or_else(|| row.operation.clone(), |one| one.name.to_owned()),
            fetched_at: row.fetched_at,
            status: row.status,
            cost_micros: row.cost_micros,
            error: row.error.clone(),
            size_bytes: row.size_bytes,
            cached_until: row.cached_until,
            run_id: row.run_id,
            expires_at: row.expires_at,
        }
    }
}

/// Returns the conditions of a query.
pub(super) fn filter(
    provider: Option<ProviderId>, from: Option<NaiveDate>, to: Option<NaiveDate>,
) -> Result<EvidenceFilter> {
    check_days(from, to)?;
    Ok(EvidenceFilter { provider: provider.map(|provider| provider.0.key().to_owned()), from, to })
}

/// List stored responses of data providers.
///
/// The raw responses that the workspace's figures can be traced to, without secrets. Each is deleted after `keptDays`
/// days. Members of the workspace only.
#[utoipa::path(
    get, path = "/api/evidence", tag = "connections", params(Params), operation_id = "evidence_list",
    responses((status = 200, body = Answer))
)]
pub(super) async fn handler(
    State(state): State<AppState>, member: Member, Query(params): Query<Params>,
) -> Result<Json<Answer>> {
    let filter = filter(params.provider, params.from, params.to)?;
    let (ws, limit) = (member.workspace_id, params.limit.get());
    let page = connection::evidence(&state.db, ws, &filter, params.cursor, limit, now()).await?;
    let evidence = page.items.iter().map(EvidenceView::from).collect();
    Ok(Json(Answer { success: Success, evidence, kept_days: EVIDENCE_DAYS, next_cursor: page.next_cursor }))
}
