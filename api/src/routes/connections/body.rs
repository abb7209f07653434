//! Validation of connections in requests.

use std::collections::BTreeMap;

use net::addresses::LookupError;
use providers::{CredentialKind, Provider};
use shared::{
    domain::{connection::Budget, user::Role},
    store::website,
    vault::{Credentials, Sealed},
};
use url::Url;
use uuid::Uuid;

use super::view::Settings;
use crate::{
    error::{ApiError, FieldError, Result},
    extract::Caller,
    state::AppState,
};

const NAME_CHARS: usize = 100;
const SECRET_CHARS: usize = 4_000;
const URL_CHARS: usize = 2_000;
const PROPERTY_CHARS: usize = 500;
/// A million dollars.
const MOST_MICROS: i64 = 1_000_000_000_000;

/// Returns the trimmed name, by default the provider's.
pub(super) fn name(given: Option<&str>, provider: Provider) -> Result<String> {
    let text = given.map(str::trim).filter(|text| !text.is_empty()).unwrap_or_else(|| provider.name());
    if text.chars().count() > NAME_CHARS {
        return Err(ApiError::invalid("/name", "must have at most 100 characters"));
    }
    Ok(text.to_owned())
}

/// Checks a budget.
pub(super) fn budget(budget: Budget) -> Result<Budget> {
    let given = [("/dayBudgetMicros", budget.day_budget_micros), ("/monthBudgetMicros", budget.month_budget_micros)];
    let is_wrong = |micros: Option<i64>| micros.is_some_and(|micros| !(0..=MOST_MICROS).contains(&micros));
    let wrong = given.into_iter().filter(|(_, micros)| is_wrong(*micros));
    let detail = "must be 0 to 1,000,000,000,000 millionths of a dollar";
    let wrong: Vec<FieldError> = wrong.map(|(pointer, _)| FieldError::new(pointer, detail)).collect();
    if wrong.is_empty() { Ok(budget) } else { Err(ApiError::Invalid(wrong)) }
}

/// Returns the credentials if every field that the provider needs is there, and no other.
pub(super) fn credentials(
    given: BTreeMap<String, String>, provider: Provider, has_own_base: bool,
) -> Result<Option<Credentials>> {
    let kind = provider.profile().credentials;
    if kind == CredentialKind::OAuth {
        let detail = "is connected by signing in with Google; see POST /api/connections/google";
        return Err(ApiError::invalid("/provider", detail));
    }
    let fields: BTreeMap<String, String> = given
        .into_iter()
        .map(|(name, text)| (name, text.trim().to_owned()))
        .filter(|(_, text)| !text.is_empty())
        .collect();
    let wrong = mistakes(&fields, provider, has_own_base);
    if !wrong.is_empty() {
        return Err(ApiError::Invalid(wrong));
    }
    Ok((!fields.is_empty()).then(|| Credentials::from_fields(fields)))
}

fn mistakes(fields: &BTreeMap<String, String>, provider: Provider, has_own_base: bool) -> Vec<FieldError> {
    let profile = provider.profile();
    let known = profile.credentials.fields();
    let unknown = fields.keys().filter(|name| known.iter().all(|field| field.name != name.as_str()));
    let mut wrong: Vec<FieldError> = unknown
        .map(|name| FieldError::new(format!("/credentials/{name}"), format!("is not asked for by {provider}")))
        .collect();
    for field in known {
        let pointer = format!("/credentials/{}", field.name);
        match fields.get(field.name) {
            Some(text) if text.chars().count() > SECRET_CHARS => {
                wrong.push(FieldError::new(pointer, "must have at most 4,000 characters"));
            }
            Some(text) if text.chars().any(char::is_control) => {
                wrong.push(FieldError::new(pointer, "must be on one line"));
            }
            Some(_) => {}
            // A server of one's own may need no key; OpenAI's does.
            None if field.is_optional && (has_own_base || !profile.own_base) => {}
            None => wrong.push(FieldError::new(pointer, "is required")),
        }
    }
    wrong
}

/// Returns true if connections to the provider fetch data of a website by themselves.
pub(super) const fn syncs(provider: Provider) -> bool {
    use Provider::{BingWebmaster, ChromeUxReport, GoogleAnalytics, PageSpeed, SearchConsole};
    matches!(provider, SearchConsole | BingWebmaster | GoogleAnalytics | ChromeUxReport | PageSpeed)
}

/// Encrypts credentials for a row.
pub(super) fn seal(state: &AppState, workspace_id: Uuid, id: Uuid, credentials: &Credentials) -> Result<Sealed> {
    state.vault.seal(workspace_id, id, credentials, rand::random()).map_err(ApiError::unexpected)
}

/// Returns the base address without a slash at its end; `None` for the provider's own. Users may enter one where the
/// provider is a server of their own, administrators everywhere.
pub(super) async fn base_url(
    state: &AppState, caller: &Caller, provider: Provider, text: &str,
) -> Result<Option<String>> {
    let text = text.trim();
    if text.is_empty() {
        return Ok(None);
    }
    let wrong = |detail: String| ApiError::invalid("/baseUrl", detail);
    if !provider.profile().own_base && caller.role != Role::Admin {
        return Err(wrong("can be changed only by an administrator of this installation".to_owned()));
    }
    if text.chars().count() > URL_CHARS {
        return Err(wrong("must have at most 2,000 characters".to_owned()));
    }
    let url =
        Url::parse(text).map_err(|_| wrong("must be an address that begins with https:// or http://".to_owned()))?;
    let guard = &state.settings.outside.guard;
    guard.check(&url).map_err(|unfit| wrong(unfit.to_string()))?;
    if url.query().is_some() || url.fragment().is_some() {
        return Err(wrong("must have no query and no fragment".to_owned()));
    }
    if let Some(name) = url.domain()
        && let Err(error @ LookupError::OwnNetwork(_)) = guard.look_up(name).await
    {
        return Err(wrong(error.to_string()));
    }
    Ok(Some(url.as_str().trim_end_matches('/').to_owned()))
}

/// Checks the choices of a connection: the property must be of its account, the website of its workspace.
pub(super) async fn settings(
    state: &AppState, workspace_id: Uuid, provider: Provider, properties: &[String], given: &Settings,
) -> Result<()> {
    let is_bing = provider == Provider::BingWebmaster;
    let has_property = matches!(provider, Provider::SearchConsole | Provider::GoogleAnalytics);
    let allowed = [("/settings/property", &given.property, has_property), ("/settings/site", &given.site, is_bing)];
    for (pointer, value, is_allowed) in allowed {
        let Some(value) = value else { continue };
        if !is_allowed {
            return Err(ApiError::invalid(pointer, format!("is not a setting of {provider}")));
        }
        if value.is_empty() || value.chars().count() > PROPERTY_CHARS {
            return Err(ApiError::invalid(pointer, "must have 1 to 500 characters"));
        }
        if !properties.is_empty() && !properties.contains(value) {
            return Err(ApiError::invalid(
                pointer,
                "is not one of the account; test the connection to refresh the list",
            ));
        }
    }
    if let Some(id) = given.website_id
        && website::find(&state.db, workspace_id, id).await?.is_none()
    {
        return Err(ApiError::invalid("/settings/websiteId", "is not a website of this workspace"));
    }
    Ok(())
}
