//! Loads user data that override the reference data of markets.

use engines::local::Overrides;

use crate::{context::RunContext, error::JobError};

/// Loads the workspace's own values, places, rate cards, outcomes and SERPs, as lists of markets and campaigns do: a market has
/// the same figures in a scan, whichever website was chosen.
pub(super) async fn overrides(context: &RunContext) -> Result<Overrides, JobError> {
    let own = markets::own(&context.db, context.run.workspace_id).await?;
    Ok(own.overrides)
}
