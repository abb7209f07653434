//! The engine's tasks on the command line.

use schemars::JsonSchema;
use serde::{Serialize, de::DeserializeOwned};
use serde_json::Value;

use super::{
    Checked, Parameters, RankingInput, RankingOutput, ScenariosInput, ScenariosOutput, SeriesForecast, SeriesInput,
    TrafficInput, TrafficOutput,
};
use crate::command::{Answer, Body, Fault, Means, Task, read, schema_of, take_parameters, written};
use crate::common::{Control, EngineError};

/// What this engine can be asked.
pub(crate) static TASKS: &[Task] = &[
    Task {
        name: "forecast",
        summary: "Forecast of a site's daily clicks and impressions (`days`), or of any series (`y`, `season`, `horizon`).",
        schemas: forecast_schemas,
        answer: Answer::Line(forecast),
    },
    Task {
        name: "ranking",
        summary: "Where keywords will rank after 30, 60, 90 and 180 days, with the probabilities of the first 3, 10 and 20.",
        schemas: schemas::<RankingInput, RankingOutput>,
        answer: Answer::Line(|body, Means { seed, .. }, control| answered(body, seed, control, super::ranking)),
    },
    Task {
        name: "scenarios",
        summary: "Clicks, leads and money by month: pessimistic, realistic and optimistic.",
        schemas: schemas::<ScenariosInput, ScenariosOutput>,
        answer: Answer::Line(|body, Means { seed, .. }, control| answered(body, seed, control, super::scenarios)),
    },
];

fn schemas<I: JsonSchema, O: JsonSchema>() -> (Value, Value) {
    let mut input = schema_of::<I>();
    input["properties"]["parameters"] = super::parameters_schema();
    (input, schema_of::<O>())
}

/// The schema of a site's traffic, with the fields of a plain series beside it.
fn forecast_schemas() -> (Value, Value) {
    let (mut input, mut output) = schemas::<TrafficInput, TrafficOutput>();
    for (schema, more) in [(&mut input, schema_of::<SeriesInput>()), (&mut output, schema_of::<SeriesForecast>())] {
        for part in ["properties", "$defs"] {
            if let (Some(have), Some(add)) = (schema[part].as_object().cloned(), more[part].as_object()) {
                schema[part] = Value::Object(add.clone().into_iter().chain(have).collect());
            }
        }
        if let Some(schema) = schema.as_object_mut() {
            schema.remove("required");
        }
    }
    (input, output)
}

/// A case with `y` is a plain series; any other is a site's traffic.
fn forecast(mut body: Body, Means { seed, .. }: Means<'_>, control: &dyn Control) -> Result<Value, Fault> {
    if body.contains_key("y") {
        let input: SeriesInput = read(std::mem::take(&mut body))?;
        return written(&super::forecast_series(&input, control)?);
    }
    answered(body, seed, control, super::traffic)
}

fn answered<I: DeserializeOwned, O: Serialize>(
    mut body: Body, seed: Option<u64>, control: &dyn Control,
    action: fn(&I, &Checked, &dyn Control) -> Result<O, EngineError>,
) -> Result<Value, Fault> {
    let mut params: Parameters = take_parameters(&mut body)?;
    if let Some(seed) = seed {
        params.seed = seed;
    }
    written(&action(&read(body)?, &params.check()?, control)?)
}
