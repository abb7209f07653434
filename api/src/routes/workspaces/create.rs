//! Creates a workspace, with the caller as its owner.

use axum::{extract::State, http::StatusCode};
use serde::{Deserialize, Serialize};
use serde_json::json;
use shared::{
    domain::now,
    store::{audit::Action, workspace},
};

use crate::{
    auth::{account, session},
    error::{ApiError, FieldError, Result},
    extract::{Json, Person, RequestContext, Success},
    routes::user::view::WorkspaceView,
    state::AppState,
};

const NAME_CHARS: usize = 100;
/// Maximum number of workspaces per user.
const MOST: usize = 200;

/// Name of the workspace.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = WorkspaceName)]
pub struct Body {
    pub name: String,
}

/// The workspace.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[schema(as = OneWorkspace)]
pub struct Answer {
    pub success: Success,
    pub workspace: WorkspaceView,
}

/// Create a workspace.
///
/// The caller becomes its owner.
#[utoipa::path(
    post, path = "/api/workspaces", tag = "workspaces", request_body = Body,
    responses((status = 201, body = Answer))
)]
pub async fn handler(
    State(state): State<AppState>, context: RequestContext, person: Person, Json(body): Json<Body>,
) -> Result<(StatusCode, Json<Answer>)> {
    let name = checked(&body.name)?;
    let mut tx = state.db.begin().await?;
    account::lock(&mut tx, person).await?;
    if workspace::list(&mut tx, person.user_id).await?.len() >= MOST {
        return Err(ApiError::Conflict(FieldError::new("", "You are a member of 200 workspaces. Leave one first.")));
    }
    let id = workspace::insert(&mut tx, &name, false, person.user_id, now()).await?;
    let detail = json!({"workspaceId": id, "name": name});
    session::note(&mut tx, Some(person.user_id), Action::WorkspaceCreated, &context, detail).await?;
    tx.commit().await?;
    Ok((StatusCode::CREATED, Json(answer(&state, &person, id).await?)))
}

/// Returns the trimmed name.
pub(super) fn checked(name: &str) -> Result<String> {
    let name = name.trim();
    if name.is_empty() || name.chars().count() > NAME_CHARS || name.chars().any(char::is_control) {
        return Err(ApiError::invalid("/name", "Give the workspace a name of at most 100 letters."));
    }
    Ok(name.to_owned())
}

/// Returns the workspace from the caller's point of view.
pub(super) async fn answer(state: &AppState, person: &Person, id: uuid::Uuid) -> Result<Answer> {
    let found = workspace::find(&state.db, person.user_id, id).await?.ok_or(ApiError::NotFound("workspace"))?;
    Ok(Answer { success: Success, workspace: found.into() })
}
