//! Tests a connection.

use axum::{extract::State, http::StatusCode};
use serde::Serialize;
use serde_json::json;
use shared::{
    domain::run::{NewRun, RunKind},
    store::{
        Tx, connection,
        run::{self, Inserted},
    },
};
use utoipa::ToSchema;
use uuid::Uuid;

use super::view::{self, ConnectionView};
use crate::{
    error::{ApiError, Result},
    extract::{Changes, Json, Member, Path, Success},
    routes::runs::{start, view::RunView},
    state::AppState,
};

/// The connection and the run that tests it.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ConnectionTestStarted)]
pub(super) struct Answer {
    success: Success,
    connection: ConnectionView,
    run: RunView,
}

/// A run that is stored and not delivered yet.
pub(super) struct Queued {
    new: NewRun,
    inserted: Inserted,
}

impl Queued {
    /// Delivers the run after the commit.
    pub(super) async fn start(self, state: &AppState) -> Result<RunView> {
        Ok(start::started(state, &self.new, self.inserted).await?.into())
    }
}

/// Stores the run that tests a connection.
pub(super) async fn queue(
    state: &AppState, tx: &mut Tx, workspace_id: Uuid, user_id: Uuid, id: Uuid,
) -> Result<Queued> {
    let new = NewRun::new(workspace_id, user_id, RunKind::ConnectionTest, json!({"connectionId": id}));
    let inserted = run::insert_counted(&mut *tx, state.settings.workspace, &new).await?;
    connection::set_test_run(&mut *tx, workspace_id, id, new.id).await?;
    Ok(Queued { new, inserted })
}

/// Test a connection.
///
/// Starts a run that makes one call, which is free or costs less than a cent. The result is stored with the connection
/// and announced as `connection:status`. Requires an editor.
#[utoipa::path(
    post, path = "/api/connections/{id}/test", tag = "connections", params(("id" = Uuid, Path)),
    responses((status = 202, body = Answer))
)]
pub(super) async fn handler(
    State(state): State<AppState>, member: Member<Changes>, Path(id): Path<Uuid>,
) -> Result<(StatusCode, Json<Answer>)> {
    let workspace_id = member.workspace_id;
    connection::find(&state.db, workspace_id, id).await?.ok_or(ApiError::NotFound("connection"))?;
    let mut tx = state.db.begin().await?;
    let queued = queue(&state, &mut tx, workspace_id, member.caller.user_id, id).await?;
    tx.commit().await?;
    let run = queued.start(&state).await?;
    let view::Answer { success, connection } = view::answer(&state, workspace_id, id).await?;
    Ok((StatusCode::ACCEPTED, Json(Answer { success, connection, run })))
}
