//! Changes tags and target pages of tracked keywords.

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

/// Changes of some keywords; omitted fields are unchanged.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schema(as = TrackedKeywordChanges)]
pub(super) struct Input {
    website_id: Uuid,
    /// Ids of 1 to 1,000 keywords.
    #[serde(default)]
    ids: Vec<String>,
    /// All tags of the keywords from now on, at most 10.
    tags: Option<Vec<String>>,
    /// Page that should rank; empty for none.
    target_url: Option<String>,
}

/// Number of changed keywords.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = TrackedKeywordsChanged)]
pub(super) struct Answer {
    success: Success,
    changed: u64,
}

/// Change tracked keywords.
///
/// Sets their tags or their target page. Requires an editor.
#[utoipa::path(
    patch, path = "/api/ranks/keywords", tag = "ranks", request_body = Input, responses((status = 200, body = Answer))
)]
pub(super) async fn handler(
    State(state): State<AppState>, member: Member<Changes>, Json(input): Json<Input>,
) -> Result<Json<Answer>> {
    let website = super::website(&state, member.workspace_id, input.website_id).await?;
    let ids = input::ids(&input.ids, "/ids")?;
    let tags = input.tags.map(input::tags).transpose()?;
    let target = input.target_url.map(|url| input::target(&url, &website.host)).transpose()?;
    let mut tx = state.db.begin().await?;
    let mut changed = 0;
    for id in ids {
        let found = rank::update(&mut tx, member.workspace_id, id, tags.as_deref(), target.as_deref()).await?;
        changed += u64::from(found);
    }
    tx.commit().await?;
    Ok(Json(Answer { success: Success, changed }))
}
