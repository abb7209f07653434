//! The engine's tasks on the command line.

use serde_json::Value;

use super::{Checked, DiscoverOutput, ExplainOutput, GapOutput, Input, Parameters, ShareOutput};
use crate::command::{Answer, Body, Fault, Means, Task, read, schema_of, take_parameters, written};

/// What this engine can be asked.
pub(crate) static TASKS: &[Task] = &[
    Task {
        name: "share",
        summary: "Each site's share of the clicks, and the money lost to each rival.",
        schemas: || (input_schema(), schema_of::<ShareOutput>()),
        answer: Answer::Line(|body, Means { seed, .. }, control| {
            let (input, params) = input_and_parameters(body, seed)?;
            written(&super::share(&input, &params, control)?)
        }),
    },
    Task {
        name: "discover",
        summary: "Sites that stand where you stand, and how restless the results are.",
        schemas: || (input_schema(), schema_of::<DiscoverOutput>()),
        answer: Answer::Line(|body, Means { seed, .. }, control| {
            let (input, params) = input_and_parameters(body, seed)?;
            written(&super::discover(&input, &params, control)?)
        }),
    },
    Task {
        name: "gap",
        summary: "Searches that rivals win and you do not.",
        schemas: || (input_schema(), schema_of::<GapOutput>()),
        answer: Answer::Line(|body, Means { seed, .. }, control| {
            let (input, params) = input_and_parameters(body, seed)?;
            written(&super::gap(&input, &params, control)?)
        }),
    },
    Task {
        name: "explain",
        summary: "How strong each site is, and which features of pages go with a higher place.",
        schemas: || (input_schema(), schema_of::<ExplainOutput>()),
        answer: Answer::Line(|body, Means { seed, .. }, control| {
            let (input, params) = input_and_parameters(body, seed)?;
            written(&super::explain(&input, &params, control)?)
        }),
    },
];

fn input_schema() -> Value {
    let mut schema = schema_of::<Input>();
    schema["properties"]["parameters"] = super::parameters_schema();
    schema
}

fn input_and_parameters(mut body: Body, seed: Option<u64>) -> Result<(Input, Checked), Fault> {
    let mut params: Parameters = take_parameters(&mut body)?;
    if let Some(seed) = seed {
        params.seed = seed;
    }
    Ok((read(body)?, params.check()?))
}
