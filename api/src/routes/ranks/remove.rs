//! Removes tracked keywords.

use axum::extract::State;
use serde::{Deserialize, Serialize};
use shared::store::rank;
use utoipa::ToSchema;
use uuid::Uuid;

use super::input;
use crate::{
    error::Result,
    extract::{Changes, Json, Member, Success},
    state::AppState,
};

/// Keywords to remove.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schema(as = RemovedKeywords)]
pub(super) struct Input {
    website_id: Uuid,
    /// Ids of 1 to 1,000 keywords.
    #[serde(default)]
    ids: Vec<String>,
}

/// Number of removed keywords.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = TrackedKeywordsRemoved)]
pub(super) struct Answer {
    success: Success,
    removed: u64,
}

/// Remove tracked keywords.
///
/// Their checks are deleted; the engines still read the ranks of the past. Requires an editor.
#[utoipa::path(
    post, path = "/api/ranks/keywords/remove", tag = "ranks", request_body = Input,
    responses((status = 200, body = Answer))
)]
pub(super) async fn handler(
    State(state): State<AppState>, member: Member<Changes>, Json(input): Json<Input>,
) -> Result<Json<Answer>> {
    super::website(&state, member.workspace_id, input.website_id).await?;
    let ids = input::ids(&input.ids, "/ids")?;
    let removed = rank::remove(&state.db, member.workspace_id, &ids).await?;
    Ok(Json(Answer { success: Success, removed }))
}
