//! Validation of webhooks in requests.

use net::addresses::LookupError;
use shared::{domain::webhook::WebhookEvent, vault::Sealed, webhooks::address};
use url::Url;
use uuid::Uuid;

use crate::{
    error::{ApiError, Result},
    state::AppState,
};

const URL_CHARS: usize = 2_000;
const DESCRIPTION_CHARS: usize = 200;

/// Returns the URL if it may be called. An unknown host is accepted, because the address is checked again before each
/// delivery.
pub(super) async fn url(state: &AppState, text: &str) -> Result<String> {
    let wrong = |detail: String| ApiError::invalid("/url", detail);
    let text = text.trim();
    if text.chars().count() > URL_CHARS {
        return Err(wrong("must have at most 2,000 characters".to_owned()));
    }
    let url =
        Url::parse(text).map_err(|_| wrong("must be an address that begins with https:// or http://".to_owned()))?;
    let guard = &state.settings.outside.guard;
    guard.check(&url).map_err(|error| wrong(error.to_string()))?;
    if let Some(name) = url.domain()
        && let Err(error @ LookupError::OwnNetwork(_)) = guard.look_up(name).await
    {
        return Err(wrong(error.to_string()));
    }
    Ok(url.into())
}

/// Encrypts the URL of a webhook; returns the text that is stored in its place too.
pub(super) fn seal(state: &AppState, workspace_id: Uuid, id: Uuid, url: &str) -> Result<(String, Option<Sealed>)> {
    let sealed = address::seal(&state.vault, workspace_id, id, url, rand::random());
    let (shown, sealed) = sealed.map_err(ApiError::unexpected)?;
    Ok((shown, Some(sealed)))
}

pub(super) fn description(text: &str) -> Result<String> {
    let text = text.trim();
    if text.chars().count() > DESCRIPTION_CHARS || text.contains('\0') {
        return Err(ApiError::invalid("/description", "must have at most 200 characters"));
    }
    Ok(text.to_owned())
}

/// Returns the events without duplicates. The webhook of a buyer has none: it gets the leads that are sent to the buyer, and
/// nothing else of the workspace.
pub(super) fn events(mut events: Vec<WebhookEvent>) -> Vec<WebhookEvent> {
    events.sort_unstable();
    events.dedup();
    events
}
