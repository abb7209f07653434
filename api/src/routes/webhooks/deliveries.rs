//! Lists a webhook's deliveries.

use axum::extract::State;
use serde::{Deserialize, Serialize};
use shared::store::webhook;
use utoipa::{IntoParams, ToSchema};
use uuid::Uuid;

use super::view::DeliveryView;
use crate::{
    error::{ApiError, Result},
    extract::{Json, Limit, Member, Path, Query, Success},
    state::AppState,
};

/// Query parameters.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(super) struct Params {
    /// Maximum number of results, 1 to 200. Default: 50.
    #[serde(default)]
    #[param(value_type = Option<u32>)]
    limit: Limit,
    /// `nextCursor` of the previous page.
    cursor: Option<Uuid>,
}

/// A page of deliveries.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = WebhookDeliveries)]
pub(super) struct Answer {
    success: Success,
    deliveries: Vec<DeliveryView>,
    /// Value of `cursor` for the next page.
    next_cursor: Option<String>,
}

/// List deliveries of a webhook.
///
/// Newest first. The log reaches back 30 days.
#[utoipa::path(
    get, path = "/api/webhooks/{id}/deliveries", tag = "webhooks", params(("id" = Uuid, Path), Params),
    responses((status = 200, body = Answer))
)]
pub(super) async fn handler(
    State(state): State<AppState>, member: Member, Path(id): Path<Uuid>, Query(params): Query<Params>,
) -> Result<Json<Answer>> {
    webhook::find(&state.db, member.workspace_id, id).await?.ok_or(ApiError::NotFound("webhook"))?;
    let page = webhook::deliveries(&state.db, member.workspace_id, id, params.cursor, params.limit.get()).await?;
    let deliveries = page.items.into_iter().map(DeliveryView::from).collect();
    Ok(Json(Answer { success: Success, deliveries, next_cursor: page.next_cursor }))
}
