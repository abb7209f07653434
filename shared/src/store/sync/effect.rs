//! What runs of connections leave behind.

use chrono::{DateTime, Utc};
use futures::FutureExt;
use uuid::Uuid;

use crate::{
    domain::{
        connection::ConnectionStatus,
        event::NewEvent,
        notification::{NewNotification, NotificationKind},
        run::{Run, RunError},
    },
    store::{
        Db, Result, Tx, connection,
        effect::{Applied, Apply, NewFindings, RunRules},
        event,
        experiment::{DataChange, evaluate_again},
        forecast,
        macros::*,
        milestone, notification,
    },
};

/// Effect: a source is up to date.
#[derive(Debug)]
pub struct SyncEnd {
    /// Connection.
    pub connection_id: Uuid,
    /// Website.
    pub website_id: Uuid,
    /// Clicks and number of queries of its report, if it has one with queries.
    pub report: Option<(i64, i64)>,
    /// Whether days were added.
    pub has_new_days: bool,
}

impl Apply for SyncEnd {
    fn apply<'a>(
        &'a self, tx: &'a mut Tx, run: &'a Run, _found: &'a mut NewFindings, now: DateTime<Utc>,
    ) -> Applied<'a> {
        end(tx, run, self, now).boxed()
    }
}

async fn end(tx: &mut Tx, run: &Run, end: &SyncEnd, now: DateTime<Utc>) -> Result<Vec<NewEvent>> {
    let sql = "UPDATE sync_sources SET synced_at = $4, error = NULL
                WHERE connection_id = $1 AND workspace_id = $2 AND run_id = $3";
    execute!(&mut *tx, sql, end.connection_id, run.workspace_id, run.id, now)?;
    let mut events = connected(tx, run.workspace_id, end.connection_id).await?;
    if !end.has_new_days {
        return Ok(events);
    }
    let website_id = end.website_id;
    evaluate_again(tx, run, website_id, DataChange::Added).await?;
    events.extend(forecast::settle_due(tx, run.workspace_id, website_id, now).await?);
    if let Some((clicks, queries)) = end.report.filter(|(_, queries)| *queries > 0) {
        events.extend(milestone::measured(tx, run.workspace_id, website_id, clicks, queries, now).await?);
    }
    Ok(events)
}

/// A connection whose data was fetched is connected, whatever its last test found.
async fn connected(tx: &mut Tx, workspace_id: Uuid, id: Uuid) -> Result<Vec<NewEvent>> {
    let found = connection::find(&mut *tx, workspace_id, id).await?;
    if found.is_none_or(|found| found.status == ConnectionStatus::Connected) {
        return Ok(Vec::new());
    }
    let event = connection::set_status(tx, workspace_id, id, ConnectionStatus::Connected, None).await?;
    Ok(event.into_iter().collect())
}

/// Rules of runs that fetch through a connection: a failure is an error of its source.
#[derive(Debug)]
pub(in crate::store) struct SyncRun;

impl RunRules for SyncRun {
    fn unsuccessful<'a>(
        &'a self, tx: &'a mut Tx, run: &'a Run, error: Option<&'a RunError>, _now: DateTime<Utc>,
    ) -> Applied<'a> {
        async move {
            let sql = "UPDATE sync_sources SET error = $3 WHERE run_id = $1 AND workspace_id = $2";
            let detail = error.map_or("Cancelled. What was fetched is kept.", |error| error.detail.as_str());
            execute!(&mut *tx, sql, run.id, run.workspace_id, detail)?;
            Ok(Vec::new())
        }
        .boxed()
    }
}

/// Records that a provider refuses a connection, and notifies the run's user the first time.
///
/// # Errors
/// Returns an error if a query fails.
pub async fn access_lost(
    db: &Db, run: &Run, connection_id: Uuid, status: ConnectionStatus, message: &str, now: DateTime<Utc>,
) -> Result<()> {
    let mut tx = db.begin().await?;
    let Some(before) = connection::find(&mut tx, run.workspace_id, connection_id).await? else { return Ok(()) };
    let changed = connection::set_status(&mut tx, run.workspace_id, connection_id, status, Some(message)).await?;
    let Some(changed) = changed else { return Ok(()) };
    let mut events = vec![changed];
    if before.status != status {
        let title = format!("{} needs access", before.name);
        let route = run.website_id.map_or_else(|| "/settings".to_owned(), |id| format!("/projects/{id}"));
        let new = NewNotification::new(NotificationKind::Notice, "error", title, message)
            .about("connection", connection_id, route)
            .within(run.workspace_id);
        events.push(notification::insert(&mut tx, run.user_id, &new, now).await?);
    }
    event::append(&mut tx, &events, now).await?;
    tx.commit().await
}
