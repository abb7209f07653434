//! Renames a workspace.

use axum::extract::State;
use shared::store::workspace;
use uuid::Uuid;

use super::create::{Answer, Body, answer, checked};
use crate::{
    error::Result,
    extract::{Caller, Decides, Json, Member, Path, Person},
    state::AppState,
};

/// Rename a workspace.
#[utoipa::path(
    patch, path = "/api/workspaces/{id}", tag = "workspaces", params(("id" = Uuid, Path)), request_body = Body,
    responses((status = 200, body = Answer))
)]
pub async fn handler(
    State(state): State<AppState>, caller: Caller, person: Person, Path(id): Path<Uuid>, Json(body): Json<Body>,
) -> Result<Json<Answer>> {
    Member::<Decides>::admit(&state, caller, Some(id)).await?;
    let name = checked(&body.name)?;
    let mut tx = state.db.begin().await?;
    workspace::set_name(&mut tx, id, &name).await?;
    tx.commit().await?;
    answer(&state, &person, id).await.map(Json)
}
