//! The engine's tasks on the command line.

use serde::de::DeserializeOwned;
use serde_json::Value;

use super::{
    BriefInput, BriefOutput, Checked, ComposeInput, ComposeOutput, Parameters, ReviseOutput, ScoreInput, ScoreOutput,
};
use crate::command::{Answer, Body, Fault, Means, Task, read, schema_of, take_parameters, written};

/// What this engine can be asked.
pub(crate) static TASKS: &[Task] = &[
    Task {
        name: "brief",
        summary: "What a page should hold, which facts fill it and which are missing.",
        schemas: || (with_parameters(schema_of::<BriefInput>()), schema_of::<BriefOutput>()),
        answer: Answer::Line(|body, Means { seed, .. }, control| {
            let (input, params) = input_and_parameters(body, seed)?;
            written(&super::brief(&input, &params, control)?)
        }),
    },
    Task {
        name: "compose",
        summary: "A page written from facts, every sentence with its facts.",
        schemas: || (with_parameters(schema_of::<ComposeInput>()), schema_of::<ComposeOutput>()),
        answer: Answer::Line(|body, Means { seed, .. }, control| {
            let (input, params) = input_and_parameters(body, seed)?;
            written(&super::compose(&input, &params, control)?)
        }),
    },
    Task {
        name: "score",
        summary: "What keeps a page from being published.",
        schemas: || (with_parameters(schema_of::<ScoreInput>()), schema_of::<ScoreOutput>()),
        answer: Answer::Line(|body, Means { seed, .. }, control| {
            let (input, params) = input_and_parameters(body, seed)?;
            written(&super::score(&input, &params, control)?)
        }),
    },
    Task {
        name: "revise",
        summary: "The page with what facts can mend mended, and what is left.",
        schemas: || (with_parameters(schema_of::<ScoreInput>()), schema_of::<ReviseOutput>()),
        answer: Answer::Line(|body, Means { seed, .. }, control| {
            let (input, params) = input_and_parameters(body, seed)?;
            written(&super::revise(&input, &params, control)?)
        }),
    },
];

fn with_parameters(mut schema: Value) -> Value {
    schema["properties"]["parameters"] = super::parameters_schema();
    schema
}

fn input_and_parameters<T: DeserializeOwned>(mut body: Body, seed: Option<u64>) -> Result<(T, Checked), Fault> {
    let mut params: Parameters = take_parameters(&mut body)?;
    if let Some(seed) = seed {
        params.seed = seed;
    }
    Ok((read(body)?, params.check()?))
}
