//! Lists the workspace's webhooks.

use axum::extract::State;
use serde::Serialize;
use shared::{domain::webhook::WebhookEvent, store::webhook};
use utoipa::ToSchema;

use super::view::WebhookView;
use crate::{
    error::Result,
    extract::{Json, Member, Success},
    state::AppState,
};

/// The webhooks of a workspace.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = WebhookList)]
pub(super) struct Answer {
    success: Success,
    webhooks: Vec<WebhookView>,
    /// All events available to webhooks.
    events: &'static [WebhookEvent],
}

/// List webhooks.
///
/// Oldest first; a workspace has at most 20.
#[utoipa::path(get, path = "/api/webhooks", tag = "webhooks", responses((status = 200, body = Answer)))]
pub(super) async fn handler(State(state): State<AppState>, member: Member) -> Result<Json<Answer>> {
    let webhooks = webhook::list(&state.db, member.workspace_id).await?;
    let webhooks = webhooks.into_iter().map(WebhookView::from).collect();
    Ok(Json(Answer { success: Success, webhooks, events: WebhookEvent::ALL }))
}
