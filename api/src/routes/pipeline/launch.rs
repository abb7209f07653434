//! Starts deployments of several sites.

use axum::response::Response;
use chrono::{DateTime, Utc};
use serde::Serialize;
use serde_json::Value;
use shared::{
    domain::{deployment::DeploymentKind, new_id, now, run::Run, site::SiteStatus},
    launch::{self, Common, Wanted},
    store::{
        deployment::{self, NewDeployment},
        run,
        site::{self, SiteFilter},
        workspace,
    },
};
use utoipa::ToSchema;
use uuid::Uuid;

use super::repeat::{self, Before, Request};
use crate::{
    error::{ApiError, Result},
    extract::{Changes, Member, Success},
    routes::{
        deployments::view::{self as deployments, DeploymentView},
        runs::{
            view::RunView,
            wait::{self, Prefer, Waiter},
        },
        site_operator,
        sites::{self, Theme, skipped::Skipped, view},
    },
    state::AppState,
};

/// Maximum number of sites of a call: as many as a workspace can have.
pub(super) const MOST_SITES: usize = 10_000;
/// Maximum number of sites in a response.
const LISTED: usize = 1_000;
/// Maximum number of characters of a name.
const NAME_CHARS: usize = 200;
/// Seconds that a call waits for its sites by default.
pub(super) const WAIT: u64 = 10;

/// A deployment to start.
pub(super) struct Launch {
    pub(super) kind: DeploymentKind,
    pub(super) name: String,
    /// What was asked for.
    pub(super) plan: Value,
    pub(super) wanted: Vec<Wanted>,
    pub(super) theme: Option<Theme>,
    pub(super) target_id: Option<Uuid>,
}

/// Returns a name on one line, or the default.
pub(super) fn name(given: Option<&str>, otherwise: String) -> Result<String> {
    let name = given.unwrap_or_default().split_whitespace().collect::<Vec<_>>().join(" ");
    if name.chars().count() > NAME_CHARS {
        return Err(ApiError::invalid("/name", "must have at most 200 characters"));
    }
    Ok(if name.is_empty() { otherwise.chars().take(NAME_CHARS).collect() } else { name })
}

/// Checks what every call needs: the operator of the sites, and the target.
pub(super) async fn common(
    state: &AppState, workspace_id: Uuid, theme: Option<Theme>, target_id: Option<Uuid>,
) -> Result<Common> {
    sites::target(state, workspace_id, target_id).await?;
    Ok(Common { operator: site_operator::view::complete(state, workspace_id).await?, theme, target_id })
}

/// Stores a deployment with its sites and delivers the runs that build them. A repeated request starts nothing and returns the
/// deployment of the first one.
pub(super) async fn start(
    state: &AppState, member: &Member<Changes>, launch: Launch, request: Option<&Request>, skipped: Vec<Skipped>,
) -> Result<Before> {
    let (workspace_id, user_id) = (member.workspace_id, member.caller.user_id);
    let Launch { kind, name, plan, wanted, theme, target_id } = launch;
    let common = common(state, workspace_id, theme, target_id).await?;
    let deployment = NewDeployment { id: new_id(), workspace_id, user_id, name, kind, plan };
    let launch = launch::Launch { deployment, common, wanted: &wanted, metro_of: markets::metro_of };
    let settings = (&state.settings.sites, state.settings.workspace);
    let is_free = |host: &str| state.hosting.hosts().is_of_site(host);
    let prepared = launch::prepare(&state.db, settings.0, &launch, is_free, now()).await;
    if let (Err(_), Some(request)) = (&prepared, request)
        && let Some(before) = request.before(&state.db, workspace_id).await?
    {
        // A request with the same key at the same time took the markets.
        return Ok(before);
    }
    let prepared = prepared?;
    let mut tx = state.db.begin().await?;
    if let Some(request) = request {
        // Of two requests with one key at the same time, the second one sees the first one's deployment.
        workspace::lock(&mut tx, workspace_id).await?;
        if let Some(before) = request.before(&mut tx, workspace_id).await? {
            return Ok(before);
        }
    }
    let launched = launch::start_prepared(&mut tx, settings, launch, prepared, is_free, now()).await?;
    let deployment = launched.deployment;
    let run_id = deployment.run_id.ok_or(ApiError::NotFound("run"))?;
    if let Some(Request { key, digest }) = request {
        let extra = repeat::extra(&skipped)?;
        deployment::remember_request(&mut tx, (deployment.id, run_id), (key, digest), &extra).await?;
    }
    tx.commit().await?;
    deployments::deliver(state, &launched.due, launched.events).await;
    let run = run::find(&state.db, workspace_id, run_id).await?.ok_or(ApiError::NotFound("run"))?;
    Ok(Before { deployment_id: deployment.id, run, skipped })
}

/// Starts a deployment, waits for its sites to be built as long as the client wants to, and responds with it.
pub(super) async fn build(
    state: &AppState, member: &Member<Changes>, prefer: Prefer, launch: Launch, request: Option<&Request>,
    skipped: Vec<Skipped>,
) -> Result<Response> {
    let wait = prefer.or_seconds(WAIT);
    let waiter = Waiter::new(state, member.caller.user_id, wait);
    let Before { deployment_id, run, skipped } = start(state, member, launch, request, skipped).await?;
    let run = waiter.ended(state, run).await?;
    let is_final = run.status.is_final();
    Ok(wait::answer(is_final, wait, answer(state, member.workspace_id, deployment_id, run, skipped).await?))
}

/// A site of a deployment.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct DeployedSite {
    id: Uuid,
    name: String,
    /// URL of its home page, once it is live.
    url: String,
    status: SiteStatus,
    /// Time since which it is live; `null` before.
    deployed_at: Option<DateTime<Utc>>,
    /// Revenue so far in units of the currency.
    current_revenue: f64,
    current_revenue_cents: i64,
}

/// A deployment and its sites.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = PipelineDeployment)]
pub(super) struct Answer {
    success: Success,
    deployment: DeploymentView,
    /// The sites of the deployment that exist already, with their status, at most 1,000: a large deployment creates them some
    /// hundreds at a time. None is live before a person approved it.
    deployed_sites: Vec<DeployedSite>,
    /// Markets without a new site.
    skipped: Vec<Skipped>,
    /// Parent of the runs.
    run: RunView,
}

/// Returns the response with a deployment as it is now.
pub(super) async fn answer(
    state: &AppState, workspace_id: Uuid, id: Uuid, run: Run, skipped: Vec<Skipped>,
) -> Result<Answer> {
    let filter = SiteFilter { deployment_id: Some(id), ..SiteFilter::default() };
    let found = site::list(&state.db, workspace_id, &filter, LISTED).await?;
    let mut views = view::views(state, workspace_id, found.items).await?;
    views.reverse();
    let deployed_sites = views
        .into_iter()
        .map(|site| DeployedSite {
            deployed_at: site.deployed_at(),
            current_revenue: site.current_revenue(),
            id: site.id,
            name: site.name,
            url: site.url,
            status: site.status,
            current_revenue_cents: site.current_revenue_cents,
        })
        .collect();
    let deployment = deployments::one(state, workspace_id, id).await?;
    Ok(Answer { success: Success, deployment, deployed_sites, skipped, run: run.into() })
}
