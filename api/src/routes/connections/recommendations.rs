//! Recommends connections.

use std::cmp::Reverse;

use ::engines::action::Data as Kind;
use axum::extract::State;
use providers::{
    Provider,
    provider::{OPERATIONS, PRICES},
};
use serde::{Deserialize, Serialize};
use shared::{domain::connection::ConnectionStatus, store::connection};
use utoipa::{IntoParams, ToSchema};
use uuid::Uuid;

use super::{
    benefit::{self, Benefit},
    provider_id::ProviderId,
    reason,
};
use crate::{
    engine_id::EngineId,
    error::{ApiError, Result},
    extract::{Json, Member, Query, Success},
    routes::engines::data,
    state::AppState,
};

/// Query parameters.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(super) struct Params {
    /// Only for this website.
    website_id: Option<Uuid>,
}

/// What a connection would change for an engine.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ConnectionBenefit)]
pub(super) struct BenefitView {
    engine_id: EngineId,
    engine_name: &'static str,
    /// Actions that cannot run yet and lack only data of this provider.
    unlocks: Vec<&'static str>,
    /// Actions that can run and would use more data.
    improves: Vec<&'static str>,
}

/// A provider that is not connected, and what it would change.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ConnectionRecommendation)]
pub(super) struct Recommendation {
    provider: ProviderId,
    provider_name: &'static str,
    /// What it brings.
    about: &'static str,
    /// Whether none of its calls costs money.
    is_free: bool,
    /// Kinds of missing data that it delivers.
    #[schema(examples(json!(["search_queries", "daily_series"])))]
    data: Vec<&'static str>,
    /// Why, in one sentence for each of these kinds.
    reasons: Vec<&'static str>,
    /// Engines, the one with most to gain first.
    engines: Vec<BenefitView>,
}

/// Recommendations, the most useful first.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ConnectionRecommendations)]
pub(super) struct Answer {
    success: Success,
    recommendations: Vec<Recommendation>,
}

/// List recommended connections.
///
/// Compares the data that the engines' actions read and require with the data of the website and with what each provider
/// delivers, except what working connections deliver already. Ordered by the number of actions that a connection makes
/// possible, then by those that it improves, then free ones first.
#[utoipa::path(
    get, path = "/api/connections/recommendations", tag = "connections", params(Params),
    responses((status = 200, body = Answer))
)]
pub(super) async fn handler(
    State(state): State<AppState>, member: Member, Query(params): Query<Params>,
) -> Result<Json<Answer>> {
    if let Some(id) = params.website_id {
        let found = shared::store::website::find(&state.db, member.workspace_id, id).await?;
        found.ok_or(ApiError::NotFound("website"))?;
    }
    let data = data::read(&state.db, member.workspace_id, params.website_id).await?;
    let connected = connection::list(&state.db, member.workspace_id).await?;
    let works = |provider: Provider| {
        connected.iter().any(|one| one.provider == provider.key() && one.status == ConnectionStatus::Connected)
    };
    let (working, others): (Vec<_>, Vec<_>) = Provider::ALL.into_iter().partition(|provider| works(*provider));
    let expected: Vec<Kind> = working.into_iter().flat_map(benefit::kinds).collect();
    let offered = others.into_iter().filter_map(|provider| recommendation(provider, &data, &expected));
    let mut all: Vec<Recommendation> = offered.collect();
    all.sort_by_key(|one| {
        (Reverse(sum(one, |of| of.unlocks.len())), Reverse(sum(one, |of| of.improves.len())), !one.is_free)
    });
    Ok(Json(Answer { success: Success, recommendations: all }))
}

fn sum(one: &Recommendation, count: impl Fn(&BenefitView) -> usize) -> usize {
    one.engines.iter().map(count).sum()
}

fn recommendation(provider: Provider, data: &data::Data, expected: &[Kind]) -> Option<Recommendation> {
    let mut benefits = benefit::of(provider, data, expected);
    benefits.sort_by_key(|one| (Reverse(one.unlocks.len()), Reverse(one.improves.len())));
    let is_missing = |kind: &Kind| !data.has(*kind) && !expected.contains(kind);
    let missing: Vec<Kind> = benefit::kinds(provider).into_iter().filter(is_missing).collect();
    (!benefits.is_empty()).then(|| Recommendation {
        provider: ProviderId(provider),
        provider_name: provider.name(),
        about: provider.about(),
        is_free: is_free(provider),
        reasons: missing.iter().filter_map(|kind| reason::of(*kind)).collect(),
        data: missing.into_iter().map(Kind::kind).collect(),
        engines: benefits.into_iter().map(BenefitView::from).collect(),
    })
}

/// Returns true if no operation of the provider has a price.
pub(super) fn is_free(provider: Provider) -> bool {
    let is_paid = |operation| PRICES.iter().any(|price| price.operation == operation && price.micros.0 > 0);
    let mut own = OPERATIONS.iter().filter(|operation| operation.provider == provider);
    !own.any(|operation| is_paid(*operation))
}

impl From<Benefit> for BenefitView {
    fn from(benefit: Benefit) -> Self {
        Self {
            engine_id: benefit.engine.into(),
            engine_name: benefit.engine.name(),
            unlocks: benefit.unlocks,
            improves: benefit.improves,
        }
    }
}
