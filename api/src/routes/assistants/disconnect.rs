//! Disconnects an assistant of the caller.

use axum::extract::State;
use serde_json::json;
use shared::store::{assistant_grant, audit::Action};
use uuid::Uuid;

use crate::{
    auth::session,
    error::{ApiError, Result},
    extract::{Json, Path, Person, RequestContext, Success},
    routes::auth::answer::Done,
    state::AppState,
};

/// Disconnect an AI assistant.
///
/// Its tokens become invalid at once.
#[utoipa::path(
    delete, path = "/api/assistants/{id}", tag = "assistants", params(("id" = Uuid, Path)),
    responses((status = 200, body = Done))
)]
pub async fn handler(
    State(state): State<AppState>, context: RequestContext, person: Person, Path(id): Path<Uuid>,
) -> Result<Json<Done>> {
    let mut tx = state.db.begin().await?;
    if !assistant_grant::delete(&mut tx, person.user_id, id).await? {
        return Err(ApiError::NotFound("assistant"));
    }
    session::note(&mut tx, Some(person.user_id), Action::AssistantDisconnected, &context, json!({"id": id})).await?;
    tx.commit().await?;
    Ok(Json(Done { success: Success }))
}
