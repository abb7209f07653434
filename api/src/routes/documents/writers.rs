//! Lists connections whose models can write documents.

use axum::extract::State;
use serde::Serialize;
use utoipa::ToSchema;

use super::model::streams;
use crate::{
    error::Result,
    extract::{Json, Member, Success},
    routes::answers::{ConnectionView, connections},
    state::AppState,
};

/// Connections whose models can write documents.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = DocumentWriters)]
pub(super) struct Answer {
    success: Success,
    connections: Vec<ConnectionView>,
}

/// List connections whose models can write documents.
///
/// Connections to OpenAI, compatible servers and Anthropic, with the models that their last test found.
#[utoipa::path(get, path = "/api/documents/writers", tag = "documents", responses((status = 200, body = Answer)))]
pub(super) async fn handler(State(state): State<AppState>, member: Member) -> Result<Json<Answer>> {
    let mut found = connections(&state, member.workspace_id).await?;
    found.retain(|connection| connection.provider.parse().is_ok_and(streams));
    Ok(Json(Answer { success: Success, connections: found }))
}
