//! Lists the workspace's experiments.

use axum::extract::State;
use serde::{Deserialize, Serialize};
use shared::{
    domain::experiment::ExperimentVerdict,
    store::experiment::{self, Filter},
};
use utoipa::{IntoParams, ToSchema};
use uuid::Uuid;

use super::view::Listed;
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
    /// Only experiments with a part on this website.
    website_id: Option<Uuid>,
    /// One of `proved`, `likely`, `not_shown`, `not_measurable`, `contaminated`.
    #[param(inline)]
    verdict: Option<ExperimentVerdict>,
    /// Maximum number of results, 1 to 200. Default: 50.
    #[serde(default)]
    #[param(value_type = Option<u32>)]
    limit: Limit,
    /// `nextCursor` of the previous page.
    cursor: Option<Uuid>,
}

/// A page of experiments, newest first.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ExperimentList)]
pub(super) struct Answer {
    success: Success,
    experiments: Vec<Listed>,
    /// Value of `cursor` for the next page.
    next_cursor: Option<String>,
}

/// List experiments.
///
/// Newest first.
#[utoipa::path(
    get, path = "/api/experiments", tag = "experiments", params(Params), responses((status = 200, body = Answer))
)]
pub(super) async fn handler(
    State(state): State<AppState>, member: Member, Query(params): Query<Params>,
) -> Result<Json<Answer>> {
    let filter = Filter { website_id: params.website_id, verdict: params.verdict, before: params.cursor };
    let page = experiment::list(&state.db, member.workspace_id, &filter, params.limit.get()).await?;
    let experiments = page.items.into_iter().map(Listed::from).collect();
    Ok(Json(Answer { success: Success, experiments, next_cursor: page.next_cursor }))
}
