//! A deployment, in responses.

use chrono::{DateTime, Utc};
use serde::Serialize;
use shared::{
    domain::{
        deployment::{Deployment, DeploymentError, DeploymentKind, DeploymentStatus},
        run::{Delivery, Lane},
    },
    events,
    store::{
        deployment::{self, Acted, Batched},
        event::StoredEvent,
    },
};
use utoipa::ToSchema;
use uuid::Uuid;

use super::reviews::{self, NeededView};
use crate::{
    error::{ApiError, FieldError, Result},
    extract::{Json, Success},
    state::AppState,
};

/// Maximum number of errors in a response; `errorCount` counts all.
const MOST_ERRORS: i64 = 200;

/// A site of a deployment that is not live.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = DeploymentError)]
struct ErrorView {
    site_id: Uuid,
    /// Name of the site.
    name: String,
    /// Problem and remedy.
    detail: String,
}

/// A deployment of several sites.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Deployment)]
pub(crate) struct DeploymentView {
    /// Time-ordered.
    id: Uuid,
    name: String,
    kind: DeploymentKind,
    status: DeploymentStatus,
    /// 0 to 100: building and deploying count half each.
    progress: i32,
    sites_planned: i32,
    /// Sites that have a release.
    sites_built: i64,
    /// Sites that wait for approval.
    sites_waiting: i64,
    /// Sites that are live.
    sites_deployed: i64,
    /// Sites that are not live and that nothing is being done for.
    error_count: i64,
    /// The first of them; empty in lists.
    errors: Vec<ErrorView>,
    /// Sites that wait for the review of a named person, by their regulated trade; empty in lists.
    reviews_needed: Vec<NeededView>,
    /// Names the releases that wait: send it with the approval. `null` in lists.
    #[schema(examples("9f86d081884c7d65"))]
    waiting_version: Option<String>,
    /// Parent of its runs.
    run_id: Option<Uuid>,
    /// User who approved it.
    approved_by: Option<Uuid>,
    approved_at: Option<DateTime<Utc>>,
    started_at: DateTime<Utc>,
    finished_at: Option<DateTime<Utc>>,
}

/// Response with a deployment.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = OneDeployment)]
pub(super) struct Answer {
    success: Success,
    deployment: DeploymentView,
}

impl DeploymentView {
    /// Returns the number of its sites.
    pub(crate) const fn sites_planned(&self) -> i32 {
        self.sites_planned
    }

    /// Creates the view of a deployment with these errors.
    pub(crate) fn of(deployment: Deployment, errors: Vec<DeploymentError>) -> Self {
        let error = |DeploymentError { site_id, name, detail }| ErrorView { site_id, name, detail };
        Self {
            progress: deployment.progress(),
            id: deployment.id,
            name: deployment.name,
            kind: deployment.kind,
            status: deployment.status,
            sites_planned: deployment.sites_planned,
            sites_built: deployment.counts.built,
            sites_waiting: deployment.counts.waiting,
            sites_deployed: deployment.counts.deployed,
            error_count: deployment.counts.errors,
            errors: errors.into_iter().map(error).collect(),
            reviews_needed: Vec::new(),
            waiting_version: None,
            run_id: deployment.run_id,
            approved_by: deployment.approved_by,
            approved_at: deployment.approved_at,
            started_at: deployment.created_at,
            finished_at: deployment.finished_at,
        }
    }
}

/// Returns a deployment of the workspace with its errors.
pub(crate) async fn one(state: &AppState, workspace_id: Uuid, id: Uuid) -> Result<DeploymentView> {
    let found = deployment::find(&state.db, workspace_id, id).await?.ok_or(ApiError::NotFound("deployment"))?;
    let errors = deployment::errors(&state.db, workspace_id, id, MOST_ERRORS).await?;
    let needed = deployment::needed_reviews(&state.db, workspace_id, id).await?;
    let waiting_version = Some(deployment::waiting_version(&state.db, workspace_id, id).await?);
    let reviews_needed = reviews::by_trade(needed);
    Ok(DeploymentView { reviews_needed, waiting_version, ..DeploymentView::of(found, errors) })
}

/// Returns the response with a deployment.
pub(super) async fn answer(state: &AppState, workspace_id: Uuid, id: Uuid) -> Result<Json<Answer>> {
    Ok(Json(Answer { success: Success, deployment: one(state, workspace_id, id).await? }))
}

/// Returns what was done, or why nothing was.
pub(super) fn done<T>(acted: Acted<T>, nothing: &str) -> Result<T> {
    match acted {
        Acted::Done(done) => Ok(done),
        Acted::Nothing => Err(ApiError::Conflict(FieldError::new("/status", nothing))),
        Acted::Paused => {
            Err(ApiError::Conflict(FieldError::new("/status", "The deployment is paused. Resume it first.")))
        }
        Acted::Changed => {
            let detail = "The releases that wait have changed since you looked at them. Look at the previews again.";
            Err(ApiError::Conflict(FieldError::new("/version", detail)))
        }
        Acted::Unreviewed(needed) => Err(reviews::missing(needed)),
        Acted::NotFound => Err(ApiError::NotFound("deployment")),
    }
}

/// Delivers the runs of a deployment after their transaction was committed, and publishes events.
pub(crate) async fn deliver(state: &AppState, due: &[Delivery], stored: Vec<StoredEvent>) {
    if let Err(error) = state.queue.deliver(Lane::Batch, due).await {
        tracing::warn!(%error, "runs were stored but not delivered; the reconciler will");
    }
    events::publish_stored(&state.bus, stored);
}

/// Delivers new runs, and returns the response with their deployment.
pub(super) async fn started(state: &AppState, workspace_id: Uuid, batched: Batched) -> Result<Json<Answer>> {
    deliver(state, &batched.due, batched.events).await;
    answer(state, workspace_id, batched.deployment.id).await
}
