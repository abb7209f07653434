//! The engine's tasks on the command line.

use serde::de::DeserializeOwned;
use serde_json::Value;

use super::{Checked, Explanation, Input, MarketInput, Parameters, Scan, Scores, Tenants, TenantsInput};
use crate::command::{Answer, Body, Fault, Means, Task, read, schema_of, take_parameters, written};

/// What this engine can be asked.
pub(crate) static TASKS: &[Task] = &[
    Task {
        name: "scan",
        summary: "The best markets, regional sites and hot spots of all verticals in all places.",
        schemas: || (with_parameters(schema_of::<Input>()), schema_of::<Scan>()),
        answer: Answer::Line(|body, Means { seed, .. }, control| {
            let (input, params): (Input, _) = input_and_parameters(body, seed)?;
            written(&super::scan(&input, &params, control)?)
        }),
    },
    Task {
        name: "score",
        summary: "Markets with their 10, 50 and 90 % points and the parts of their scores.",
        schemas: || (with_parameters(schema_of::<Input>()), schema_of::<Scores>()),
        answer: Answer::Line(|body, Means { seed, .. }, control| {
            let (input, params): (Input, _) = input_and_parameters(body, seed)?;
            written(&super::score(&input, &params, control)?)
        }),
    },
    Task {
        name: "explain",
        summary: "One market: its arithmetic, months, joint draws, sources and surroundings.",
        schemas: || (with_parameters(schema_of::<MarketInput>()), schema_of::<Explanation>()),
        answer: Answer::Line(|body, Means { seed, .. }, control| {
            let (input, params): (MarketInput, _) = input_and_parameters(body, seed)?;
            written(&super::explain(&input, &params, control)?)
        }),
    },
    Task {
        name: "tenants",
        summary: "Businesses that may pay for the leads of a market, in the order to call them, and a fair rent.",
        schemas: || (with_parameters(schema_of::<TenantsInput>()), schema_of::<Tenants>()),
        answer: Answer::Line(|body, Means { seed, .. }, control| {
            let (input, params): (TenantsInput, _) = input_and_parameters(body, seed)?;
            written(&super::tenants(&input, &params, control)?)
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
