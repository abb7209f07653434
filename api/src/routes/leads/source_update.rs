//! Changes a source of leads.

use axum::extract::State;
use serde::Deserialize;
use shared::{
    domain::{
        lead::{LeadSource, LeadSourceKind},
        now,
    },
    store::{lead, workspace},
};
use utoipa::ToSchema;
use uuid::Uuid;

use super::{
    source_body::{check, seal, vertical},
    source_create::Answer,
};
use crate::{
    error::{ApiError, Result},
    extract::{Changes, Json, Member, Path},
    state::AppState,
};

/// Changed fields; omitted fields are unchanged.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
#[schema(as = LeadSourceChanges)]
pub(super) struct Input {
    /// 1 to 200 characters.
    name: Option<String>,
    /// Vertical, by slug or name; an empty text removes it.
    vertical: Option<String>,
    /// Place; an empty text removes it.
    place: Option<String>,
    /// What a visitor agrees to. Earlier leads keep the text that they agreed to.
    consent_text: Option<String>,
    /// Page that is shown after the form was sent; an empty text removes it.
    thanks_url: Option<String>,
    /// Key with which the provider signs its requests.
    secret: Option<String>,
    /// Shorter calls are not qualified by themselves.
    min_seconds: Option<i32>,
    /// Whether it receives leads.
    is_enabled: Option<bool>,
}

/// Change a source of leads.
///
/// Requires an editor. Website, kind and public address do not change.
#[utoipa::path(
    patch, path = "/api/lead-sources/{id}", tag = "leads", request_body = Input, params(("id" = Uuid, Path)),
    responses((status = 200, body = Answer))
)]
pub(super) async fn handler(
    State(state): State<AppState>, member: Member<Changes>, Path(id): Path<Uuid>, Json(input): Json<Input>,
) -> Result<Json<Answer>> {
    let missing = || ApiError::NotFound("source of leads");
    let mut source = lead::find_source(&state.db, member.workspace_id, id).await?.ok_or_else(missing)?;
    let cleared = |text: String| Some(text.trim().to_owned()).filter(|text| !text.is_empty());
    if let Some(name) = input.name {
        name.trim().clone_into(&mut source.name);
    }
    // A vertical that it has already stays, also one that is no longer known.
    if let Some(text) = input.vertical.filter(|text| source.vertical.as_deref() != Some(text.as_str())) {
        source.vertical = vertical(&state, member.workspace_id, Some(text)).await?;
    }
    if let Some(text) = input.place {
        source.place = cleared(text);
    }
    if let Some(text) = input.consent_text {
        text.trim().clone_into(&mut source.consent_text);
    }
    if let Some(text) = input.thanks_url {
        source.thanks_url = cleared(text);
    }
    if let Some(secret) = input.secret.filter(|_| source.kind != LeadSourceKind::Form) {
        source.sealed_secret = Some(seal(&state, member.workspace_id, id, &secret)?);
    }
    source.min_seconds = input.min_seconds.unwrap_or(source.min_seconds);
    source.is_enabled = input.is_enabled.unwrap_or(source.is_enabled);
    check(&state, &source).await?;
    if !store(&state, &source).await? {
        return Err(missing());
    }
    Ok(Answer::of(&state, source))
}

/// Stores the changes, and keeps a replaced text of consent for the pages that still show it.
async fn store(state: &AppState, changed: &LeadSource) -> Result<bool> {
    let mut tx = state.db.begin().await?;
    workspace::lock(&mut tx, changed.workspace_id).await?;
    let before = lead::find_source(&mut tx, changed.workspace_id, changed.id).await?;
    if let Some(before) = before.filter(|before| before.consent_text != changed.consent_text) {
        lead::keep_consent(&mut tx, &before, now()).await?;
    }
    let is_updated = lead::update_source(&mut tx, changed).await?;
    tx.commit().await?;
    Ok(is_updated)
}
