//! Questions that search results showed for tracked keywords ("people also ask").

use chrono::{DateTime, TimeDelta, Utc};
use sqlx::types::Json;
use uuid::Uuid;

use super::{Executor, Result, Tx, macros::*};

/// Days after which a question that no check showed again is deleted.
const KEPT_DAYS: i64 = 400;

/// A question with the query whose results showed it.
#[derive(Debug, Clone, PartialEq, Eq, sqlx_macros::FromRow)]
pub struct RelatedQuestion {
    /// The searched query in lower case.
    pub query: String,
    /// Question.
    pub question: String,
    /// Provider of the latest results that showed it.
    pub provider: String,
    /// Number of checks that showed it.
    pub times: i64,
    /// Time of the latest results that showed it.
    pub seen_at: DateTime<Utc>,
}

/// Stores the questions that a check of a tracked keyword has seen, each once, and deletes old ones of the same query.
///
/// # Errors
/// Returns an error if a query fails.
pub async fn record(
    tx: &mut Tx, workspace_id: Uuid, keyword_id: Uuid, provider: &str, questions: &[String], at: DateTime<Utc>,
) -> Result<()> {
    if questions.is_empty() {
        return Ok(());
    }
    let mut executor: Executor<'_> = (&mut *tx).into();
    let sql = executor.dialect(
        "INSERT INTO related_questions (workspace_id, query, question, provider, times, first_seen_at, seen_at)
         SELECT $1, t.query, v.question, $3, 1, $5, $5
           FROM tracked_keywords t, jsonb_array_elements_text($4) AS v(question) WHERE t.workspace_id = $1 AND t.id = $2
         ON CONFLICT (workspace_id, query, question) DO UPDATE SET times = related_questions.times + 1,
           provider = excluded.provider, seen_at = excluded.seen_at",
        "INSERT INTO related_questions (workspace_id, query, question, provider, times, first_seen_at, seen_at)
         SELECT $1, t.query, v.value, $3, 1, $5, $5
           FROM tracked_keywords t, json_each($4) AS v WHERE t.workspace_id = $1 AND t.id = $2
         ON CONFLICT (workspace_id, query, question) DO UPDATE SET times = related_questions.times + 1,
           provider = excluded.provider, seen_at = excluded.seen_at",
    );
    execute!(executor, sql, workspace_id, keyword_id, provider, Json(questions), at)?;
    let sql = "DELETE FROM related_questions WHERE workspace_id = $1 AND seen_at < $3
                  AND query = (SELECT query FROM tracked_keywords WHERE id = $2 AND workspace_id = $1)";
    execute!(tx, sql, workspace_id, keyword_id, at - TimeDelta::days(KEPT_DAYS)).map(|_| ())
}

/// Returns at most `most` questions of queries that contain this one, or that it contains, as whole words. Questions of the same
/// query come first, then the most frequent ones.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn about(
    executor: impl Into<Executor<'_>>, workspace_id: Uuid, query: &str, most: i64,
) -> Result<Vec<RelatedQuestion>> {
    let words = query.to_lowercase().split_whitespace().collect::<Vec<_>>().join(" ");
    if words.is_empty() {
        return Ok(Vec::new());
    }
    let mut executor = executor.into();
    let sql = executor.dialect(
        "SELECT query, question, provider, times, seen_at FROM related_questions
          WHERE workspace_id = $1
            AND (POSITION(' ' || query || ' ' IN ' ' || $2 || ' ') > 0 OR POSITION(' ' || $2 || ' ' IN ' ' || query || ' ') > 0)
          ORDER BY CASE WHEN query = $2 THEN 0 ELSE 1 END, times DESC, seen_at DESC, query, question LIMIT $3",
        "SELECT query, question, provider, times, seen_at FROM related_questions
          WHERE workspace_id = $1
            AND (INSTR(' ' || $2 || ' ', ' ' || query || ' ') > 0 OR INSTR(' ' || query || ' ', ' ' || $2 || ' ') > 0)
          ORDER BY CASE WHEN query = $2 THEN 0 ELSE 1 END, times DESC, seen_at DESC, query, question LIMIT $3",
    );
    query_all!(executor, RelatedQuestion, sql, workspace_id, words, most)
}
