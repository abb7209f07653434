//! Stores the access to a website.

use axum::extract::State;
use serde::Deserialize;
use serde_json::{Map, Value, json};
use shared::{
    domain::{
        edit::{AccessKind, WebsiteAccess},
        now,
    },
    store::{audit::Action, website_access},
};
use utoipa::ToSchema;
use uuid::Uuid;

use super::{
    body,
    view::{self, Answer},
};
use crate::{
    auth::session,
    error::{ApiError, FieldError, Result},
    extract::{Changes, Json, Member, Path, RequestContext},
    routes::server_settings,
    state::AppState,
};

/// The access to a website. The fields of settings and credentials depend on the kind.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schema(as = WebsiteAccessInput)]
pub(super) struct Input {
    kind: AccessKind,
    /// For `folder`: `path`. For `s3`: `endpoint`, `region`, `bucket`, `prefix`, `pathStyle`. For `sftp`: `host`, `port`, `user`,
    /// `path`. For `git`: `url`, `branch`, `path`, `authorName`, `authorEmail`. The `hostKey` of a server is kept unless it is
    /// empty or the server is another one.
    #[schema(value_type = Object)]
    settings: Map<String, Value>,
    /// For `s3`: `accessKeyId`, `secretAccessKey`, `sessionToken`. For `sftp`: `password`, or `privateKey` with `passphrase`. For
    /// `git`: `privateKey` with `passphrase`, or `token`. They are stored encrypted. Default: those that are stored; required with
    /// another server.
    #[schema(value_type = Option<Object>)]
    secrets: Option<Map<String, Value>>,
    /// Public address of the pages, such as `https://example.com/`. Default: that of the website.
    base_url: Option<String>,
}

/// Set the access to a website.
///
/// Nothing is sent to it before a test or an edit. A site that is built here needs none: its pages are changed in releases.
/// Requires an editor.
#[utoipa::path(
    put, path = "/api/websites/{id}/access", tag = "edits", request_body = Input, params(("id" = Uuid, Path)),
    responses((status = 200, body = Answer))
)]
pub(super) async fn handler(
    State(state): State<AppState>, context: RequestContext, member: Member<Changes>, Path(id): Path<Uuid>,
    Json(input): Json<Input>,
) -> Result<Json<Answer>> {
    let workspace_id = member.workspace_id;
    let url = view::website_url(&state, workspace_id, id).await?;
    if view::is_site(&state, workspace_id, id).await? {
        let detail = "This site is built here: its pages are changed in releases, without an access.";
        return Err(ApiError::Conflict(FieldError::new("/id", detail)));
    }
    let base_url = match &input.base_url {
        Some(text) => body::base_url(text)?,
        None => body::base_url(&root(&url))?,
    };
    let stored = website_access::find(&state.db, workspace_id, id).await?.filter(|row| row.kind == input.kind);
    let mut settings = Value::Object(input.settings);
    if let Some(stored) = &stored {
        server_settings::keep_host_key(&stored.settings.0, &mut settings);
    }
    let (secrets, kept) = match (input.secrets, stored.as_ref()) {
        (Some(secrets), _) => (Value::Object(secrets), None),
        (None, None) => (json!({}), None),
        (None, Some(stored)) => {
            // Stored credentials are sent only to the server that they were entered for.
            if stored.sealed_secret.is_some() && server_settings::is_elsewhere(&stored.settings.0, &settings) {
                return Err(ApiError::invalid("/secrets", "must be entered again with another server"));
            }
            (body::open(&state, stored)?, stored.sealed_secret.clone())
        }
    };
    let checked = body::checked(&state, input.kind, &settings, &secrets)?;
    let sealed_secret = match kept {
        Some(sealed) => Some(sealed),
        None => body::seal(&state, workspace_id, id, input.kind, &checked.secrets)?,
    };
    let now = now();
    let new = WebsiteAccess {
        website_id: id,
        workspace_id,
        kind: input.kind,
        settings: checked.settings.to_json().into(),
        sealed_secret,
        base_url,
        tested_at: None,
        created_at: now,
        updated_at: now,
    };
    let mut tx = state.db.begin().await?;
    if !website_access::put(&mut tx, &new).await? {
        return Err(ApiError::NotFound("website"));
    }
    let detail = json!({"websiteId": id, "kind": input.kind});
    session::note(&mut tx, Some(member.caller.user_id), Action::AccessChanged, &context, detail).await?;
    tx.commit().await?;
    view::answer(&state, workspace_id, id).await
}

/// Returns the origin of the website's address.
fn root(url: &str) -> String {
    url::Url::parse(url).ok().and_then(|url| url.join("/").ok()).map(String::from).unwrap_or_default()
}
