//! Mean durations of runs per workspace and action, by which the queue separates short from long runs.

use serde_json::{Value, json};
use sqlx::types::Json;
use uuid::Uuid;

use crate::{
    domain::run::{Run, RunKind},
    store::{Executor, Result, macros::*},
};

/// What a duration was measured of.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct TimeOf {
    workspace_id: Uuid,
    kind: RunKind,
    action: String,
}

impl TimeOf {
    /// Returns the workspace, kind and action of a run.
    #[must_use]
    pub fn new(run: &Run) -> Self {
        let action = action_name(run.engine_id.as_deref(), run.action.as_deref());
        Self { workspace_id: run.workspace_id, kind: run.kind, action }
    }
}

/// Returns the name of an engine's action; an empty text for other kinds of runs.
pub(super) fn action_name(engine: Option<&str>, action: Option<&str>) -> String {
    [engine, action].into_iter().flatten().collect::<Vec<_>>().join(".")
}

/// Adds mean durations in milliseconds. A stored mean counts three times as much as the added one. Durations of deleted
/// workspaces are ignored.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn add_times(executor: impl Into<Executor<'_>>, times: &[(TimeOf, i64)]) -> Result<()> {
    if times.is_empty() {
        return Ok(());
    }
    let mut executor = executor.into();
    let mut times: Vec<_> = times.iter().collect();
    times.sort_unstable();
    let rows: Vec<Value> = times
        .into_iter()
        .map(|(of, ms)| json!({"w": of.workspace_id.simple().to_string(), "k": of.kind, "a": of.action, "m": ms}))
        .collect();
    let sql = executor.dialect(POSTGRES, SQLITE);
    execute!(executor, sql, Json(&rows)).map(|_| ())
}

const POSTGRES: &str = "
INSERT INTO run_times (workspace_id, kind, action, mean_ms)
SELECT v.w, v.k, v.a, v.m FROM jsonb_to_recordset($1) AS v(w uuid, k text, a text, m bigint)
  JOIN workspaces ON workspaces.id = v.w WHERE true ORDER BY v.w, v.k, v.a
ON CONFLICT (workspace_id, kind, action) DO UPDATE SET mean_ms = (run_times.mean_ms * 3 + excluded.mean_ms) / 4";

const SQLITE: &str = "
INSERT INTO run_times (workspace_id, kind, action, mean_ms)
SELECT workspaces.id, value ->> 'k', value ->> 'a', value ->> 'm'
  FROM json_each($1) JOIN workspaces ON workspaces.id = unhex(value ->> 'w') WHERE true
ON CONFLICT (workspace_id, kind, action) DO UPDATE SET mean_ms = (run_times.mean_ms * 3 + excluded.mean_ms) / 4";
