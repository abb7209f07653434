//! G24: a person approves every release before it is deployed.

use super::{Context, Outcome};
use crate::GateError;

/// Says what waits for a person. Who approved is decided with the release, not here.
pub(super) fn run(context: &Context<'_>) -> Result<Outcome, GateError> {
    let what = if context.state.is_first_launch { "First launch" } else { "New release" };
    let mut outcome = Outcome::new();
    outcome.waits = true;
    Ok(outcome.measured(format!("{what}: waiting for a person")))
}
