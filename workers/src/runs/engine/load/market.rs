//! Loads user data that override the reference data of markets.

use engines::local::Overrides;

use crate::{context::RunContext, error::JobError};

/// Loads the workspace's own values, places, rate cards, outcomes and SERPs. Data of the run's website win.
pub(super) async fn overrides(context: &RunContext) -> Result<Overrides, JobError> {
    let own = markets::own(&context.db, context.run.workspace_id, context.run.website_id).await?;
    Ok(own.overrides)
}
