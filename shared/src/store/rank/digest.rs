//! Digests of ranks: what they are computed from, when they are sent, and who gets them.

use chrono::{DateTime, TimeDelta, Utc};
use uuid::Uuid;

use crate::{
    domain::{
        rank::{AlertSeverity, RankDigestSettings, RankState},
        website::Website,
    },
    ranks::{self, Digest, DigestInput},
    store::{Db, Executor, Result, Tx, macros::*, schedule},
};

/// Days for which a check counts.
const COUNTS_DAYS: i64 = 31;
/// Messages of alerts in a digest.
const MOST_MESSAGES: i64 = 10;

/// Computes the digest of a website's ranks from `from` to `until`.
///
/// # Errors
/// Returns an error if a query fails.
pub async fn digest(
    db: &Db, workspace_id: Uuid, website: &Website, (from, until): (DateTime<Utc>, DateTime<Utc>),
) -> Result<Digest> {
    let of = (workspace_id, website.id);
    let settings = super::settings(db, workspace_id, website.id).await?;
    let is_daily = match settings.schedule_id {
        Some(id) => schedule::find(db, workspace_id, id).await?.is_some_and(|found| !found.paused),
        None => false,
    };
    let (alerts, alert_messages) = alerts(db, of, from, until).await?;
    let input = DigestInput {
        host: &website.host,
        keywords: &super::all(db, workspace_id, website.id).await?,
        before: &states(db, of, from).await?,
        after: &states(db, of, until).await?,
        settings,
        is_daily,
        alerts,
        alert_messages,
        checks: checks(db, of, from, until).await?,
    };
    Ok(ranks::digest(input, from, until))
}

/// Returns the latest check of each keyword before a time, if it is of the last 31 days.
async fn states(db: &Db, (workspace_id, website_id): (Uuid, Uuid), until: DateTime<Utc>) -> Result<Vec<RankState>> {
    let sql = "SELECT keyword_id, checked_at, rank, depth, ai_overview, is_cited FROM (
                 SELECT keyword_id, checked_at, rank, depth, is_cited,
                        CASE WHEN provider = 'serper' THEN 'unknown' ELSE ai_overview END AS ai_overview,
                        ROW_NUMBER() OVER (PARTITION BY keyword_id ORDER BY checked_at DESC) AS turn
                   FROM rank_checks
                  WHERE workspace_id = $1 AND website_id = $2 AND checked_at >= $3 AND checked_at < $4) AS latest
                WHERE turn = 1 ORDER BY keyword_id";
    query_all!(db, RankState, sql, workspace_id, website_id, until - TimeDelta::days(COUNTS_DAYS), until)
}

/// Returns the numbers of alerts by severity, and the messages of the worst ones.
async fn alerts(
    db: &Db, (workspace_id, website_id): (Uuid, Uuid), from: DateTime<Utc>, until: DateTime<Utc>,
) -> Result<([i64; 3], Vec<String>)> {
    let sql = "SELECT severity, COUNT(*) FROM rank_alerts
                WHERE workspace_id = $1 AND website_id = $2 AND created_at >= $3 AND created_at < $4 GROUP BY severity";
    let counts = query_all!(db, (AlertSeverity, i64), sql, workspace_id, website_id, from, until)?;
    let count = |severity| counts.iter().find(|(one, _)| *one == severity).map_or(0, |(_, count)| *count);
    let sql = "SELECT message FROM rank_alerts
                WHERE workspace_id = $1 AND website_id = $2 AND created_at >= $3 AND created_at < $4
                ORDER BY CASE severity WHEN 'critical' THEN 0 WHEN 'warning' THEN 1 ELSE 2 END, id DESC LIMIT $5";
    let messages = query_all!(db, (String,), sql, workspace_id, website_id, from, until, MOST_MESSAGES)?;
    let severities = [AlertSeverity::Critical, AlertSeverity::Warning, AlertSeverity::Info];
    Ok((severities.map(count), messages.into_iter().map(|(message,)| message).collect()))
}

/// Returns the number of checks and their cost.
async fn checks(
    db: &Db, (workspace_id, website_id): (Uuid, Uuid), from: DateTime<Utc>, until: DateTime<Utc>,
) -> Result<(i64, i64)> {
    let sql = "SELECT COUNT(*), CAST(COALESCE(SUM(cost_micros), 0) AS BIGINT) FROM rank_checks
                WHERE workspace_id = $1 AND website_id = $2 AND checked_at >= $3 AND checked_at < $4";
    Ok(query_opt!(db, (i64, i64), sql, workspace_id, website_id, from, until)?.unwrap_or_default())
}

/// Returns when the digest of a website is sent; the default without settings.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn digest_settings(
    executor: impl Into<Executor<'_>>, workspace_id: Uuid, website_id: Uuid,
) -> Result<RankDigestSettings> {
    let sql = "SELECT frequency, weekday, time_zone, sends_empty, schedule_id, covered_until, last_at, last_is_empty,
                      last_emails, last_refused FROM rank_digests WHERE website_id = $1 AND workspace_id = $2";
    Ok(query_opt!(executor.into(), RankDigestSettings, sql, website_id, workspace_id)?.unwrap_or_default())
}

/// Stores when the digest of a website is sent, and the end of the period that is covered. The schedule and the last digest
/// are unchanged.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn save_digest_settings(
    executor: impl Into<Executor<'_>>, workspace_id: Uuid, website_id: Uuid, new: &RankDigestSettings,
) -> Result<()> {
    execute!(
        executor.into(),
        "INSERT INTO rank_digests (website_id, workspace_id, frequency, weekday, time_zone, sends_empty, covered_until,
           last_is_empty, last_emails, last_refused) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, 0, 0)
         ON CONFLICT (website_id) DO UPDATE SET frequency = excluded.frequency, weekday = excluded.weekday,
           time_zone = excluded.time_zone, sends_empty = excluded.sends_empty, covered_until = excluded.covered_until
          WHERE rank_digests.workspace_id = excluded.workspace_id",
        website_id,
        workspace_id,
        new.frequency,
        new.weekday,
        &new.time_zone,
        new.sends_empty,
        new.covered_until,
        false
    )
    .map(|_| ())
}

/// Records the schedule of the digests, in settings that exist.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn set_digest_schedule(
    tx: &mut Tx, workspace_id: Uuid, website_id: Uuid, schedule_id: Option<Uuid>,
) -> Result<()> {
    let sql = "UPDATE rank_digests SET schedule_id = $3 WHERE website_id = $1 AND workspace_id = $2";
    execute!(tx, sql, website_id, workspace_id, schedule_id).map(|_| ())
}
