//! Firing schedules: a tick starts one run, whoever sees it.

use std::str::FromStr;

use chrono::{DateTime, Utc};
use shared::{
    config::Backends,
    domain::{
        now,
        run::{Lane, NewRun},
        schedule::Schedule,
    },
    store::{Result, run, schedule},
};

/// Starts the runs whose tick has come. Ticks missed while nobody worked are fired once, not many times.
pub(super) async fn fire(backends: &Backends) -> Result<()> {
    let at = now();
    for due in schedule::due(&backends.db, at).await? {
        let Some(tick) = due.next_at else { continue };
        let mut tx = backends.db.begin().await?;
        if !schedule::advance(&mut tx, due.id, tick, next_tick(&due.cron, at)).await? {
            continue;
        }
        let new = new_run(&due, tick);
        let inserted = run::insert(&mut tx, &new).await?;
        tx.commit().await?;
        if let Err(error) = backends.queue.deliver(new.lane, &[inserted.run.id]).await {
            tracing::warn!(%error, "a scheduled run is delivered later");
        }
    }
    Ok(())
}

fn new_run(due: &Schedule, tick: DateTime<Utc>) -> NewRun {
    NewRun {
        website_id: due.website_id,
        engine_id: due.engine_id.clone(),
        action: due.action.clone(),
        lane: Lane::Batch,
        idempotency_key: Some(format!("schedule:{}:{}", due.id, tick.timestamp())),
        ..NewRun::new(due.workspace_id, due.user_id, due.kind, due.payload.0.clone())
    }
}

/// The first tick of a five-field cron expression after `after`, in UTC; `None` when there is none or it is malformed.
pub(crate) fn next_tick(expression: &str, after: DateTime<Utc>) -> Option<DateTime<Utc>> {
    let with_seconds = format!("0 {expression}");
    match cron::Schedule::from_str(&with_seconds) {
        Ok(schedule) => schedule.after(&after).next(),
        Err(error) => {
            tracing::warn!(%error, schedule.cron = expression, "a schedule cannot be read and is switched off");
            None
        }
    }
}

#[cfg(test)]
mod tests {
    use super::next_tick;

    #[test]
    fn ticks_follow_five_field_cron_in_utc() {
        let at = |text: &str| chrono::DateTime::parse_from_rfc3339(text).map(|at| at.to_utc()).ok();
        let after = at("2026-03-01T23:59:30Z").unwrap_or_default();
        assert_eq!(next_tick("*/15 * * * *", after), at("2026-03-02T00:00:00Z"));
        assert_eq!(next_tick("30 6 * * *", after), at("2026-03-02T06:30:00Z"));
        assert_eq!(next_tick("not cron", after), None);
    }
}
