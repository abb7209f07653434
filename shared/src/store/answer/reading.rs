//! What parsers read in answers. It can be read again whenever parsers or brand terms change.

use chrono::{DateTime, Utc};
use serde::Serialize;
use sqlx::types::Json;
use uuid::Uuid;

use crate::{
    domain::answer::{AnswerFinish, AnswerSurface, ReadCitation, ReadMention, Reading},
    store::{Executor, Result, Tx, macros::*},
};

/// Stores what was read in an answer, in place of what was read before.
///
/// # Errors
/// Returns an error if a query fails.
pub async fn store_reading(tx: &mut Tx, answer_id: Uuid, reading: &Reading, now: DateTime<Utc>) -> Result<()> {
    #[derive(Serialize)]
    struct Row<'a, T> {
        no: usize,
        #[serde(flatten)]
        value: &'a T,
    }
    for sql in ["DELETE FROM answer_citations WHERE answer_id = $1", "DELETE FROM answer_mentions WHERE answer_id = $1"]
    {
        execute!(&mut *tx, sql, answer_id)?;
    }
    let sql = "INSERT INTO answer_readings (answer_id, parser, revision, read_at) VALUES ($1, $2, $3, $4)
               ON CONFLICT (answer_id) DO UPDATE SET parser = excluded.parser, revision = excluded.revision,
                 read_at = excluded.read_at";
    execute!(&mut *tx, sql, answer_id, reading.parser, reading.revision, now)?;
    let citations: Vec<_> = reading.citations.iter().enumerate().map(|(no, value)| Row { no, value }).collect();
    let sql = tx.dialect(
        "INSERT INTO answer_citations (answer_id, no, url, host, domain, title, count) SELECT $1, * FROM
           jsonb_to_recordset($2) AS r(no bigint, url text, host text, domain text, title text, count bigint)",
        "INSERT INTO answer_citations (answer_id, no, url, host, domain, title, count) SELECT $1, value ->> 'no',
           value ->> 'url', value ->> 'host', value ->> 'domain', value ->> 'title', value ->> 'count' FROM json_each($2)",
    );
    execute!(&mut *tx, sql, answer_id, Json(&citations))?;
    let mentions: Vec<_> = reading.mentions.iter().enumerate().map(|(no, value)| Row { no, value }).collect();
    let sql = tx.dialect(
        "INSERT INTO answer_mentions (answer_id, no, host, term, first, past) SELECT $1, * FROM
           jsonb_to_recordset($2) AS r(no bigint, host text, term text, first bigint, past bigint)",
        "INSERT INTO answer_mentions (answer_id, no, host, term, first, past) SELECT $1, value ->> 'no',
           value ->> 'host', value ->> 'term', value ->> 'first', value ->> 'past' FROM json_each($2)",
    );
    execute!(&mut *tx, sql, answer_id, Json(&mentions)).map(|_| ())
}

/// An answer to read again.
#[derive(Debug, Clone, sqlx_macros::FromRow)]
pub struct Unread {
    /// Id.
    pub id: Uuid,
    /// Key of the provider.
    pub provider: String,
    /// Surface.
    pub surface: AnswerSurface,
    /// Text.
    pub text: String,
    /// Response as received, compressed.
    pub raw: Vec<u8>,
}

/// Returns answers of a website that another parser or other brand terms have read, oldest first.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn unread(
    executor: impl Into<Executor<'_>>, workspace_id: Uuid, website_id: Uuid, parser: i64, revision: i64, limit: i64,
) -> Result<Vec<Unread>> {
    let sql = "SELECT answers.id, answers.provider, answers.surface, answers.text, answers.raw FROM answers
                LEFT JOIN answer_readings AS reading ON reading.answer_id = answers.id
                WHERE answers.workspace_id = $1 AND answers.website_id = $2
                  AND (reading.answer_id IS NULL OR reading.parser <> $3 OR reading.revision <> $4)
                ORDER BY answers.id LIMIT $5";
    query_all!(executor.into(), Unread, sql, workspace_id, website_id, parser, revision, limit)
}

/// Returns the cited pages of an answer of the workspace, in order.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn citations(
    executor: impl Into<Executor<'_>>, workspace_id: Uuid, answer_id: Uuid,
) -> Result<Vec<ReadCitation>> {
    let sql = "SELECT cited.url, cited.host, cited.domain, cited.title, cited.count FROM answer_citations AS cited
                JOIN answers ON answers.id = cited.answer_id AND answers.workspace_id = $1
                WHERE cited.answer_id = $2 ORDER BY cited.no";
    query_all!(executor.into(), ReadCitation, sql, workspace_id, answer_id)
}

/// Returns the mentions in an answer of the workspace, in order.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn mentions(
    executor: impl Into<Executor<'_>>, workspace_id: Uuid, answer_id: Uuid,
) -> Result<Vec<ReadMention>> {
    let sql = "SELECT found.host, found.term, found.first, found.past FROM answer_mentions AS found
                JOIN answers ON answers.id = found.answer_id AND answers.workspace_id = $1
                WHERE found.answer_id = $2 ORDER BY found.no";
    query_all!(executor.into(), ReadMention, sql, workspace_id, answer_id)
}

/// An answer that counts in reports.
#[derive(Debug, Clone, sqlx_macros::FromRow)]
pub struct CountedAnswer {
    /// Id.
    pub id: Uuid,
    /// Prompt.
    pub prompt_id: Option<Uuid>,
    /// Text of the prompt.
    pub prompt_text: String,
    /// Engine.
    pub engine: String,
    /// Time.
    pub asked_at: DateTime<Utc>,
    /// How it ended: complete or absent.
    pub finish: AnswerFinish,
}

/// Returns the website's complete and absent answers from a moment on, the newest first.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn counted_since(
    executor: impl Into<Executor<'_>>, workspace_id: Uuid, website_id: Uuid, since: DateTime<Utc>, limit: i64,
) -> Result<Vec<CountedAnswer>> {
    let sql = "SELECT id, prompt_id, prompt_text, engine, asked_at, finish FROM answers
                WHERE workspace_id = $1 AND website_id = $2 AND asked_at >= $3 AND finish IN ('complete', 'absent')
                ORDER BY asked_at DESC, id DESC LIMIT $4";
    query_all!(executor.into(), CountedAnswer, sql, workspace_id, website_id, since, limit)
}

/// Returns the cited pages of the website's answers from a moment on: answer, URL, host, domain, title.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn citations_since(
    executor: impl Into<Executor<'_>>, workspace_id: Uuid, website_id: Uuid, since: DateTime<Utc>,
) -> Result<Vec<(Uuid, Option<String>, String, String, Option<String>)>> {
    let sql = "SELECT cited.answer_id, cited.url, cited.host, cited.domain, cited.title FROM answers
                JOIN answer_citations AS cited ON cited.answer_id = answers.id
                WHERE answers.workspace_id = $1 AND answers.website_id = $2 AND answers.asked_at >= $3
                ORDER BY cited.answer_id, cited.no";
    type Row = (Uuid, Option<String>, String, String, Option<String>);
    query_all!(executor.into(), Row, sql, workspace_id, website_id, since)
}

/// Returns which brands the website's answers mention from a moment on: answer and host of the brand.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn mentions_since(
    executor: impl Into<Executor<'_>>, workspace_id: Uuid, website_id: Uuid, since: DateTime<Utc>,
) -> Result<Vec<(Uuid, String)>> {
    let sql = "SELECT DISTINCT found.answer_id, found.host FROM answers
                JOIN answer_mentions AS found ON found.answer_id = answers.id
                WHERE answers.workspace_id = $1 AND answers.website_id = $2 AND answers.asked_at >= $3";
    query_all!(executor.into(), (Uuid, String), sql, workspace_id, website_id, since)
}

/// Answers of a day that count for a website.
#[derive(Debug, Clone, PartialEq, Eq, sqlx_macros::FromRow)]
pub struct AnswerDay {
    /// Day in UTC, as `2026-11-24`.
    pub day: String,
    /// Engine.
    pub engine: String,
    /// Complete answers.
    pub answers: i64,
    /// Those that cite a host or its subdomains.
    pub cited: i64,
    /// Those that mention its brand.
    pub mentioned: i64,
}

/// Returns the website's answers by day and engine from a moment on, of a prompt if given, with how many cite a host and
/// mention its brand.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn days(
    executor: impl Into<Executor<'_>>, workspace_id: Uuid, website_id: Uuid, prompt_id: Option<Uuid>, host: &str,
    since: DateTime<Utc>,
) -> Result<Vec<AnswerDay>> {
    macro_rules! by_day {
        ($day:literal) => {
            concat!(
                "SELECT ",
                $day,
                " AS day, engine, COUNT(*) AS answers,
                  CAST(SUM(CASE WHEN EXISTS (SELECT 1 FROM answer_citations AS cited WHERE cited.answer_id = answers.id
                    AND (cited.host = $5 OR cited.host LIKE $6 ESCAPE '\\')) THEN 1 ELSE 0 END) AS BIGINT) AS cited,
                  CAST(SUM(CASE WHEN EXISTS (SELECT 1 FROM answer_mentions AS found WHERE found.answer_id = answers.id
                    AND found.host = $5) THEN 1 ELSE 0 END) AS BIGINT) AS mentioned
                 FROM answers WHERE workspace_id = $1 AND website_id = $2 AND ($3 IS NULL OR prompt_id = $3)
                   AND asked_at >= $4 AND finish = 'complete' GROUP BY 1, engine ORDER BY 1, engine LIMIT 5000"
            )
        };
    }
    let mut executor = executor.into();
    let sql = executor
        .dialect(by_day!("to_char(asked_at AT TIME ZONE 'UTC', 'YYYY-MM-DD')"), by_day!("substr(asked_at, 1, 10)"));
    let below = super::subdomains(host);
    query_all!(executor.executor(), AnswerDay, sql, workspace_id, website_id, prompt_id, since, host, &below)
}
