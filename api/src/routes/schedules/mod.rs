//! Schedules: engine runs at regular times.

mod body;
mod create;
mod delete;
mod get;
mod list;
mod update;
mod view;

use chrono::{DateTime, Utc};
use shared::{
    domain::{now, run::RunKind},
    store::{Tx, schedule},
};
use utoipa_axum::router::OpenApiRouter;
use uuid::Uuid;

use crate::{
    error::{ApiError, FieldError, Result},
    routes::boxed_handler::routes,
    state::AppState,
};

/// Maximum number of schedules per workspace.
const MOST: usize = 50;

/// Routes of this resource.
pub fn router() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().routes(routes!(list::handler, create::handler)).routes(routes!(
        get::handler,
        update::handler,
        delete::handler
    ))
}

/// Returns the expression of a preset or the expression itself, with its first time in UTC.
pub(super) fn first_tick(kind: RunKind, cron: &str) -> Result<(String, DateTime<Utc>)> {
    first_tick_in(kind, cron, "UTC")
}

/// Returns the expression of a preset or the expression itself, with its first time in a time zone.
pub(super) fn first_tick_in(kind: RunKind, cron: &str, time_zone: &str) -> Result<(String, DateTime<Utc>)> {
    let cron = body::expression(cron);
    let next_at = body::first_tick(kind, &cron, time_zone, now())?;
    Ok((cron, next_at))
}

/// Checks that a workspace, which is locked, may have one more schedule.
///
/// # Errors
/// Returns [`ApiError::Conflict`] with this pointer if it may not.
pub(super) async fn check_room(tx: &mut Tx, workspace_id: Uuid, pointer: &str) -> Result<()> {
    if schedule::list(tx, workspace_id).await?.len() < MOST {
        return Ok(());
    }
    let detail = format!("A workspace has at most {MOST} schedules. Delete one first.");
    Err(ApiError::Conflict(FieldError::new(pointer, detail)))
}
