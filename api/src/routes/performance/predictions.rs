//! Returns the latest forecast.

use axum::extract::State;
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use shared::{domain::run::Run, store::run};
use utoipa::{IntoParams, ToSchema};
use uuid::Uuid;

use crate::{
    error::{ApiError, Result},
    extract::{Json, Member, Query, Success},
    state::AppState,
};

/// Query parameters.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
pub(super) struct Params {
    /// Website. Default: the website forecast last.
    website_id: Option<Uuid>,
    /// Days ahead: `7d`, `28d`, `90d`, `180d` or `365d`. Default: `90d`.
    time_range: Option<String>,
}

/// One day of a forecast.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[schema(as = PredictionPoint)]
pub(super) struct Point {
    /// The day, `YYYY-MM-DD`.
    t: String,
    /// Value of this scenario: P10, P50 or P90.
    value: f64,
    mean: f64,
    p10: f64,
    p50: f64,
    p90: f64,
}

/// Accuracy of the method on past days.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[schema(as = PredictionBacktest)]
pub(super) struct Backtest {
    /// Mean absolute scaled error against a naive forecast; below 1 is better than naive.
    mase: f64,
    /// Share of days inside the 80 % interval.
    coverage80: f64,
    /// Number of days.
    n: f64,
}

/// A quantile of a forecast: 10 %, 50 % or 90 %.
#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = PredictionScenario)]
pub(super) enum Scenario {
    Pessimistic,
    Realistic,
    Optimistic,
}

/// One metric in one scenario.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Prediction)]
pub(super) struct Prediction {
    /// The scenario.
    scenario: Scenario,
    /// `clicks` or `impressions`.
    metric: &'static str,
    unit: &'static str,
    points: Vec<Point>,
    made_at: Option<DateTime<Utc>>,
    method: String,
    backtest: Option<Backtest>,
}

/// Predictions; empty before the first forecast.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = PredictionList)]
pub(super) struct Answer {
    success: Success,
    predictions: Vec<Prediction>,
}

/// Get the latest forecast.
///
/// Three scenarios: the 10th, 50th and 90th percentile.
#[utoipa::path(get, path = "/api/performance/predictions", tag = "performance", params(Params), responses((status = 200, body = Answer)))]
pub(super) async fn handler(
    State(state): State<AppState>, member: Member, Query(params): Query<Params>,
) -> Result<Json<Answer>> {
    let days = days(params.time_range.as_deref())?;
    let predictions = newest(&state, member.workspace_id, params.website_id, days).await?;
    Ok(Json(Answer { success: Success, predictions }))
}

/// Returns the predictions of the latest forecast.
pub(super) async fn newest(
    state: &AppState, workspace_id: Uuid, website_id: Option<Uuid>, days: usize,
) -> Result<Vec<Prediction>> {
    let latest = run::latest_action(&state.db, workspace_id, "predictive", "forecast", website_id).await?;
    let Some(latest) = latest else { return Ok(Vec::new()) };
    let result = run::result(&state.db, workspace_id, latest.id).await?;
    Ok(result.map_or_else(Vec::new, |result| of(&latest, &result, days)))
}

fn of(run: &Run, result: &Value, days: usize) -> Vec<Prediction> {
    let mut all = Vec::new();
    for metric in ["clicks", "impressions"] {
        let forecast = &result[metric];
        let Some(fan) = forecast["fan"].as_array() else { continue };
        for (scenario, field) in
            [(Scenario::Pessimistic, "p10"), (Scenario::Realistic, "p50"), (Scenario::Optimistic, "p90")]
        {
            all.push(Prediction {
                scenario,
                metric,
                unit: metric,
                points: fan.iter().take(days).filter_map(|day| point(day, field)).collect(),
                made_at: run.finished_at,
                method: result["method"].as_str().unwrap_or_default().to_owned(),
                backtest: backtest(&forecast["backtest"]),
            });
        }
    }
    all
}

fn point(day: &Value, field: &str) -> Option<Point> {
    let at = |name: &str| day[name].as_f64();
    Some(Point {
        t: day["date"].as_str()?.to_owned(),
        value: at(field)?,
        mean: at("mean")?,
        p10: at("p10")?,
        p50: at("p50")?,
        p90: at("p90")?,
    })
}

fn backtest(record: &Value) -> Option<Backtest> {
    Some(Backtest {
        mase: record["mase"].as_f64()?,
        coverage80: record["coverage80"].as_f64()?,
        n: record["values"].as_f64()?,
    })
}

fn days(range: Option<&str>) -> Result<usize> {
    match range.unwrap_or("90d") {
        "7d" => Ok(7),
        "28d" => Ok(28),
        "30d" => Ok(30),
        "90d" => Ok(90),
        "180d" => Ok(180),
        "365d" | "1y" => Ok(365),
        _ => Err(ApiError::invalid("/timeRange", "must be 7d, 28d, 30d, 90d, 180d, 365d or 1y")),
    }
}
