//! Deletes a workspace and all its data.

use axum::extract::State;
use serde_json::json;
use shared::{
    events,
    store::{audit::Action, workspace},
    uploads::Uploads,
};
use uuid::Uuid;

use crate::{
    auth::session,
    error::{ApiError, FieldError, Result},
    extract::{Caller, Decides, Json, Member, Path, Person, RequestContext, Success},
    routes::auth::answer::Done,
    state::AppState,
};

/// Delete a workspace.
///
/// Deletes all its data. A personal workspace can only be deleted with its account.
#[utoipa::path(
    delete, path = "/api/workspaces/{id}", tag = "workspaces", params(("id" = Uuid, Path)),
    responses((status = 200, body = Done))
)]
pub async fn handler(
    State(state): State<AppState>, context: RequestContext, caller: Caller, person: Person, Path(id): Path<Uuid>,
) -> Result<Json<Done>> {
    Member::<Decides>::admit(&state, caller, Some(id)).await?;
    let members = shared::store::member::list(&state.db, id).await?;
    if members.iter().any(|member| member.is_founder) {
        let detail = "A personal workspace can only be deleted with its account.";
        return Err(ApiError::Conflict(FieldError::new("", detail)));
    }
    let mut tx = state.db.begin().await?;
    let imports = workspace::delete(&mut tx, id).await?;
    session::note(&mut tx, Some(person.user_id), Action::WorkspaceDeleted, &context, json!({"workspaceId": id}))
        .await?;
    tx.commit().await?;
    for member in members.iter().filter(|member| member.user_id != person.user_id) {
        events::publish_membership_ended(&state.bus, member.user_id, id);
    }
    forget_uploads(&state, &imports).await;
    Ok(Json(Done { success: Success }))
}

/// Deletes upload files that are stored outside the database; failures are only logged.
pub(crate) async fn forget_uploads(state: &AppState, imports: &[Uuid]) {
    let uploads = Uploads::new(state.settings.upload_dir.clone(), &state.db);
    for id in imports {
        if let Err(error) = uploads.delete(*id).await {
            tracing::warn!(%error, import.id = %id, "an upload of a deleted workspace could not be deleted");
        }
    }
}
