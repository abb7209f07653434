//! Asks one question and stores the answer.

use std::io::Write;

use flate2::{Compression, write::GzEncoder};
use providers::{
    Called, Micros, ProviderError,
    answers::is_cited,
    models::{Answer, Finish},
};
use sha2::{Digest, Sha256};
use shared::{
    domain::{
        answer::{AnswerFinish, AnswerSurface, NewAnswer, TrackedPrompt},
        now,
    },
    store::answer,
};
use uuid::Uuid;

use super::{Check, engine::Engine, read};
use crate::error::JobError;

/// Result of a question.
pub(super) enum Asked {
    /// The answer is stored.
    Stored {
        /// Whether it is complete.
        is_counted: bool,
        /// Whether it cites the website.
        is_cited: bool,
        /// Cost.
        cost: Micros,
    },
    /// The engine did not answer.
    Failed(ProviderError),
}

/// Asks a question and stores the answer at once: it has been paid for.
pub(super) async fn ask(
    check: &Check<'_>, engine: &Engine, prompt: &TrackedPrompt, number: u32,
) -> Result<Asked, JobError> {
    let run_id = check.context.run.id;
    let Some(answered) = engine.ask(prompt, sample_number(run_id, number)).await else {
        return Ok(Asked::Failed(ProviderError::Cancelled));
    };
    let called = match answered {
        Ok(called) => called,
        Err(ProviderError::Cancelled) => return Err(JobError::Cancelled),
        Err(error) => return Ok(Asked::Failed(error)),
    };
    let answered = &called.value;
    let surface = engine.spec.surface();
    let finish = finish(answered, surface);
    let (country, city, language) = engine.place(prompt);
    let reading = read::reading(answered, &check.brands(), check.stored.revision);
    let new = NewAnswer {
        workspace_id: check.context.run.workspace_id,
        website_id: check.website.id,
        prompt_id: Some(prompt.id),
        prompt_text: prompt.text.clone(),
        run_id,
        slot: format!("{run_id}:{}:{}:{number}", prompt.id, engine.key),
        engine: engine.key.clone(),
        provider: engine.provider.clone(),
        model: engine.spec.model.clone(),
        model_version: answered.model.clone(),
        surface,
        country,
        city,
        language,
        asked_at: called.call.fetched_at,
        parameters: engine.parameters(prompt, number, answered),
        cost_micros: i64::try_from(cost(&called).0).unwrap_or(i64::MAX),
        finish,
        // PostgreSQL stores no NUL.
        text: answered.text.replace('\0', "\u{fffd}"),
        raw: packed(&called.call.body),
        raw_sha256: Sha256::digest(&called.call.body).to_vec(),
    };
    let mut tx = check.context.db.begin().await?;
    answer::insert(&mut tx, &new, &reading, now()).await?;
    tx.commit().await?;
    let is_counted = finish == AnswerFinish::Complete;
    Ok(Asked::Stored { is_counted, is_cited: is_cited(answered, &check.website.host), cost: cost(&called) })
}

/// Returns the cost of an answer, also of one that an interrupted attempt has paid for.
fn cost(called: &Called<Answer>) -> Micros {
    called.value.cost.unwrap_or(called.call.cost)
}

fn finish(answered: &Answer, surface: AnswerSurface) -> AnswerFinish {
    let is_empty = answered.text.trim().is_empty() && answered.citations.is_empty();
    match answered.finish {
        _ if is_empty && surface == AnswerSurface::GoogleAiMode => AnswerFinish::Absent,
        Finish::Length => AnswerFinish::CutOff,
        Finish::Filtered => AnswerFinish::Withheld,
        Finish::Stop | Finish::Other if answered.text.trim().is_empty() => AnswerFinish::Withheld,
        Finish::Stop | Finish::Other => AnswerFinish::Complete,
    }
}

/// Returns a number that differs between runs, so that no response of another run is taken from the cache.
fn sample_number(run_id: Uuid, number: u32) -> u32 {
    let bytes = run_id.as_bytes();
    u32::from_be_bytes([bytes[12], bytes[13], bytes[14], bytes[15]]).wrapping_add(number)
}

/// Compresses a response. Writing to memory does not fail.
pub(super) fn packed(body: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(body).and_then(|()| encoder.finish()).unwrap_or_default()
}
