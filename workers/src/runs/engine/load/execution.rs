//! Loaders of the execution engine: the caller provides plans and their results.

use engines::execution::actions::{Apply, Plan, Undo, Verify};

use super::{Load, Loaded, as_of, callers_own};
use crate::{context::RunContext, error::JobError};

callers_own!(Apply, Verify, Undo);

impl Load for Plan {
    async fn load(context: &RunContext, input: &mut Self::Input) -> Result<Loaded, JobError> {
        input.as_of = input.as_of.or_else(|| as_of(context));
        Ok(Loaded::default())
    }
}
