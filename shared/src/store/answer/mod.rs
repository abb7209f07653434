//! Answers of assistants: settings, prompts, raw answers, what was read in them, and reports.

mod effect;
mod list;
mod prompts;
mod reading;
mod report;
mod settings;

use chrono::{DateTime, Utc};
use sqlx::types::Json;
use uuid::Uuid;

pub use effect::AnswersCounted;
pub use list::{AnswerFilter, find, list};
pub use prompts::{
    FrequentQuery, NewPrompt, archive_prompt, frequent_queries, insert_prompts, prompt, prompts, update_prompt,
    website_of_prompt,
};
pub use reading::{
    AnswerDay, CountedAnswer, Unread, citations, citations_since, counted_since, days, mentions, mentions_since,
    store_reading, unread,
};
pub use report::{StoredReport, report};
pub use settings::{save_settings, settings};

use super::{Executor, Result, Tx, macros::*};
use crate::domain::{
    answer::{NewAnswer, Reading},
    new_id,
};

/// Stores an answer with what was read in it, unless its slot has one. Answers are never changed afterwards. Returns the
/// id; `None` if the slot already had an answer.
///
/// # Errors
/// Returns an error if a query fails.
pub async fn insert(tx: &mut Tx, new: &NewAnswer, reading: &Reading, now: DateTime<Utc>) -> Result<Option<Uuid>> {
    let sql =
        "INSERT INTO answers (id, workspace_id, website_id, prompt_id, prompt_text, run_id, slot, engine, provider,
           model, model_version, surface, country, city, language, asked_at, parameters, cost_micros, finish, text, raw,
           raw_sha256)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22)
         ON CONFLICT (workspace_id, slot) DO NOTHING";
    let id = new_id();
    let inserted = execute!(
        &mut *tx,
        sql,
        id,
        new.workspace_id,
        new.website_id,
        new.prompt_id,
        &new.prompt_text,
        new.run_id,
        &new.slot,
        &new.engine,
        &new.provider,
        &new.model,
        &new.model_version,
        new.surface,
        &new.country,
        &new.city,
        &new.language,
        new.asked_at,
        Json(&new.parameters),
        new.cost_micros,
        new.finish,
        &new.text,
        &new.raw,
        &new.raw_sha256
    )?;
    if inserted == 0 {
        return Ok(None);
    }
    store_reading(tx, id, reading, now).await?;
    Ok(Some(id))
}

/// What a run has of one prompt and engine.
#[derive(Debug, Clone, PartialEq, Eq, sqlx_macros::FromRow)]
pub struct AskedCell {
    /// Prompt.
    pub prompt_id: Uuid,
    /// Engine.
    pub engine: String,
    /// Slot.
    pub slot: String,
    /// Whether it counts.
    pub is_counted: bool,
    /// Whether it cites a host of the website.
    pub is_cited: bool,
}

/// Returns what a run has already asked, with whether each answer cites a host or its subdomains.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn asked(
    executor: impl Into<Executor<'_>>, workspace_id: Uuid, run_id: Uuid, host: &str,
) -> Result<Vec<AskedCell>> {
    let sql = "SELECT prompt_id, engine, slot, finish = 'complete' AS is_counted,
          EXISTS (SELECT 1 FROM answer_citations AS cited WHERE cited.answer_id = answers.id
                     AND (cited.host = $3 OR cited.host LIKE $4 ESCAPE '\\')) AS is_cited
         FROM answers WHERE workspace_id = $1 AND run_id = $2 AND prompt_id IS NOT NULL ORDER BY id";
    let below = subdomains(host);
    query_all!(executor.into(), AskedCell, sql, workspace_id, run_id, host, &below)
}

/// Returns when each prompt was last asked of each engine by other runs, after a moment.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn asked_since(
    executor: impl Into<Executor<'_>>, workspace_id: Uuid, website_id: Uuid, other_than: Uuid, since: DateTime<Utc>,
) -> Result<Vec<(Uuid, String)>> {
    let sql = "SELECT DISTINCT prompt_id, engine FROM answers WHERE workspace_id = $1 AND website_id = $2
                  AND run_id <> $3 AND asked_at >= $4 AND prompt_id IS NOT NULL";
    query_all!(executor.into(), (Uuid, String), sql, workspace_id, website_id, other_than, since)
}

/// Returns the pattern of a host's subdomains.
fn subdomains(host: &str) -> String {
    format!("%.{}", host.replace('\\', "\\\\").replace('%', "\\%").replace('_', "\\_"))
}

/// What the answers of an engine have cost.
#[derive(Debug, Clone, PartialEq, Eq, sqlx_macros::FromRow)]
pub struct EngineCost {
    /// Engine.
    pub engine: String,
    /// Number of answers.
    pub answers: i64,
    /// Cost in millionths of a dollar.
    pub micros: i64,
}

/// Returns what the website's answers have cost from a moment on, by engine.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn costs(
    executor: impl Into<Executor<'_>>, workspace_id: Uuid, website_id: Uuid, since: DateTime<Utc>,
) -> Result<Vec<EngineCost>> {
    let sql = "SELECT engine, COUNT(*) AS answers, CAST(COALESCE(SUM(cost_micros), 0) AS BIGINT) AS micros FROM answers
                WHERE workspace_id = $1 AND website_id = $2 AND asked_at >= $3 GROUP BY engine ORDER BY engine";
    query_all!(executor.into(), EngineCost, sql, workspace_id, website_id, since)
}
