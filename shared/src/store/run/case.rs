//! What a run of an engine computed from, and what the engine answered.

use chrono::{DateTime, Utc};
use futures::FutureExt;
use uuid::Uuid;

use crate::{
    domain::run::Run,
    store::{
        Executor, Result, Tx,
        effect::{Applied, Apply, NewFindings},
        macros::*,
    },
};

/// Number of runs of an action on a website whose cases are kept: the latest.
pub const CASES_KEPT: i64 = 5;

/// Effect: the case of the run is kept, and earlier ones of the action on the website go.
#[derive(Debug, Clone)]
pub struct NewRunCase {
    /// Engine.
    pub engine_id: String,
    /// Action.
    pub action: String,
    /// Version of the program.
    pub program: String,
    /// Seed of random numbers, if the action has one.
    pub seed: Option<i64>,
    /// Whether a sentence model was used.
    pub has_model: bool,
    /// Input and parameters: a line of JSON, packed with gzip.
    pub input: Vec<u8>,
    /// Answer of the engine: a line of JSON, packed with gzip.
    pub answer: Vec<u8>,
}

/// The case of a run.
#[derive(Debug, Clone, sqlx_macros::FromRow)]
pub struct RunCase {
    /// Engine.
    pub engine_id: String,
    /// Action.
    pub action: String,
    /// Version of the program.
    pub program: String,
    /// Seed of random numbers, if the action has one.
    pub seed: Option<i64>,
    /// Whether a sentence model was used.
    pub has_model: bool,
    /// Input and parameters: a line of JSON, packed with gzip.
    pub input: Vec<u8>,
    /// Answer of the engine: a line of JSON, packed with gzip.
    pub answer: Vec<u8>,
    /// Time at which the run ended.
    pub created_at: DateTime<Utc>,
}

impl Apply for NewRunCase {
    fn apply<'a>(&'a self, tx: &'a mut Tx, run: &'a Run, _: &'a mut NewFindings, now: DateTime<Utc>) -> Applied<'a> {
        async move {
            put(tx, run, self, now).await?;
            Ok(Vec::new())
        }
        .boxed()
    }
}

async fn put(tx: &mut Tx, run: &Run, new: &NewRunCase, now: DateTime<Utc>) -> Result<()> {
    execute!(
        &mut *tx,
        "INSERT INTO run_cases (run_id, workspace_id, engine_id, action, program, seed, has_model, input, answer,
           created_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)",
        run.id,
        run.workspace_id,
        &new.engine_id,
        &new.action,
        &new.program,
        new.seed,
        new.has_model,
        &new.input,
        &new.answer,
        now
    )?;
    execute!(
        tx,
        "DELETE FROM run_cases WHERE run_id IN
           (SELECT c.run_id FROM run_cases c JOIN runs r ON r.id = c.run_id
             WHERE c.workspace_id = $1 AND c.engine_id = $2 AND c.action = $3 AND r.website_id IS NOT DISTINCT FROM $4
             ORDER BY c.run_id DESC LIMIT 1000 OFFSET $5)",
        run.workspace_id,
        &new.engine_id,
        &new.action,
        run.website_id,
        CASES_KEPT
    )
    .map(|_| ())
}

/// Returns the case of a run of the workspace, if it is kept.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn case(executor: impl Into<Executor<'_>>, workspace_id: Uuid, run_id: Uuid) -> Result<Option<RunCase>> {
    query_opt!(
        executor.into(),
        RunCase,
        "SELECT engine_id, action, program, seed, has_model, input, answer, created_at
           FROM run_cases WHERE run_id = $1 AND workspace_id = $2",
        run_id,
        workspace_id
    )
}
