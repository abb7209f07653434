//! When the digest of a website's ranks is sent.

use axum::extract::State;
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use serde_json::json;
use shared::{
    domain::{
        now,
        rank::{DigestFrequency, RankDigestSettings, RankTopic},
        run::RunKind,
        schedule::Schedule,
    },
    store::{
        Tx, rank,
        schedule::{self, NewSchedule, ScheduleChange},
        user, workspace,
    },
};
use utoipa::{IntoParams, ToSchema};
use uuid::Uuid;

use crate::{
    error::{ApiError, Result},
    extract::{Changes, Json, Member, Query, Success},
    routes::schedules::{self, first_tick_in},
    state::AppState,
};

/// Hour at which digests are sent, in their time zone.
const HOUR: u32 = 7;
/// Query parameters.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(super) struct Params {
    pub(super) website_id: Uuid,
}

/// When to send the digest of a website's ranks.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schema(as = NewRankDigestSettings)]
pub(super) struct Input {
    website_id: Uuid,
    frequency: DigestFrequency,
    /// Day of weekly digests, 0 (Sunday) to 6. Default: 1, Monday.
    weekday: Option<i32>,
    /// Time zone of the sender's clock. Default: UTC.
    #[schema(examples("Europe/Berlin"))]
    time_zone: Option<String>,
    /// Whether a digest is sent when nothing has changed. Default: true.
    sends_empty: Option<bool>,
}

/// The last digest.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = LastRankDigest)]
struct LastView {
    at: DateTime<Utc>,
    /// Whether nothing had changed. If empty digests are not sent, it was not sent.
    is_empty: bool,
    emails: i64,
    /// Emails that were not sent, because the workspace had reached its limit.
    refused_emails: i64,
}

/// When the digest of a website's ranks is sent.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = RankDigestSettings)]
pub(super) struct Answer {
    success: Success,
    frequency: DigestFrequency,
    /// Day of weekly digests, 0 (Sunday) to 6.
    weekday: i32,
    time_zone: String,
    sends_empty: bool,
    /// Time of the next digest.
    next_at: Option<DateTime<Utc>>,
    /// Last time at which none was sent, if none was sent since.
    skipped_at: Option<DateTime<Utc>>,
    /// Why.
    skipped_reason: Option<String>,
    last: Option<LastView>,
    /// Whether you get it by email.
    is_subscribed: bool,
    /// Why you cannot get it by email; `null` if you can.
    obstacle: Option<&'static str>,
    /// Members who get it by email.
    subscribers: usize,
}

/// Get when the digest of ranks is sent.
#[utoipa::path(
    get, path = "/api/ranks/digest", tag = "ranks", params(Params), responses((status = 200, body = Answer))
)]
pub(super) async fn read(
    State(state): State<AppState>, member: Member, Query(params): Query<Params>,
) -> Result<Json<Answer>> {
    let website = super::website(&state, member.workspace_id, params.website_id).await?;
    answer(&state, member.workspace_id, member.caller.user_id, website.id).await
}

/// Change when the digest of ranks is sent.
///
/// A digest reports what changed since the previous one: share of voice, moves beyond the keywords' own volatility, the
/// first ten results, citations in AI overviews, alerts, what was not checked and why, and costs. It is sent at 07:00 in
/// `timeZone` by email to subscribed members and as the event `performance:digest` of webhooks. After times that were
/// missed, one digest covers them all. Requires an editor.
#[utoipa::path(
    put, path = "/api/ranks/digest", tag = "ranks", request_body = Input, responses((status = 200, body = Answer))
)]
pub(super) async fn write(
    State(state): State<AppState>, member: Member<Changes>, Json(input): Json<Input>,
) -> Result<Json<Answer>> {
    let website = super::website(&state, member.workspace_id, input.website_id).await?;
    let weekday = input.weekday.unwrap_or(RankDigestSettings::default().weekday);
    if !(0..=6).contains(&weekday) {
        return Err(ApiError::invalid("/weekday", "must be 0 (Sunday) to 6 (Saturday)"));
    }
    let time_zone = input.time_zone.unwrap_or_else(|| "UTC".to_owned());
    let weekdays = if input.frequency == DigestFrequency::Weekly { weekday.to_string() } else { "*".to_owned() };
    let times = first_tick_in(RunKind::RankDigest, &format!("0 {HOUR} * * {weekdays}"), &time_zone)?;
    let mut tx = state.db.begin().await?;
    workspace::lock(&mut tx, member.workspace_id).await?;
    let old = rank::digest_settings(&mut tx, member.workspace_id, website.id).await?;
    // The first digest after a pause does not cover the pause.
    let covered_until = old.covered_until.filter(|_| old.frequency != DigestFrequency::Off);
    let new = RankDigestSettings {
        frequency: input.frequency,
        weekday,
        time_zone,
        sends_empty: input.sends_empty.unwrap_or(true),
        covered_until,
        ..old
    };
    rank::save_digest_settings(&mut tx, member.workspace_id, website.id, &new).await?;
    set_schedule(&mut tx, &member, website.id, &new, times).await?;
    tx.commit().await?;
    answer(&state, member.workspace_id, member.caller.user_id, website.id).await
}

/// Creates, changes or deletes the schedule of the digests.
async fn set_schedule(
    tx: &mut Tx, member: &Member<Changes>, website_id: Uuid, new: &RankDigestSettings,
    (cron, next_at): (String, DateTime<Utc>),
) -> Result<()> {
    let workspace_id = member.workspace_id;
    let is_on = new.frequency != DigestFrequency::Off;
    let schedule_id = match find_schedule(&mut *tx, workspace_id, new).await? {
        Some(old) if is_on => {
            let id = old.id;
            schedule::update(&mut *tx, workspace_id, id, &change(old, cron, &new.time_zone, next_at)).await?;
            Some(id)
        }
        Some(old) => {
            schedule::delete(&mut *tx, workspace_id, old.id).await?;
            None
        }
        None if is_on => {
            schedules::check_room(&mut *tx, workspace_id, "/frequency").await?;
            let new = NewSchedule {
                workspace_id,
                user_id: member.caller.user_id,
                website_id: Some(website_id),
                kind: RunKind::RankDigest,
                engine_id: None,
                action: None,
                payload: json!({"websiteId": website_id}),
                name: "Digest of ranks".to_owned(),
                cron,
                time_zone: new.time_zone.clone(),
                next_at,
            };
            Some(schedule::insert(&mut *tx, &new, now()).await?)
        }
        None => None,
    };
    rank::set_digest_schedule(tx, workspace_id, website_id, schedule_id).await?;
    Ok(())
}

async fn find_schedule(
    executor: impl Into<shared::store::Executor<'_>>, workspace_id: Uuid, settings: &RankDigestSettings,
) -> Result<Option<Schedule>> {
    match settings.schedule_id {
        Some(id) => Ok(schedule::find(executor, workspace_id, id).await?),
        None => Ok(None),
    }
}

/// Returns the schedule with other times. Saving it resumes it.
fn change(old: Schedule, cron: String, time_zone: &str, next_at: DateTime<Utc>) -> ScheduleChange {
    ScheduleChange {
        name: old.name,
        website_id: old.website_id,
        engine_id: None,
        action: None,
        payload: old.payload.0,
        cron,
        time_zone: time_zone.to_owned(),
        paused: false,
        next_at: Some(next_at),
    }
}

/// Returns the settings of a website's digest for a member.
pub(super) async fn answer(
    state: &AppState, workspace_id: Uuid, user_id: Uuid, website_id: Uuid,
) -> Result<Json<Answer>> {
    let stored = rank::digest_settings(&state.db, workspace_id, website_id).await?;
    let schedule = find_schedule(&state.db, workspace_id, &stored).await?;
    // A schedule can also be paused or deleted in the list of schedules.
    let active = schedule.as_ref().filter(|schedule| !schedule.paused);
    let last = stored.last_at.map(|at| LastView {
        at,
        is_empty: stored.last_is_empty,
        emails: stored.last_emails,
        refused_emails: stored.last_refused,
    });
    Ok(Json(Answer {
        success: Success,
        frequency: active.map_or(DigestFrequency::Off, |_| stored.frequency),
        weekday: stored.weekday,
        time_zone: stored.time_zone.clone(),
        sends_empty: stored.sends_empty,
        next_at: active.and_then(|schedule| schedule.next_at),
        skipped_at: active.and_then(|schedule| schedule.skipped_at),
        skipped_reason: active.and_then(|schedule| schedule.skipped_reason.clone()),
        last,
        is_subscribed: rank::is_subscribed(&state.db, (workspace_id, website_id), (user_id, RankTopic::Digest)).await?,
        obstacle: obstacle(state, user_id).await?,
        subscribers: rank::subscribers(&state.db, workspace_id, website_id, RankTopic::Digest).await?.len(),
    }))
}

/// Returns why a user cannot get emails.
pub(super) async fn obstacle(state: &AppState, user_id: Uuid) -> Result<Option<&'static str>> {
    if !state.settings.sends_mail {
        return Ok(Some("This server sends no email. Its operator can set up a mail server."));
    }
    let found = user::find(&state.db, user_id).await?;
    let is_confirmed = found.is_some_and(|user| user.email_verified_at.is_some());
    Ok((!is_confirmed).then_some("Confirm your email address first."))
}
