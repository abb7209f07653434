//! Lists forecasts.

use axum::extract::State;
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use shared::{
    domain::forecast::{Forecast, ForecastKind},
    store::forecast::{self, Filter},
};
use utoipa::{IntoParams, ToSchema};
use uuid::Uuid;

use crate::{
    engine_id::EngineId,
    error::Result,
    extract::{Json, Limit, Member, Query, Success},
    state::AppState,
};

/// Query parameters.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(super) struct Params {
    /// Only of this engine.
    engine_id: Option<String>,
    /// Only for this website.
    website_id: Option<Uuid>,
    /// Whether its outcome is known.
    settled: Option<bool>,
    /// Maximum number of results, 1 to 200. Default: 50.
    #[serde(default)]
    #[param(value_type = Option<u32>)]
    limit: Limit,
    /// `nextCursor` of the previous page.
    cursor: Option<Uuid>,
}

/// Quantiles of a forecast value.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ForecastQuantiles)]
struct QuantilesView {
    mean: f64,
    p10: f64,
    p50: f64,
    p90: f64,
}

/// A forecast.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Forecast)]
struct View {
    id: Uuid,
    website_id: Option<Uuid>,
    #[schema(value_type = EngineId)]
    engine_id: String,
    run_id: Uuid,
    /// `claim` or `quantity`.
    kind: ForecastKind,
    /// `insight:ID`, or a metric with its first and last day.
    subject: String,
    statement: String,
    /// Probability of a claim, 0 to 1.
    probability: Option<f64>,
    /// Quantiles of a quantity.
    quantiles: Option<QuantilesView>,
    /// Naive forecast.
    naive: Option<f64>,
    model: String,
    /// Version of the engine: a name, `prior` for the baseline, or `given` for parameters of the run.
    version: String,
    made_at: DateTime<Utc>,
    due_at: DateTime<Utc>,
    /// 0 or 1 for a claim, the measured value for a quantity; `null` before it is known.
    outcome: Option<f64>,
    outcome_at: Option<DateTime<Utc>>,
}

impl From<Forecast> for View {
    fn from(one: Forecast) -> Self {
        let quantiles = one.quantiles.map(|q| QuantilesView { mean: q.mean, p10: q.p10, p50: q.p50, p90: q.p90 });
        Self {
            id: one.id,
            website_id: one.website_id,
            engine_id: one.engine_id,
            run_id: one.run_id,
            kind: one.kind,
            subject: one.subject,
            statement: one.statement,
            probability: one.probability,
            quantiles,
            naive: one.naive,
            model: one.model,
            version: one.version,
            made_at: one.made_at,
            due_at: one.due_at,
            outcome: one.outcome,
            outcome_at: one.outcome_at,
        }
    }
}

/// A page of forecasts, newest first.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ForecastList)]
pub(super) struct Answer {
    success: Success,
    forecasts: Vec<View>,
    /// Value of `cursor` for the next page.
    next_cursor: Option<String>,
}

/// List forecasts.
///
/// Forecasts of the engines with their outcomes, newest first.
#[utoipa::path(get, path = "/api/forecasts", tag = "performance", params(Params), responses((status = 200, body = Answer)))]
pub(super) async fn handler(
    State(state): State<AppState>, member: Member, Query(params): Query<Params>,
) -> Result<Json<Answer>> {
    let filter = Filter {
        engine_id: params.engine_id,
        website_id: params.website_id,
        settled: params.settled,
        cursor: params.cursor,
        ..Filter::default()
    };
    let page = forecast::list(&state.db, member.workspace_id, &filter, params.limit.get()).await?;
    let forecasts = page.items.into_iter().map(View::from).collect();
    Ok(Json(Answer { success: Success, forecasts, next_cursor: page.next_cursor }))
}
