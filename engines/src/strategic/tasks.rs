//! The engine's tasks on the command line.

use serde::Deserialize;
use serde_json::{Value, json};

use super::knapsack::{DEFAULT_WORK, Knapsack, solve};
use super::{Checked, Input, Parameters, PortfolioOutput, RoadmapOutput, ScenariosOutput};
use crate::command::{Answer, Body, Fault, Means, Task, read, schema_of, take_parameters, written};
use crate::common::{Control, EngineError};

/// What this engine can be asked.
pub(crate) static TASKS: &[Task] = &[
    Task {
        name: "portfolio",
        summary: "The bets worth most for the money and hours there are; or, with `c`, `A` and `b`, a knapsack with several limits.",
        schemas: portfolio_schemas,
        answer: Answer::Line(|body, Means { seed, .. }, control| {
            if body.contains_key("c") {
                return knapsack(body, control);
            }
            let (input, params) = input_and_parameters(body, seed)?;
            written(&super::portfolio(&input, &params, control)?)
        }),
    },
    Task {
        name: "scenarios",
        summary: "The best choice where things go badly, as expected, or well, and which bets are right in all.",
        schemas: || (with_parameters(schema_of::<Input>()), schema_of::<ScenariosOutput>()),
        answer: Answer::Line(|body, Means { seed, .. }, control| {
            let (input, params) = input_and_parameters(body, seed)?;
            written(&super::scenarios(&input, &params, control)?)
        }),
    },
    Task {
        name: "roadmap",
        summary: "The best portfolio by week, with the day it has paid for itself and when to stop each bet.",
        schemas: || (with_parameters(schema_of::<Input>()), schema_of::<RoadmapOutput>()),
        answer: Answer::Line(|body, Means { seed, .. }, control| {
            let (input, params) = input_and_parameters(body, seed)?;
            written(&super::roadmap(&input, &params, control)?)
        }),
    },
];

fn with_parameters(mut schema: Value) -> Value {
    schema["properties"]["parameters"] = super::parameters_schema();
    schema
}

fn portfolio_schemas() -> (Value, Value) {
    let mut input = with_parameters(schema_of::<Input>());
    let figures = json!({ "type": "array", "items": { "type": "number" } });
    input["properties"]["c"] = figures.clone();
    input["properties"]["A"] = json!({ "type": "array", "items": figures });
    input["properties"]["b"] = input["properties"]["c"].clone();
    let mut output = schema_of::<PortfolioOutput>();
    output["properties"]["x"] = json!({ "type": "array", "items": { "enum": [0, 1] } });
    output["properties"]["value"] = json!({ "type": "number" });
    output["properties"]["bound"] = json!({ "type": "number" });
    // A knapsack answers with these four alone.
    output["required"] = json!(["optimal"]);
    (input, output)
}

fn input_and_parameters(mut body: Body, seed: Option<u64>) -> Result<(Input, Checked), Fault> {
    let mut params: Parameters = take_parameters(&mut body)?;
    if let Some(seed) = seed {
        params.seed = seed;
    }
    Ok((read(body)?, params.check()?))
}

#[derive(Deserialize)]
struct Case {
    n: Option<usize>,
    m: Option<usize>,
    c: Vec<f64>,
    #[serde(rename = "A")]
    weights: Vec<Vec<f64>>,
    b: Vec<f64>,
}

fn knapsack(body: Body, control: &dyn Control) -> Result<Value, Fault> {
    let case: Case = read(body)?;
    told("n", case.n, case.c.len())?;
    told("m", case.m, case.b.len())?;
    let problem = Knapsack::new(case.c, case.weights, case.b)?;
    let Some(solution) = solve(&problem, DEFAULT_WORK, control)? else {
        return Err(EngineError::input("b", "leaves no choice: not even an empty one keeps the limits").into());
    };
    let chosen: Vec<u8> = solution.chosen.iter().map(|chosen| u8::from(*chosen)).collect();
    Ok(json!({ "x": chosen, "value": solution.value, "bound": solution.bound, "optimal": solution.is_optimal }))
}

fn told(field: &str, told: Option<usize>, real: usize) -> Result<(), Fault> {
    match told {
        Some(told) if told != real => Err(EngineError::input(field, format!("is {told}, but there are {real}")).into()),
        _ => Ok(()),
    }
}
