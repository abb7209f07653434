//! Validation of targets. Settings and credentials are checked by the crate that uses them.

use serde_json::{Map, Value};
use shared::{
    domain::deploy_target::{DeployTarget, TargetKind},
    vault::{Credentials, Sealed},
};
use targets::{Environment, FieldErrors, Secrets, Settings, Target, TargetError};
use uuid::Uuid;

use crate::{
    error::{ApiError, FieldError, Result},
    state::AppState,
};

/// Field of the credentials, as JSON, in their sealed text.
const SECRETS: &str = "secret";
const NAME_CHARS: usize = 100;
/// Setting with the key of an SFTP server, which a test stores.
const HOST_KEY: &str = "hostKey";
/// Settings that name the server which gets the credentials.
const ADDRESS: [&str; 5] = ["endpoint", "region", "host", "port", "apiUrl"];

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
    let fields = Credentials::from_fields([(SECRETS, secrets.to_json().to_string())]);
    state.vault.seal(workspace_id, id, &fields, rand::random()).map(Some).map_err(ApiError::unexpected)
}

/// Decrypts the credentials of a target, as JSON.
pub(super) fn open(state: &AppState, target: &DeployTarget) -> Result<Value> {
    let Some(sealed) = &target.sealed_secret else { return Ok(Value::Object(Map::new())) };
    let locked = |error: shared::vault::Locked| ApiError::Conflict(FieldError::new("/secrets", error.to_string()));
    let fields = state.vault.open(target.workspace_id, target.id, sealed).map_err(locked)?;
    let text = fields.get(SECRETS).ok_or_else(|| ApiError::unexpected("the sealed text has no credentials"))?;
    serde_json::from_str(text.reveal()).map_err(ApiError::unexpected)
}

/// Returns true if other settings name another server.
pub(super) fn is_elsewhere(before: &Value, after: &Value) -> bool {
    ADDRESS.iter().any(|field| address(before, field) != address(after, field))
}

/// Returns a part of the server's address; without a port it is that of SSH.
fn address(settings: &Value, field: &str) -> Option<Value> {
    settings.get(field).cloned().or_else(|| (field == "port").then(|| Value::from(22)))
}

/// Keeps the key of a server that is the same, unless an empty one removes it.
pub(super) fn keep_host_key(before: &Value, after: &mut Value) {
    let Some(fields) = after.as_object_mut() else { return };
    match fields.get(HOST_KEY).and_then(Value::as_str) {
        Some(key) if !key.trim().is_empty() => {}
        Some(_) => {
            fields.remove(HOST_KEY);
        }
        None => {
            let given = Value::Object(fields.clone());
            let is_same = ["host", "port"].iter().all(|field| address(before, field) == address(&given, field));
            fields.remove(HOST_KEY);
            if let Some(key) = before.get(HOST_KEY).filter(|_| is_same) {
                fields.insert(HOST_KEY.to_owned(), key.clone());
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn host_key_stays_with_its_server_only() {
        let before = json!({"host": "a.example", "port": 22, "hostKey": "SHA256:x"});
        let kept = |after: Value| {
            let mut after = after;
            keep_host_key(&before, &mut after);
            after.get("hostKey").cloned()
        };
        assert_eq!(kept(json!({"host": "a.example", "port": 22})), Some(json!("SHA256:x")));
        assert_eq!(kept(json!({"host": "b.example", "port": 22})), None);
        assert_eq!(kept(json!({"host": "a.example", "port": 23})), None);
        assert_eq!(kept(json!({"host": "a.example", "port": 22, "hostKey": " "})), None, "removed");
        assert_eq!(kept(json!({"host": "b.example", "hostKey": "SHA256:y"})), Some(json!("SHA256:y")));
    }

    #[test]
    fn credentials_belong_to_their_server() {
        let before = json!({"host": "a.example", "port": 22, "path": "/a"});
        assert!(!is_elsewhere(&before, &json!({"host": "a.example", "port": 22, "path": "/b"})));
        assert!(is_elsewhere(&before, &json!({"host": "b.example", "port": 22})));
        assert!(is_elsewhere(&json!({}), &json!({"apiUrl": "https://evil.example"})));
    }
}
