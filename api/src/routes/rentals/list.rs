//! Lists rentals.

use axum::extract::State;
use serde::{Deserialize, Serialize};
use shared::{
    domain::rental::RentalStatus,
    store::rental::{self, RentalFilter},
};
use utoipa::{IntoParams, ToSchema};
use uuid::Uuid;

use super::View;
use crate::{
    error::Result,
    extract::{Json, Limit, Member, Query, Success},
    state::AppState,
};

/// Query parameters.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(super) struct Params {
    /// Only with this status.
    #[param(inline)]
    status: Option<RentalStatus>,
    /// Only of this website.
    website_id: Option<Uuid>,
    /// Maximum number of results, 1 to 200. Default: 50.
    #[serde(default)]
    #[param(value_type = Option<u32>)]
    limit: Limit,
    /// `nextCursor` of the previous page.
    cursor: Option<Uuid>,
}

/// A page of rentals, newest first.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = RentalList)]
pub(super) struct Answer {
    success: Success,
    rentals: Vec<View>,
    /// Value of `cursor` for the next page.
    next_cursor: Option<String>,
}

/// List rentals.
///
/// Websites that are offered or rented to businesses, newest first.
#[utoipa::path(get, path = "/api/rentals", tag = "leads", params(Params), responses((status = 200, body = Answer)))]
pub(super) async fn handler(
    State(state): State<AppState>, member: Member, Query(params): Query<Params>,
) -> Result<Json<Answer>> {
    let filter = RentalFilter { status: params.status, website_id: params.website_id };
    let page = rental::list(&state.db, member.workspace_id, &filter, params.cursor, params.limit.get()).await?;
    let rentals = page.items.into_iter().map(View::from).collect();
    Ok(Json(Answer { success: Success, rentals, next_cursor: page.next_cursor }))
}
