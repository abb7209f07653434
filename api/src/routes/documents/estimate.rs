//! Estimates the cost of writing a document with a language model.

use axum::extract::State;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;

use super::{
    body, draft,
    model::{self, Asked, Model},
    part::{Blocks, Named, Position, Scope},
};
use crate::{
    error::Result,
    extract::{Changes, Json, Member, Path, Success},
    state::AppState,
};

/// The model whose cost is estimated.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schema(as = EstimateDraft)]
pub(super) struct Input {
    /// Connection to a provider of language models.
    connection_id: Uuid,
    /// Name of the model.
    model: String,
    /// Price of a million input tokens, in millionths of a dollar, where the price list lacks the model.
    input_micros: Option<u64>,
    /// Price of a million output tokens, in millionths of a dollar.
    output_micros: Option<u64>,
    /// `page` (default), `section` or `sentence`.
    #[serde(default)]
    #[schema(value_type = Option<Scope>)]
    scope: Scope,
    /// For the scope `section`.
    blocks: Option<Blocks>,
    /// For the scope `sentence`.
    sentence: Option<Position>,
    /// True (default) if the model reads again what it has written, which the cost includes.
    #[serde(default = "draft::yes")]
    #[schema(default = true)]
    second_reading: bool,
}

/// Cost of writing a document with a language model. All amounts are bounds: an answer is charged by its length.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = DraftEstimate)]
pub(super) struct Answer {
    success: Success,
    /// Number of sections of the present version that are written; 0 for a sentence.
    sections: usize,
    /// Most that one attempt at each section, or at the sentence, can cost, in millionths of a dollar; `null` if the price of
    /// the model is unknown.
    micros: Option<i64>,
    /// Most that all attempts can cost: a sentence without support, or a section with too many unsupported sentences is written again once.
    most_micros: Option<i64>,
    /// Why the price of the model is unknown, as a sentence; then the next request must give it. `null` if it is known.
    missing_price: Option<String>,
}

/// Estimate the cost of writing a document with a language model.
///
/// Sends nothing to the provider. Requires an editor. A model without a known price gets `missingPrice` instead of a cost.
#[utoipa::path(
    post, path = "/api/documents/{id}/draft/estimate", tag = "documents", request_body = Input,
    params(("id" = Uuid, Path)), responses((status = 200, body = Answer))
)]
pub(super) async fn handler(
    State(state): State<AppState>, member: Member<Changes>, Path(id): Path<Uuid>, Json(input): Json<Input>,
) -> Result<Json<Answer>> {
    let row = body::found(&state, member.workspace_id, id).await?;
    let model = Model { name: input.model, input: input.input_micros, output: input.output_micros };
    let part = Named { scope: input.scope, blocks: input.blocks, sentence: input.sentence };
    let part = part.found(&state, member.workspace_id, &row).await?;
    let asked = Asked { part, has_second: input.second_reading };
    // A model without a price is an answer, not an error: the form then asks for its prices.
    if let Some(reason) = model::missing_price(&state, member.workspace_id, input.connection_id, &model).await? {
        let missing_price = Some(reason);
        return Ok(Json(Answer { success: Success, sections: 0, micros: None, most_micros: None, missing_price }));
    }
    let cost = model::cost(&state, member.workspace_id, &row, input.connection_id, (&model, &asked)).await?;
    Ok(Json(Answer {
        success: Success,
        sections: cost.sections,
        micros: Some(cost.likely_micros),
        most_micros: Some(cost.most_micros),
        missing_price: None,
    }))
}
