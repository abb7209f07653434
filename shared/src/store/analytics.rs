//! Sessions as Google Analytics reports them.

use chrono::NaiveDate;
use serde_json::{Value, json};
use sqlx::types::Json;
use uuid::Uuid;

use super::{
    Db, Executor, Result,
    macros::*,
    sync::{Target, hold},
};
use crate::domain::{
    analytics::{SessionGroup, SessionRow},
    sync::Span,
};

/// Rows per statement.
const ROWS_AT_ONCE: usize = 5_000;

/// Replaces the sessions of some days of a connection; days after `last_final` may be replaced again. Returns false if
/// the run is no longer held; nothing changes then.
///
/// # Errors
/// Returns an error if a query fails.
pub async fn replace_days(
    db: &Db, target: &Target, run: (Uuid, i32), span: Span, last_final: NaiveDate, rows: &[SessionRow],
) -> Result<bool> {
    let mut tx = db.begin().await?;
    if !hold(&mut tx, run).await? {
        return Ok(false);
    }
    let (id, workspace_id) = (target.connection_id, target.workspace_id);
    let sql = "DELETE FROM analytics_days WHERE connection_id = $1 AND workspace_id = $2 AND day >= $3 AND day <= $4";
    let removed = execute!(&mut tx, sql, id, workspace_id, span.from, span.to)?;
    let insert = tx.dialect(
        "INSERT INTO analytics_days (connection_id, workspace_id, website_id, day, page, source, medium, sessions,
           engaged_sessions, key_events)
         SELECT $1, $2, $3, CAST(value ->> 0 AS date), value ->> 1, value ->> 2, value ->> 3, CAST(value ->> 4 AS bigint),
                CAST(value ->> 5 AS bigint), CAST(value ->> 6 AS double precision) FROM jsonb_array_elements($4) AS v(value)",
        "INSERT INTO analytics_days (connection_id, workspace_id, website_id, day, page, source, medium, sessions,
           engaged_sessions, key_events)
         SELECT $1, $2, $3, value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4, value ->> 5, value ->> 6
           FROM json_each($4)",
    );
    for piece in rows.chunks(ROWS_AT_ONCE) {
        let list: Vec<Value> = piece.iter().map(values).collect();
        execute!(&mut tx, insert, id, workspace_id, target.website_id, Json(list))?;
    }
    let added = i64::try_from(rows.len()).unwrap_or(i64::MAX) - i64::try_from(removed).unwrap_or(0);
    execute!(
        &mut tx,
        "UPDATE sync_sources SET rows = rows + $3,
           first_day = CASE WHEN first_day < $4 THEN first_day ELSE $4 END,
           last_day = CASE WHEN last_day > $5 THEN last_day ELSE $5 END,
           last_final_day = CASE WHEN last_final_day > $6 THEN last_final_day ELSE $6 END
          WHERE connection_id = $1 AND workspace_id = $2",
        id,
        workspace_id,
        added,
        span.from,
        span.to,
        last_final.min(span.to)
    )?;
    tx.commit().await?;
    Ok(true)
}

/// A row as a list. No database stores NUL in text.
fn values(row: &SessionRow) -> Value {
    let text = |text: &str| text.replace('\0', "");
    let SessionRow { sessions, engaged_sessions, key_events, .. } = row;
    let (page, source, medium) = (text(&row.page), text(&row.source), text(&row.medium));
    json!([row.day.to_string(), page, source, medium, sessions, engaged_sessions, key_events])
}

/// Grouping of sessions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SessionsBy {
    /// Day, in order.
    Day,
    /// Landing page, most sessions first.
    Page,
    /// Source and medium, most sessions first.
    Source,
}

/// Condition of sessions.
#[derive(Debug, Clone, Default)]
pub struct SessionFilter {
    /// First day.
    pub from: Option<NaiveDate>,
    /// Last day.
    pub to: Option<NaiveDate>,
    /// Text in the landing page.
    pub page: Option<String>,
    /// Text in the source.
    pub source: Option<String>,
}

macro_rules! filtered {
    () => {
        " FROM analytics_days WHERE workspace_id = $1 AND website_id = $2 AND ($3 IS NULL OR day >= $3)
            AND ($4 IS NULL OR day <= $4) AND ($5 IS NULL OR LOWER(page) LIKE LOWER($5) ESCAPE '!')
            AND ($6 IS NULL OR LOWER(source) LIKE LOWER($6) ESCAPE '!') "
    };
}

macro_rules! grouped {
    ($name:literal, $order:literal) => {
        concat!(
            "SELECT ",
            $name,
            " AS name, CAST(SUM(sessions) AS BIGINT) AS sessions, CAST(SUM(engaged_sessions) AS BIGINT) AS engaged_sessions,
               SUM(key_events) AS key_events",
            filtered!(),
            "GROUP BY 1 ORDER BY ",
            $order,
            " LIMIT $7"
        )
    };
}

/// Returns sums of the sessions of a website.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn groups(
    executor: impl Into<Executor<'_>>, workspace_id: Uuid, website_id: Uuid, filter: &SessionFilter, by: SessionsBy,
    most: i64,
) -> Result<Vec<SessionGroup>> {
    let sql = match by {
        SessionsBy::Day => grouped!("CAST(day AS TEXT)", "1"),
        SessionsBy::Page => grouped!("page", "2 DESC, 1"),
        SessionsBy::Source => grouped!("source || ' / ' || medium", "2 DESC, 1"),
    };
    let (page, source) = (filter.page.as_deref().map(containing), filter.source.as_deref().map(containing));
    let SessionFilter { from, to, .. } = filter;
    query_all!(executor.into(), SessionGroup, sql, workspace_id, website_id, from, to, &page, &source, most)
}

/// Returns the sessions of a website by day, page, source and medium, for exports.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn rows(
    executor: impl Into<Executor<'_>>, workspace_id: Uuid, website_id: Uuid, filter: &SessionFilter, most: i64,
) -> Result<Vec<SessionRow>> {
    let sql = concat!(
        "SELECT day, page, source, medium, sessions, engaged_sessions, key_events",
        filtered!(),
        "ORDER BY day DESC, sessions DESC, page, source, medium LIMIT $7"
    );
    let (page, source) = (filter.page.as_deref().map(containing), filter.source.as_deref().map(containing));
    let SessionFilter { from, to, .. } = filter;
    query_all!(executor.into(), SessionRow, sql, workspace_id, website_id, from, to, &page, &source, most)
}

/// Pattern of texts that contain a text.
fn containing(text: &str) -> String {
    format!("%{}%", text.replace('!', "!!").replace('%', "!%").replace('_', "!_"))
}
