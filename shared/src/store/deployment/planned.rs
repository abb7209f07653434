//! Sites of large deployments that do not exist yet: they are created some hundreds at a time, so that other writers of SQLite
//! do not wait for a whole batch.

use std::collections::HashSet;

use chrono::{DateTime, Utc};
use serde_json::{Value, json};
use sqlx::types::Json;
use uuid::Uuid;

use super::{
    insert::{create, parent},
    lock, refresh,
};
use crate::{
    domain::{
        event::NewEvent,
        run::{Delivery, NewRun},
    },
    store::{
        Db, Executor, Result, Tx,
        event::{self, StoredEvent},
        macros::*,
        pipeline, run,
        site::NewSite,
    },
};

/// Maximum number of sites that a transaction creates.
pub const CREATED_AT_ONCE: usize = 250;
/// Number of unfinished runs of a deployment below which it gets its next sites: sites that are built are deployed before thousands
/// more are built, because both wait in one queue.
const OPEN_RUNS: i64 = 125;
/// Number of planned sites of a statement.
const AT_ONCE: usize = 1_000;

/// What to do after the commit of new sites; nothing if none is left or the deployment is paused.
#[derive(Debug, Default)]
pub struct Created {
    /// Runs to deliver to the batch lane.
    pub due: Vec<Delivery>,
    /// Events to publish.
    pub events: Vec<StoredEvent>,
}

/// Writes sites that a deployment creates later as the parameters of [`plan`]'s statements.
pub(super) fn parts(sites: &[NewSite]) -> Vec<String> {
    let numbered: Vec<(usize, &NewSite)> = sites.iter().enumerate().collect();
    let rows = |part: &[(usize, &NewSite)]| -> Vec<Value> {
        part.iter().map(|(at, site)| json!({ "po": at, "si": site })).collect()
    };
    numbered.chunks(AT_ONCE).map(|part| Value::Array(rows(part)).to_string()).collect()
}

/// Stores sites that a deployment creates later. Their slugs and markets are taken from now on.
pub(super) async fn plan(tx: &mut Tx, (workspace_id, id): (Uuid, Uuid), parts: &[String]) -> Result<()> {
    let sql = tx.dialect(
        "INSERT INTO planned_sites (deployment_id, position, workspace_id, slug, vertical, places, site)
         SELECT $2, po, $3, si ->> 'slug', si ->> 'vertical', si -> 'places', si
           FROM jsonb_to_recordset(CAST($1 AS jsonb)) AS v(po int, si jsonb)",
        "INSERT INTO planned_sites (deployment_id, position, workspace_id, slug, vertical, places, site)
         SELECT $2, value ->> 'po', $3, value ->> '$.si.slug', value ->> '$.si.vertical', value -> '$.si.places',
                value -> 'si' FROM json_each($1)",
    );
    for part in parts {
        execute!(&mut *tx, sql, part, id, workspace_id)?;
    }
    Ok(())
}

/// Returns the deployments that get their next sites, oldest first: workspace and id. They are neither paused nor cancelled, and
/// most runs of their earlier sites have ended.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn with_planned(executor: impl Into<Executor<'_>>, limit: i64) -> Result<Vec<(Uuid, Uuid)>> {
    query_all!(
        executor.into(),
        (Uuid, Uuid),
        "SELECT d.workspace_id, d.id FROM deployments d JOIN runs r ON r.id = d.run_id
          WHERE d.id IN (SELECT deployment_id FROM planned_sites) AND d.status <> 'cancelled' AND r.status = 'running'
            AND (SELECT COUNT(*) FROM (SELECT 1 FROM runs c WHERE c.parent_id = r.id AND c.finished_at IS NULL
                                        LIMIT $2) AS unfinished) < $2
          ORDER BY d.id LIMIT $1",
        limit,
        OPEN_RUNS
    )
}

/// Creates the next [`CREATED_AT_ONCE`] planned sites of a deployment of the workspace with the runs that build them, in one
/// transaction: after the end of a process, the next call goes on. Creates none while the deployment is paused.
///
/// # Errors
/// Returns an error if a query fails; nothing is created then.
pub async fn create_planned(db: &Db, (workspace_id, id): (Uuid, Uuid), now: DateTime<Utc>) -> Result<Created> {
    let mut tx = db.begin().await?;
    lock(&mut tx, workspace_id, id).await?;
    let Some(parent) = running_parent(&mut tx, workspace_id, id).await? else { return Ok(Created::default()) };
    let sites = next(&mut tx, id).await?;
    let Some((last, _)) = sites.last() else { return Ok(Created::default()) };
    let sql = "DELETE FROM planned_sites WHERE deployment_id = $1 AND position <= $2";
    execute!(&mut tx, sql, id, *last)?;
    let planned = sites.len();
    let sites: Vec<NewSite> = sites.into_iter().map(|(_, Json(site))| site).collect();
    let sites = without_taken(&mut tx, sites).await?;
    let (due, moved) = create(&mut tx, &parent, &sites, now).await?;
    let lost = i32::try_from(planned - sites.len()).unwrap_or(i32::MAX);
    let mut events: Vec<NewEvent> = run::count_ended(&mut tx, parent.id, lost, lost, now).await?.into_iter().collect();
    events.extend(refresh(&mut tx, workspace_id, id, now).await?);
    if moved {
        events.push(pipeline::stages_event(&mut tx, workspace_id).await?);
    }
    let events = event::append(&mut tx, &events, now).await?;
    tx.commit().await?;
    Ok(Created { due, events })
}

/// Removes the sites whose slugs another workspace took in the moment in which they were planned; the deployment counts them as
/// errors.
async fn without_taken(tx: &mut Tx, sites: Vec<NewSite>) -> Result<Vec<NewSite>> {
    let sql = tx.dialect(
        "SELECT slug FROM sites WHERE slug IN (SELECT jsonb_array_elements_text($1))",
        "SELECT slug FROM sites WHERE slug IN (SELECT value FROM json_each($1))",
    );
    let slugs: Vec<&str> = sites.iter().map(|site| site.slug.as_str()).collect();
    let taken = query_all!(tx, (String,), sql, Json(&slugs))?;
    if taken.is_empty() {
        return Ok(sites);
    }
    tracing::warn!(sites = taken.len(), "planned sites cannot be created: their names were taken");
    let taken: HashSet<String> = taken.into_iter().map(|(slug,)| slug).collect();
    Ok(sites.into_iter().filter(|site| !taken.contains(&site.slug)).collect())
}

/// Locks the running parent of a deployment: a pause at the same time holds back the new runs too.
async fn running_parent(tx: &mut Tx, workspace_id: Uuid, id: Uuid) -> Result<Option<NewRun>> {
    let sql = tx.dialect(
        "SELECT r.id, d.created_by FROM deployments d JOIN runs r ON r.id = d.run_id
          WHERE d.id = $1 AND d.workspace_id = $2 AND d.status <> 'cancelled' AND r.status = 'running'
            FOR NO KEY UPDATE OF r",
        "SELECT r.id, d.created_by FROM deployments d JOIN runs r ON r.id = d.run_id
          WHERE d.id = $1 AND d.workspace_id = $2 AND d.status <> 'cancelled' AND r.status = 'running'",
    );
    let found = query_opt!(&mut *tx, (Uuid, Uuid), sql, id, workspace_id)?;
    Ok(found.map(|(run_id, user_id)| NewRun { id: run_id, ..parent(workspace_id, user_id, id) }))
}

/// Returns the next planned sites with their positions.
async fn next(tx: &mut Tx, id: Uuid) -> Result<Vec<(i32, Json<NewSite>)>> {
    let sql = "SELECT position, site FROM planned_sites WHERE deployment_id = $1 ORDER BY position LIMIT $2";
    let limit = i64::try_from(CREATED_AT_ONCE).unwrap_or(i64::MAX);
    query_all!(&mut *tx, (i32, Json<NewSite>), sql, id, limit)
}

/// Maximum number of planned sites that are forgotten at once.
pub(super) const FORGOTTEN_AT_ONCE: i64 = 1_000;

/// Forgets the next planned sites of a deployment that is being cancelled; returns their number, 0 if none is left.
pub(super) async fn forget(tx: &mut Tx, id: Uuid) -> Result<u64> {
    let sql = "DELETE FROM planned_sites WHERE deployment_id = $1 AND position IN
                 (SELECT position FROM planned_sites WHERE deployment_id = $1 ORDER BY position LIMIT $2)";
    execute!(tx, sql, id, FORGOTTEN_AT_ONCE)
}
