//! Tracked prompts.

use chrono::{DateTime, Utc};
use uuid::Uuid;

use crate::{
    domain::{answer::TrackedPrompt, new_id},
    store::{Executor, Result, Tx, macros::*},
};

macro_rules! columns {
    () => {
        "id, text, topic, country, city, language, value_cents, paused, created_at, archived_at"
    };
}

/// A prompt to store.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct NewPrompt {
    /// Question.
    pub text: String,
    /// Topic; empty for none.
    pub topic: String,
    /// Country, as two letters.
    pub country: Option<String>,
    /// City.
    pub city: Option<String>,
    /// Language.
    pub language: Option<String>,
    /// Monthly value in cents.
    pub value_cents: Option<i64>,
}

/// Adds prompts to a website, without those that it has; returns the added ones.
///
/// # Errors
/// Returns an error if a query fails.
pub async fn insert_prompts(
    tx: &mut Tx, workspace_id: Uuid, website_id: Uuid, new: &[NewPrompt], now: DateTime<Utc>,
) -> Result<Vec<Uuid>> {
    let key = |text: &str, country: Option<&str>, city: Option<&str>| {
        (text.to_lowercase(), country.map(str::to_lowercase), city.map(str::to_lowercase))
    };
    let stored = prompts(&mut *tx, workspace_id, website_id, false).await?;
    let mut known: std::collections::BTreeSet<_> =
        stored.iter().map(|row| key(&row.text, row.country.as_deref(), row.city.as_deref())).collect();
    let sql = "INSERT INTO answer_prompts (id, workspace_id, website_id, text, topic, country, city, language,
                 value_cents, paused, created_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)";
    let mut added = Vec::new();
    for prompt in new {
        if !known.insert(key(&prompt.text, prompt.country.as_deref(), prompt.city.as_deref())) {
            continue;
        }
        let id = new_id();
        execute!(
            &mut *tx,
            sql,
            id,
            workspace_id,
            website_id,
            &prompt.text,
            &prompt.topic,
            &prompt.country,
            &prompt.city,
            &prompt.language,
            prompt.value_cents,
            false,
            now
        )?;
        added.push(id);
    }
    Ok(added)
}

/// Returns the prompts of a website, oldest first; also removed ones if `with_archived`.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn prompts(
    executor: impl Into<Executor<'_>>, workspace_id: Uuid, website_id: Uuid, with_archived: bool,
) -> Result<Vec<TrackedPrompt>> {
    let sql = concat!(
        "SELECT ",
        columns!(),
        " FROM answer_prompts WHERE workspace_id = $1 AND website_id = $2 AND ($3 OR archived_at IS NULL) ORDER BY id"
    );
    query_all!(executor.into(), TrackedPrompt, sql, workspace_id, website_id, with_archived)
}

/// Returns a prompt of the workspace that was not removed.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn prompt(executor: impl Into<Executor<'_>>, workspace_id: Uuid, id: Uuid) -> Result<Option<TrackedPrompt>> {
    let sql = concat!(
        "SELECT ",
        columns!(),
        " FROM answer_prompts WHERE workspace_id = $1 AND id = $2 AND archived_at IS NULL"
    );
    query_opt!(executor.into(), TrackedPrompt, sql, workspace_id, id)
}

/// Returns the website of a prompt of the workspace.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn website_of_prompt(
    executor: impl Into<Executor<'_>>, workspace_id: Uuid, id: Uuid,
) -> Result<Option<Uuid>> {
    let sql = "SELECT website_id FROM answer_prompts WHERE workspace_id = $1 AND id = $2";
    Ok(query_opt!(executor.into(), (Uuid,), sql, workspace_id, id)?.map(|(id,)| id))
}

/// Changes topic, value and pause of a prompt; its text never changes, because its answers belong to it. Returns false if
/// there is none.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn update_prompt(
    executor: impl Into<Executor<'_>>, workspace_id: Uuid, changed: &TrackedPrompt,
) -> Result<bool> {
    let sql = "UPDATE answer_prompts SET topic = $3, value_cents = $4, paused = $5
                WHERE workspace_id = $1 AND id = $2 AND archived_at IS NULL";
    let (topic, value, paused) = (&changed.topic, changed.value_cents, changed.paused);
    Ok(execute!(executor.into(), sql, workspace_id, changed.id, topic, value, paused)? == 1)
}

/// Removes a prompt from checks; its answers are kept. Returns false if there is none.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn archive_prompt(
    executor: impl Into<Executor<'_>>, workspace_id: Uuid, id: Uuid, now: DateTime<Utc>,
) -> Result<bool> {
    let sql = "UPDATE answer_prompts SET archived_at = $3 WHERE workspace_id = $1 AND id = $2 AND archived_at IS NULL";
    Ok(execute!(executor.into(), sql, workspace_id, id, now)? == 1)
}

/// A query of the website that may become a prompt.
#[derive(Debug, Clone, PartialEq, Eq, sqlx_macros::FromRow)]
pub struct FrequentQuery {
    /// Query.
    pub query: String,
    /// Impressions in the period of the analysis.
    pub impressions: i64,
    /// Mean monthly value in cents.
    pub value_cents: Option<i64>,
}

/// Returns the website's queries with the most impressions, from its keyword analysis.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn frequent_queries(
    executor: impl Into<Executor<'_>>, workspace_id: Uuid, website_id: Uuid, limit: i64,
) -> Result<Vec<FrequentQuery>> {
    let sql = "SELECT query, impressions, value_cents FROM keywords WHERE workspace_id = $1 AND website_id = $2
                ORDER BY impressions DESC, id LIMIT $3";
    query_all!(executor.into(), FrequentQuery, sql, workspace_id, website_id, limit)
}
