//! Exports an engine's result.

use axum::{extract::State, response::Response};
use serde::Deserialize;
use shared::{domain::run::RunStatus, results, store::run, table::Format};
use utoipa::IntoParams;
use uuid::Uuid;

use super::{compare::with_result, engine};
use crate::{
    error::{ApiError, Result},
    extract::{Member, Path, Query},
    routes::file,
    state::AppState,
};

/// Selection and format of the export.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(super) struct Params {
    /// The run. Default: the latest successful run.
    run_id: Option<Uuid>,
    /// Without a run: only for this website.
    website_id: Option<Uuid>,
    /// Format: `csv`, `json` or `ndjson`. Default: `csv`.
    #[serde(default)]
    #[param(inline)]
    format: Format,
    /// List of the result, such as `clicks.months`. Default: the whole result for JSON, otherwise the longest list.
    table: Option<String>,
}

/// Export the result of an engine.
#[utoipa::path(
    get, path = "/api/intelligence-engines/{id}/export", tag = "engines", operation_id = "engine_export",
    params(("id" = String, Path), Params),
    responses((status = 200, description = "The result, or one of its tables.", content((String = "text/csv"), (serde_json::Value = "application/json"), (String = "application/x-ndjson"))))
)]
pub(super) async fn handler(
    State(state): State<AppState>, member: Member, Path(id): Path<String>, Query(params): Query<Params>,
) -> Result<Response> {
    let id = engine(&id)?.as_str();
    let run_id = match params.run_id {
        Some(run_id) => run_id,
        None => {
            let status = Some(RunStatus::Succeeded);
            let latest = run::latest(&state.db, member.workspace_id, id, params.website_id, status).await?;
            latest.ok_or(ApiError::NotFound("result"))?.id
        }
    };
    let (found, result) = with_result(&state, member.workspace_id, id, run_id).await?;
    let day = found.finished_at.unwrap_or(found.created_at).format("%Y-%m-%d");
    let name = format!("{id}-{}-{day}", found.action.unwrap_or_default());
    let text = match (params.format, params.table.as_deref()) {
        (Format::Json, None) => {
            serde_json::to_string_pretty(&result).map_err(|error| ApiError::Unexpected(error.into()))?
        }
        (format, table) => results::table(&result, table)
            .ok_or_else(|| {
                let known: Vec<String> = results::tables(&result).into_keys().collect();
                ApiError::invalid("/table", format!("is not a list of the result; valid lists: {}", known.join(", ")))
            })?
            .text(format),
    };
    file::answer(&name, params.format, text)
}
