//! What an engine can be told.

use ::engines::common::EngineId;
use serde::Serialize;
use serde_json::{Value, json};
use utoipa::ToSchema;

use super::engine;
use crate::{
    error::Result,
    extract::{Json, Member, Path, Success},
};

/// The JSON schema of an engine's parameters.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = EngineParameters)]
pub(super) struct Answer {
    success: Success,
    /// A JSON schema, from which a form can be built; every property is optional and has a default.
    #[schema(value_type = Object)]
    schema: Value,
}

/// The JSON schema of what an engine can be told.
#[utoipa::path(get, path = "/api/intelligence-engines/{id}/parameters", tag = "engines", params(("id" = String, Path)), responses((status = 200, body = Answer)))]
pub(super) async fn handler(_: Member, Path(id): Path<String>) -> Result<Json<Answer>> {
    let schema = match engine(&id)? {
        EngineId::Keyword => ::engines::keyword::parameters_schema(),
        other => none(other),
    };
    Ok(Json(Answer { success: Success, schema }))
}

/// The schema of an engine that takes no parameters in this release.
fn none(engine: EngineId) -> Value {
    json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema", "title": format!("{} engine parameters", engine.name()),
        "type": "object", "properties": {}, "additionalProperties": false,
    })
}
