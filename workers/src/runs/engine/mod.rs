//! Runs of the engines: load what the website has, compute, save what was found.
//!
//! The keyword engine's analysis and wins fill tables of their own. Everything else is asked by the name of the action, as
//! on the command line: its loader writes the case, and what it answers is the run's result, with its insights,
//! opportunities and forecasts kept beside it.

mod asked;
pub(super) mod control;
mod difficulty;
mod forecasts;
pub(super) mod found;
mod keyword;
mod load;
mod model;
mod version;
mod website_settings;

use shared::domain::engine::EngineId;

use crate::{context::RunContext, error::JobError, registry::Done};

pub(crate) async fn run(context: &RunContext) -> Result<Done, JobError> {
    let engine_id = context.run.engine_id.as_deref().unwrap_or_default();
    let mut done = match engine_id.parse() {
        Ok(EngineId::Keyword) if keyword::fills_tables(context) => keyword::run(context).await,
        Ok(engine) => asked::run(context, engine).await,
        Err(problem) => Err(JobError::permanent("unknown-engine", problem)),
    }?;
    difficulty::rate(context, &mut done.effects).await?;
    Ok(done)
}
