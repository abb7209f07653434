//! Updates a webhook.

use axum::extract::State;
use serde::Deserialize;
use shared::{
    domain::{now, webhook::WebhookEvent},
    store::{lead, webhook},
};
use utoipa::ToSchema;
use uuid::Uuid;

use super::{body, view::Answer};
use crate::{
    error::{ApiError, Result},
    extract::{Changes, Json, Member, Path},
    state::AppState,
};

/// Changed fields; omitted fields are unchanged.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
#[schema(as = WebhookChanges)]
pub(super) struct Input {
    url: Option<String>,
    /// At most 200 characters.
    description: Option<String>,
    events: Option<Vec<WebhookEvent>>,
    /// `true` also resets its failure count, and offers waiting leads to the buyers again.
    enabled: Option<bool>,
}

/// Change a webhook.
///
/// Requires an editor. The secret does not change.
#[utoipa::path(
    patch, path = "/api/webhooks/{id}", tag = "webhooks", request_body = Input, params(("id" = Uuid, Path)),
    responses((status = 200, body = Answer))
)]
pub(super) async fn handler(
    State(state): State<AppState>, member: Member<Changes>, Path(id): Path<Uuid>, Json(input): Json<Input>,
) -> Result<Json<Answer>> {
    let missing = || ApiError::NotFound("webhook");
    let mut changed = webhook::find(&state.db, member.workspace_id, id).await?.ok_or_else(missing)?;
    // What responses show of the URL leaves it unchanged.
    if let Some(url) = input.url.filter(|url| *url != changed.shown_url()) {
        let url = body::url(&state, &url).await?;
        (changed.url, changed.sealed_url) = body::seal(&state, member.workspace_id, id, &url)?;
    }
    if let Some(description) = input.description {
        changed.description = body::description(&description)?;
    }
    if let Some(events) = input.events {
        changed.events.0 = body::events(events);
    }
    let was_enabled = changed.enabled;
    changed.enabled = input.enabled.unwrap_or(changed.enabled);
    if !webhook::update(&state.db, &changed).await? {
        return Err(missing());
    }
    if changed.enabled && !was_enabled {
        // Leads may wait for the buyer of this webhook.
        lead::wake(&state.db, member.workspace_id, now()).await?;
    }
    let stored = webhook::find(&state.db, member.workspace_id, id).await?.ok_or_else(missing)?;
    Ok(Json(stored.into()))
}
