//! Calculates a forecast.

use axum::{extract::State, response::Response};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;
use uuid::Uuid;

use super::predictions::{self, Prediction};
use crate::{
    error::Result,
    extract::{Changes, Json, Member, Success},
    routes::{
        engines::execute,
        runs::{
            key::IdempotencyKey,
            view::RunView,
            wait::{self, Prefer, Waiter},
        },
    },
    state::AppState,
};

/// Website and parameters.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = CalculatePredictions)]
pub(super) struct Input {
    /// Website. Default: the website with the latest data.
    website_id: Option<Uuid>,
    /// Parameters as described by the predictive engine.
    #[schema(value_type = Option<Object>)]
    parameters: Option<Value>,
}

/// The latest predictions, and the run that calculates them.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = CalculatedPredictions)]
pub(super) struct Answer {
    success: Success,
    predictions: Vec<Prediction>,
    run: RunView,
}

/// Calculate a forecast.
///
/// Waits up to 10 seconds for it, or `Prefer: wait=N`.
#[utoipa::path(
    post, path = "/api/performance/calculate-predictions", tag = "performance", request_body = Input,
    params(("Idempotency-Key" = Option<String>, Header), ("Prefer" = Option<String>, Header)),
    responses((status = 200, body = Answer, description = "The run has finished."), (status = 202, body = Answer, description = "The run is in progress."))
)]
pub(super) async fn handler(
    State(state): State<AppState>, member: Member<Changes>, IdempotencyKey(key): IdempotencyKey, prefer: Prefer,
    Json(input): Json<Input>,
) -> Result<Response> {
    let wait = prefer.or_seconds(10);
    let waiter = Waiter::new(&state, member.caller.user_id, wait);
    let asked = execute::Input::of("forecast", input.website_id, input.parameters);
    let run = execute::start(&state, &member, "predictive", asked, key).await?;
    let run = waiter.ended(&state, run).await?;
    let predictions = predictions::newest(&state, member.workspace_id, run.website_id, 365).await?;
    Ok(wait::answer(run.status.is_final(), wait, Answer { success: Success, predictions, run: run.into() }))
}
