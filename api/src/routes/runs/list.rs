//! Lists the workspace's runs.

use axum::extract::State;
use serde::{Deserialize, Serialize};
use shared::{
    domain::run::{RunKind, RunStatus},
    store::run::{self, Filter},
};
use utoipa::{IntoParams, ToSchema};
use uuid::Uuid;

use super::view::RunView;
use crate::{
    error::Result,
    extract::{Json, Limit, Member, Query, Success},
    state::AppState,
};

/// Query parameters.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(super) struct Params {
    /// Only of this kind.
    #[param(inline)]
    kind: Option<RunKind>,
    /// Only with this status.
    #[param(inline)]
    status: Option<RunStatus>,
    /// Only of this engine.
    engine_id: Option<String>,
    /// Only for this website.
    website_id: Option<Uuid>,
    /// Maximum number of results, 1 to 200. Default: 50.
    #[serde(default)]
    #[param(value_type = Option<u32>)]
    limit: Limit,
    /// `nextCursor` of the previous page.
    cursor: Option<Uuid>,
}

/// A page of runs, newest first.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = RunList)]
pub(crate) struct Answer {
    pub(crate) success: Success,
    pub(crate) runs: Vec<RunView>,
    /// Value of `cursor` for the next page.
    pub(crate) next_cursor: Option<String>,
}

impl From<shared::domain::Page<shared::domain::run::Run>> for Answer {
    fn from(page: shared::domain::Page<shared::domain::run::Run>) -> Self {
        let runs = page.items.into_iter().map(RunView::from).collect();
        Self { success: Success, runs, next_cursor: page.next_cursor }
    }
}

/// List runs.
///
/// Newest first.
#[utoipa::path(get, path = "/api/runs", tag = "runs", params(Params), responses((status = 200, body = Answer)))]
pub(super) async fn handler(
    State(state): State<AppState>, member: Member, Query(params): Query<Params>,
) -> Result<Json<Answer>> {
    let filter = Filter {
        kind: params.kind,
        status: params.status,
        engine_id: params.engine_id,
        website_id: params.website_id,
        cursor: params.cursor,
        action: None,
    };
    Ok(Json(run::list(&state.db, member.workspace_id, &filter, params.limit.get()).await?.into()))
}
