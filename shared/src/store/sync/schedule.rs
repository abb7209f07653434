//! Daily schedules of connections.

use chrono::{DateTime, Utc};
use serde_json::json;
use uuid::Uuid;

use crate::{
    domain::{cron::Cron, run::RunKind, schedule::Schedule},
    store::{
        Executor, Result, Tx,
        schedule::{self as schedules_of_workspace, NewSchedule},
    },
};

/// Returns the workspace's schedules that fetch, with their connections.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn schedules(executor: impl Into<Executor<'_>>, workspace_id: Uuid) -> Result<Vec<(Uuid, Schedule)>> {
    let all = schedules_of_workspace::list(executor, workspace_id).await?;
    Ok(all.into_iter().filter_map(|schedule| Some((connection_of(&schedule)?, schedule))).collect())
}

fn connection_of(schedule: &Schedule) -> Option<Uuid> {
    let id = schedule.payload.0.get("connectionId")?.as_str()?;
    id.parse().ok().filter(|_| schedule.kind == RunKind::Sync)
}

/// Makes a connection fetch the data of a website once a day, at a minute of its own. Returns the schedule's id; if there
/// is a schedule already, it is moved to the website.
///
/// # Errors
/// Returns an error if a query fails.
pub async fn schedule(
    tx: &mut Tx, workspace_id: Uuid, user_id: Uuid, website_id: Uuid, connection_id: Uuid, name: &str,
    now: DateTime<Utc>,
) -> Result<Uuid> {
    let existing = schedules(&mut *tx, workspace_id).await?;
    if let Some((_, found)) = existing.iter().find(|(id, _)| *id == connection_id) {
        if found.website_id == Some(website_id) {
            return Ok(found.id);
        }
        schedules_of_workspace::delete(&mut *tx, workspace_id, found.id).await?;
    }
    let cron = daily(connection_id);
    let next_at = Cron::parse(&cron, "UTC").ok().and_then(|cron| cron.next(now)).unwrap_or(now);
    let new = NewSchedule {
        workspace_id,
        user_id,
        website_id: Some(website_id),
        kind: RunKind::Sync,
        engine_id: None,
        action: None,
        payload: json!({ "connectionId": connection_id }),
        name: format!("Sync {name}").chars().take(100).collect(),
        cron,
        time_zone: "UTC".to_owned(),
        next_at,
    };
    schedules_of_workspace::insert(tx, &new, now).await
}

/// Deletes the schedules of a connection.
///
/// # Errors
/// Returns an error if a query fails.
pub async fn unschedule(tx: &mut Tx, workspace_id: Uuid, connection_id: Uuid) -> Result<()> {
    for (of, schedule) in schedules(&mut *tx, workspace_id).await? {
        if of == connection_id {
            schedules_of_workspace::delete(&mut *tx, workspace_id, schedule.id).await?;
        }
    }
    Ok(())
}

/// A time between 10:00 and 13:59 UTC, when the night in California is over and Google has published the day before.
fn daily(connection_id: Uuid) -> String {
    let bytes = connection_id.as_bytes();
    format!("{} {} * * *", bytes[15] % 60, 10 + bytes[14] % 4)
}
