//! Builds sites for the best markets of verticals and places.

use std::collections::BTreeSet;

use ::markets::new_market;
use axum::{extract::State, http::StatusCode};
use engines::local::{
    Filters,
    catalog::{MarketNames, RankedMarkets},
};
use serde::{Deserialize, Serialize};
use serde_json::json;
use shared::{
    domain::{
        deployment::DeploymentKind,
        site::SiteKind,
        site_market::{self, Taken},
    },
    launch::Wanted,
};
use utoipa::ToSchema;
use uuid::Uuid;

use super::{
    launch::{self, Launch, MOST_SITES},
    repeat::{Before, Request},
};
use crate::{
    error::{ApiError, FieldError, Result},
    extract::{Changes, Json, Member, Success},
    routes::{
        deployments::view::{self as deployments, DeploymentView},
        runs::{key::IdempotencyKey, view::RunView},
        sites::{
            Theme,
            markets::{self, WithSite},
            skipped::Skipped,
        },
    },
    state::AppState,
};

/// Maximum number of names in a filter.
const MOST_NAMES: usize = 1_000;
/// Number of markets that are looked at, the best first: at most, and at least for a batch of goldmine sites.
const MOST_MARKETS: u32 = 20_000;
const FEWEST_MARKETS: usize = 200;
/// Number of markets for each wanted goldmine site that are looked at first, and the factor of each further look.
const FOR_EACH: usize = 2;
const MORE: usize = 3;
/// Skipped markets in the response.
const MOST_SKIPPED: usize = 100;
/// Why a market is passed over whose metropolitan area has a better one.
const SAME_METRO: &str = "A better market is in the same metropolitan area: one site of a trade serves it.";

/// Verticals and places to build sites for.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schema(as = BatchDeploy)]
pub(super) struct Input {
    /// Slugs of verticals, at least one.
    verticals: Vec<String>,
    /// Ids of places. Default: all.
    #[serde(default)]
    places: Vec<String>,
    /// State codes, such as `OK`. Default: all.
    #[serde(default)]
    states: Vec<String>,
    /// Minimum population of a place.
    min_population: Option<f64>,
    /// Maximum number of sites, 1 to 10,000.
    limit: usize,
    /// `goldmine`: a site for each market, the best first. `dominator`: a site for each vertical and state, with pages for its
    /// 2 to 200 best places that have enough facts; those beyond the pages of a first launch follow by themselves on later days.
    kind: SiteKind,
    /// Theme. Default: one that differs from site to site.
    theme: Option<Theme>,
    /// Target. Default: built-in hosting.
    target_id: Option<Uuid>,
    /// Name of the deployment, at most 200 characters.
    name: Option<String>,
}

/// A deployment that was started.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = PipelineBatch)]
pub(super) struct Answer {
    success: Success,
    deployment: DeploymentView,
    total_sites_planned: i32,
    /// Markets that were passed over since they, or their metropolitan areas, have a site; the first 100.
    skipped: Vec<Skipped>,
    /// Parent of the runs.
    run: RunView,
}

/// Deploy a batch of sites.
///
/// Selects the markets with the highest expected profit like a scan, without those that have a site or share a metropolitan area with
/// a better one of the trade, and builds their sites.
/// A person then approves the deployment, which deploys them. The operator of the sites must be entered first. Requires an
/// editor. With `Idempotency-Key`, a repeated request returns the deployment of the first one.
#[utoipa::path(
    post, path = "/api/dominator-pipeline/batch-deploy", tag = "pipeline", request_body = Input,
    params(("Idempotency-Key" = Option<String>, Header)), responses((status = 202, body = Answer))
)]
pub(super) async fn handler(
    State(state): State<AppState>, member: Member<Changes>, key: IdempotencyKey, Json(input): Json<Input>,
) -> Result<(StatusCode, Json<Answer>)> {
    let workspace_id = member.workspace_id;
    check(&input)?;
    let request = Request::of(key, "batch-deploy", &input)?;
    if let Some(request) = &request
        && let Some(before) = request.before(&state.db, workspace_id).await?
    {
        return answer(&state, workspace_id, before).await;
    }
    launch::common(&state, workspace_id, input.theme, input.target_id).await?;
    let (wanted, skipped) = select(&state, workspace_id, &input).await?;
    if wanted.is_empty() {
        let detail = "No market with a score and without a site matches. Choose other verticals or places.";
        return Err(ApiError::Conflict(FieldError::new("/verticals", detail)));
    }
    let total_sites_planned = wanted.len();
    let plan = json!({
        "verticals": input.verticals, "places": input.places, "states": input.states,
        "minPopulation": input.min_population, "limit": input.limit, "kind": input.kind,
    });
    let name = launch::name(input.name.as_deref(), format!("{total_sites_planned} {} sites", input.kind))?;
    let launch =
        Launch { kind: DeploymentKind::Batch, name, plan, wanted, theme: input.theme, target_id: input.target_id };
    let started = launch::start(&state, &member, launch, request.as_ref(), skipped).await?;
    answer(&state, workspace_id, started).await
}

/// Returns the response with a deployment that was started now or before.
async fn answer(state: &AppState, workspace_id: Uuid, started: Before) -> Result<(StatusCode, Json<Answer>)> {
    let Before { deployment_id, run, skipped } = started;
    let deployment = deployments::one(state, workspace_id, deployment_id).await?;
    let total_sites_planned = deployment.sites_planned();
    let answer = Answer { success: Success, deployment, total_sites_planned, skipped, run: run.into() };
    Ok((StatusCode::ACCEPTED, Json(answer)))
}

fn check(input: &Input) -> Result<()> {
    let mut errors = Vec::new();
    let mut demand = |is_right: bool, pointer: &str, detail: &str| {
        if !is_right {
            errors.push(FieldError::new(pointer, detail));
        }
    };
    demand((1..=MOST_NAMES).contains(&input.verticals.len()), "/verticals", "must have 1 to 1,000 slugs");
    demand(input.places.len() <= MOST_NAMES, "/places", "must have at most 1,000 ids");
    demand(input.states.len() <= MOST_NAMES, "/states", "must have at most 1,000 codes");
    demand((1..=MOST_SITES).contains(&input.limit), "/limit", "must be 1 to 10,000");
    let people = input.min_population.is_none_or(|people| (0.0..=1e10).contains(&people));
    demand(people, "/minPopulation", "must be 0 to 10,000,000,000");
    if errors.is_empty() { Ok(()) } else { Err(ApiError::Invalid(errors)) }
}

/// Selects the sites from the best markets. Only those that get a site are described, since this takes most of the time of a large
/// batch.
async fn select(state: &AppState, workspace_id: Uuid, input: &Input) -> Result<(Vec<Wanted>, Vec<Skipped>)> {
    let with_site = WithSite::read(state, workspace_id).await?;
    let (kind, limit) = (input.kind, input.limit);
    let choose = move |best: &RankedMarkets<'_>| {
        let names: Vec<MarketNames<'_>> = best.names().collect();
        let (sites, skipped) = choose_from(&names, &with_site, kind, limit);
        let market = |at: &usize| Some(new_market(&best.market(*at)?));
        let site = |positions: &Vec<usize>| Wanted {
            kind,
            markets: positions.iter().filter_map(market).collect(),
            name: None,
            phone: None,
        };
        (sites.iter().map(site).collect(), skipped)
    };
    markets::choose_from_best(state, workspace_id, filters(input), choose).await.map_err(renamed)
}

fn filters(input: &Input) -> Filters {
    Filters {
        verticals: input.verticals.clone(),
        states: input.states.clone(),
        places: input.places.clone(),
        min_population: input.min_population,
        limit: MOST_MARKETS,
        ..Filters::default()
    }
}

/// Names the filter at fault.
fn renamed(error: ApiError) -> ApiError {
    let ApiError::Invalid(faults) = error else { return error };
    let pointer = |fault: &FieldError| match fault.pointer.as_str() {
        "/vertical" => "/verticals".to_owned(),
        "/place" => "/places".to_owned(),
        "/state" => "/states".to_owned(),
        other => other.to_owned(),
    };
    ApiError::Invalid(faults.into_iter().map(|fault| FieldError::new(pointer(&fault), fault.detail)).collect())
}

/// Chooses goldmine sites from the best few markets, and from more only if these are not enough: a worse market never replaces a
/// better one.
fn choose_from(
    best: &[MarketNames<'_>], with_site: &WithSite, kind: SiteKind, limit: usize,
) -> (Vec<Vec<usize>>, Vec<Skipped>) {
    let mut count = match kind {
        SiteKind::Goldmine => limit.saturating_mul(FOR_EACH).max(FEWEST_MARKETS),
        SiteKind::Dominator => best.len(),
    };
    loop {
        let chosen = choose(best.get(..count).unwrap_or(best), with_site, kind, limit);
        if chosen.0.len() >= limit || count >= best.len() {
            return chosen;
        }
        count = count.saturating_mul(MORE);
    }
}

/// Chooses the markets of each site by their positions, the best first, and those that are passed over with their reasons.
fn choose(
    best: &[MarketNames<'_>], with_site: &WithSite, kind: SiteKind, limit: usize,
) -> (Vec<Vec<usize>>, Vec<Skipped>) {
    let taken: Vec<Option<Taken>> = best.iter().map(|one| with_site.taken(one.vertical, one.place_id)).collect();
    let free = best.iter().enumerate().zip(&taken).filter(|(_, taken)| taken.is_none());
    let grouped = site_market::group(kind, free.map(|((at, market), _)| (at, markets::area(market))));
    let mut states = BTreeSet::new();
    let is_first = |positions: &Vec<usize>| {
        let first = positions.first().and_then(|at| best.get(*at)).map(|market| (market.vertical, market.state));
        kind == SiteKind::Goldmine || states.insert(first)
    };
    let sites: Vec<Vec<usize>> = grouped.sites.into_iter().filter(is_first).take(limit).collect();
    // With all sites, the markets below the last chosen one were not passed over.
    let last = sites.iter().flatten().max().copied().filter(|_| sites.len() == limit).unwrap_or(best.len());
    let near: BTreeSet<usize> = grouped.same_metro.into_iter().collect();
    let reason = |at: usize, taken: Option<Taken>| {
        taken.as_ref().map(Taken::reason).or_else(|| near.contains(&at).then(|| SAME_METRO.to_owned()))
    };
    let passed = best.iter().zip(taken).enumerate().take(last.saturating_add(1));
    let passed = passed
        .filter_map(|(at, (market, taken))| Some(Skipped::named(market.vertical, market.place_id, reason(at, taken)?)));
    (sites, passed.take(MOST_SKIPPED).collect())
}
