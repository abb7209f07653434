//! Creates a challenger version.

use axum::{extract::State, http::StatusCode};
use serde::Deserialize;
use serde_json::{Map, Value, json};
use shared::{
    domain::engine_version::{GIVEN, NewVersion, PRIOR, VersionRole},
    store::{audit::Action, engine_version, workspace},
};
use utoipa::ToSchema;

use super::{
    super::{check, data, engine},
    view::{self, Answer},
};
use crate::{
    auth::session,
    error::{ApiError, FieldError, Result},
    extract::{Changes, Json, Member, Path, RequestContext},
    state::AppState,
};

/// Maximum number of challengers: each adds the time of another forecast to every run.
const MOST_CHALLENGERS: usize = 3;
const NAME_CHARS: usize = 40;
const NOTE_CHARS: usize = 500;

/// A version to store.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schema(as = NewEngineVersion)]
pub(super) struct Input {
    /// Name stored with its forecasts: lower-case letters, digits and hyphens.
    #[schema(max_length = 40)]
    name: String,
    /// Action of the parameters. Default: the engine's first.
    action: Option<String>,
    /// Parameters that differ from the engine's defaults.
    #[schema(value_type = Object)]
    parameters: Map<String, Value>,
    /// Reason.
    #[serde(default)]
    #[schema(max_length = 500)]
    note: String,
}

/// Create a challenger version.
///
/// Stores parameters as a challenger. If the engine makes forecasts, it runs alongside the champion from the next run
/// on, and the report of the learning engine compares both.
#[utoipa::path(
    post, path = "/api/intelligence-engines/{id}/versions", tag = "engines", params(("id" = String, Path)),
    request_body = Input, responses((status = 201, body = Answer))
)]
pub(super) async fn handler(
    State(state): State<AppState>, context: RequestContext, member: Member<Changes>, Path(id): Path<String>,
    Json(input): Json<Input>,
) -> Result<(StatusCode, Json<Answer>)> {
    let engine = engine(&id)?;
    let new = checked(engine, input)?;
    let mut tx = state.db.begin().await?;
    workspace::lock(&mut tx, member.workspace_id).await?;
    let stored = engine_version::list(&mut tx, member.workspace_id, Some(engine.as_str())).await?;
    if stored.iter().filter(|one| one.role == VersionRole::Challenger).count() >= MOST_CHALLENGERS {
        let detail = format!("At most {MOST_CHALLENGERS} challengers are allowed. Retire one first.");
        return Err(ApiError::Conflict(FieldError::new("/name", detail)));
    }
    let user_id = member.caller.user_id;
    let now = shared::domain::now();
    let inserted = engine_version::insert(&mut tx, member.workspace_id, user_id, engine.as_str(), &new, now).await?;
    if inserted.is_none() {
        let detail = "A version with this name already exists. Choose another name.";
        return Err(ApiError::Conflict(FieldError::new("/name", detail)));
    }
    let detail = json!({
        "workspaceId": member.workspace_id, "engineId": engine.as_str(), "version": new.name, "parameters": new.parameters,
    });
    session::note(&mut tx, Some(user_id), Action::VersionStored, &context, detail).await?;
    tx.commit().await?;
    Ok((StatusCode::CREATED, Json(view::answer(&state.db, member.workspace_id, engine).await?)))
}

fn checked(engine: ::engines::common::EngineId, input: Input) -> Result<NewVersion> {
    let name = input.action.as_deref().or(data::actions(engine).first().copied()).unwrap_or_default();
    let action = data::action(engine, name)?;
    let name = input.name.trim().to_owned();
    let is_letter = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    if name.is_empty() || name.len() > NAME_CHARS || !name.chars().all(is_letter) {
        let detail = format!("must be 1 to {NAME_CHARS} lowercase letters, digits or hyphens");
        return Err(ApiError::invalid("/name", detail));
    }
    if [PRIOR, GIVEN].contains(&name.as_str()) {
        return Err(ApiError::invalid("/name", format!("is reserved: {name}")));
    }
    if input.parameters.is_empty() {
        return Err(ApiError::invalid("/parameters", "must differ from the defaults"));
    }
    if input.note.chars().count() > NOTE_CHARS {
        return Err(ApiError::invalid("/note", format!("must have at most {NOTE_CHARS} characters")));
    }
    check::parameters(action, &Value::Object(input.parameters.clone()))?;
    let action = action.info().name.to_owned();
    Ok(NewVersion { name, action, parameters: input.parameters, note: input.note.trim().to_owned() })
}
