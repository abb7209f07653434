//! Parent runs, with progress derived from their children.

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};
use serde_json::json;
use sqlx::types::Json;
use uuid::Uuid;

use super::{
    outcome::{Finish, Outcome, finished_event},
    run_columns,
};
use crate::{
    domain::{
        event::NewEvent,
        run::{Run, RunError, RunStatus},
    },
    store::{Result, Tx, macros::*},
};

/// Counts finished children, and finishes parents without remaining children.
pub(super) async fn children_ended(tx: &mut Tx, counted: &[&Finish], now: DateTime<Utc>) -> Result<Vec<NewEvent>> {
    let mut ended: BTreeMap<Uuid, (i32, i32)> = BTreeMap::new();
    for done in counted {
        let Some(parent) = done.run.parent_id else { continue };
        match done.outcome {
            Outcome::Succeeded(_) => ended.entry(parent).or_default().0 += 1,
            Outcome::Failed(_) | Outcome::Cancelled => {
                let counts = ended.entry(parent).or_default();
                counts.0 += 1;
                counts.1 += 1;
            }
            Outcome::Retry { .. } | Outcome::Postponed { .. } | Outcome::Released => {}
        }
    }
    let mut events = Vec::new();
    for (parent, (done, failed)) in ended {
        events.extend(add(tx, parent, done, failed, now).await?);
    }
    Ok(events)
}

/// Adds finished children to a parent; finishes it and returns its event if none remains.
pub(in crate::store) async fn add(
    tx: &mut Tx, parent: Uuid, done: i32, failed: i32, now: DateTime<Utc>,
) -> Result<Option<NewEvent>> {
    let sql = concat!(
        "UPDATE runs SET children_done = children_done + $2, children_failed = children_failed + $3,
           percent = 100 * (children_done + $2) / children_total
          WHERE id = $1 AND children_total > 0 RETURNING ",
        run_columns!()
    );
    let Some(run) = write_opt!(tx, Run, sql, parent, done, failed)? else { return Ok(None) };
    if run.children_done < run.children_total || run.status.is_final() {
        return Ok(None);
    }
    end(tx, &run, now).await.map(Some)
}

async fn end(tx: &mut Tx, run: &Run, now: DateTime<Utc>) -> Result<NewEvent> {
    let (total, failed) = (run.children_total, run.children_failed);
    let error = (failed > 0).then(|| {
        RunError::new(
            "children-failed",
            format!("{failed} of {total} failed; the others succeeded. Retry the failed ones."),
        )
    });
    let status = if failed > 0 { RunStatus::Failed } else { RunStatus::Succeeded };
    execute!(
        tx,
        "UPDATE runs SET status = $2, error = $3, result = $4, percent = 100, finished_at = $5 WHERE id = $1",
        run.id,
        status,
        error.as_ref().map(Json),
        Json(json!({"total": total, "succeeded": total - failed, "failed": failed})),
        now
    )?;
    Ok(finished_event(run, status, error.as_ref()))
}
