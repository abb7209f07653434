//! Updates a website.

use axum::extract::State;
use serde::Deserialize;
use shared::store::website;
use utoipa::ToSchema;
use uuid::Uuid;

use super::{
    answer::{Answer, answer},
    name::check_name,
    settings::SettingsInput,
};
use crate::{
    error::{ApiError, Result},
    extract::{Changes, Json, Member, Path},
    state::AppState,
};

/// Changed fields of a website; omitted fields are unchanged.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = WebsiteChanges)]
pub(super) struct Body {
    /// New name, 1 to 200 characters.
    name: Option<String>,
    /// New settings; they replace all stored ones.
    settings: Option<SettingsInput>,
}

/// Update a website.
///
/// Requires an editor or owner. Engine runs started from now on use the new settings.
#[utoipa::path(
    patch, path = "/api/websites/{id}", tag = "websites", params(("id" = Uuid, Path)), request_body = Body,
    responses((status = 200, body = Answer))
)]
pub(super) async fn handler(
    State(state): State<AppState>, member: Member<Changes>, Path(id): Path<Uuid>, Json(body): Json<Body>,
) -> Result<Json<Answer>> {
    let found = website::find(&state.db, member.workspace_id, id).await?.ok_or(ApiError::NotFound("website"))?;
    let name = match body.name.map(|name| name.trim().to_owned()) {
        Some(name) if name.is_empty() => return Err(ApiError::invalid("/name", "Enter a name.")),
        Some(name) => name,
        None => found.name,
    };
    check_name(&name)?;
    let settings = body.settings.map_or(Ok(found.settings.0), SettingsInput::checked)?;
    let mut tx = state.db.begin().await?;
    website::update(&mut tx, member.workspace_id, id, &name, &settings).await?;
    tx.commit().await?;
    answer(&state, member.workspace_id, id).await
}
