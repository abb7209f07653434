//! Adds a target.

use axum::{extract::State, http::StatusCode};
use serde::Deserialize;
use serde_json::{Map, Value};
use shared::{
    domain::{
        deploy_target::{DeployTarget, TargetKind},
        new_id, now,
    },
    store::{
        deploy_target::{self, MOST_TARGETS},
        workspace,
    },
};
use utoipa::ToSchema;

use super::{
    body,
    view::{self, Answer},
};
use crate::{
    error::{ApiError, FieldError, Result},
    extract::{Changes, Json, Member},
    state::AppState,
};

/// A new target. The fields of settings and credentials depend on the kind; `{site}` in a setting is replaced by the slug of a
/// site.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schema(as = NewDeployTarget)]
pub(super) struct Input {
    /// `folder`, `s3`, `sftp`, `netlify` or `cloudflare_pages`.
    kind: TargetKind,
    /// 1 to 100 characters.
    name: String,
    /// For `folder`: `path`, `publicUrl`, `keep`. For `s3`: `endpoint`, `region`, `bucket`, `prefix`, `pathStyle`, `publicUrl`.
    /// For `sftp`: `host`, `port`, `user`, `path`, `publicUrl`, `keep`. For `netlify`: `site`, `apiUrl`. For
    /// `cloudflare_pages`: `accountId`, `project`, `branch`, `apiUrl`.
    #[schema(value_type = Object)]
    settings: Map<String, Value>,
    /// For `s3`: `accessKeyId`, `secretAccessKey`, `sessionToken`. For `sftp`: `password`, or `privateKey` with `passphrase`. For
    /// `netlify` and `cloudflare_pages`: `token`. They are stored encrypted.
    #[serde(default)]
    #[schema(value_type = Option<Object>)]
    secrets: Map<String, Value>,
}

/// Add a target.
///
/// Nothing is sent to it before a test or a deployment. Requires an editor; a workspace has at most 100.
#[utoipa::path(
    post, path = "/api/deploy-targets", tag = "sites", request_body = Input, responses((status = 201, body = Answer))
)]
pub(super) async fn handler(
    State(state): State<AppState>, member: Member<Changes>, Json(input): Json<Input>,
) -> Result<(StatusCode, Json<Answer>)> {
    let (id, workspace_id) = (new_id(), member.workspace_id);
    let kind = body::kind(input.kind)?;
    let name = body::name(&input.name)?;
    let checked = body::checked(&state, kind, &Value::Object(input.settings), &Value::Object(input.secrets))?;
    let new = DeployTarget {
        id,
        workspace_id,
        kind: input.kind,
        name,
        settings: checked.settings.to_json().into(),
        sealed_secret: body::seal(&state, workspace_id, id, &checked.secrets)?,
        created_at: now(),
        sites: 0,
    };
    let mut tx = state.db.begin().await?;
    workspace::lock(&mut tx, workspace_id).await?;
    if deploy_target::list(&mut tx, workspace_id).await?.len() >= MOST_TARGETS {
        let detail = "A workspace has at most 100 targets. Delete one first.";
        return Err(ApiError::Conflict(FieldError::new("", detail)));
    }
    deploy_target::insert(&mut tx, &new).await?;
    tx.commit().await?;
    Ok((StatusCode::CREATED, view::answer(&state, workspace_id, id).await?))
}
