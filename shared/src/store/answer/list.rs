//! Raw answers.

use chrono::{DateTime, Utc};
use uuid::Uuid;

use crate::{
    domain::{Page, answer::StoredAnswer, fetched},
    store::{Executor, Result, imported::pattern, macros::*},
};

macro_rules! columns {
    () => {
        "id, website_id, prompt_id, prompt_text, run_id, engine, provider, model, model_version, surface, country, city, language,
         asked_at, parameters, cost_micros, finish, text"
    };
}

/// Conditions of a list of answers; `None` is any.
#[derive(Debug, Clone, Default)]
pub struct AnswerFilter {
    /// Prompt.
    pub prompt_id: Option<Uuid>,
    /// Engine.
    pub engine: Option<String>,
    /// Run.
    pub run_id: Option<Uuid>,
    /// Asked at this time or later.
    pub since: Option<DateTime<Utc>>,
    /// Asked before this time.
    pub until: Option<DateTime<Utc>>,
    /// Cites this host.
    pub cited_host: Option<String>,
    /// Text in the prompt or the answer, without regard to case.
    pub contains: Option<String>,
}

/// Returns answers of the workspace, of a website if given, newest first.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn list(
    executor: impl Into<Executor<'_>>, workspace_id: Uuid, website_id: Option<Uuid>, filter: &AnswerFilter,
    before: Option<Uuid>, limit: usize,
) -> Result<Page<StoredAnswer>> {
    let sql = concat!(
        "SELECT ",
        columns!(),
        " FROM answers WHERE workspace_id = $1 AND ($2 IS NULL OR website_id = $2) AND ($3 IS NULL OR id < $3)
            AND ($4 IS NULL OR prompt_id = $4) AND ($5 IS NULL OR engine = $5) AND ($6 IS NULL OR run_id = $6)
            AND ($7 IS NULL OR asked_at >= $7) AND ($8 IS NULL OR EXISTS (SELECT 1 FROM answer_citations AS cited
              WHERE cited.answer_id = answers.id AND cited.host = $8))
            AND ($9 IS NULL OR asked_at < $9)
            AND (CAST($10 AS TEXT) IS NULL OR LOWER(prompt_text) LIKE $10 ESCAPE '!' OR LOWER(text) LIKE $10 ESCAPE '!')
          ORDER BY id DESC LIMIT $11"
    );
    let rows = query_all!(
        executor.into(),
        StoredAnswer,
        sql,
        workspace_id,
        website_id,
        before,
        filter.prompt_id,
        &filter.engine,
        filter.run_id,
        filter.since,
        &filter.cited_host,
        filter.until,
        pattern(filter.contains.as_deref()),
        fetched(limit)
    )?;
    Ok(Page::from_rows(rows, limit, |row| row.id.to_string()))
}

/// Returns an answer of the workspace.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn find(executor: impl Into<Executor<'_>>, workspace_id: Uuid, id: Uuid) -> Result<Option<StoredAnswer>> {
    let sql = concat!("SELECT ", columns!(), " FROM answers WHERE workspace_id = $1 AND id = $2");
    query_opt!(executor.into(), StoredAnswer, sql, workspace_id, id)
}
