//! Changes a target.

use axum::extract::State;
use serde::Deserialize;
use serde_json::{Map, Value};
use shared::store::deploy_target;
use utoipa::ToSchema;
use uuid::Uuid;

use super::{
    body,
    view::{self, Answer},
};
use crate::{
    error::{ApiError, Result},
    extract::{Changes, Json, Member, Path},
    routes::server_settings,
    state::AppState,
};

/// Changed fields; omitted fields are unchanged.
#[derive(Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
#[schema(as = DeployTargetChanges)]
pub(super) struct Input {
    /// 1 to 100 characters.
    name: Option<String>,
    /// All settings. The `hostKey` of an SFTP server is kept unless it is empty or the server is another one.
    #[schema(value_type = Option<Object>)]
    settings: Option<Map<String, Value>>,
    /// New credentials, with all fields. Required with another server.
    #[schema(value_type = Option<Object>)]
    secrets: Option<Map<String, Value>>,
}

/// Change a target.
///
/// The next deployment of each of its sites uses it. The kind does not change. Requires an editor.
#[utoipa::path(
    patch, path = "/api/deploy-targets/{id}", tag = "sites", request_body = Input, params(("id" = Uuid, Path)),
    responses((status = 200, body = Answer))
)]
pub(super) async fn handler(
    State(state): State<AppState>, member: Member<Changes>, Path(id): Path<Uuid>, Json(input): Json<Input>,
) -> Result<Json<Answer>> {
    let workspace_id = member.workspace_id;
    let mut target = view::found(&state, workspace_id, id).await?;
    if let Some(name) = &input.name {
        target.name = body::name(name)?;
    }
    if input.settings.is_some() || input.secrets.is_some() {
        let kind = body::kind(target.kind)?;
        let mut settings = input.settings.map_or_else(|| target.settings.0.clone(), Value::Object);
        server_settings::keep_host_key(&target.settings.0, &mut settings);
        // Stored credentials are sent only to the server that they were entered for.
        let is_elsewhere = server_settings::is_elsewhere(&target.settings.0, &settings);
        if is_elsewhere && input.secrets.is_none() && target.sealed_secret.is_some() {
            return Err(ApiError::invalid("/secrets", "must be entered again with another server"));
        }
        let has_new = input.secrets.is_some();
        let secrets =
            input.secrets.map_or_else(|| body::open(&state, &target), |secrets| Ok(Value::Object(secrets)))?;
        let checked = body::checked(&state, kind, &settings, &secrets)?;
        target.settings = checked.settings.to_json().into();
        if has_new {
            target.sealed_secret = body::seal(&state, workspace_id, id, &checked.secrets)?;
        }
    }
    if !deploy_target::update(&state.db, &target).await? {
        return Err(ApiError::NotFound("target"));
    }
    view::answer(&state, workspace_id, id).await
}
