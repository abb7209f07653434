//! Validation of accesses. Settings and credentials are checked by the crate that uses them.

use serde_json::{Map, Value};
use shared::{
    domain::edit::{AccessKind, WebsiteAccess},
    vault::{Credentials, Sealed},
};
use targets::{
    Environment, FieldErrors, SEALED_FIELD, TargetError,
    access::{Access, AccessSecrets, AccessSettings},
};
use url::Url;
use uuid::Uuid;

use crate::{
    error::{ApiError, FieldError, Result},
    state::AppState,
};

const URL_CHARS: usize = 2_000;

/// Settings and credentials that were checked.
pub(super) struct Checked {
    pub(super) settings: AccessSettings,
    pub(super) secrets: AccessSecrets,
}

/// Returns the public address of the pages, with a slash at its end.
pub(super) fn base_url(text: &str) -> Result<String> {
    let wrong = || ApiError::invalid("/baseUrl", "must be an address such as https://example.com/");
    let url = Url::parse(text.trim()).map_err(|_| wrong())?;
    let is_plain = url.query().is_none() && url.fragment().is_none() && url.username().is_empty();
    let is_root = url.path() == "/" && url.password().is_none();
    if text.len() > URL_CHARS || !matches!(url.scheme(), "http" | "https") || !is_plain || !is_root {
        return Err(wrong());
    }
    Ok(url.into())
}

/// Checks settings and credentials together: also that the server and the folders are allowed.
pub(super) fn checked(state: &AppState, kind: AccessKind, settings: &Value, secrets: &Value) -> Result<Checked> {
    let kind: targets::access::AccessKind =
        kind.as_str().parse().map_err(|errors: FieldErrors| ApiError::Invalid(under("", errors)))?;
    let (settings, secrets) = (AccessSettings::parse(kind, settings), AccessSecrets::parse(kind, secrets));
    let (settings, secrets) = match (settings, secrets) {
        (Ok(settings), Ok(secrets)) => (settings, secrets),
        (settings, secrets) => {
            let wrong = [(settings.err(), "settings"), (secrets.err(), "secrets")];
            let wrong = wrong.into_iter().filter_map(|(errors, of)| errors.map(|errors| under(of, errors)));
            return Err(ApiError::Invalid(wrong.flatten().collect()));
        }
    };
    let access = Access::new(settings.clone(), secrets.clone(), environment(state));
    access.and_then(|access| access.check()).map_err(refused)?;
    Ok(Checked { settings, secrets })
}

/// What the operator of the installation decides for all accesses.
pub(super) fn environment(state: &AppState) -> Environment {
    Environment::new(state.settings.outside.guard.clone(), state.settings.sites.deploy_folders.clone())
}

fn refused(error: TargetError) -> ApiError {
    match error {
        TargetError::Settings(errors) => ApiError::Invalid(under("settings", errors)),
        other => ApiError::invalid("/settings", other.to_string()),
    }
}

fn under(of: &str, errors: FieldErrors) -> Vec<FieldError> {
    let pointer = |field: &str| match (of.is_empty(), field.is_empty()) {
        (true, _) => format!("/{field}"),
        (false, true) => format!("/{of}"),
        (false, false) => format!("/{of}/{field}"),
    };
    errors.0.into_iter().map(|error| FieldError::new(pointer(&error.field), error.detail)).collect()
}

/// Encrypts credentials for the access to a website; `None` for a folder, which needs none.
pub(super) fn seal(
    state: &AppState, workspace_id: Uuid, website_id: Uuid, kind: AccessKind, secrets: &AccessSecrets,
) -> Result<Option<Sealed>> {
    if kind == AccessKind::Folder {
        return Ok(None);
    }
    let fields = Credentials::from_fields([(SEALED_FIELD, secrets.to_json().to_string())]);
    state.vault.seal(workspace_id, website_id, &fields, rand::random()).map(Some).map_err(ApiError::unexpected)
}

/// Decrypts the credentials of an access, as JSON.
pub(super) fn open(state: &AppState, access: &WebsiteAccess) -> Result<Value> {
    let Some(sealed) = &access.sealed_secret else { return Ok(Value::Object(Map::new())) };
    let locked = |error: shared::vault::Locked| ApiError::Conflict(FieldError::new("/secrets", error.to_string()));
    let fields = state.vault.open(access.workspace_id, access.website_id, sealed).map_err(locked)?;
    let text = fields.get(SEALED_FIELD).ok_or_else(|| ApiError::unexpected("the sealed text has no credentials"))?;
    serde_json::from_str(text.reveal()).map_err(ApiError::unexpected)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn public_address_is_a_root() {
        assert_eq!(base_url(" https://a.example ").unwrap(), "https://a.example/");
        for wrong in [
            "",
            "a.example",
            "ftp://a.example/",
            "https://a.example/b",
            "https://u:p@a.example/",
            "https://a.example/?x",
        ] {
            assert!(base_url(wrong).is_err(), "{wrong}");
        }
    }
}
