//! Lists the runs of an engine.

use axum::extract::State;
use serde::Deserialize;
use shared::store::run::{self, Filter};
use utoipa::IntoParams;
use uuid::Uuid;

use super::engine;
use crate::{
    error::Result,
    extract::{Json, Limit, Member, Path, Query},
    routes::runs::list::Answer,
    state::AppState,
};

/// Query parameters.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(super) struct Params {
    /// Only for this website.
    website_id: Option<Uuid>,
    /// Maximum number of results, 1 to 200. Default: 50.
    #[serde(default)]
    #[param(value_type = Option<u32>)]
    limit: Limit,
    /// `nextCursor` of the previous page.
    cursor: Option<Uuid>,
}

/// List runs of an engine.
///
/// Newest first.
#[utoipa::path(get, path = "/api/intelligence-engines/{id}/history", tag = "engines", params(("id" = String, Path), Params), responses((status = 200, body = Answer)))]
pub(super) async fn handler(
    State(state): State<AppState>, member: Member, Path(id): Path<String>, Query(params): Query<Params>,
) -> Result<Json<Answer>> {
    let filter = Filter {
        engine_id: Some(engine(&id)?.as_str().to_owned()),
        website_id: params.website_id,
        cursor: params.cursor,
        ..Filter::default()
    };
    Ok(Json(run::list(&state.db, member.workspace_id, &filter, params.limit.get()).await?.into()))
}
