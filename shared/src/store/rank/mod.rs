//! Tracked keywords, their checks and the settings of the checks.

mod alert;
mod check;
mod checks;
mod digest;
mod digest_end;
mod effect;
mod list;
mod settings;
mod subscriber;

pub use alert::{alert_list, alert_rules, set_alert_rules};
pub use check::{NewRankCheck, checked_in, history, points, record_failure, store_check, unread};
pub use checks::{CheckFilter, CheckSort, checks, checks_span};
pub use digest::{digest, digest_settings, save_digest_settings, set_digest_schedule};
pub use digest_end::{RankDigestEnd, digest_letter};
pub use effect::RankCheckEnd;
pub use list::{RankFilter, RankSort, list, total};
pub use settings::{ensure_settings, reserve, save_settings, set_schedule, settings, settle};
pub use subscriber::{RankSubscriber, is_subscribed, subscribe, subscribers, unsubscribe, unsubscribe_by_token};

use chrono::{DateTime, Utc};
use sqlx::types::Json;
use uuid::Uuid;

use super::{Executor, Result, Tx, batch, macros::*};
use crate::domain::{
    new_id,
    rank::{NewTrackedKeyword, TrackedKeyword},
};

/// A tracked keyword with the figures of the keyword engine.
macro_rules! with_figures {
    () => {
        "(SELECT t.*, (SELECT MAX(k.volume) FROM keywords k WHERE k.website_id = t.website_id AND k.query = t.query) AS volume,
            (SELECT MAX(k.value_cents) FROM keywords k WHERE k.website_id = t.website_id AND k.query = t.query)
              AS value_cents,
            CASE WHEN rank IS NULL AND previous_rank IS NULL THEN NULL WHEN previous_depth IS NULL THEN NULL
              ELSE COALESCE(previous_rank, previous_depth + 1) - COALESCE(rank, depth + 1) END AS change
           FROM tracked_keywords t) AS keyword_rows"
    };
}

macro_rules! columns {
    () => {
        "id, website_id, keyword, country, place, place_code, device, language, tags, target_url, created_at, checked_at,
         rank, absolute_rank, depth, url, previous_rank, previous_depth, best_rank, features, owned_features, ai_overview,
         is_cited, volatility, next_at, failed_at, error, volume, value_cents, change"
    };
}

use {columns, with_figures};

/// Adds keywords to a website; returns the ids of the new ones. Those that it tracks already are unchanged.
///
/// # Errors
/// Returns an error if a query fails.
pub async fn insert_many(
    tx: &mut Tx, workspace_id: Uuid, website_id: Uuid, user_id: Uuid, all: &[NewTrackedKeyword], now: DateTime<Utc>,
) -> Result<Vec<Uuid>> {
    let sql = "INSERT INTO tracked_keywords (id, workspace_id, website_id, keyword, query, country, place, place_code,
                 device, language, tags, target_url, created_by, created_at, features, owned_features, is_cited)
               VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $15, $16)
               ON CONFLICT DO NOTHING";
    let none = Json(Vec::<String>::new());
    let mut added = Vec::new();
    for new in all {
        let id = new_id();
        let inserted = execute!(
            &mut *tx,
            sql,
            id,
            workspace_id,
            website_id,
            &new.keyword,
            new.query(),
            &new.country,
            &new.place,
            new.place_code,
            new.device,
            &new.language,
            Json(&new.tags),
            new.target_url.as_deref(),
            user_id,
            now,
            &none,
            false
        )?;
        added.extend((inserted > 0).then_some(id));
    }
    Ok(added)
}

/// Returns the number of tracked keywords of a website.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn count(executor: impl Into<Executor<'_>>, workspace_id: Uuid, website_id: Uuid) -> Result<i64> {
    let sql = "SELECT COUNT(*) FROM tracked_keywords WHERE workspace_id = $1 AND website_id = $2";
    query_value!(executor.into(), i64, sql, workspace_id, website_id)
}

/// Returns a tracked keyword of the workspace.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn find(executor: impl Into<Executor<'_>>, workspace_id: Uuid, id: Uuid) -> Result<Option<TrackedKeyword>> {
    let sql = concat!("SELECT ", columns!(), " FROM ", with_figures!(), " WHERE id = $1 AND workspace_id = $2");
    query_opt!(executor.into(), TrackedKeyword, sql, id, workspace_id)
}

/// Returns all tracked keywords of a website, oldest first.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn all(
    executor: impl Into<Executor<'_>>, workspace_id: Uuid, website_id: Uuid,
) -> Result<Vec<TrackedKeyword>> {
    let sql = concat!(
        "SELECT ",
        columns!(),
        " FROM ",
        with_figures!(),
        " WHERE workspace_id = $1 AND website_id = $2 ORDER BY id"
    );
    query_all!(executor.into(), TrackedKeyword, sql, workspace_id, website_id)
}

/// Changes tags or target page of a keyword; omitted ones are unchanged. Returns false if there is none.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn update(
    executor: impl Into<Executor<'_>>, workspace_id: Uuid, id: Uuid, tags: Option<&[String]>, target_url: Option<&str>,
) -> Result<bool> {
    let sql = "UPDATE tracked_keywords SET tags = COALESCE($3, tags),
                 target_url = CASE WHEN $4 IS NULL THEN target_url ELSE NULLIF($4, '') END
                WHERE id = $1 AND workspace_id = $2";
    Ok(execute!(executor.into(), sql, id, workspace_id, tags.map(Json), target_url)? == 1)
}

/// Removes keywords of the workspace with their checks; returns their number. Ranks that the engines read remain.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn remove(executor: impl Into<Executor<'_>>, workspace_id: Uuid, ids: &[Uuid]) -> Result<u64> {
    let mut executor = executor.into();
    let sql = executor.dialect(
        "DELETE FROM tracked_keywords WHERE workspace_id = $1 AND id = ANY($2)",
        "DELETE FROM tracked_keywords WHERE workspace_id = $1 AND id IN (SELECT unhex(value) FROM json_each($2))",
    );
    execute!(executor, sql, workspace_id, batch::Ids::of(ids))
}

/// Returns the tags of a website's keywords with their numbers of keywords, in alphabetical order.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn tags(
    executor: impl Into<Executor<'_>>, workspace_id: Uuid, website_id: Uuid,
) -> Result<Vec<(String, i64)>> {
    let mut executor = executor.into();
    let sql = executor.dialect(
        "SELECT tag, COUNT(*) FROM tracked_keywords, jsonb_array_elements_text(tags) AS tag
          WHERE workspace_id = $1 AND website_id = $2 GROUP BY tag ORDER BY tag LIMIT 500",
        "SELECT tag.value, COUNT(*) FROM tracked_keywords, json_each(tags) AS tag
          WHERE workspace_id = $1 AND website_id = $2 GROUP BY tag.value ORDER BY tag.value LIMIT 500",
    );
    query_all!(executor, (String, i64), sql, workspace_id, website_id)
}
