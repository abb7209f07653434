//! Undoes an import.

use axum::{extract::State, response::Response};
use serde::Serialize;
use serde_json::json;
use shared::{
    domain::run::{NewRun, RunKind},
    store::{import, run},
};
use utoipa::ToSchema;
use uuid::Uuid;

use super::view::ImportView;
use crate::{
    error::{ApiError, FieldError, Result},
    extract::{Changes, Member, Path, Success},
    routes::runs::{
        start,
        view::RunView,
        wait::{self, Prefer, Waiter},
    },
    state::AppState,
};

/// The import, and the run that removes it.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ImportUndone)]
pub(super) struct Answer {
    success: Success,
    import: ImportView,
    run: RunView,
}

/// Undo an import.
///
/// Deletes its rows. Returns at once unless `Prefer: wait=N` is set.
#[utoipa::path(
    post, path = "/api/imports/{id}/undo", tag = "imports",
    params(("id" = Uuid, Path), ("Prefer" = Option<String>, Header)),
    responses((status = 200, body = Answer), (status = 202, body = Answer))
)]
pub(super) async fn handler(
    State(state): State<AppState>, member: Member<Changes>, Path(id): Path<Uuid>, prefer: Prefer,
) -> Result<Response> {
    let found = import::find(&state.db, member.workspace_id, id).await?.ok_or(ApiError::NotFound("import"))?;
    let wait = prefer.or_seconds(0);
    let waiter = Waiter::new(&state, member.caller.user_id, wait);
    let payload = json!({"importId": id});
    let new = NewRun {
        website_id: found.website_id,
        ..NewRun::new(member.workspace_id, member.caller.user_id, RunKind::ImportUndo, payload)
    };
    let mut tx = state.db.begin().await?;
    let inserted = run::insert(&mut tx, &new).await?;
    import::begin_undo(&mut tx, member.workspace_id, id, new.id).await?.ok_or_else(|| {
        let detail = format!("Only a completed import can be undone; this one is {}.", found.status);
        ApiError::Conflict(FieldError::new("/status", detail))
    })?;
    tx.commit().await?;
    let run = start::started(&state, &new, inserted).await?;
    let run = waiter.ended(&state, run).await?;
    let import = import::find(&state.db, member.workspace_id, id).await?.ok_or(ApiError::NotFound("import"))?;
    let is_ended = run.status.is_final();
    Ok(wait::answer(is_ended, wait, Answer { success: Success, import: import.into(), run: run.into() }))
}
