//! The engine's tasks on the command line.

use serde_json::{Value, json};

use super::{ExpandInput, ExpandOutput, Input, Output, Parameters, TextsInput, TextsOutput, WinsOutput};
use crate::command::{Answer, Body, Fault, Means, Options, Task, object, read, schema_of, take_parameters, written};
use crate::common::Control;

/// Key phrases given where the case does not say how many.
const DEFAULT_TOP: usize = 10;

/// What this engine can be asked.
pub(crate) static TASKS: &[Task] = &[
    Task {
        name: "analyse",
        summary: "Intents, clusters, quick wins, worth and findings of a set of searches.",
        schemas: || (with_parameters(schema_of::<Input>()), schema_of::<Output>()),
        answer: Answer::Line(|body, Means { seed, model }, control| {
            let (input, params) = input_and_parameters(body, seed)?;
            written(&super::analyse(&input, &params, model, control)?)
        }),
    },
    Task {
        name: "expand",
        summary: "Candidate searches from seeds, patterns and cities.",
        schemas: || (schema_of::<ExpandInput>(), schema_of::<ExpandOutput>()),
        answer: Answer::Line(|body, _, control| {
            let input: ExpandInput = read(body)?;
            written(&super::expand(&input, control)?)
        }),
    },
    Task {
        name: "cluster",
        summary: "Groups of short texts: lines with a `text` are one problem, and --clusters sets their number; a line with `texts` is one by itself.",
        schemas: cluster_schemas,
        answer: Answer::Whole(cluster),
    },
    Task {
        name: "keyphrases",
        summary: "Ranked key phrases of a text.",
        schemas: keyphrase_schemas,
        answer: Answer::Line(|body, _, _| Ok(json!({ "keys": super::keyphrases(text_of(&body)?, top_of(&body)?)? }))),
    },
    Task {
        name: "wins",
        summary: "The quick wins of a set of searches.",
        schemas: || (with_parameters(schema_of::<Input>()), schema_of::<WinsOutput>()),
        answer: Answer::Line(|body, Means { seed, model }, control| {
            let (input, params) = input_and_parameters(body, seed)?;
            written(&super::wins(&input, &params, model, control)?)
        }),
    },
];

fn with_parameters(mut schema: Value) -> Value {
    schema["properties"]["parameters"] = super::parameters_schema();
    schema
}

fn keyphrase_schemas() -> (Value, Value) {
    let top = json!({ "type": "integer", "minimum": 1, "maximum": 1000, "default": DEFAULT_TOP });
    (
        object(json!({ "text": { "type": "string" }, "top": top }), &["id", "text"]),
        object(json!({ "keys": { "type": "array", "items": { "type": "string" } } }), &["id", "keys"]),
    )
}

fn input_and_parameters(mut body: Body, seed: Option<u64>) -> Result<(Input, super::Checked), Fault> {
    let mut params: Parameters = take_parameters(&mut body)?;
    if let Some(seed) = seed {
        params.seed = seed;
    }
    Ok((read(body)?, params.check()?))
}

fn cluster_schemas() -> (Value, Value) {
    let one = object(json!({ "text": { "type": "string" } }), &["id", "text"]);
    let answer = object(json!({ "cluster": { "type": "integer", "minimum": 0 } }), &["id", "cluster"]);
    (json!({ "anyOf": [schema_of::<TextsInput>(), one] }), json!({ "anyOf": [schema_of::<TextsOutput>(), answer] }))
}

/// Lines with one text are one problem together; a line with `texts` is one by itself.
fn cluster(bodies: &[&Body], options: &Options<'_>, control: &dyn Control) -> Vec<Result<Value, Fault>> {
    let has_texts = |body: &&&Body| body.contains_key("texts");
    let lines: Vec<&Body> = bodies.iter().filter(|body| !has_texts(body)).copied().collect();
    let mut of_lines = if lines.is_empty() { Vec::new() } else { cluster_lines(&lines, options, control) }.into_iter();
    let passed_over = || Err(Fault::new("internal", "the case was passed over"));
    let answer = |body: &&Body| {
        if has_texts(&body) {
            cluster_case(body, options, control)
        } else {
            of_lines.next().unwrap_or_else(passed_over)
        }
    };
    bodies.iter().map(answer).collect()
}

fn cluster_case(body: &Body, options: &Options<'_>, control: &dyn Control) -> Result<Value, Fault> {
    let mut input: TextsInput = read(body.clone())?;
    input.clusters = input.clusters.or(options.clusters);
    written(&super::group_texts(&input, options.seed.unwrap_or(Parameters::default().seed), options.model, control)?)
}

/// A line without a text is left out and answers why.
fn cluster_lines(bodies: &[&Body], options: &Options<'_>, control: &dyn Control) -> Vec<Result<Value, Fault>> {
    let texts: Vec<&str> = bodies.iter().filter_map(|body| text_of(body).ok()).collect();
    let seed = options.seed.unwrap_or(Parameters::default().seed);
    let clusters = super::cluster_texts(&texts, options.clusters, seed, options.model, control);
    let mut place = 0;
    let mut answer = |body: &&Body| {
        text_of(body)?;
        place += 1;
        match &clusters {
            Ok(clusters) => Ok(json!({ "cluster": clusters[place - 1] })),
            Err(error) => Err(error.clone().into()),
        }
    };
    bodies.iter().map(&mut answer).collect()
}

fn text_of(body: &Body) -> Result<&str, Fault> {
    body.get("text").and_then(Value::as_str).ok_or_else(|| Fault::case("field `text` must be a string"))
}

fn top_of(body: &Body) -> Result<usize, Fault> {
    match body.get("top") {
        None | Some(Value::Null) => Ok(DEFAULT_TOP),
        Some(top) => match top.as_u64() {
            Some(top @ 1..=1_000) => Ok(top as usize),
            _ => Err(Fault::case("field `top` must be a whole number from 1 to 1000")),
        },
    }
}
