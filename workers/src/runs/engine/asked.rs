//! Engines that are asked by the name of the action.

use engines::{
    command::{AskError, Body, ask},
    common::Insight,
    execution::has_action_for,
};
use serde::Deserialize;
use serde_json::Value;
use shared::{
    domain::{engine::EngineId, engine_version::GIVEN, now, opportunity::OpportunityBody},
    store::run::Effect,
};
use uuid::Uuid;

use super::{
    control::{RunControl, capital},
    forecasts,
    found::{self, insight, json_of},
    load, model,
    version::{Given, Versions},
    website_settings::Defaults,
};
use crate::{context::RunContext, error::JobError, registry::Done};

#[derive(Debug, Deserialize)]
struct Payload {
    #[serde(default)]
    parameters: Option<Given>,
    /// What the caller gives of the case itself: it stands over what was loaded.
    #[serde(default)]
    input: Body,
}

pub(super) async fn run(context: &RunContext, engine: EngineId) -> Result<Done, JobError> {
    let Payload { parameters, input } = context.payload()?;
    let action = context.run.action.clone().unwrap_or_default();
    context.progress(1, "loading", "");
    let load::Loaded { mut case, mut effects, assumptions } = load::case(context, engine, &action, &input).await?;
    case.extend(input);
    let defaults = Defaults::load(context, engine.as_str(), &action).await?;
    defaults.add_currency(&mut case);
    let series = (engine == EngineId::Pattern).then(|| load::series::given(&action, &case)).flatten();
    let given = parameters.unwrap_or_default();
    let versions = Versions::of(context, engine.as_str(), &action).await?;
    let (parameters, version) = versions.in_charge(&given);
    let beside =
        if version != GIVEN && forecasts::are_made(engine, &action) { versions.beside(&given) } else { Vec::new() };
    let others =
        beside.into_iter().map(|(name, parameters)| (name, with(case.clone(), defaults.under(parameters)))).collect();
    let asked = Asked { engine, id: engine_id(engine)?, action, version };
    let case = with(case, defaults.under(parameters));
    context
        .compute(move |context| {
            let model = model::of(&context, asked.id, &asked.action)?;
            let control = RunControl(&context);
            let mut answer = ask(asked.id, &asked.action, case, None, model.as_deref(), &control).map_err(job_error)?;
            if let Some(told) = answer["assumptions"].as_array_mut() {
                told.extend(assumptions.into_iter().map(Value::String));
            }
            effects.extend(foretold_beside(&context, &asked, others)?);
            context.progress(98, "saving", "");
            let mut done = save(&context, &asked, answer)?;
            if let (Some(series), Some(result)) = (series, done.result.as_object_mut()) {
                result.insert("given".to_owned(), series);
            }
            effects.extend(done.effects);
            Ok(Done { result: done.result, effects })
        })
        .await
}

/// What a run asks which version of which engine.
#[derive(Debug)]
struct Asked {
    engine: EngineId,
    id: engines::common::EngineId,
    action: String,
    version: String,
}

fn engine_id(engine: EngineId) -> Result<engines::common::EngineId, JobError> {
    engines::common::EngineId::parse(engine.as_str())
        .ok_or_else(|| JobError::permanent("unknown-engine", format!("There is no engine {engine}.")))
}

/// The case with parameters: each stands over what was loaded under its name.
fn with(mut case: Body, parameters: Given) -> Body {
    if parameters.is_empty() {
        return case;
    }
    let mut all = match case.remove("parameters") {
        Some(Value::Object(loaded)) => loaded,
        _ => Given::new(),
    };
    all.extend(parameters);
    case.insert("parameters".to_owned(), Value::Object(all));
    case
}

/// What other versions foretell of the same case. One that cannot answer is left out: it must not stop the run.
fn foretold_beside(context: &RunContext, asked: &Asked, others: Vec<(String, Body)>) -> Result<Vec<Effect>, JobError> {
    let mut effects = Vec::new();
    for (version, case) in others {
        match ask(asked.id, &asked.action, case, None, None, &RunControl(context)) {
            Ok(answer) => {
                let forecasts = forecasts::of(context, asked.engine, &asked.action, &answer, &version);
                effects.push(Effect::Forecasts { engine_id: asked.engine.to_string(), forecasts });
            }
            Err(AskError::Cancelled) => return Err(JobError::Cancelled),
            Err(error) => tracing::warn!(%error, version, engine = %asked.engine, "a challenger gave no forecast"),
        }
    }
    Ok(effects)
}

fn job_error(error: AskError) -> JobError {
    match error {
        AskError::Cancelled => JobError::Cancelled,
        AskError::Refused { kind: "internal", detail } => JobError::defect(&detail),
        AskError::Refused { kind, detail } => JobError::permanent(kind, capital(&format!("{detail}."))),
        AskError::UnknownTask { .. } => JobError::permanent("unknown-action", capital(&format!("{error}."))),
    }
}

/// Insights go to their table, and those that are something to gain are opportunities too. A plan of the strategic engine is
/// made of opportunities: as one of them it would be a bet of the next plan.
fn save(context: &RunContext, asked: &Asked, mut answer: Value) -> Result<Done, JobError> {
    let Asked { engine, action, version, .. } = asked;
    let engine = *engine;
    let insights: Vec<Insight> = match answer.get_mut("insights").map(Value::take) {
        Some(found @ Value::Array(_)) => serde_json::from_value(found).map_err(|error| JobError::defect(&error))?,
        _ => Vec::new(),
    };
    let now = now();
    let mut effects = Vec::new();
    if !insights.is_empty() {
        let stored = insights.iter().rev().map(|found| insight(found, now)).collect::<Result<_, _>>()?;
        effects.push(Effect::Insights { engine_id: engine.to_string(), version: version.clone(), insights: stored });
        let is_plan = engine == EngineId::Strategic;
        let found = if is_plan { Vec::new() } else { opportunities(engine, context.run.website_id, &insights)? };
        if !found.is_empty() {
            effects.push(Effect::Opportunities(found));
        }
    }
    let forecasts = forecasts::of(context, engine, action, &answer, version);
    if !forecasts.is_empty() {
        effects.push(Effect::Forecasts { engine_id: engine.to_string(), forecasts });
    }
    Ok(Done { result: answer, effects })
}

/// The score is the rank by worth among this run's findings: 100 for the first, towards 0 for the last.
fn opportunities(
    engine: EngineId, website_id: Option<Uuid>, insights: &[Insight],
) -> Result<Vec<(String, OpportunityBody)>, JobError> {
    let mut gains: Vec<&Insight> =
        insights.iter().filter(|found| found.severity == engines::common::Severity::Opportunity).collect();
    gains.sort_by_key(|found| std::cmp::Reverse(found.impact.as_ref().map_or(0, |impact| impact.mid_cents)));
    let total = gains.len();
    gains.iter().enumerate().map(|(rank, found)| opportunity(engine, website_id, found, rank, total)).collect()
}

fn opportunity(
    engine: EngineId, website_id: Option<Uuid>, found: &Insight, rank: usize, total: usize,
) -> Result<(String, OpportunityBody), JobError> {
    #[expect(clippy::cast_precision_loss, reason = "findings of one run")]
    let score = 100.0 * (total - rank) as f64 / total.max(1) as f64;
    let website = website_id.map(|id| id.to_string()).unwrap_or_default();
    let body = OpportunityBody {
        title: found.title.clone(),
        category: found.kind.clone(),
        difficulty: None,
        score: (score * 10.0).round() / 10.0,
        engine_id: Some(engine.to_string()),
        keyword: None,
        impact: found.impact.clone().map(found::money),
        effort_minutes: i32::try_from(found.effort_minutes).ok(),
        quick_win: found.effort_minutes <= 60,
        automated: found.action.as_ref().is_some_and(|action| has_action_for(&action.kind)),
        edited: false,
        evidence: json_of(&found.evidence)?,
    };
    Ok((format!("{engine}:{website}:{}:{}", found.kind, found.title), body))
}
