//! Stores the settings of answer checks.

use axum::extract::State;
use serde::Deserialize;
use serde_json::json;
use shared::{
    domain::{
        answer::{AnswerEngine, AnswerSettings, Rival},
        now,
        run::RunKind,
        website::Website,
    },
    store::{
        answer, connection,
        schedule::{self, NewSchedule},
        workspace,
    },
};
use utoipa::ToSchema;
use uuid::Uuid;

use super::{
    engines::{ai_mode_provider, assistant},
    settings::{Answer, scheduled},
    view::website,
};
use crate::{
    error::{ApiError, FieldError, Result},
    extract::{Changes, Json, Member},
    routes::schedules::{self, first_tick},
    state::AppState,
};

const MOST_TERMS: usize = 50;
const TERM_CHARS: usize = 100;
const MOST_RIVALS: usize = 20;
const MOST_ENGINES: usize = 10;
const MODEL_CHARS: usize = 100;
/// A hundred thousand dollars.
const MOST_MICROS: i64 = 100_000_000_000;

/// Settings to store.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schema(as = AnswerSettingsInput)]
pub(super) struct Input {
    website_id: Uuid,
    /// All settings; those that are left out get their defaults.
    #[serde(default)]
    settings: AnswerSettings,
    /// When to check: `daily`, `weekly`, `monthly` or a cron expression in UTC; `null` for no schedule.
    cron: Option<String>,
}

/// Store the settings of answer checks.
///
/// Requires an editor. A change of names or rivals counts from the next check on, which reads all stored answers again.
#[utoipa::path(
    put, path = "/api/answers/settings", tag = "answers", request_body = Input,
    responses((status = 200, body = Answer))
)]
pub(super) async fn handler(
    State(state): State<AppState>, member: Member<Changes>, Json(input): Json<Input>,
) -> Result<Json<Answer>> {
    let workspace_id = member.workspace_id;
    let website = website(&state, workspace_id, input.website_id).await?;
    let settings = checked(&state, workspace_id, &website, input.settings).await?;
    let new = input.cron.as_deref().map(|cron| new_schedule(&member, &website, cron)).transpose()?;
    let before = scheduled(&state, workspace_id, website.id).await?;
    let mut tx = state.db.begin().await?;
    workspace::lock(&mut tx, workspace_id).await?;
    answer::save_settings(&mut tx, workspace_id, website.id, &settings, now()).await?;
    let is_same = before.as_ref().map(|row| row.cron.as_str()) == new.as_ref().map(|new| new.cron.as_str());
    if !is_same {
        if let Some(before) = before {
            schedule::delete(&mut tx, workspace_id, before.id).await?;
        }
        if let Some(new) = new {
            schedules::check_room(&mut tx, workspace_id, "/cron").await?;
            schedule::insert(&mut tx, &new, now()).await?;
        }
    }
    tx.commit().await?;
    Ok(Json(Answer::new(settings, scheduled(&state, workspace_id, website.id).await?)))
}

fn new_schedule(member: &Member<Changes>, website: &Website, cron: &str) -> Result<NewSchedule> {
    let (cron, next_at) = first_tick(RunKind::AnswerCheck, cron)?;
    Ok(NewSchedule {
        workspace_id: member.workspace_id,
        user_id: member.caller.user_id,
        website_id: Some(website.id),
        kind: RunKind::AnswerCheck,
        engine_id: None,
        action: None,
        payload: json!({}),
        name: format!("AI answers: {}", website.host).chars().take(100).collect(),
        cron,
        time_zone: "UTC".to_owned(),
        next_at,
    })
}

async fn checked(
    state: &AppState, workspace_id: Uuid, website: &Website, settings: AnswerSettings,
) -> Result<AnswerSettings> {
    let mut errors = Vec::new();
    let mut wrong = |pointer: &str, detail: String| errors.push(FieldError::new(format!("/settings{pointer}"), detail));
    let within = |value: i64, low: i64, high: i64| (low..=high).contains(&value);
    if !(0.05..=0.5).contains(&settings.half_width) {
        wrong("/halfWidth", "must be 0.05 to 0.5".to_owned());
    }
    for (pointer, value, low, high) in [
        ("/mostAnswers", i64::from(settings.most_answers), 5, 50),
        ("/everyDays", i64::from(settings.every_days), 1, 90),
        ("/windowDays", i64::from(settings.window_days), 1, 90),
        ("/budgetMicros", settings.budget_micros, 0, MOST_MICROS),
    ] {
        if !within(value, low, high) {
            wrong(pointer, format!("must be {low} to {high}"));
        }
    }
    for (pointer, count, most) in [
        ("/terms", settings.terms.len(), MOST_TERMS),
        ("/rivals", settings.rivals.len(), MOST_RIVALS),
        ("/engines", settings.engines.len(), MOST_ENGINES),
    ] {
        if count > most {
            wrong(pointer, format!("must have at most {most} entries"));
        }
    }
    if !errors.is_empty() {
        return Err(ApiError::Invalid(errors));
    }
    let mut rivals = Vec::new();
    for (index, rival) in settings.rivals.into_iter().enumerate() {
        rivals.push(checked_rival(index, rival, website)?);
    }
    let mut engines: Vec<AnswerEngine> = Vec::new();
    for (index, engine) in settings.engines.into_iter().enumerate() {
        let engine = checked_engine(state, workspace_id, index, engine).await?;
        if !engines.contains(&engine) {
            engines.push(engine);
        }
    }
    let terms = terms("/settings/terms", settings.terms)?;
    Ok(AnswerSettings { terms, rivals, engines, ..settings })
}

/// Returns the trimmed terms without empty ones.
fn terms(pointer: &str, terms: Vec<String>) -> Result<Vec<String>> {
    if terms.len() > MOST_TERMS || terms.iter().any(|term| term.chars().count() > TERM_CHARS || term.contains('\0')) {
        let detail = format!("must have at most {MOST_TERMS} names of at most {TERM_CHARS} characters");
        return Err(ApiError::invalid(pointer, detail));
    }
    let mut kept: Vec<String> = Vec::new();
    for term in terms.iter().map(|term| term.trim()).filter(|term| !term.is_empty()) {
        if !kept.iter().any(|known| known == term) {
            kept.push(term.to_owned());
        }
    }
    Ok(kept)
}

fn checked_rival(index: usize, rival: Rival, website: &Website) -> Result<Rival> {
    let pointer = format!("/settings/rivals/{index}");
    let text = rival.host.trim().to_lowercase();
    let text = text.split_once("://").map_or(text.as_str(), |(_, rest)| rest);
    let host = providers::web::host(&format!("https://{text}/")).filter(|host| host.contains('.') && host.len() <= 253);
    let wrong = |detail: &str| ApiError::invalid(format!("{pointer}/host"), detail);
    let host = host.ok_or_else(|| wrong("must be a host, such as example.com"))?;
    if host == website.host {
        return Err(wrong("must not be the website itself"));
    }
    Ok(Rival { host, terms: terms(&format!("{pointer}/terms"), rival.terms)? })
}

async fn checked_engine(
    state: &AppState, workspace_id: Uuid, index: usize, engine: AnswerEngine,
) -> Result<AnswerEngine> {
    let pointer = |field: &str| format!("/settings/engines/{index}/{field}");
    if engine.ai_mode {
        return checked_ai_mode(state, workspace_id, &pointer("connectionId"), engine).await;
    }
    let model = engine.model.trim().to_owned();
    if model.is_empty() || model.chars().count() > MODEL_CHARS || model.chars().any(char::is_control) {
        return Err(ApiError::invalid(pointer("model"), "must have 1 to 100 characters"));
    }
    if engine.input_micros.is_some() != engine.output_micros.is_some() {
        return Err(ApiError::invalid(pointer("outputMicros"), "enter both prices or none"));
    }
    let most = u64::try_from(MOST_MICROS).unwrap_or(u64::MAX);
    if engine.input_micros.max(engine.output_micros) > Some(most) {
        return Err(ApiError::invalid(pointer("inputMicros"), "is too high for a price of a million tokens"));
    }
    let found = connection::find(&state.db, workspace_id, engine.connection_id).await?;
    if found.as_ref().and_then(assistant).is_none() {
        let detail = "must be a connection to a provider of language models";
        return Err(ApiError::invalid(pointer("connectionId"), detail));
    }
    Ok(AnswerEngine { model, ..engine })
}

/// Returns AI mode as an engine: it has neither model nor prices of tokens, and always searches.
async fn checked_ai_mode(
    state: &AppState, workspace_id: Uuid, pointer: &str, engine: AnswerEngine,
) -> Result<AnswerEngine> {
    let found = connection::find(&state.db, workspace_id, engine.connection_id).await?;
    if found.as_ref().and_then(ai_mode_provider).is_none() {
        return Err(ApiError::invalid(pointer, "must be a connection to DataForSEO or SerpApi for AI mode"));
    }
    let (input_micros, output_micros) = (None, None);
    Ok(AnswerEngine { model: String::new(), web_search: true, input_micros, output_micros, ..engine })
}
