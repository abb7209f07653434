//! Loads answers of assistants to the website's prompts.

use std::collections::HashMap;

use chrono::Duration;
use engines::answers::{CitedSource, PromptAnswer};
use shared::{
    domain::answer::AnswerFinish,
    store::{answer, website},
};
use uuid::Uuid;

use super::day;
use crate::{context::RunContext, error::JobError};

/// Most answers of a run, the newest ones.
const MOST: i64 = 50_000;

/// Loads the complete answers of a number of days before the run, without those to removed prompts; none without a
/// website.
pub(super) async fn answers(context: &RunContext, days: i64) -> Result<Vec<PromptAnswer>, JobError> {
    let Some(website_id) = context.run.website_id else { return Ok(Vec::new()) };
    let (db, workspace_id) = (&context.db, context.run.workspace_id);
    let since = context.run.created_at - Duration::days(days);
    let counted = answer::counted_since(db, workspace_id, website_id, since, MOST).await?;
    let mut cited: HashMap<Uuid, Vec<CitedSource>> = HashMap::new();
    for (id, url, host, domain, _) in answer::citations_since(db, workspace_id, website_id, since).await? {
        cited.entry(id).or_default().push(CitedSource { host, domain, url });
    }
    let mut mentioned: HashMap<Uuid, Vec<String>> = HashMap::new();
    for (id, host) in answer::mentions_since(db, workspace_id, website_id, since).await? {
        mentioned.entry(id).or_default().push(host);
    }
    let prompts = answer::prompts(db, workspace_id, website_id, false).await?;
    let topics: HashMap<Uuid, String> = prompts.into_iter().map(|prompt| (prompt.id, prompt.topic)).collect();
    let is_tracked = |row: &answer::CountedAnswer| row.prompt_id.is_none_or(|id| topics.contains_key(&id));
    let complete = counted.into_iter().filter(|row| row.finish == AnswerFinish::Complete && is_tracked(row));
    let answer = |row: answer::CountedAnswer| PromptAnswer {
        topic: row.prompt_id.and_then(|id| topics.get(&id).cloned()).unwrap_or_default(),
        prompt: row.prompt_text,
        engine: row.engine,
        day: day(row.asked_at.date_naive()),
        cited: cited.remove(&row.id).unwrap_or_default(),
        mentioned: mentioned.remove(&row.id).unwrap_or_default(),
    };
    Ok(complete.map(answer).collect())
}

/// Loads the hosts of the rivals whose names are looked for, and of the competitors in the website's settings.
pub(super) async fn rivals(context: &RunContext) -> Result<Vec<String>, JobError> {
    let Some(website_id) = context.run.website_id else { return Ok(Vec::new()) };
    let stored = answer::settings(&context.db, context.run.workspace_id, website_id).await?;
    let website = website::find(&context.db, context.run.workspace_id, website_id).await?;
    let competitors = website.map(|website| website.settings.0.competitors).unwrap_or_default();
    let mut hosts: Vec<String> = stored.settings.rivals.into_iter().map(|rival| rival.host).collect();
    for host in competitors {
        if !hosts.contains(&host) {
            hosts.push(host);
        }
    }
    Ok(hosts)
}
