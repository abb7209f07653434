//! Rules for the end of engine runs.

use chrono::{DateTime, Utc};
use futures::FutureExt;
use serde_json::json;

use super::{
    Tx,
    achievement::{self, Counted},
    effect::{Applied, RunRules},
};
use crate::domain::{
    event::{Audience, NewEvent},
    run::{Run, RunError},
};

/// Rules of an engine's runs.
#[derive(Debug)]
pub(super) struct EngineRun;

impl RunRules for EngineRun {
    fn succeeded<'a>(&'a self, tx: &'a mut Tx, run: &'a Run, now: DateTime<Utc>) -> Applied<'a> {
        achievement::award(tx, run.user_id, &[Counted::EngineRuns, Counted::Engines], now).boxed()
    }

    /// Reports the error to the workspace; a cancellation needs no report.
    fn unsuccessful<'a>(
        &'a self, _tx: &'a mut Tx, run: &'a Run, error: Option<&'a RunError>, _now: DateTime<Utc>,
    ) -> Applied<'a> {
        let events: Vec<NewEvent> = error.map(|error| engine_error(run, error)).into_iter().collect();
        std::future::ready(Ok(events)).boxed()
    }
}

fn engine_error(run: &Run, error: &RunError) -> NewEvent {
    NewEvent {
        audience: Audience::Workspace(run.workspace_id),
        r#type: "engine:error",
        payload: json!({
            "engineId": run.engine_id, "runId": run.id, "websiteId": run.website_id, "error": error.detail,
        }),
    }
}
