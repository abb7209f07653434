//! Estimates the cost of writing a document with a language model.

use axum::extract::State;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use uuid::Uuid;

use super::{
    body,
    model::{self, Model},
};
use crate::{
    error::{ApiError, Result},
    extract::{Json, Member, Path, Query, Success},
    state::AppState,
};

/// The model.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(super) struct Params {
    /// Connection to a provider of language models. Without it only the sections are counted.
    connection_id: Option<Uuid>,
    /// Name of the model.
    model: Option<String>,
    /// Price of a million input tokens, in millionths of a dollar, where the price list lacks the model.
    input_micros: Option<u64>,
    /// Price of a million output tokens, in millionths of a dollar.
    output_micros: Option<u64>,
}

/// Cost of writing a document with a language model. All amounts are bounds: an answer is charged by its length.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = DraftEstimate)]
pub(super) struct Answer {
    success: Success,
    /// Number of sections of the present version.
    sections: usize,
    /// Most that one attempt at each section can cost, in millionths of a dollar; `null` without a connection, or if the
    /// document has no text yet.
    micros: Option<i64>,
    /// Most that all attempts can cost: a section with too many unsupported sentences is written again once.
    most_micros: Option<i64>,
}

/// Estimate the cost of writing a document with a language model.
///
/// Sends nothing to the provider.
#[utoipa::path(
    get, path = "/api/documents/{id}/draft/estimate", tag = "documents", params(("id" = Uuid, Path), Params),
    responses((status = 200, body = Answer))
)]
pub(super) async fn handler(
    State(state): State<AppState>, member: Member, Path(id): Path<Uuid>, Query(params): Query<Params>,
) -> Result<Json<Answer>> {
    let row = body::found(&state, member.workspace_id, id).await?;
    if row.version == 0 {
        return Ok(Json(Answer { success: Success, sections: 0, micros: None, most_micros: None }));
    }
    let Some(connection_id) = params.connection_id else {
        let sections = model::sections(&state, member.workspace_id, &row).await?;
        return Ok(Json(Answer { success: Success, sections, micros: None, most_micros: None }));
    };
    let name = params.model.ok_or_else(|| ApiError::invalid("/model", "The field 'model' is required."))?;
    let model = Model { name, input: params.input_micros, output: params.output_micros };
    let cost = model::cost(&state, member.workspace_id, &row, connection_id, &model).await?;
    Ok(Json(Answer {
        success: Success,
        sections: cost.sections,
        micros: Some(cost.likely_micros),
        most_micros: Some(cost.most_micros),
    }))
}
