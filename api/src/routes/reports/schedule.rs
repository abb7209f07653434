//! The schedule of a report.

use chrono::{DateTime, Utc};
use serde_json::json;
use shared::{
    domain::{
        now,
        report::{ReportBody, ReportFrequency},
        run::RunKind,
    },
    store::{
        Tx, report,
        schedule::{self, NewSchedule, ScheduleChange},
    },
};
use uuid::Uuid;

use crate::{
    error::Result,
    routes::schedules::{check_room, first_tick_in},
};

/// Cron expression and first time.
pub(super) type Times = Option<(String, DateTime<Utc>)>;

/// Returns when a report is made; `None` if it is not scheduled.
pub(super) fn times(body: &ReportBody) -> Result<Times> {
    let days = match body.frequency {
        // Checked all the same, because it is stored.
        ReportFrequency::None | ReportFrequency::Weekly => "* * 1",
        ReportFrequency::Monthly => "1 * *",
    };
    let times = first_tick_in(RunKind::Report, &format!("0 {} {days}", body.hour), &body.time_zone)?;
    Ok((body.frequency != ReportFrequency::None).then_some(times))
}

/// Creates, changes or deletes the schedule of a report.
pub(super) async fn set(
    tx: &mut Tx, (workspace_id, website_id, user_id): (Uuid, Uuid, Uuid), (id, old): (Uuid, Option<Uuid>),
    body: &ReportBody, times: Times,
) -> Result<()> {
    let stored = match old {
        Some(old) => schedule::find(&mut *tx, workspace_id, old).await?,
        None => None,
    };
    let payload = json!({"reportId": id});
    let name = format!("Report: {}", body.title);
    let schedule_id = match (stored, times) {
        (Some(stored), Some((cron, next_at))) => {
            let change = ScheduleChange {
                name,
                website_id: Some(website_id),
                engine_id: None,
                action: None,
                payload,
                cron,
                time_zone: body.time_zone.clone(),
                paused: false,
                next_at: Some(next_at),
            };
            schedule::update(&mut *tx, workspace_id, stored.id, &change).await?;
            Some(stored.id)
        }
        (Some(stored), None) => {
            schedule::delete(&mut *tx, workspace_id, stored.id).await?;
            None
        }
        (None, Some((cron, next_at))) => {
            check_room(&mut *tx, workspace_id, "/frequency").await?;
            let new = NewSchedule {
                workspace_id,
                user_id,
                website_id: Some(website_id),
                kind: RunKind::Report,
                engine_id: None,
                action: None,
                payload,
                name,
                cron,
                time_zone: body.time_zone.clone(),
                next_at,
            };
            Some(schedule::insert(&mut *tx, &new, now()).await?)
        }
        (None, None) => None,
    };
    Ok(report::set_schedule(tx, workspace_id, id, schedule_id).await?)
}
