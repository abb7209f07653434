//! Rows of imports.

use std::{borrow::Cow, ops::Range};

use chrono::{DateTime, NaiveDate, Utc};
use serde::Deserialize;
use serde_json::Value;
use sqlx::types::Json;
use uuid::Uuid;

use crate::{
    domain::{keyword::ToolKeyword, sync::BatchPart},
    store::{Executor, Result, StoreError, macros::*},
};

/// Observations that one statement deletes, and statements for one import before other work has its turn.
const OBSERVATIONS_AT_ONCE: i64 = 2_000;
const PIECES: usize = 20;

/// A row of a search report. Its texts borrow from its [`Piece`].
#[derive(Debug, Clone, Deserialize)]
pub struct SearchRow<'a> {
    /// `query`, `detail` or another dimension of the report.
    #[serde(borrow)]
    pub dimension: Text<'a>,
    /// `current` or `previous`.
    #[serde(borrow)]
    pub period: Text<'a>,
    /// Query.
    #[serde(borrow)]
    pub query: Option<Text<'a>>,
    /// Page.
    #[serde(borrow)]
    pub page: Option<Text<'a>>,
    /// Day, `YYYY-MM-DD`.
    #[serde(borrow)]
    pub date: Option<Text<'a>>,
    /// Clicks.
    pub clicks: i64,
    /// Impressions.
    pub impressions: i64,
    /// Average position, from 1.
    pub position: Option<f64>,
}

/// A text that is copied only if JSON escapes it.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct Text<'a>(#[serde(borrow)] Cow<'a, str>);

impl std::ops::Deref for Text<'_> {
    type Target = str;

    fn deref(&self) -> &str {
        &self.0
    }
}

/// Consecutive rows of a batch: a JSON list of each row's fields.
#[derive(Debug)]
pub struct Piece(String);

impl Piece {
    /// Parses the rows.
    ///
    /// # Errors
    /// Returns an error if the stored JSON is invalid.
    pub fn rows(&self) -> Result<Vec<SearchRow<'_>>> {
        serde_json::from_str(&self.0).map_err(|error| sqlx::Error::Decode(Box::new(error)).into())
    }
}

/// A row of a keyword tool's export.
#[derive(Debug, Clone, PartialEq)]
pub struct KeywordRow {
    /// Its number in the batch.
    pub no: i64,
    /// The keyword.
    pub keyword: String,
    /// Data of the tool.
    pub tool: ToolKeyword,
}

/// A committed batch.
#[derive(Debug, Clone, sqlx_macros::FromRow)]
pub struct Batch {
    /// Id; later batches have higher ids.
    pub id: i64,
    /// The import.
    pub import_id: Uuid,
    /// Number of queries.
    pub queries: i64,
    /// First day of its data, if known.
    pub observed_from: Option<NaiveDate>,
    /// Last day of its data, if known.
    pub observed_to: Option<NaiveDate>,
    /// First day of the period that its own is compared with, if known.
    pub previous_from: Option<NaiveDate>,
    /// Last day of that period, if known.
    pub previous_to: Option<NaiveDate>,
    /// Content.
    pub part: BatchPart,
}

/// Adds rows of a keyword tool to a batch, numbered from `first_no`.
///
/// # Errors
/// Returns an error if the query fails; no row is added then.
pub async fn insert_keyword_rows(
    executor: impl Into<Executor<'_>>, batch_id: i64, first_no: i64, rows: &[(String, ToolKeyword)],
) -> Result<()> {
    let mut executor = executor.into();
    let sql = executor.dialect(
        "INSERT INTO keyword_rows (batch_id, no, keyword, body)
         SELECT $1, $2 + ordinality - 1, value ->> 0, value -> 1
           FROM jsonb_array_elements($3) WITH ORDINALITY AS v(value, ordinality)",
        "INSERT INTO keyword_rows (batch_id, no, keyword, body)
         SELECT $1, $2 + key, value ->> 0, value -> 1 FROM json_each($3)",
    );
    execute!(executor, sql, batch_id, first_no, Json(rows)).map(|_| ())
}

/// Returns the website's committed batches, in the order of their precedence: the report and the days of a connection to
/// Search Console, the last days first, then uploaded files, newest first. Preliminary days and data of Bing are left out.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn batches(executor: impl Into<Executor<'_>>, workspace_id: Uuid, website_id: Uuid) -> Result<Vec<Batch>> {
    query_all!(
        executor.into(),
        Batch,
        "SELECT b.id, b.import_id, b.queries, b.observed_from, b.observed_to, b.previous_from, b.previous_to, b.part
           FROM import_batches b
           JOIN imports ON imports.id = b.import_id
          WHERE b.website_id = $2 AND imports.workspace_id = $1 AND b.committed AND NOT b.is_preliminary
            AND b.source <> 'bing_webmaster'
          ORDER BY CASE b.part WHEN 'report' THEN 0 WHEN 'days' THEN 1 ELSE 2 END,
                   CASE b.part WHEN 'days' THEN b.observed_to END DESC, b.id DESC",
        workspace_id,
        website_id
    )
}

/// Returns the rows of one batch whose number is in a range.
///
/// They are returned as one text, because one database row each would cost more than processing them.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn search_rows(executor: impl Into<Executor<'_>>, batch_id: i64, numbers: Range<i64>) -> Result<Piece> {
    let mut executor = executor.into();
    let sql = executor.dialect(
        "SELECT CAST(COALESCE(json_agg(json_build_array(dimension, period, query, page, date, clicks, impressions, position)
                  ORDER BY no), '[]') AS text)
           FROM search_rows WHERE batch_id = $1 AND no >= $2 AND no < $3",
        "SELECT json_group_array(json_array(dimension, period, query, page, date, clicks, impressions, position))
           FROM (SELECT * FROM search_rows WHERE batch_id = $1 AND no >= $2 AND no < $3 ORDER BY no)",
    );
    let rows = query_value!(executor, String, sql, batch_id, numbers.start, numbers.end)?;
    Ok(Piece(rows))
}

/// Returns the number of search rows of a batch, of all dimensions; they are numbered from 0.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn count_search_rows(executor: impl Into<Executor<'_>>, batch_id: i64) -> Result<i64> {
    // They are numbered from 0 without gaps.
    let last =
        query_value!(executor.into(), Option<i64>, "SELECT MAX(no) FROM search_rows WHERE batch_id = $1", batch_id)?;
    Ok(last.map_or(0, |last| last + 1))
}

/// Returns rows of keyword tools in one batch, from number `from` on, at most `limit` of them.
///
/// # Errors
/// [`StoreError::Corrupt`] for a row that is none of a keyword tool; an error if the query fails.
pub async fn keyword_rows(
    executor: impl Into<Executor<'_>>, batch_id: i64, from: i64, limit: i64,
) -> Result<Vec<KeywordRow>> {
    let sql = "SELECT no, keyword, body FROM keyword_rows WHERE batch_id = $1 AND no >= $2 ORDER BY no LIMIT $3";
    let rows = query_all!(executor.into(), (i64, String, Json<Value>), sql, batch_id, from, limit)?;
    let read = |(no, keyword, body): (i64, String, Json<Value>)| {
        let tool = serde_json::from_value(body.0)
            .map_err(|error| StoreError::corrupt("keyword_rows", "body", format!("{no} of batch {batch_id}"), error))?;
        Ok(KeywordRow { no, keyword, tool })
    };
    rows.into_iter().map(read).collect()
}

/// Deletes the uncommitted batches of an import (all but `keep`) with their rows.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn delete_batch(executor: impl Into<Executor<'_>>, import_id: Uuid, keep: Option<i64>) -> Result<()> {
    let mut executor = executor.into();
    let sql = "SELECT id FROM import_batches WHERE import_id = $1 AND ($2 IS NULL OR id <> $2) AND NOT committed";
    let ids: Vec<(i64,)> = query_all!(executor, (i64,), sql, import_id, keep)?;
    delete_batches(&mut executor, &ids, usize::MAX).await
}

/// Deletes the uncommitted batches of an import that were started before `before`; a run may be filling later ones. Of many
/// observations only some are deleted; the rest follows with the next call.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn delete_abandoned(executor: impl Into<Executor<'_>>, import_id: Uuid, before: DateTime<Utc>) -> Result<()> {
    let mut executor = executor.into();
    let sql = "SELECT id FROM import_batches WHERE import_id = $1 AND created_at < $2 AND NOT committed";
    let ids: Vec<(i64,)> = query_all!(executor, (i64,), sql, import_id, before)?;
    delete_batches(&mut executor, &ids, PIECES).await
}

async fn delete_batches(executor: &mut Executor<'_>, ids: &[(i64,)], mut pieces: usize) -> Result<()> {
    for (id,) in ids {
        while delete_observations(executor, *id).await? {
            pieces -= 1;
            if pieces == 0 {
                return Ok(());
            }
        }
        execute!(executor, "DELETE FROM search_rows WHERE batch_id = $1", id)?;
        execute!(executor, "DELETE FROM search_days WHERE batch_id = $1", id)?;
        execute!(executor, "DELETE FROM keyword_rows WHERE batch_id = $1", id)?;
        execute!(executor, "DELETE FROM backlinks WHERE batch_id = $1", id)?;
        execute!(executor, "DELETE FROM page_sessions WHERE batch_id = $1", id)?;
        execute!(executor, "DELETE FROM leads WHERE batch_id = $1", id)?;
        execute!(executor, "DELETE FROM revenue WHERE batch_id = $1", id)?;
        execute!(executor, "DELETE FROM crawler_visits WHERE batch_id = $1", id)?;
        execute!(executor, "DELETE FROM import_batches WHERE id = $1", id)?;
    }
    Ok(())
}

/// Deletes some observations of a batch, whose bodies are long. Returns false after the last ones.
async fn delete_observations(executor: &mut Executor<'_>, batch_id: i64) -> Result<bool> {
    let sql = "DELETE FROM observations WHERE batch_id = $1
                  AND (kind, no) IN (SELECT kind, no FROM observations WHERE batch_id = $1 ORDER BY kind, no LIMIT $2)";
    Ok(execute!(executor, sql, batch_id, OBSERVATIONS_AT_ONCE)? > 0)
}
