//! Plans: their steps are prepared on a copy of the records, executed one by one, and undone.
//!
//! The execution engine decides what comes next and what an action means; here its records are read and written. A
//! step is done in one transaction with the mark that it was, after a look at the kill switches, which are held until
//! then: so it is done once or not at all, by whichever worker, and never after acting was stopped.

pub(crate) mod apply;
mod perform;
pub(crate) mod prepare;
mod records;
mod refusal;
mod standing;
pub(crate) mod undo;

use serde::Deserialize;
use uuid::Uuid;

/// Under this name the engine has the workspace that the plan is of.
pub(crate) const WORKSPACE: &str = "workspace";

/// What a run about a plan is given.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Payload {
    plan_id: Uuid,
    /// Steps to take back; none: all that were done.
    #[serde(default)]
    steps: Vec<String>,
}
