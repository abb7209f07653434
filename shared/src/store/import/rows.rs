//! The rows of imports.

use std::borrow::Cow;

use chrono::NaiveDate;
use serde::Deserialize;
use serde_json::Value;
use sqlx::types::Json;
use uuid::Uuid;

use crate::{
    domain::keyword::ToolKeyword,
    store::{Executor, Result, StoreError, macros::*},
};

/// One line of a search report. Its texts are those of the [`Piece`] that it is from.
#[derive(Debug, Clone, Deserialize)]
pub struct SearchRow<'a> {
    /// `current` or `previous`.
    #[serde(borrow)]
    pub period: Text<'a>,
    /// The search.
    #[serde(borrow)]
    pub query: Option<Text<'a>>,
    /// The page.
    #[serde(borrow)]
    pub page: Option<Text<'a>>,
    /// The day, `YYYY-MM-DD`.
    #[serde(borrow)]
    pub date: Option<Text<'a>>,
    /// Clicks.
    pub clicks: i64,
    /// Impressions.
    pub impressions: i64,
    /// Average position, from 1.
    pub position: Option<f64>,
}

/// A text that is copied only where JSON had to escape it.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct Text<'a>(#[serde(borrow)] Cow<'a, str>);

impl std::ops::Deref for Text<'_> {
    type Target = str;

    fn deref(&self) -> &str {
        &self.0
    }
}

/// Some rows of a batch, one after another.
#[derive(Debug)]
pub struct Piece {
    /// The number of the last.
    pub last: i64,
    /// A JSON list of each row's fields.
    rows: String,
}

impl Piece {
    /// The rows.
    ///
    /// # Errors
    /// What the database sent is none of ours.
    pub fn rows(&self) -> Result<Vec<SearchRow<'_>>> {
        serde_json::from_str(&self.rows).map_err(|error| sqlx::Error::Decode(Box::new(error)).into())
    }
}

/// One line of a keyword tool's export.
#[derive(Debug, Clone, PartialEq)]
pub struct KeywordRow {
    /// Its number in the batch.
    pub no: i64,
    /// The keyword.
    pub keyword: String,
    /// What the tool says of it.
    pub tool: ToolKeyword,
}

/// A batch whose rows count.
#[derive(Debug, Clone, sqlx_macros::FromRow)]
pub struct Batch {
    /// Its number: later batches have greater ones.
    pub id: i64,
    /// Of which import.
    pub import_id: Uuid,
    /// Searches that it holds.
    pub queries: i64,
    /// First day that it covers, where known.
    pub observed_from: Option<NaiveDate>,
    /// Last day that it covers, where known.
    pub observed_to: Option<NaiveDate>,
}

/// Adds rows of a keyword tool to a batch, numbered from `first_no`.
///
/// # Errors
/// Those of the database; then none of them is added.
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

/// The website's batches whose rows count, newest first.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn batches(executor: impl Into<Executor<'_>>, workspace_id: Uuid, website_id: Uuid) -> Result<Vec<Batch>> {
    query_all!(
        executor.into(),
        Batch,
        "SELECT b.id, b.import_id, b.queries, b.observed_from, b.observed_to FROM import_batches b
           JOIN imports ON imports.id = b.import_id
          WHERE b.website_id = $2 AND imports.workspace_id = $1 AND b.committed ORDER BY b.id DESC",
        workspace_id,
        website_id
    )
}

/// Rows of one batch about `dimension`, from number `from` on, at most `limit` of them; `None` after the last.
///
/// They come as one text: a row of the driver's for each would cost more than all that is done with it.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn search_rows(
    executor: impl Into<Executor<'_>>, batch_id: i64, dimension: &str, from: i64, limit: i64,
) -> Result<Option<Piece>> {
    let mut executor = executor.into();
    let sql = executor.dialect(
        "SELECT MAX(no) AS last, CAST(json_agg(json_build_array(period, query, page, date, clicks, impressions, position)
                  ORDER BY no) AS text) AS rows
           FROM (SELECT * FROM search_rows WHERE batch_id = $1 AND no >= $3 AND dimension = $2 ORDER BY no LIMIT $4) r",
        "SELECT MAX(no) AS last, json_group_array(json_array(period, query, page, date, clicks, impressions, position))
                  AS rows
           FROM (SELECT * FROM search_rows WHERE batch_id = $1 AND no >= $3 AND dimension = $2 ORDER BY no LIMIT $4)",
    );
    let found: Option<(Option<i64>, Option<String>)> =
        query_opt!(executor, (Option<i64>, Option<String>), sql, batch_id, dimension, from, limit)?;
    Ok(found.and_then(|(last, rows)| Some(Piece { last: last?, rows: rows? })))
}

/// How many search rows a batch holds, of whatever dimension.
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

/// Deletes the rows of an import's batches that do not count (all but `keep`), and those batches.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn delete_batch(executor: impl Into<Executor<'_>>, import_id: Uuid, keep: Option<i64>) -> Result<()> {
    let mut executor = executor.into();
    let ids: Vec<(i64,)> = query_all!(
        executor,
        (i64,),
        "SELECT id FROM import_batches WHERE import_id = $1 AND ($2 IS NULL OR id <> $2) AND NOT committed",
        import_id,
        keep
    )?;
    for (id,) in ids {
        execute!(executor, "DELETE FROM search_rows WHERE batch_id = $1", id)?;
        execute!(executor, "DELETE FROM search_days WHERE batch_id = $1", id)?;
        execute!(executor, "DELETE FROM keyword_rows WHERE batch_id = $1", id)?;
        execute!(executor, "DELETE FROM observations WHERE batch_id = $1", id)?;
        execute!(executor, "DELETE FROM import_batches WHERE id = $1", id)?;
    }
    Ok(())
}
