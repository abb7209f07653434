//! Execution engine: plans, verifies and undoes changes.
//!
//! The engine has no side effects: [`plan()`] orders typed actions, simulates them on a copy of the sites, and defines
//! preview, checks and compensation of each; [`apply()`] returns the next steps given the results so far; [`verify()`]
//! compares observations with the expected state; [`undo()`] returns the inverse. A worker executes the steps, each at
//! most once per key. The method card is `docs/engines/execution.md`.

mod action;
pub mod actions;
mod apply;
mod params;
mod perform;
mod perform_record;
mod plan;
pub mod record;
mod site;
mod undo;
mod verify;

pub use action::{Action, Risk};
pub use apply::{ApplyInput, Compensation, Counts, Next, PlanState, StepOutcome, StepResult, apply};
pub use params::{Checked, Parameters};
pub use perform::perform;
pub use plan::{Blocked, Plan, PlanInput, Preview, Request, Step, changes_website, has_action_for, plan};
pub use site::{Site, Sites};
pub use undo::{Undo, UndoInput, UndoStep, undo};
pub use verify::{Check, CheckOutcome, CheckResult, Verdict, Verification, VerifyInput, verify};

/// Name of the method.
pub const METHOD: &str = "execution: typed actions, trial on a copy, canary, saga with compensations, idempotency keys";
/// Version of the method; it changes with any change of the results.
pub const METHOD_VERSION: &str = "execution-1.1.0";

/// Returns the JSON schema of [`Parameters`], from which the app builds the form.
pub fn parameters_schema() -> serde_json::Value {
    schemars::schema_for!(Parameters).to_value()
}
