//! Deletes an API key of the caller.

use axum::extract::State;
use serde_json::json;
use shared::store::{api_key, audit::Action};
use uuid::Uuid;

use crate::{
    auth::session,
    error::{ApiError, Result},
    extract::{Json, Path, Person, RequestContext, Success},
    routes::auth::answer::Done,
    state::AppState,
};

/// Delete an API key.
///
/// It becomes invalid at once.
#[utoipa::path(
    delete, path = "/api/user/api-keys/{id}", tag = "user", params(("id" = Uuid, Path)),
    responses((status = 200, body = Done))
)]
pub async fn handler(
    State(state): State<AppState>, context: RequestContext, person: Person, Path(id): Path<Uuid>,
) -> Result<Json<Done>> {
    let mut tx = state.db.begin().await?;
    if !api_key::delete(&mut tx, person.user_id, id).await? {
        return Err(ApiError::NotFound("key"));
    }
    session::note(&mut tx, Some(person.user_id), Action::ApiKeyDeleted, &context, json!({"id": id})).await?;
    tx.commit().await?;
    Ok(Json(Done { success: Success }))
}
