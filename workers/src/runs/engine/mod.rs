//! Runs of the engines: load what the website has, compute, save what was found.

mod control;
mod keyword;

use shared::domain::engine::EngineId;

use crate::{context::RunContext, error::JobError, registry::Done};

pub(crate) async fn run(context: &RunContext) -> Result<Done, JobError> {
    let engine_id = context.run.engine_id.as_deref().unwrap_or_default();
    match engine_id.parse() {
        Ok(EngineId::Keyword) => keyword::run(context).await,
        Ok(other) => Err(JobError::permanent(
            "engine-needs-data",
            format!("The {other} engine has no action for the data of this installation yet."),
        )),
        Err(problem) => Err(JobError::permanent("unknown-engine", problem)),
    }
}
