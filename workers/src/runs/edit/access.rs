//! Opens the access to a website.

use serde_json::{Map, Value};
use shared::{domain::edit::WebsiteAccess, store::website_access};
use targets::{
    Environment, FieldErrors, Retry, SEALED_FIELD, TargetError,
    access::{Access, AccessKind, AccessSecrets, AccessSettings},
};
use uuid::Uuid;

use crate::{context::RunContext, error::JobError};

/// Opens the access to a website; returns it with its row.
pub(super) async fn open(context: &RunContext, website_id: Uuid) -> Result<(Access, WebsiteAccess), JobError> {
    let found = website_access::find(&context.db, context.run.workspace_id, website_id).await?;
    let detail = "The access to the website was deleted. Enter it again in the settings of the project.";
    let row = found.ok_or_else(|| JobError::permanent("access-gone", detail))?;
    let fields = |error: FieldErrors| JobError::permanent("invalid-access", error.to_string());
    let kind: AccessKind = row.kind.as_str().parse().map_err(fields)?;
    let settings = AccessSettings::parse(kind, &row.settings.0).map_err(fields)?;
    let secrets = AccessSecrets::parse(kind, &secrets(context, &row)?).map_err(fields)?;
    let environment = Environment::new(context.outside.guard.clone(), context.sites.deploy_folders.clone());
    let access = Access::new(settings, secrets, environment).map_err(access_error)?;
    Ok((access, row))
}

fn secrets(context: &RunContext, row: &WebsiteAccess) -> Result<Value, JobError> {
    let Some(sealed) = &row.sealed_secret else { return Ok(Value::Object(Map::new())) };
    let Some(vault) = &context.vault else {
        let detail = "This worker was not given the installation's secret (MOTHERLODE_SECRET), so it cannot use keys.";
        return Err(JobError::permanent("no-secret", detail));
    };
    let locked = "The stored credentials of the access cannot be decrypted, because the installation's secret has changed. \
                  Enter them again.";
    let opened = vault.open(row.workspace_id, row.website_id, sealed);
    let opened = opened.map_err(|_| JobError::permanent("locked", locked))?;
    let text = opened.get(SEALED_FIELD).ok_or_else(|| JobError::permanent("locked", locked))?;
    serde_json::from_str(text.reveal()).map_err(|error| JobError::defect(&error))
}

/// Converts an error of an access.
pub(super) fn access_error(error: TargetError) -> JobError {
    if matches!(error, TargetError::Cancelled) {
        return JobError::Cancelled;
    }
    match error.retry() {
        Retry::No => JobError::permanent(error.kind(), error.to_string()),
        Retry::After(_) => JobError::transient(error.kind(), error.to_string()),
    }
}
