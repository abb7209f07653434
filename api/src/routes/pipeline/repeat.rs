//! The header `Idempotency-Key` of calls that start deployments: a repeated call returns the deployment of the first one.

use axum::response::Response;
use data_encoding::HEXLOWER;
use serde::Serialize;
use serde_json::Value;
use sha2::{Digest, Sha256};
use shared::{
    domain::run::Run,
    store::{
        Executor,
        deployment::{self, FoundRequest},
    },
};
use uuid::Uuid;

use super::launch::{WAIT, answer};
use crate::{
    error::{ApiError, FieldError, Result},
    extract::{Changes, Member},
    routes::{
        runs::{
            key::IdempotencyKey,
            wait::{self, Prefer, Waiter},
        },
        sites::skipped::Skipped,
    },
    state::AppState,
};

/// A request with a key.
#[derive(Debug, Clone)]
pub(super) struct Request {
    pub(super) key: String,
    /// Digest of the call and its body: the key stands for one request.
    pub(super) digest: String,
}

/// What a request has started before.
#[derive(Debug)]
pub(super) struct Before {
    pub(super) deployment_id: Uuid,
    pub(super) run: Run,
    pub(super) skipped: Vec<Skipped>,
}

impl Request {
    /// Returns the request of a call, if it has a key.
    pub(super) fn of(key: IdempotencyKey, call: &str, body: &impl Serialize) -> Result<Option<Self>> {
        let Some(key) = key.0 else { return Ok(None) };
        let body = serde_json::to_vec(body).map_err(ApiError::unexpected)?;
        let digest = Sha256::new().chain_update(call).chain_update([0]).chain_update(body).finalize();
        Ok(Some(Self { key, digest: HEXLOWER.encode(&digest) }))
    }

    /// Returns what it has started before.
    ///
    /// # Errors
    /// Returns [`ApiError::Conflict`] if the key was used for another request.
    pub(super) async fn before(&self, executor: impl Into<Executor<'_>>, workspace_id: Uuid) -> Result<Option<Before>> {
        let used = || {
            let detail = "This key was already used for another request. Use a new key.";
            ApiError::Conflict(FieldError::new("/Idempotency-Key", detail))
        };
        match deployment::requested(executor, workspace_id, &self.key).await? {
            FoundRequest::None => Ok(None),
            FoundRequest::Other => Err(used()),
            FoundRequest::Deployment(found) if found.digest != self.digest => Err(used()),
            FoundRequest::Deployment(found) => Ok(Some(Before {
                deployment_id: found.deployment_id,
                skipped: serde_json::from_value(found.extra).unwrap_or_default(),
                run: found.run,
            })),
        }
    }
}

/// Returns what the response needs besides the deployment, to be stored with the key.
pub(super) fn extra(skipped: &[Skipped]) -> Result<Value> {
    serde_json::to_value(skipped).map_err(ApiError::unexpected)
}

/// Responds with the deployment that the request has started before.
pub(super) async fn respond(
    state: &AppState, member: &Member<Changes>, prefer: Prefer, request: Option<&Request>,
) -> Result<Option<Response>> {
    let Some(request) = request else { return Ok(None) };
    let wait = prefer.or_seconds(WAIT);
    let waiter = Waiter::new(state, member.caller.user_id, wait);
    let Some(before) = request.before(&state.db, member.workspace_id).await? else { return Ok(None) };
    let run = waiter.ended(state, before.run).await?;
    let is_final = run.status.is_final();
    let answer = answer(state, member.workspace_id, before.deployment_id, run, before.skipped).await?;
    Ok(Some(wait::answer(is_final, wait, answer)))
}
