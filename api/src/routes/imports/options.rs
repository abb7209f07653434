//! Changes how an upload is read.

use axum::{
    extract::State,
    response::{IntoResponse, Response},
};
use serde_json::json;
use shared::{
    domain::{
        import::{ColumnMapping, Days, ImportOptions},
        now,
        run::{NewRun, RunKind, RunStatus},
    },
    store::import,
};
use uuid::Uuid;

use super::{create::Answer, duplicate};
use crate::{
    error::{ApiError, FieldError, Result},
    extract::{Changes, Json, Member, Path},
    routes::runs::{
        start,
        wait::{Prefer, Waiter},
    },
    state::AppState,
};

/// Maximum number of tables with assigned columns.
const MOST_TABLES: usize = 100;
/// Maximum number of columns of a table, as in the importer.
const MOST_COLUMNS: usize = 2_048;
/// Maximum length of an identifier.
const MOST_NAME: usize = 64;

/// Change how an upload is read.
///
/// States the periods of an export, assigns columns of tables, and chooses which row counts if the website
/// already has one about the same thing. Inspects the upload again; waits up to 10 seconds for the preview, or `Prefer:
/// wait=N`. An assignment is offered again for the next file with the same headers. Fails with 409 once the upload is
/// imported.
#[utoipa::path(
    put, path = "/api/imports/{id}/options", tag = "imports", request_body = ImportOptions,
    params(("id" = Uuid, Path), ("Prefer" = Option<String>, Header)), responses((status = 200, body = Answer))
)]
pub(super) async fn handler(
    State(state): State<AppState>, member: Member<Changes>, Path(id): Path<Uuid>, prefer: Prefer,
    Json(options): Json<ImportOptions>,
) -> Result<Response> {
    check(&options)?;
    let found = import::find(&state.db, member.workspace_id, id).await?;
    let found = found.filter(|import| import.size_bytes > 0).ok_or(ApiError::NotFound("import"))?;
    if !import::set_options(&state.db, member.workspace_id, id, &options).await? {
        let detail = format!("Only a previewed or failed import can be changed; this one is {}.", found.status);
        return Err(ApiError::Conflict(FieldError::new("/status", detail)));
    }
    let waiter = Waiter::new(&state, member.caller.user_id, prefer.or_seconds(10));
    let payload = json!({"importId": id});
    let new = NewRun::new(member.workspace_id, member.caller.user_id, RunKind::ImportPreview, payload);
    let run = start::start(&state, &new).await?;
    let run = waiter.ended(&state, run).await?;
    if run.status == RunStatus::Failed {
        let error = run.error.map_or_else(|| "The file cannot be read.".to_owned(), |error| error.0.detail);
        return Err(ApiError::Unreadable(error));
    }
    for mapping in &options.mappings {
        import::save_mapping(&state.db, member.workspace_id, mapping, now()).await?;
    }
    let import = import::find(&state.db, member.workspace_id, id).await?.ok_or(ApiError::NotFound("import"))?;
    let duplicates = duplicate::list(&state, member.workspace_id, id).await?;
    Ok(Json(Answer::new(import, duplicates, run)).into_response())
}

fn check(options: &ImportOptions) -> Result<()> {
    for (name, days) in [("/period", options.period), ("/previousPeriod", options.previous_period)] {
        if days.is_some_and(|Days { from, to }| to < from) {
            return Err(ApiError::invalid(format!("{name}/to"), "must not be before the first day"));
        }
    }
    if options.mappings.len() > MOST_TABLES {
        return Err(ApiError::invalid("/mappings", format!("at most {MOST_TABLES} tables")));
    }
    options.mappings.iter().enumerate().try_for_each(|(at, mapping)| check_mapping(at, mapping))
}

fn check_mapping(at: usize, mapping: &ColumnMapping) -> Result<()> {
    let invalid = |field: &str, detail: String| Err(ApiError::invalid(format!("/mappings/{at}/{field}"), detail));
    let is_name = |name: &str| !name.is_empty() && name.len() <= MOST_NAME;
    if !is_name(&mapping.fingerprint) {
        return invalid("fingerprint", "must be the fingerprint of a table of the preview".to_owned());
    }
    if !is_name(&mapping.target) {
        return invalid("target", "must be a target of the preview".to_owned());
    }
    if mapping.columns.len() > MOST_COLUMNS || mapping.columns.iter().flatten().any(|name| !is_name(name)) {
        return invalid("columns", format!("must be at most {MOST_COLUMNS} fields of the target, or null"));
    }
    let is_code = |code: &String| code.len() == 3 && code.bytes().all(|byte| byte.is_ascii_uppercase());
    if mapping.currency.as_ref().is_some_and(|code| !is_code(code)) {
        return invalid("currency", "must be a code of three capital letters such as USD".to_owned());
    }
    Ok(())
}
