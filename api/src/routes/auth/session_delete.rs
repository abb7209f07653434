//! Ends a session of the caller.

use axum::extract::State;
use shared::store::audit::Action;
use uuid::Uuid;

use super::answer::Done;
use crate::{
    auth::session,
    error::{ApiError, Result},
    extract::{Json, Path, Person, RequestContext, Success},
    state::AppState,
};

/// Revoke a session.
#[utoipa::path(
    delete, path = "/api/auth/sessions/{id}", tag = "auth", params(("id" = Uuid, Path)),
    responses((status = 200, body = Done))
)]
pub async fn handler(
    State(state): State<AppState>, context: RequestContext, person: Person, Path(id): Path<Uuid>,
) -> Result<Json<Done>> {
    if session::end(&state, person.user_id, id, Action::SessionEnded, &context).await? {
        Ok(Json(Done { success: Success }))
    } else {
        Err(ApiError::NotFound("session"))
    }
}
