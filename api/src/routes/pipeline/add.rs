//! Adds markets to the pipeline.

use axum::{extract::State, http::StatusCode};
use engines::local::{Filters, catalog::MarketQuery};
use markets::new_market;
use serde::{Deserialize, Serialize};
use shared::{
    domain::{now, pipeline::NewPipelineMarket},
    store::{pipeline, run},
};
use utoipa::ToSchema;
use uuid::Uuid;

use super::view::MarketView;
use crate::{
    error::{ApiError, FieldError, Result},
    extract::{Changes, Json, Member, Success},
    market::today,
    state::AppState,
};

/// Maximum number of markets of a call.
const MOST: usize = 50;
/// A market to add.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schema(as = NewPipelineMarket)]
struct Key {
    /// Slug of the vertical.
    vertical: String,
    /// Id of the place.
    place: String,
}

/// Markets to add.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schema(as = NewPipelineMarkets)]
pub(super) struct Body {
    /// 1 to 50 markets.
    markets: Vec<Key>,
    /// Scan from which they are added.
    run_id: Option<Uuid>,
}

/// The markets in the pipeline.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = PipelineMarketsAdded)]
pub(super) struct Added {
    success: Success,
    /// The markets of the call, in its order.
    markets: Vec<MarketView>,
    /// Number of markets that were added, or have a score now; the others were in the pipeline already.
    added: usize,
}

/// Add markets to the pipeline.
///
/// Stores each market with the figures expected today. A market with a score starts in the stage `score`, another one in
/// `scan`. A market that is in the pipeline already stays as it is, except that one without a score gets the score it has
/// now.
#[utoipa::path(
    post, path = "/api/dominator-pipeline/markets", tag = "pipeline", operation_id = "pipeline_markets_add",
    request_body = Body, responses((status = 201, body = Added))
)]
pub(super) async fn handler(
    State(state): State<AppState>, member: Member<Changes>, Json(body): Json<Body>,
) -> Result<(StatusCode, Json<Added>)> {
    let workspace_id = member.workspace_id;
    if let Some(id) = body.run_id {
        run::find(&state.db, workspace_id, id).await?.ok_or(ApiError::NotFound("run"))?;
    }
    if !(1..=MOST).contains(&body.markets.len()) {
        return Err(ApiError::invalid("/markets", "must have 1 to 50 markets"));
    }
    let mut wanted = Vec::with_capacity(body.markets.len());
    for (index, key) in body.markets.into_iter().enumerate() {
        let market = find(&state, workspace_id, key).await.map_err(|error| within(index, error))?;
        wanted.push(NewPipelineMarket { run_id: body.run_id, ..market });
    }
    let (markets, added) = store(&state, &member, &wanted).await?;
    Ok((StatusCode::CREATED, Json(Added { success: Success, markets, added })))
}

async fn store(
    state: &AppState, member: &Member<Changes>, wanted: &[NewPipelineMarket],
) -> Result<(Vec<MarketView>, usize)> {
    let (workspace_id, user_id) = (member.workspace_id, member.caller.user_id);
    let mut tx = state.db.begin().await?;
    let mut added = 0;
    for market in wanted {
        added += usize::from(pipeline::add(&mut tx, workspace_id, user_id, market, now()).await?);
    }
    if pipeline::count(&mut tx, workspace_id).await? > pipeline::MOST_MARKETS {
        return Err(ApiError::invalid("/markets", "The pipeline has 10,000 markets, the maximum. Remove some first."));
    }
    let mut markets = Vec::with_capacity(wanted.len());
    for NewPipelineMarket { vertical, place_id, .. } in wanted {
        let found = pipeline::find_market(&mut tx, workspace_id, vertical, place_id).await?;
        markets.extend(found.map(MarketView::from));
    }
    tx.commit().await?;
    Ok((markets, added))
}

/// Looks up a market with its figures of today.
async fn find(state: &AppState, workspace_id: Uuid, key: Key) -> Result<NewPipelineMarket> {
    let filters = Filters {
        verticals: vec![key.vertical],
        places: vec![key.place],
        include_subareas: true,
        limit: 1,
        ..Filters::default()
    };
    let query = MarketQuery { as_of: today(), filters, ..MarketQuery::default() };
    let found = state.markets.find(&state.db, workspace_id, query).await?;
    found.markets.first().map(|one| new_market(&one.market)).ok_or(ApiError::NotFound("market"))
}

/// Names the market at fault.
fn within(index: usize, error: ApiError) -> ApiError {
    match error {
        ApiError::Invalid(faults) => {
            let at = |fault: FieldError| FieldError::new(format!("/markets/{index}{}", fault.pointer), fault.detail);
            ApiError::Invalid(faults.into_iter().map(at).collect())
        }
        other => other,
    }
}
