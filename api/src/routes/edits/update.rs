//! Changes an edit.

use axum::extract::State;
use edits::Change;
use serde::Deserialize;
use shared::{
    domain::{edit::EditStatus, now},
    store::edit::{self, EditBody},
};
use utoipa::ToSchema;
use uuid::Uuid;

use super::{
    body,
    view::{self, Answer},
    work,
};
use crate::{
    error::{ApiError, Result},
    extract::{Changes, Json, Member, Path},
    state::AppState,
};

/// Changed fields; omitted fields are unchanged.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
#[schema(as = EditUpdate)]
pub(super) struct Input {
    /// 1 to 200 characters.
    title: Option<String>,
    /// At most 10,000 characters.
    reason: Option<String>,
    /// All changes, 1 to 200. With other changes the edit must be prepared again.
    changes: Option<Vec<Change>>,
    /// Whether an experiment measures it once it is applied.
    is_measured: Option<bool>,
}

/// Change an edit.
///
/// Only while it is a draft or ready, and no run works on it. Requires an editor.
#[utoipa::path(
    patch, path = "/api/edits/{id}", tag = "edits", request_body = Input, params(("id" = Uuid, Path)),
    responses((status = 200, body = Answer))
)]
pub(super) async fn handler(
    State(state): State<AppState>, member: Member<Changes>, Path(id): Path<Uuid>, Json(input): Json<Input>,
) -> Result<Json<Answer>> {
    let workspace_id = member.workspace_id;
    view::found(&state, workspace_id, id).await?;
    let title = input.title.as_deref().map(body::title).transpose()?;
    let reason = input.reason.as_deref().map(body::reason).transpose()?;
    let changes = input.changes.as_deref().map(body::changes).transpose()?;
    let mut tx = state.db.begin().await?;
    let found = edit::lock(&mut tx, workspace_id, id).await?.ok_or(ApiError::NotFound("edit"))?;
    if !matches!(found.status, EditStatus::Draft | EditStatus::Ready) {
        return Err(work::refused(found.status));
    }
    let body = EditBody {
        title: title.unwrap_or_else(|| found.title.clone()),
        reason: reason.unwrap_or_else(|| found.reason.clone()),
        changes: changes.unwrap_or_else(|| found.changes.0.clone()),
        is_measured: input.is_measured.unwrap_or(found.is_measured),
    };
    edit::update(&mut tx, &found, &body, now()).await?;
    tx.commit().await?;
    view::answer(&state, workspace_id, id).await
}
