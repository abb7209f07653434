//! Validation of sources of leads, and their view.

use serde::Serialize;
use shared::{
    domain::lead::{LeadSource, LeadSourceKind},
    store::website,
    vault::{Credentials, Sealed},
};
use url::Url;
use utoipa::ToSchema;
use uuid::Uuid;

use super::calls;
use crate::{
    error::{ApiError, FieldError, Result},
    routes::buyers::verticals,
    state::AppState,
};

const NAME_CHARS: usize = 200;
const TEXT_CHARS: usize = 100;
const CONSENT_CHARS: usize = 2_000;
const SECRET_CHARS: usize = 500;
const DAY_SECONDS: i32 = 24 * 3600;

/// A source of leads with its public address.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = LeadSourceView)]
pub(super) struct View {
    #[serde(flatten)]
    source: LeadSource,
    /// Public address: the `action` of a form, or the webhook of the provider.
    #[schema(examples("https://lode.example/f/…"))]
    address: String,
    /// Whether the signing key of the provider is stored.
    #[serde(rename = "hasSecret")]
    has_secret: bool,
}

impl View {
    pub(super) fn of(state: &AppState, source: LeadSource) -> Self {
        let address = match source.kind {
            LeadSourceKind::Form => format!("{}/f/{}", state.settings.public_url.trim_end_matches('/'), source.key),
            LeadSourceKind::CallRail | LeadSourceKind::Twilio => calls::address(state, &source),
        };
        let has_secret = source.sealed_secret.is_some();
        Self { source, address, has_secret }
    }
}

/// Checks a source, and the address of its thank-you page.
pub(super) async fn check(state: &AppState, source: &LeadSource) -> Result<()> {
    let mut errors = Vec::new();
    let mut demand = |is_right: bool, pointer: &str, detail: &str| {
        if !is_right {
            errors.push(FieldError::new(pointer, detail));
        }
    };
    let has_length = |text: &str, most| (1..=most).contains(&text.trim().chars().count());
    let is_text = |text: &Option<String>| text.as_deref().is_none_or(|text| has_length(text, TEXT_CHARS));
    let is_form = source.kind == LeadSourceKind::Form;
    demand(has_length(&source.name, NAME_CHARS), "/name", "must have 1 to 200 characters");
    demand(is_text(&source.place), "/place", "must have 1 to 100 characters, or be null");
    let consent = has_length(&source.consent_text, CONSENT_CHARS);
    demand(!is_form || consent, "/consentText", "must have 1 to 2,000 characters: what visitors agree to");
    demand((0..=DAY_SECONDS).contains(&source.min_seconds), "/minSeconds", "must be 0 to 86,400");
    let has_secret = source.sealed_secret.is_some();
    demand(is_form || has_secret, "/secret", "must be the key with which the provider signs its requests");
    if !errors.is_empty() {
        return Err(ApiError::Invalid(errors));
    }
    check_thanks(state, source).await
}

async fn check_thanks(state: &AppState, source: &LeadSource) -> Result<()> {
    let Some(text) = &source.thanks_url else { return Ok(()) };
    let website = website::find(&state.db, source.workspace_id, source.website_id).await?;
    let host = website.ok_or(ApiError::NotFound("website"))?.host;
    let url = Url::parse(text).ok().filter(|url| matches!(url.scheme(), "http" | "https"));
    let is_own = url.as_ref().and_then(Url::host_str).is_some_and(|found| {
        found == host || found.strip_suffix(host.as_str()).is_some_and(|rest| rest.ends_with('.'))
    });
    if is_own && text.len() <= 2_000 {
        return Ok(());
    }
    Err(ApiError::invalid("/thanksUrl", format!("must be the address of a page of {host}")))
}

/// Returns the slug of a vertical by slug or name; `None` for an empty text.
///
/// # Errors
/// Returns [`ApiError::Invalid`] with the closest names for an unknown one.
pub(super) async fn vertical(state: &AppState, workspace_id: Uuid, text: Option<String>) -> Result<Option<String>> {
    let text = text.map(|text| text.trim().to_owned()).filter(|text| !text.is_empty());
    if text.as_ref().is_some_and(|text| text.chars().count() > TEXT_CHARS) {
        return Err(ApiError::invalid("/vertical", "must have at most 100 characters"));
    }
    let slugs = verticals::resolve(state, workspace_id, text.into_iter().collect(), "/vertical").await?;
    Ok(slugs.into_iter().next())
}

/// Encrypts the signing key of a provider.
pub(super) fn seal(state: &AppState, workspace_id: Uuid, id: Uuid, secret: &str) -> Result<Sealed> {
    let secret = secret.trim();
    if !(8..=SECRET_CHARS).contains(&secret.chars().count()) {
        return Err(ApiError::invalid("/secret", "must have 8 to 500 characters"));
    }
    let fields = Credentials::from_fields([(calls::SECRET, secret.to_owned())]);
    state.vault.seal(workspace_id, id, &fields, rand::random()).map_err(ApiError::unexpected)
}
