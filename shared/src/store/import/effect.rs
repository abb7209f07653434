//! What runs of imports leave behind.

use chrono::{DateTime, NaiveDate, Utc};
use futures::{FutureExt, TryFutureExt};
use serde_json::Value;
use sqlx::types::Json;
use uuid::Uuid;

use crate::{
    domain::{
        event::NewEvent,
        run::{Run, RunError},
    },
    store::{
        Result, Tx,
        achievement::{self, Counted},
        effect::{Applied, Apply, NewFindings, RunRules},
        experiment::{DataChange, evaluate_again},
        forecast,
        macros::*,
        milestone, website,
    },
};

/// Effect: an import's rows count from now on.
#[derive(Debug)]
pub struct ImportEnd {
    /// Which import.
    pub import_id: Uuid,
    /// The attempt's rows.
    pub batch_id: i64,
    /// Rows that count.
    pub rows: i64,
    /// Rows refused.
    pub rejected: i64,
    /// The kinds of tables that had rows, each once.
    pub kinds: Vec<String>,
    /// The first of them, with file, line and reason.
    pub rejects: Value,
    /// Distinct queries, their clicks and their impressions.
    pub totals: (i64, i64, i64),
    /// First and last day that the data covers, where known.
    pub observed: (Option<NaiveDate>, Option<NaiveDate>),
}

impl Apply for ImportEnd {
    fn apply<'a>(
        &'a self, tx: &'a mut Tx, run: &'a Run, _found: &'a mut NewFindings, now: DateTime<Utc>,
    ) -> Applied<'a> {
        end(tx, run, self, now).boxed()
    }
}

/// Effect: an import's rows count no more.
#[derive(Debug)]
pub struct ImportUndone {
    /// Which import.
    pub import_id: Uuid,
}

impl Apply for ImportUndone {
    fn apply<'a>(
        &'a self, tx: &'a mut Tx, run: &'a Run, _found: &'a mut NewFindings, now: DateTime<Utc>,
    ) -> Applied<'a> {
        undo(tx, run, self.import_id, now).map_ok(|()| Vec::new()).boxed()
    }
}

/// Rules of runs that read an upload.
#[derive(Debug)]
pub(in crate::store) struct ImportRun;

impl RunRules for ImportRun {
    fn succeeded<'a>(&'a self, tx: &'a mut Tx, run: &'a Run, now: DateTime<Utc>) -> Applied<'a> {
        achievement::award(tx, run.user_id, &[Counted::Imports], now).boxed()
    }

    fn unsuccessful<'a>(
        &'a self, tx: &'a mut Tx, run: &'a Run, error: Option<&'a RunError>, _now: DateTime<Utc>,
    ) -> Applied<'a> {
        let detail = error.map_or("Cancelled. No results were stored.", |error| error.detail.as_str());
        fail(tx, run.id, detail).map_ok(|()| Vec::new()).boxed()
    }
}

/// Makes a batch count; compares what it measured with forecasts and milestones, and evaluates experiments again.
async fn end(tx: &mut Tx, run: &Run, end: &ImportEnd, now: DateTime<Utc>) -> Result<Vec<NewEvent>> {
    commit(tx, end, now).await?;
    let Some(website_id) = run.website_id else { return Ok(Vec::new()) };
    evaluate_again(tx, run, website_id, DataChange::Added).await?;
    let mut events = forecast::settle_due(tx, run.workspace_id, website_id, now).await?;
    let (_, _, impressions) = end.totals;
    if impressions > 0 {
        events.extend(measured(tx, run.workspace_id, website_id, now).await?);
    }
    Ok(events)
}

/// Compares the milestones with the website's latest search report, which need not be the imported one.
async fn measured(tx: &mut Tx, workspace_id: Uuid, website_id: Uuid, now: DateTime<Utc>) -> Result<Vec<NewEvent>> {
    let Some(site) = website::find(&mut *tx, workspace_id, website_id).await? else { return Ok(Vec::new()) };
    let (Some(queries), Some(clicks)) = (site.queries, site.clicks) else { return Ok(Vec::new()) };
    milestone::measured(tx, workspace_id, website_id, clicks, queries, now).await
}

/// Makes the rows count no more, measures settled forecasts again, and evaluates experiments again.
async fn undo(tx: &mut Tx, run: &Run, import_id: Uuid, now: DateTime<Utc>) -> Result<()> {
    withdraw(tx, import_id).await?;
    let Some(website_id) = run.website_id else { return Ok(()) };
    forecast::measure_again(tx, run.workspace_id, website_id, now).await?;
    evaluate_again(tx, run, website_id, DataChange::Removed).await
}

/// Makes a batch count, with its totals.
async fn commit(tx: &mut Tx, end: &ImportEnd, now: DateTime<Utc>) -> Result<()> {
    execute!(
        tx,
        "UPDATE import_batches SET committed = $2, observed_from = $3, observed_to = $4, queries = $5, clicks = $6,
           impressions = $7, stored_rows = CASE WHEN stored_rows > $8 THEN stored_rows ELSE $8 END WHERE id = $1",
        end.batch_id,
        true,
        end.observed.0,
        end.observed.1,
        end.totals.0,
        end.totals.1,
        end.totals.2,
        end.rows
    )?;
    execute!(
        tx,
        "UPDATE imports SET status = 'imported', rows = $2, rejected = $3, rejects = $4, imported_at = $5, kinds = $6,
           error = NULL WHERE id = $1",
        end.import_id,
        end.rows,
        end.rejected,
        Json(&end.rejects),
        now,
        Json(&end.kinds)
    )
    .map(|_| ())
}

/// Marks the import that a run was reading as unreadable.
async fn fail(tx: &mut Tx, run_id: Uuid, detail: &str) -> Result<()> {
    execute!(
        tx,
        "UPDATE imports SET status = 'failed', error = $2 WHERE run_id = $1 AND status = 'importing'",
        run_id,
        detail
    )
    .map(|_| ())
}

/// Makes an import's rows count no more: they are deleted afterwards, in pieces.
///
/// # Errors
/// Returns an error if a query fails.
pub async fn withdraw(tx: &mut Tx, id: Uuid) -> Result<()> {
    execute!(tx, "UPDATE import_batches SET committed = $2 WHERE import_id = $1", id, false)?;
    execute!(tx, "UPDATE imports SET status = 'undone' WHERE id = $1", id).map(|_| ())
}
