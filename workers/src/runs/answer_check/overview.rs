//! AI overviews that a check of search results has seen.

use providers::{
    ai_mode::from_overview,
    serp::{AiOverview, Overview, Serp},
};
use sha2::{Digest, Sha256};
use shared::{
    domain::{
        answer::{AnswerFinish, AnswerSurface, NewAnswer, Rival},
        now,
    },
    store::{answer, website},
};
use uuid::Uuid;

use super::{ask::packed, read};
use crate::{context::RunContext, error::JobError};

/// Stores the AI overview of search results as an answer to their query; that there was none is stored too. An overview
/// that was not loaded, or that the provider does not report, is unknown and not stored. Returns false if nothing was stored.
///
/// # Errors
/// Returns a [`JobError`] if the database fails.
pub(crate) async fn store(context: &RunContext, website_id: Uuid, serp: &Serp) -> Result<bool, JobError> {
    let (overview, finish) = match &serp.ai_overview {
        AiOverview::Unknown | AiOverview::NotLoaded { .. } => return Ok(false),
        AiOverview::Absent => (Overview::default(), AnswerFinish::Absent),
        AiOverview::Present(overview) => (overview.clone(), AnswerFinish::Complete),
    };
    let workspace_id = context.run.workspace_id;
    let Some(website) = website::find(&context.db, workspace_id, website_id).await? else { return Ok(false) };
    let stored = answer::settings(&context.db, workspace_id, website_id).await?;
    let own = Rival { host: website.host.clone(), terms: stored.settings.terms.clone() };
    let brands = super::named(own, &stored.settings.rivals);
    let reading = read::reading(&from_overview(serp.provider, &overview), &brands, stored.revision);
    let raw = serde_json::to_vec(&overview).map_err(|error| JobError::defect(&error))?;
    let device = serde_json::to_value(serp.device).map_err(|error| JobError::defect(&error))?;
    let provider = serp.provider.key();
    let surface = AnswerSurface::GoogleAiOverview;
    let new = NewAnswer {
        workspace_id,
        website_id,
        prompt_id: None,
        prompt_text: serp.query.clone(),
        run_id: context.run.id,
        slot: format!("{}:{}:{}:{device}:{surface}", context.run.id, serp.query, serp.place),
        engine: format!("google::{surface}"),
        provider: provider.to_owned(),
        model: String::new(),
        model_version: String::new(),
        surface,
        country: None,
        city: Some(serp.place.clone()),
        language: Some(serp.language.clone()),
        asked_at: serp.fetched_at,
        parameters: serde_json::json!({"device": device, "depth": serp.depth, "checkUrl": serp.check_url}),
        // The search is paid for by the run that asked for the results.
        cost_micros: 0,
        finish,
        text: overview.text.replace('\0', "\u{fffd}"),
        raw: packed(&raw),
        raw_sha256: Sha256::digest(&raw).to_vec(),
    };
    let mut tx = context.db.begin().await?;
    let id = answer::insert(&mut tx, &new, &reading, now()).await?;
    tx.commit().await?;
    Ok(id.is_some())
}
