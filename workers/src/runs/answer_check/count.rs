//! Loads the answers and computes the report.

use std::collections::HashMap;

use chrono::Duration;
use engines::answers::{Brand, Citation, ClickValue, Demand, Input, Prompt, Report, Sample, report};
use shared::{
    domain::{answer::AnswerFinish, now},
    store::{
        answer::{self, CountedAnswer},
        keyword,
    },
};
use uuid::Uuid;

use super::Check;
use crate::error::JobError;

/// Most answers of a report, the newest ones.
const MOST: i64 = 50_000;
/// Seed of the bootstrap: the same answers give the same report.
const SEED: u64 = 1;

/// Computes the report on the website's answers of the last two periods.
pub(super) async fn count(check: &Check<'_>) -> Result<Report, JobError> {
    check.context.progress(97, "counting", "");
    let input = load(check).await?;
    check.context.compute(move |_| Ok(report(&input))).await
}

async fn load(check: &Check<'_>) -> Result<Input, JobError> {
    let (db, workspace_id, website_id) = (&check.context.db, check.context.run.workspace_id, check.website.id);
    let window_days = check.stored.settings.window_days.max(1);
    // An engine that failed for a while keeps its last figures.
    let since = now() - Duration::days(i64::from(window_days) * 4 + 30);
    let answers = answer::counted_since(db, workspace_id, website_id, since, MOST).await?;
    let mut cited: HashMap<Uuid, Vec<Citation>> = HashMap::new();
    for (id, url, host, domain, title) in answer::citations_since(db, workspace_id, website_id, since).await? {
        cited.entry(id).or_default().push(Citation { url, host, domain, title });
    }
    let brands: Vec<Brand> = check
        .brands()
        .into_iter()
        .enumerate()
        .map(|(index, brand)| Brand { host: brand.host, is_own: index == 0 })
        .collect();
    let mut mentioned: HashMap<Uuid, Vec<usize>> = HashMap::new();
    for (id, host) in answer::mentions_since(db, workspace_id, website_id, since).await? {
        let brand = brands.iter().position(|brand| brand.host == host);
        mentioned.entry(id).or_default().extend(brand);
    }
    let stored = answer::prompts(db, workspace_id, website_id, false).await?;
    let mut prompts: Vec<Prompt> =
        stored.into_iter().map(|row| Prompt { id: row.id.to_string(), text: row.text, topic: row.topic }).collect();
    let mut places: HashMap<String, usize> =
        prompts.iter().enumerate().map(|(index, prompt)| (prompt.id.clone(), index)).collect();
    let mut samples = Vec::with_capacity(answers.len());
    for row in answers {
        let Some(prompt) = place(&row, &mut prompts, &mut places) else { continue };
        samples.push(Sample {
            prompt,
            engine: row.engine,
            at: row.asked_at.timestamp(),
            is_shown: row.finish == AnswerFinish::Complete,
            citations: cited.remove(&row.id).unwrap_or_default(),
            mentions: mentioned.remove(&row.id).unwrap_or_default(),
        });
    }
    let demand = demand(check, &prompts).await?;
    Ok(Input { prompts, brands, answers: samples, window_days, demand, click_value: click_value(check), seed: SEED })
}

/// Loads the search volumes of prompts whose text is a keyword.
async fn demand(check: &Check<'_>, prompts: &[Prompt]) -> Result<Vec<Demand>, JobError> {
    let known = keyword::volumes(&check.context.db, check.context.run.workspace_id, check.website.id).await?;
    let known: HashMap<String, keyword::Volume> =
        known.into_iter().map(|row| (row.query.to_lowercase(), row)).collect();
    let found = |(index, prompt): (usize, &Prompt)| {
        let row = known.get(&prompt.text.to_lowercase())?;
        Some(Demand { prompt: index, volume: row.volume?, cpc_cents: row.cpc_cents.filter(|cents| *cents > 0.0) })
    };
    Ok(prompts.iter().enumerate().filter_map(found).collect())
}

#[expect(clippy::cast_precision_loss, reason = "cents of a lead stay far below 2^53")]
fn click_value(check: &Check<'_>) -> ClickValue {
    let settings = &check.website.settings;
    ClickValue {
        lead_cents: settings.value_per_lead_cents.map(|cents| cents as f64),
        conversion_rate: settings.conversion_rate,
        currency: settings.currency.clone(),
    }
}

/// Returns the place of an answer's prompt. A query of a rank check becomes a prompt of its own; a removed prompt has none.
fn place(row: &CountedAnswer, prompts: &mut Vec<Prompt>, places: &mut HashMap<String, usize>) -> Option<usize> {
    let Some(id) = row.prompt_id else {
        let id = format!("query:{}", row.prompt_text);
        return Some(*places.entry(id.clone()).or_insert_with(|| {
            prompts.push(Prompt { id, text: row.prompt_text.clone(), topic: String::new() });
            prompts.len() - 1
        }));
    };
    places.get(&id.to_string()).copied()
}
