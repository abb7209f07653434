//! Lists the scans of the workspace with their filters.

use axum::extract::State;
use engines::local::Filters;
use serde::{Deserialize, Serialize};
use shared::{
    domain::run::Run,
    store::run::{self, Filter},
};
use utoipa::{IntoParams, ToSchema};
use uuid::Uuid;

use crate::{
    error::Result,
    extract::{Json, Limit, Member, Query, Success},
    routes::runs::view::RunView,
    state::AppState,
};

/// Query parameters.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(super) struct Params {
    /// Maximum number of results, 1 to 200. Default: 50.
    #[serde(default)]
    #[param(value_type = Option<u32>)]
    limit: Limit,
    /// `nextCursor` of the previous page.
    cursor: Option<Uuid>,
}

/// Filters of a scan.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = MarketScanFilters)]
struct FiltersView {
    /// Slugs of verticals; empty for all, as for the other lists.
    verticals: Vec<String>,
    /// State codes.
    states: Vec<String>,
    /// Ids of places.
    places: Vec<String>,
    min_population: Option<f64>,
    /// Minimum payout per lead or call, in cents.
    min_payout_cents: Option<f64>,
}

/// A scan.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = MarketScan)]
struct ScanView {
    run: RunView,
    filters: FiltersView,
}

/// A page of scans, newest first.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = MarketScanList)]
pub(super) struct Answer {
    success: Success,
    scans: Vec<ScanView>,
    /// Value of `cursor` for the next page.
    next_cursor: Option<String>,
}

/// List scans of markets.
///
/// Runs of the local engine's action `scan`, newest first, with their filters.
#[utoipa::path(
    get, path = "/api/dominator-pipeline/scans", tag = "pipeline", operation_id = "pipeline_scans",
    params(Params), responses((status = 200, body = Answer))
)]
pub(super) async fn handler(
    State(state): State<AppState>, member: Member, Query(params): Query<Params>,
) -> Result<Json<Answer>> {
    let filter = Filter {
        engine_id: Some("local".to_owned()),
        action: Some("scan".to_owned()),
        cursor: params.cursor,
        ..Filter::default()
    };
    let page = run::list(&state.db, member.workspace_id, &filter, params.limit.get()).await?;
    let scans = page.items.into_iter().map(ScanView::from).collect();
    Ok(Json(Answer { success: Success, scans, next_cursor: page.next_cursor }))
}

impl From<Run> for ScanView {
    fn from(run: Run) -> Self {
        let given = run.payload.pointer("/input/filters").cloned().unwrap_or_default();
        // The filters were checked when the run was started.
        let filters: Filters = serde_json::from_value(given).unwrap_or_default();
        let filters = FiltersView {
            verticals: filters.verticals,
            states: filters.states,
            places: filters.places,
            min_population: filters.min_population,
            min_payout_cents: filters.min_payout_cents,
        };
        Self { run: run.into(), filters }
    }
}
