//! Alerts about ranks.

use chrono::{DateTime, TimeDelta, Utc};
use serde_json::json;
use sqlx::types::Json;
use uuid::Uuid;

use super::subscriber;
use crate::{
    config::WorkspaceLimits,
    domain::{
        Page,
        event::{Audience, NewEvent},
        fetched, new_id,
        rank::{RankAlert, RankTopic},
    },
    mail::Letter,
    ranks::{AlertRules, FoundAlert},
    store::{Executor, Result, Tx, macros::*, website},
};

/// Time in which the same kind of alert is not repeated for a keyword.
const QUIET: TimeDelta = TimeDelta::days(7);
/// Alerts of a run that are sent, worst first; the others are listed only.
const MOST_SENT: i64 = 20;

/// Returns the rules of the alerts of a website.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn alert_rules(
    executor: impl Into<Executor<'_>>, workspace_id: Uuid, website_id: Uuid,
) -> Result<AlertRules> {
    let sql = "SELECT alert_rules FROM rank_settings WHERE website_id = $1 AND workspace_id = $2";
    let found = query_opt!(executor.into(), (Json<AlertRules>,), sql, website_id, workspace_id)?;
    Ok(found.map_or_else(AlertRules::default, |(Json(rules),)| rules))
}

/// Stores the rules of the alerts, in settings that exist.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn set_alert_rules(
    executor: impl Into<Executor<'_>>, workspace_id: Uuid, website_id: Uuid, rules: &AlertRules,
) -> Result<()> {
    let sql = "UPDATE rank_settings SET alert_rules = $3 WHERE website_id = $1 AND workspace_id = $2";
    execute!(executor.into(), sql, website_id, workspace_id, Json(rules)).map(|_| ())
}

/// Stores an alert unless the keyword has had one of the same kind within seven days.
pub(super) async fn insert(
    tx: &mut Tx, (workspace_id, website_id): (Uuid, Uuid), (keyword_id, run_id): (Uuid, Uuid), found: &FoundAlert,
    (old, new): (Option<i32>, Option<i32>), at: DateTime<Utc>,
) -> Result<()> {
    let sql =
        "INSERT INTO rank_alerts (id, workspace_id, website_id, keyword_id, run_id, kind, severity, message, old_rank,
                 new_rank, created_at, is_sent)
               SELECT $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12 WHERE NOT EXISTS
                 (SELECT 1 FROM rank_alerts WHERE keyword_id = $4 AND kind = $6 AND created_at > $13)";
    execute!(
        tx,
        sql,
        new_id(),
        workspace_id,
        website_id,
        keyword_id,
        run_id,
        found.kind,
        found.severity,
        &found.message,
        old,
        new,
        at,
        false,
        at - QUIET
    )
    .map(|_| ())
}

/// Marks the alerts of a website as sent, and emails the worst ones to subscribers; returns their events.
pub(super) async fn send(
    tx: &mut Tx, at: (Uuid, Uuid), limits: WorkspaceLimits, now: DateTime<Utc>,
) -> Result<Vec<NewEvent>> {
    let (workspace_id, website_id) = at;
    let sql =
        "SELECT a.id, a.website_id, a.keyword_id, t.keyword, a.kind, a.severity, a.message, a.old_rank, a.new_rank,
                      a.created_at
                 FROM rank_alerts a JOIN tracked_keywords t ON t.id = a.keyword_id
                WHERE a.workspace_id = $1 AND a.website_id = $2 AND NOT a.is_sent
                ORDER BY CASE a.severity WHEN 'critical' THEN 0 WHEN 'warning' THEN 1 ELSE 2 END, a.id LIMIT $3";
    let worst = query_all!(&mut *tx, RankAlert, sql, workspace_id, website_id, MOST_SENT)?;
    let sql = "UPDATE rank_alerts SET is_sent = TRUE WHERE workspace_id = $1 AND website_id = $2 AND NOT is_sent";
    let found = execute!(&mut *tx, sql, workspace_id, website_id)?;
    if worst.is_empty() {
        return Ok(Vec::new());
    }
    let host = website::find(&mut *tx, workspace_id, website_id).await?.map_or_else(String::new, |site| site.host);
    let letter = |base_url: &str| alert_letter(&host, &worst, found, (website_id, base_url));
    subscriber::email(tx, at, RankTopic::Alerts, limits, letter, now).await?;
    Ok(worst.iter().map(|alert| event(at, alert)).collect())
}

fn event((workspace_id, website_id): (Uuid, Uuid), alert: &RankAlert) -> NewEvent {
    NewEvent {
        audience: Audience::Workspace(workspace_id),
        r#type: "performance:alert",
        payload: json!({
            "websiteId": website_id, "keywordId": alert.keyword_id, "keyword": alert.keyword, "kind": alert.kind,
            "severity": alert.severity, "message": alert.message, "oldPosition": alert.old_rank,
            "newPosition": alert.new_rank,
        }),
    }
}

/// Composes the email of the alerts of a run, of which there are `found`.
fn alert_letter(host: &str, worst: &[RankAlert], found: u64, (website_id, base_url): (Uuid, &str)) -> Letter {
    let count = if found == 1 { "1 rank alert".to_owned() } else { format!("{found} rank alerts") };
    let letter =
        worst.iter().fold(Letter::about(format!("{count} for {host}")), |letter, one| letter.say(&one.message));
    let listed = u64::try_from(worst.len()).unwrap_or(found);
    let letter = match found.saturating_sub(listed) {
        0 => letter,
        more => letter.say(&format!("The list of alerts has {more} more.")),
    };
    letter.link("Open rank tracking", &format!("{base_url}/ranks?website={website_id}"))
}

/// Lists the alerts of a website, newest first.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn alert_list(
    executor: impl Into<Executor<'_>>, workspace_id: Uuid, website_id: Uuid, before: Option<Uuid>, limit: usize,
) -> Result<Page<RankAlert>> {
    let sql = "SELECT a.id, a.website_id, a.keyword_id, t.keyword, a.kind, a.severity, a.message, a.old_rank, a.new_rank,
                      a.created_at
                 FROM rank_alerts a JOIN tracked_keywords t ON t.id = a.keyword_id
                WHERE a.workspace_id = $1 AND a.website_id = $2 AND ($3 IS NULL OR a.id < $3) ORDER BY a.id DESC LIMIT $4";
    let rows = query_all!(executor.into(), RankAlert, sql, workspace_id, website_id, before, fetched(limit))?;
    Ok(Page::from_rows(rows, limit, |row| row.id.to_string()))
}
