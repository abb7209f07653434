//! Response with one website.

use serde::Serialize;
use shared::store::website;
use uuid::Uuid;

use super::view::WebsiteView;
use crate::{
    error::{ApiError, Result},
    extract::{Json, Success},
    state::AppState,
};

/// Response with a website.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[schema(as = OneWebsite)]
pub struct Answer {
    pub success: Success,
    pub website: WebsiteView,
}

/// Returns the current website.
pub(super) async fn answer(state: &AppState, workspace_id: Uuid, id: Uuid) -> Result<Json<Answer>> {
    let website = website::find(&state.db, workspace_id, id).await?.ok_or(ApiError::NotFound("website"))?;
    Ok(Json(Answer { success: Success, website: website.into() }))
}
