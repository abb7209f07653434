//! The keyword engine on one website.

pub(super) mod load;
mod save;

use engines::{
    common::EngineId,
    keyword::{self, Parameters},
};
use serde::Deserialize;
use serde_json::Value;

use super::{
    control::{RunControl, engine_error},
    model,
    version::{Given, Versions},
};
use crate::{context::RunContext, error::JobError, registry::Done};

#[derive(Debug, Deserialize)]
struct Payload {
    #[serde(default)]
    parameters: Option<Given>,
}

/// Whether the run's action is one whose findings take the place of the older ones. The others give an answer and no more.
pub(super) fn fills_tables(context: &RunContext) -> bool {
    matches!(context.run.action.as_deref(), None | Some("analyse" | "wins"))
}

pub(super) async fn run(context: &RunContext) -> Result<Done, JobError> {
    let Some(website_id) = context.run.website_id else {
        return Err(JobError::permanent("no-website", "Choose the website whose searches are to be analysed."));
    };
    let payload: Payload = context.payload()?;
    let action = context.run.action.as_deref().unwrap_or("analyse");
    let versions = Versions::of(context, "keyword", action).await?;
    let (parameters, version) = versions.in_charge(&payload.parameters.unwrap_or_default());
    let parameters = parse(parameters)?.check().map_err(|error| engine_error(&error))?;
    context.progress(1, "loading", "");
    let input = load::input(context, website_id).await?;
    let wins_only = action == "wins";
    context
        .compute(move |context| {
            let control = RunControl(&context);
            let model = model::of(&context, EngineId::Keyword, if wins_only { "wins" } else { "analyse" })?;
            let model = model.as_deref();
            if wins_only {
                let output =
                    keyword::wins(input, &parameters, model, &control).map_err(|error| engine_error(&error))?;
                return save::wins(website_id, &version, output);
            }
            let output = keyword::analyse(input, &parameters, model, &control).map_err(|error| engine_error(&error))?;
            context.progress(98, "saving", "");
            save::analysis(website_id, &version, output)
        })
        .await
}

fn parse(given: Given) -> Result<Parameters, JobError> {
    serde_json::from_value(Value::Object(given))
        .map_err(|error| JobError::permanent("bad-parameters", format!("The parameters are wrong: {error}.")))
}
