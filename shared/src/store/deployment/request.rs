//! Requests that start deployments, by their idempotency key: a repeated one starts nothing.

use serde_json::{Value, json};
use sqlx::types::Json;
use uuid::Uuid;

use crate::{
    domain::run::{Run, RunKind},
    store::{Executor, Result, Tx, macros::*, run},
};

/// A deployment that a request with an idempotency key has started.
#[derive(Debug, Clone)]
pub struct Requested {
    /// The deployment.
    pub deployment_id: Uuid,
    /// Digest of the request.
    pub digest: String,
    /// What the response had besides the deployment.
    pub extra: Value,
    /// Parent of its runs.
    pub run: Run,
}

/// Result of looking for a key.
#[derive(Debug)]
pub enum FoundRequest {
    /// Nobody used it.
    None,
    /// A deployment was started with it.
    Deployment(Box<Requested>),
    /// Another kind of run was started with it.
    Other,
}

/// Returns what a request with this key has started in the workspace. To be certain, lock the workspace before.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn requested(executor: impl Into<Executor<'_>>, workspace_id: Uuid, key: &str) -> Result<FoundRequest> {
    let mut executor = executor.into();
    let sql = "SELECT id FROM runs WHERE workspace_id = $1 AND idempotency_key = $2";
    let Some((id,)) = query_opt!(executor, (Uuid,), sql, workspace_id, key)? else {
        return Ok(FoundRequest::None);
    };
    let Some(run) = run::find(&mut executor, workspace_id, id).await? else { return Ok(FoundRequest::None) };
    let text = |field: &str| run.payload.0.get(field).and_then(Value::as_str).map(str::to_owned);
    let found = (text("deploymentId").and_then(|id| id.parse().ok()), text("request"));
    let (Some(deployment_id), Some(digest)) = found else { return Ok(FoundRequest::Other) };
    if run.kind != RunKind::Batch {
        return Ok(FoundRequest::Other);
    }
    let extra = run.payload.0.get("extra").cloned().unwrap_or_default();
    Ok(FoundRequest::Deployment(Box::new(Requested { deployment_id, digest, extra, run })))
}

/// Stores the key of the request that started a deployment with its run.
///
/// # Errors
/// Returns a conflict if another run has the key, or an error if the query fails.
pub async fn remember_request(
    tx: &mut Tx, (deployment_id, run_id): (Uuid, Uuid), (key, digest): (&str, &str), extra: &Value,
) -> Result<()> {
    let payload = json!({ "deploymentId": deployment_id, "request": digest, "extra": extra });
    let sql = "UPDATE runs SET idempotency_key = $2, payload = $3 WHERE id = $1";
    execute!(tx, sql, run_id, key, Json(payload)).map(|_| ())
}
