//! Runs: the row is authoritative, the queue only delivers ids.
//!
//! A run is inserted `queued`, claimed by one conditional update that makes `attempt` its fencing token, and finished
//! by one transaction that writes its outcome and every derived row, or nothing at all if the token is no longer the
//! row's.

mod beat;
mod cancel;
mod case;
mod claim;
mod figures;
mod finish;
pub(super) mod insert;
mod list;
mod log;
mod notify;
mod outcome;
mod parent;
mod recover;
mod retention;
mod rules;
mod times;

pub use super::effect::Effect;
pub use beat::{Beat, Held, beat};
pub use cancel::{Cancelled, cancel, pause, resume, retry};
pub(super) use cancel::{CancelledChildren, cancel_some_children, count_cancelled};
pub use case::{CASES_KEPT, NewRunCase, RunCase, case};
pub use claim::{Claim, claim, claim_short, running};
pub use figures::{EngineFigures, EngineTime, by_engine, ended_since, median_times};
pub use finish::{Finished, finish};
pub use insert::{
    Inserted, add_children, insert, insert_counted, insert_counted_children, insert_many, insert_parent,
    insert_parent_in, insert_parent_of, insert_undelivered,
};
pub use list::{Filter, children, depths, find, find_any, latest, latest_action, list, result};
pub use log::{LogEntry, log};
pub use outcome::{Finish, Outcome};
pub(super) use parent::add as count_ended;
pub use recover::{Due, due, postpone, release_all, requeue_expired, waiting};
pub use retention::delete_older;
pub use times::{TimeOf, add_times};

/// Columns of [`crate::domain::run::Run`]: all but the result, which may be large.
macro_rules! run_columns {
    () => {
        "runs.id, runs.workspace_id, runs.user_id, runs.website_id, runs.parent_id, runs.kind, runs.engine_id, \
         runs.action, runs.lane, runs.is_short, runs.status, runs.payload, runs.attempt, runs.max_attempts, runs.run_at, \
         runs.cancel_requested, runs.percent, runs.stage, runs.message, runs.error, runs.children_total, \
         runs.children_done, runs.children_failed, runs.created_at, runs.started_at, runs.finished_at"
    };
}
pub(crate) use run_columns;
