//! Creates a webhook.

use axum::{extract::State, http::StatusCode};
use serde::{Deserialize, Serialize};
use shared::{
    domain::{new_id, now, webhook::WebhookEvent},
    store::{
        webhook::{self, NewWebhook},
        workspace,
    },
    webhooks::SigningSecret,
};
use utoipa::ToSchema;

use super::{body, view::WebhookView};
use crate::{
    error::{ApiError, FieldError, Result},
    extract::{Changes, Json, Member, Success},
    state::AppState,
};

/// Maximum number of webhooks per workspace.
const MOST: usize = 20;

/// A new webhook.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schema(as = NewWebhook)]
pub(super) struct Input {
    /// URL that receives the events. It is stored encrypted, because it may contain a token, as those of Slack and Telegram
    /// do; responses show its host and its last characters only. Addresses of the server's own network are refused.
    #[schema(examples("https://example.com/hooks/motherlode"))]
    url: String,
    /// At most 200 characters.
    #[serde(default)]
    description: String,
    /// Events, such as `run:finished`; the list of webhooks has all names.
    events: Vec<WebhookEvent>,
}

/// The webhook, and its secret.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = WebhookCreated)]
pub(super) struct Created {
    success: Success,
    webhook: WebhookView,
    /// Signing secret. It is shown once.
    #[schema(examples("whsec_…"))]
    secret: String,
}

/// Create a webhook.
///
/// Each event is sent as a POST request with a JSON body `{id, type, createdAt, workspaceId, data}` at least once; `id`
/// (also in the header `Motherlode-Id`) is the same in every attempt, so that a receiver can drop duplicates. The header
/// `Motherlode-Signature: t=<seconds>,v1=<hex>` is the HMAC-SHA256 of `<seconds>.<body>` with the webhook's secret. A
/// receiver must respond with a 2xx status within 10 seconds; redirects are not followed. A failed delivery is attempted 12
/// times over about a day. After 40 failed attempts in a row the webhook is disabled, with a notification. Requires an
/// editor; a workspace has at most 20 webhooks.
#[utoipa::path(
    post, path = "/api/webhooks", tag = "webhooks", request_body = Input, responses((status = 201, body = Created))
)]
pub(super) async fn handler(
    State(state): State<AppState>, member: Member<Changes>, Json(input): Json<Input>,
) -> Result<(StatusCode, Json<Created>)> {
    let url = body::url(&state, &input.url).await?;
    let description = body::description(&input.description)?;
    let events = body::events(input.events);
    let nonce = rand::random::<[u8; 16]>().to_vec();
    let secret = SigningSecret::derive(&state.settings.secret, &nonce);
    let (workspace_id, user_id) = (member.workspace_id, member.caller.user_id);
    let id = new_id();
    let (url, sealed_url) = body::seal(&state, workspace_id, id, &url)?;
    let new = NewWebhook { id, workspace_id, user_id, url, sealed_url, description, events, nonce };
    let mut tx = state.db.begin().await?;
    workspace::lock(&mut tx, workspace_id).await?;
    if webhook::list(&mut tx, workspace_id).await?.len() >= MOST {
        return Err(ApiError::Conflict(FieldError::new("", "A workspace has at most 20 webhooks. Delete one first.")));
    }
    webhook::insert(&mut tx, &new, now()).await?;
    tx.commit().await?;
    let made = webhook::find(&state.db, workspace_id, id).await?.ok_or(ApiError::NotFound("webhook"))?;
    let created = Created { success: Success, webhook: made.into(), secret: secret.reveal().to_owned() };
    Ok((StatusCode::CREATED, Json(created)))
}
