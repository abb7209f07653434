//! Asks engines the tracked prompts of a website, reads the answers and reports what they cite.
//!
//! Each answer is stored as soon as it arrives, so a killed worker loses none, and the next attempt asks for the missing
//! ones only. The report is an effect of the run's end.

mod ask;
mod count;
mod engine;
pub(crate) mod overview;
mod read;
mod sample;

use serde::Deserialize;
use serde_json::json;
use shared::{
    domain::{
        answer::{CheckSummary, EngineFailure, Rival, StoredSettings},
        notification::{NewNotification, NotificationKind},
        website::Website,
    },
    store::{
        answer::{self, AnswersCounted},
        website,
    },
    words::counted,
};
use uuid::Uuid;

use crate::{context::RunContext, error::JobError, runs::done::Done};

#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
struct Payload {
    /// Reads stored answers again and asks nothing.
    only_read: bool,
    /// Asks prompts also before they are due.
    ask_all: bool,
    /// Prompts to ask; all if none are named.
    prompt_ids: Option<Vec<Uuid>>,
    /// Lower budget than that of the settings.
    budget_micros: Option<i64>,
}

/// What a check works on.
struct Check<'a> {
    context: &'a RunContext,
    website: Website,
    stored: StoredSettings,
    payload: Payload,
}

impl Check<'_> {
    /// Returns the website and its rivals, each with the names by which answers mention it. The host itself is one.
    fn brands(&self) -> Vec<Rival> {
        let own = Rival { host: self.website.host.clone(), terms: self.stored.settings.terms.clone() };
        named(own, &self.stored.settings.rivals)
    }
}

/// Returns the own brand and its rivals; the host of each is one of its names.
fn named(own: Rival, rivals: &[Rival]) -> Vec<Rival> {
    let mut brands: Vec<Rival> = std::iter::once(own).chain(rivals.iter().cloned()).collect();
    for brand in &mut brands {
        brand.terms.push(brand.host.clone());
    }
    brands
}

pub(crate) async fn run(context: &RunContext) -> Result<Done, JobError> {
    let payload: Payload = context.payload()?;
    let (db, workspace_id) = (&context.db, context.run.workspace_id);
    let gone = || JobError::permanent("website-gone", "The website no longer exists.");
    let website_id = context.run.website_id.ok_or_else(gone)?;
    let website = website::find(db, workspace_id, website_id).await?.ok_or_else(gone)?;
    let stored = answer::settings(db, workspace_id, website_id).await?;
    let check = Check { context, website, stored, payload };
    read::read_again(&check).await?;
    let summary = match check.payload.only_read {
        true => None,
        false => Some(sample::sample(&check).await?),
    };
    let report = count::count(&check).await?;
    let answers = summary.as_ref().map_or(0, |summary| summary.answers);
    let stored = AnswersCounted { website_id, report: json!({"report": report, "check": summary}) };
    let mut effects = vec![stored.into()];
    if let Some(summary) = &summary {
        effects.push(notification(&check, summary).into());
    }
    Ok(Done { result: json!({"websiteId": website_id, "answers": answers, "check": summary}), effects })
}

fn notification(check: &Check<'_>, summary: &CheckSummary) -> NewNotification {
    let failed: Vec<&str> = summary.failures.iter().map(|EngineFailure { engine, .. }| engine.as_str()).collect();
    let host = &check.website.host;
    let answers = counted(summary.answers, "answer", "answers");
    let (level, message) = match failed.as_slice() {
        [] => ("success", format!("{host}: {answers}.")),
        failed => ("warning", format!("{host}: {answers}. Not asked: {}.", failed.join(", "))),
    };
    NewNotification::new(NotificationKind::Import, level, "AI answers checked", message)
        .about("website", check.website.id, "/ai-answers".to_owned())
        .within(check.context.run.workspace_id)
}
