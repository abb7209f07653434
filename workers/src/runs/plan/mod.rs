//! Plans: their steps are prepared on a copy of the records, executed one by one, and undone.
//!
//! The execution engine chooses the next steps and defines the actions; this module reads and writes the records. A
//! step and its status are written in one transaction that first locks the kill switches. A step is therefore executed
//! once or not at all, by any worker, and never after execution was stopped.

pub(crate) mod apply;
mod perform;
pub(crate) mod prepare;
mod records;
mod refusal;
mod standing;
pub(crate) mod undo;

use serde::Deserialize;
use uuid::Uuid;

/// Name of the plan's workspace in the engine.
pub(crate) const WORKSPACE: &str = "workspace";

/// Payload of runs on a plan.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Payload {
    plan_id: Uuid,
    /// Steps to undo; empty: all executed steps.
    #[serde(default)]
    steps: Vec<String>,
}
