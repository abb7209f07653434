//! Returns the stages of the pipeline.

use axum::extract::State;
use serde::Serialize;
use shared::{
    domain::pipeline::{PipelineStage, StageSum},
    store::pipeline,
};
use utoipa::ToSchema;

use super::view::MarketView;
use crate::{
    error::Result,
    extract::{Json, Member, Success},
    state::AppState,
};

/// Markets listed, the latest.
const LISTED: usize = 50;

/// Number of markets in each stage.
#[derive(Debug, Default, Serialize, ToSchema)]
#[schema(as = PipelineStages)]
struct Stages {
    scan: i64,
    score: i64,
    build: i64,
    deploy: i64,
    revenue: i64,
}

/// Expected money of a stage.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = PipelineStageMoney)]
struct Money {
    stage: PipelineStage,
    /// ISO 4217 code.
    currency: String,
    markets: i64,
    /// Sum of the expected monthly profits that are known.
    profit_cents: i64,
}

/// State of the pipeline.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = PipelineStatus)]
pub(super) struct Answer {
    success: Success,
    /// The latest 50 markets.
    opportunities: Vec<MarketView>,
    stages: Stages,
    /// Expected money of the stages that have markets.
    expected: Vec<Money>,
}

/// Get the state of the pipeline.
///
/// Number and expected money of the markets in each stage, and the latest markets.
#[utoipa::path(
    get, path = "/api/dominator-pipeline/pipeline/status", tag = "pipeline", operation_id = "pipeline_status",
    responses((status = 200, body = Answer))
)]
pub(super) async fn handler(State(state): State<AppState>, member: Member) -> Result<Json<Answer>> {
    let page = pipeline::list(&state.db, member.workspace_id, None, None, LISTED).await?;
    let sums = pipeline::sums(&state.db, member.workspace_id).await?;
    Ok(Json(Answer {
        success: Success,
        opportunities: page.items.into_iter().map(MarketView::from).collect(),
        stages: count(&sums),
        expected: sums.into_iter().map(Money::from).collect(),
    }))
}

fn count(sums: &[StageSum]) -> Stages {
    let mut stages = Stages::default();
    for sum in sums {
        let count = match sum.stage {
            PipelineStage::Scan => &mut stages.scan,
            PipelineStage::Score => &mut stages.score,
            PipelineStage::Build => &mut stages.build,
            PipelineStage::Deploy => &mut stages.deploy,
            PipelineStage::Revenue => &mut stages.revenue,
        };
        *count += sum.markets;
    }
    stages
}

impl From<StageSum> for Money {
    fn from(sum: StageSum) -> Self {
        Self { stage: sum.stage, currency: sum.currency, markets: sum.markets, profit_cents: sum.profit_cents }
    }
}
