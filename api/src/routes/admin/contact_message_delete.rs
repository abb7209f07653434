//! Deletes a message of the contact form.

use axum::extract::State;
use shared::store::contact;
use uuid::Uuid;

use crate::{
    error::{ApiError, Result},
    extract::{Admin, Json, Path, Success},
    routes::auth::answer::Done,
    state::AppState,
};

/// Delete a message of the contact form.
///
/// Administrators only.
#[utoipa::path(
    delete, path = "/api/admin/contact-messages/{id}", tag = "admin", params(("id" = Uuid, Path)),
    responses((status = 200, body = Done))
)]
pub async fn handler(State(state): State<AppState>, _: Admin, Path(id): Path<Uuid>) -> Result<Json<Done>> {
    if contact::delete(&state.db, id).await? {
        Ok(Json(Done { success: Success }))
    } else {
        Err(ApiError::NotFound("message"))
    }
}
