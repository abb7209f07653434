//! Executes an attempt of a run: calls its handler and passes the outcome to the finisher.

use std::{convert::Infallible, panic::AssertUnwindSafe, sync::Arc, time::Instant};

use apalis::prelude::Data;
use futures::FutureExt;
use rand::Rng;
use serde_json::json;
use shared::{
    domain::{
        engine::EngineStatus,
        now,
        run::{RunError, RunKind},
    },
    events,
    store::run::{Finish, Outcome},
};
use tracing::Instrument;

use super::{
    room::{Place, Slot},
    state::Fleet,
};
use crate::{context::RunContext, error::JobError, held::Holding, runs, runs::done::Done};

/// First pause before a retry; it doubles with each attempt.
const FIRST_PAUSE_MS: i64 = 1_000;
const LONGEST_PAUSE_MS: i64 = 300_000;
/// Pause of a run that is held back.
const POSTPONED_MINUTES: i64 = 5;

/// A claimed run, with its place in the lane until the finisher has its outcome.
#[derive(Debug)]
pub(super) struct Claimed {
    pub(super) holding: Arc<Holding>,
    pub(super) place: Place,
}

/// Called by apalis for each claimed run. It never fails: any result is the run's outcome.
pub(super) async fn execute(claimed: Claimed, fleet: Data<Arc<Fleet>>) -> Result<(), Infallible> {
    let run = &claimed.holding.run;
    let span = tracing::info_span!("run", run.id = %run.id, run.kind = %run.kind, run.attempt = run.attempt);
    // A separate task; otherwise all runs of the lane would share one thread.
    let fleet = Arc::clone(&fleet);
    let task = tokio::spawn(async move { attempt(&fleet, claimed).await }.instrument(span));
    if let Err(error) = task.await {
        tracing::error!(%error, "an attempt ended without an outcome; another worker repeats the run");
    }
    Ok(())
}

async fn attempt(fleet: &Arc<Fleet>, Claimed { holding, place }: Claimed) {
    let slot = turn(&holding, &place).await;
    let begun = Instant::now();
    let ended = match slot {
        Ok(slot) => {
            tell_engine(fleet, &holding, EngineStatus::Running);
            let overran = || fleet.times.overran(&holding.run);
            let ended = place.watch(slot, handle(fleet, &holding), overran).await;
            place.took(begun.elapsed());
            fleet.times.add(&holding.run, begun.elapsed());
            ended
        }
        Err(none) => Err(none),
    };
    holding.tell_last();
    let (outcome, effects) = outcome(&holding, ended);
    report(&holding, &outcome, begun);
    tell_engine(fleet, &holding, engine_status(&outcome));
    fleet.outbox.send(Finish { run: holding.run.clone(), outcome, effects }).await;
}

/// Waits for a slot; a run without a slot in time is released.
async fn turn<'a>(holding: &Holding, place: &'a Place) -> Result<Slot<'a>, JobError> {
    tokio::select! {
        biased;
        () = holding.stop.cancelled() => Err(JobError::Cancelled),
        slot = place.slot() => slot.ok_or_else(|| {
            holding.release();
            JobError::Cancelled
        }),
    }
}

const fn engine_status(outcome: &Outcome) -> EngineStatus {
    match outcome {
        Outcome::Succeeded(_) | Outcome::Cancelled => EngineStatus::Idle,
        Outcome::Failed(_) => EngineStatus::Error,
        Outcome::Retry { .. } | Outcome::Postponed { .. } | Outcome::Released => EngineStatus::Queued,
    }
}

async fn handle(fleet: &Arc<Fleet>, holding: &Arc<Holding>) -> Result<Done, JobError> {
    let (db, uploads, models) = (fleet.backends.db.clone(), fleet.uploads.clone(), fleet.models.clone());
    let (settings, vault) = (&fleet.settings, fleet.vault.clone());
    let context = RunContext::new(db, uploads, models, settings, vault, holding.clone());
    let limit = holding.run.kind.policy().time_out.to_std().unwrap_or_default();
    let work = AssertUnwindSafe(runs::handle(&context)).catch_unwind();
    let ended = tokio::select! {
        biased;
        () = holding.stop.cancelled() => Err(JobError::Cancelled),
        ended = tokio::time::timeout(limit, work) => match ended {
            Ok(Ok(ended)) => ended,
            Ok(Err(_panic)) => Err(JobError::defect(&"a handler panicked")),
            Err(_) => Err(JobError::transient("timed-out", format!("It took longer than {} minutes.", limit.as_secs() / 60))),
        },
    };
    // Threads that still compute for it, after a time-out or a panic, see this and end.
    holding.stop.cancel();
    ended
}

fn outcome(holding: &Holding, ended: Result<Done, JobError>) -> (Outcome, Vec<shared::store::effect::Effect>) {
    let outcome = match ended {
        Ok(done) => return (Outcome::Succeeded(done.result), done.effects),
        Err(JobError::Cancelled) if holding.is_released() => Outcome::Released,
        Err(JobError::Cancelled) => Outcome::Cancelled,
        Err(JobError::Permanent(error)) => Outcome::Failed(error),
        Err(JobError::Transient(error)) => retry(holding, error),
        Err(JobError::Postponed(error)) => {
            Outcome::Postponed { error, at: now() + chrono::Duration::minutes(POSTPONED_MINUTES) }
        }
    };
    (outcome, Vec::new())
}

fn retry(holding: &Holding, error: RunError) -> Outcome {
    let run = &holding.run;
    if run.attempt >= run.max_attempts {
        let detail = format!("{} Attempts: {}.", error.detail, run.attempt);
        return Outcome::Failed(RunError::new(error.r#type, detail));
    }
    let pause = pause_ms(run.attempt, rand::rng().random_range(0.5..1.5));
    Outcome::Retry { error, at: now() + chrono::Duration::milliseconds(pause) }
}

/// Pause that doubles from a second to five minutes, times `jitter`, so that simultaneous failures do not retry
/// together.
fn pause_ms(attempt: i32, jitter: f64) -> i64 {
    let doubled = FIRST_PAUSE_MS.saturating_mul(1 << (attempt - 1).clamp(0, 20)).min(LONGEST_PAUSE_MS);
    #[expect(clippy::cast_possible_truncation, clippy::cast_precision_loss, reason = "at most 450,000")]
    let pause = (doubled as f64 * jitter) as i64;
    pause
}

fn report(holding: &Holding, outcome: &Outcome, begun: Instant) {
    let word = match outcome {
        Outcome::Succeeded(_) => "succeeded",
        Outcome::Failed(_) => "failed",
        Outcome::Retry { .. } => "retry",
        Outcome::Postponed { .. } => "postponed",
        Outcome::Cancelled => "cancelled",
        Outcome::Released => "released",
    };
    let run = &holding.run;
    let took = begun.elapsed();
    metrics::counter!("motherlode_runs_total", "kind" => run.kind.as_str(), "lane" => run.lane.as_str(), "outcome" => word)
        .increment(1);
    metrics::histogram!("motherlode_run_duration_seconds", "kind" => run.kind.as_str(), "lane" => run.lane.as_str())
        .record(took.as_secs_f64());
    match outcome {
        Outcome::Failed(error) | Outcome::Retry { error, .. } => {
            tracing::warn!(
                run.outcome = word,
                error.r#type,
                error.detail,
                duration_ms = took.as_millis(),
                "the run did not succeed"
            );
        }
        _ => tracing::debug!(run.outcome = word, duration_ms = took.as_millis(), "the attempt has ended"),
    }
}

/// Notifies the workspace of the engine's status, for runs of an engine.
fn tell_engine(fleet: &Fleet, holding: &Holding, status: EngineStatus) {
    let run = &holding.run;
    if run.kind != RunKind::Engine {
        return;
    }
    let engine = json!({
        "id": run.engine_id, "status": status, "action": run.action, "runId": run.id, "websiteId": run.website_id,
    });
    events::publish(&fleet.backends.bus, run.workspace_id, "engine:status", json!({"engine": engine}));
}

#[cfg(test)]
mod tests {
    use super::pause_ms;

    #[test]
    fn pauses_double_and_stay_within_five_minutes() {
        assert_eq!(pause_ms(1, 1.0), 1_000);
        assert_eq!(pause_ms(3, 1.0), 4_000);
        assert_eq!(pause_ms(40, 1.0), 300_000);
        assert_eq!(pause_ms(1, 0.5), 500);
    }
}
