//! Runs an action of an engine.

use std::borrow::Cow;

use engines::{
    ActionId,
    action::{Body, Output, Parameters},
    command::{AskError, ask},
};
use serde::Deserialize;
use serde_json::Value;
use shared::{
    domain::engine_version::GIVEN,
    store::{effect::Effect, forecast::NewForecasts},
};

use super::{
    capsule,
    control::{RunControl, capital, engine_error},
    forecasts,
    found::{self, Findings},
    load::{Load, Loaded},
    maker::Maker,
    model,
    version::{Given, Versions},
    website_settings::Defaults,
};
use crate::{context::RunContext, error::JobError, runs::done::Done};

/// Input of the caller.
#[derive(Debug, Deserialize)]
struct Payload {
    #[serde(default)]
    parameters: Option<Given>,
    /// Fields of the input; they override loaded ones.
    #[serde(default)]
    input: Body,
    /// Whether the input is a text that nobody has saved: its findings are shown only.
    #[serde(default, rename = "isPreview")]
    is_preview: bool,
}

/// Runs an action. Returns its findings apart from the other effects, since their difficulty is rated before they are stored.
pub(super) async fn run<A: Load>(context: &RunContext, id: ActionId) -> Result<(Done, Findings), JobError> {
    let Payload { parameters, mut input, is_preview } = context.payload()?;
    let given = parameters.unwrap_or_default();
    context.progress(1, "loading", "");
    if id.info().is_alternative(&input) {
        return Ok((plain(context, id, input, given).await?, Findings::default()));
    }
    let mut defaults = Defaults::load(context, id).await?;
    let versions = Versions::of(context, id).await?;
    let (chosen, version) = versions.in_charge(&given);
    defaults.add_currency(&mut input, &chosen);
    let stated = input.get("currency").and_then(Value::as_str).map(str::to_owned);
    let mut input: A::Input = read("input", over(&A::Input::default(), input)?)?;
    let mut loaded = A::load(context, &mut input).await?;
    let currency = loaded.currency.take().or(stated);
    loaded.assumptions.extend(defaults.keep_in(currency.as_deref(), &chosen));
    loaded.assumptions.extend(defaults.sources(&chosen));
    let chosen = over(&A::parameters(), defaults.under(chosen))?;
    let parameters = checked::<A>(chosen.clone())?;
    let others = if version == GIVEN { Vec::new() } else { versions.beside(&given) };
    let others = others.into_iter().map(|(name, chosen)| (name, defaults.under(chosen))).collect();
    let maker = Maker { action: id, version };
    let (done, findings) = context
        .compute(move |context| compute::<A>(&context, &maker, input, loaded, (&parameters, &chosen), others))
        .await?;
    Ok((done, if is_preview { Findings::default() } else { findings }))
}

/// Returns the checked parameters of an action: the defaults of runs on a website, overridden by the given ones.
fn checked<A: Load>(given: Given) -> Result<<A::Parameters as Parameters>::Checked, JobError> {
    let parameters: A::Parameters = read("parameters", over(&A::parameters(), given)?)?;
    parameters.check().map_err(|error| engine_error(&error))
}

/// Overrides default values by the given ones.
fn over(defaults: &impl serde::Serialize, given: Body) -> Result<Body, JobError> {
    let mut all = match found::json_of(defaults)? {
        Value::Object(defaults) => defaults,
        _ => Body::new(),
    };
    all.extend(given);
    Ok(all)
}

fn read<T: serde::de::DeserializeOwned>(what: &str, given: Body) -> Result<T, JobError> {
    serde_json::from_value(Value::Object(given))
        .map_err(|error| JobError::permanent("bad-parameters", format!("The {what} of the run is invalid: {error}.")))
}

fn compute<A: Load>(
    context: &RunContext, maker: &Maker, input: A::Input, loaded: Loaded,
    (parameters, chosen): (&<A::Parameters as Parameters>::Checked, &Body), others: Vec<(String, Given)>,
) -> Result<(Done, Findings), JobError> {
    let model = model::of::<A>(context)?;
    let (case, input) = capsule::case(input, chosen);
    let control = RunControl(context);
    let (input, answer) = if A::KEEPS_INPUT {
        let answer = A::run(Cow::Borrowed(&input), parameters, model.as_deref(), &control);
        (input, answer)
    } else {
        // A large website's input and findings need not be in memory together.
        (A::Input::default(), A::run(Cow::Owned(input), parameters, model.as_deref(), &control))
    };
    let mut output = answer.map_err(|error| engine_error(&error))?;
    let Loaded { mut effects, assumptions, .. } = loaded;
    let kept = case.and_then(|case| case.answered(maker.action, &output, model.is_some()));
    effects.extend(kept.map(Effect::from));
    if let Some(own) = output.assumptions() {
        own.extend(assumptions);
    }
    let forecasts = forecasts::of(context, maker, &output.forecasts());
    if !forecasts.is_empty() {
        effects.push(NewForecasts { engine_id: maker.engine_id(), forecasts }.into());
        effects.extend(challengers::<A>(context, maker, &input, others)?);
    }
    A::describe(&input, &mut output);
    drop(input);
    context.progress(98, "saving", "");
    let findings = A::findings(context, maker, &mut output)?;
    Ok((Done { result: found::json_of(&output)?, effects }, findings))
}

/// Forecasts the same input with other versions. A version that fails is skipped and does not stop the run.
fn challengers<A: Load>(
    context: &RunContext, maker: &Maker, input: &A::Input, others: Vec<(String, Given)>,
) -> Result<Vec<Effect>, JobError> {
    let mut effects = Vec::new();
    for (version, parameters) in others {
        let answer = checked::<A>(parameters).and_then(|parameters| {
            A::run(Cow::Borrowed(input), &parameters, None, &RunControl(context)).map_err(|error| engine_error(&error))
        });
        let maker = Maker { action: maker.action, version };
        match answer {
            Ok(answer) => {
                let forecasts = forecasts::of(context, &maker, &answer.forecasts());
                effects.push(NewForecasts { engine_id: maker.engine_id(), forecasts }.into());
            }
            Err(JobError::Cancelled) => return Err(JobError::Cancelled),
            Err(error) => tracing::warn!(%error, version = maker.version, "a challenger gave no forecast"),
        }
    }
    Ok(effects)
}

/// Answers a case of plain figures, which does not use the website's data.
async fn plain(context: &RunContext, id: ActionId, mut case: Body, given: Given) -> Result<Done, JobError> {
    if !given.is_empty() {
        case.insert("parameters".to_owned(), Value::Object(given));
    }
    context
        .compute(move |context| {
            let answer = ask(id, case, None, None, &RunControl(&context)).map_err(job_error)?;
            Ok(Done { result: answer, effects: Vec::new() })
        })
        .await
}

fn job_error(error: AskError) -> JobError {
    match error {
        AskError::Cancelled => JobError::Cancelled,
        AskError::Refused { kind: "internal", detail } => JobError::defect(&detail),
        AskError::Refused { kind, detail } => JobError::permanent(kind, capital(&format!("{detail}."))),
    }
}
