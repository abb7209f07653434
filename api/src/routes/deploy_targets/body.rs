//! Validation of targets. Settings and credentials are checked by the crate that uses them.

use serde_json::{Map, Value};
use shared::{
    domain::deploy_target::{DeployTarget, TargetKind},
    vault::{Credentials, Sealed},
};
use targets::{Environment, FieldErrors, SEALED_FIELD, Secrets, Settings, Target, TargetError};
use uuid::Uuid;

use crate::{
    error::{ApiError, FieldError, Result},
    state::AppState,
};

const NAME_CHARS: usize = 100;

/// Settings and credentials that were checked.
pub(super) struct Checked {
    pub(super) settings: Settings,
    pub(super) secrets: Secrets,
}

/// Returns the kind of a target that is deployed to.
pub(super) fn kind(kind: TargetKind) -> Result<targets::TargetKind> {
    kind.as_str().parse().map_err(|_| {
        ApiError::invalid(
            "/kind",
            "must be folder, s3, sftp, netlify or cloudflare_pages; built-in hosting needs no target",
        )
    })
}

/// Returns the name without spaces around it.
pub(super) fn name(text: &str) -> Result<String> {
    let name = text.split_whitespace().collect::<Vec<_>>().join(" ");
    if (1..=NAME_CHARS).contains(&name.chars().count()) {
        Ok(name)
    } else {
        Err(ApiError::invalid("/name", "must have 1 to 100 characters"))
    }
}

/// Checks settings and credentials together: also that the server and the folders are allowed.
pub(super) fn checked(
    state: &AppState, kind: targets::TargetKind, settings: &Value, secrets: &Value,
) -> Result<Checked> {
    let (settings, secrets) = (Settings::parse(kind, settings), Secrets::parse(kind, secrets));
    let (settings, secrets) = match (settings, secrets) {
        (Ok(settings), Ok(secrets)) => (settings, secrets),
        (settings, secrets) => {
            let wrong = [(settings.err(), "settings"), (secrets.err(), "secrets")];
            let wrong = wrong.into_iter().filter_map(|(errors, of)| errors.map(|errors| under(of, errors)));
            return Err(ApiError::Invalid(wrong.flatten().collect()));
        }
    };
    let target = Target::new(settings.clone(), secrets.clone(), environment(state));
    target.and_then(|target| target.check()).map_err(refused)?;
    Ok(Checked { settings, secrets })
}

/// What the operator of the installation decides for all targets.
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
    let pointer = |field: &str| if field.is_empty() { format!("/{of}") } else { format!("/{of}/{field}") };
    errors.0.into_iter().map(|error| FieldError::new(pointer(&error.field), error.detail)).collect()
}

/// Encrypts credentials for a row; `None` for a kind that needs none.
pub(super) fn seal(state: &AppState, workspace_id: Uuid, id: Uuid, secrets: &Secrets) -> Result<Option<Sealed>> {
    if matches!(secrets, Secrets::Folder) {
        return Ok(None);
    }
    let fields = Credentials::from_fields([(SEALED_FIELD, secrets.to_json().to_string())]);
    state.vault.seal(workspace_id, id, &fields, rand::random()).map(Some).map_err(ApiError::unexpected)
}

/// Decrypts the credentials of a target, as JSON.
pub(super) fn open(state: &AppState, target: &DeployTarget) -> Result<Value> {
    let Some(sealed) = &target.sealed_secret else { return Ok(Value::Object(Map::new())) };
    let locked = |error: shared::vault::Locked| ApiError::Conflict(FieldError::new("/secrets", error.to_string()));
    let fields = state.vault.open(target.workspace_id, target.id, sealed).map_err(locked)?;
    let text = fields.get(SEALED_FIELD).ok_or_else(|| ApiError::unexpected("the sealed text has no credentials"))?;
    serde_json::from_str(text.reveal()).map_err(ApiError::unexpected)
}
