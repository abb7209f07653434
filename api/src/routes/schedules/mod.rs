//! Schedules: engine runs at regular times.

mod body;
mod create;
mod delete;
mod get;
mod list;
mod update;
mod view;

use chrono::{DateTime, Utc};
use shared::domain::{now, run::RunKind};
use utoipa_axum::router::OpenApiRouter;

use crate::{error::Result, routes::boxed_handler::routes, state::AppState};

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
