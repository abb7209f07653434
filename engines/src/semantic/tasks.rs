//! The engine's tasks on the command line.

use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use super::{
    BriefInput, BriefOutput, Checked, CoverageInput, CoverageOutput, LinksOutput, MAX_TEXT_CHARACTERS, OverlapOutput,
    PagesInput, Parameters, similarities,
};
use crate::command::{Answer, Body, Fault, Means, Options, Task, object, read, schema_of, take_parameters, written};
use crate::common::Control;

/// What this engine can be asked.
pub(crate) static TASKS: &[Task] = &[
    Task {
        name: "coverage",
        summary: "What the pages that win a search say and yours does not.",
        schemas: || (with_parameters(schema_of::<CoverageInput>()), schema_of::<CoverageOutput>()),
        answer: Answer::Line(|body, _, control| {
            let (input, params) = input_and_parameters(body)?;
            written(&super::coverage(&input, &params, control)?)
        }),
    },
    Task {
        name: "overlap",
        summary: "Pages of a site that say the same; with a sentence model also those about the same in other words.",
        schemas: || (with_parameters(schema_of::<PagesInput>()), schema_of::<OverlapOutput>()),
        answer: Answer::Line(|body, Means { model, .. }, control| {
            let (input, params) = input_and_parameters(body)?;
            written(&super::overlap(&input, &params, model, control)?)
        }),
    },
    Task {
        name: "links",
        summary: "PageRank of a site's pages, orphans, and links to add.",
        schemas: || (with_parameters(schema_of::<PagesInput>()), schema_of::<LinksOutput>()),
        answer: Answer::Line(|body, _, control| {
            let (input, params) = input_and_parameters(body)?;
            written(&super::links(&input, &params, control)?)
        }),
    },
    Task {
        name: "brief",
        summary: "What a page for a search should hold, and what no winner says.",
        schemas: || (with_parameters(schema_of::<BriefInput>()), schema_of::<BriefOutput>()),
        answer: Answer::Line(|body, _, control| {
            let (input, params) = input_and_parameters(body)?;
            written(&super::brief(&input, &params, control)?)
        }),
    },
    Task {
        name: "similarity",
        summary: "How alike two texts mean, 0 to 1; by sentence vectors where a model is installed.",
        schemas: || {
            let text = || json!({ "type": "string", "maxLength": MAX_TEXT_CHARACTERS });
            (
                object(json!({ "a": text(), "b": text() }), &["id", "a", "b"]),
                object(json!({ "score": { "type": "number", "minimum": -1, "maximum": 1 } }), &["id", "score"]),
            )
        },
        answer: Answer::Whole(similarity),
    },
];

fn with_parameters(mut schema: Value) -> Value {
    schema["properties"]["parameters"] = super::parameters_schema();
    schema
}

fn input_and_parameters<T: DeserializeOwned>(mut body: Body) -> Result<(T, Checked), Fault> {
    let params: Parameters = take_parameters(&mut body)?;
    Ok((read(body)?, params.check()?))
}

/// All pairs together, so that a model works on many sentences at once.
fn similarity(bodies: &[&Body], options: &Options<'_>, control: &dyn Control) -> Vec<Result<Value, Fault>> {
    let pairs: Vec<Result<(&str, &str), Fault>> =
        bodies.iter().map(|body| Ok((text_of(body, "a")?, text_of(body, "b")?))).collect();
    let usable: Vec<(&str, &str)> = pairs.iter().filter_map(|pair| pair.as_ref().ok().copied()).collect();
    let scores = similarities(&usable, options.model, options.threads, control);
    let mut place = 0;
    let mut answer = |pair: Result<(&str, &str), Fault>| {
        pair?;
        place += 1;
        match &scores {
            Ok(scores) => Ok(json!({ "score": scores[place - 1] })),
            Err(error) => Err(error.clone().into()),
        }
    };
    pairs.into_iter().map(&mut answer).collect()
}

fn text_of<'a>(body: &'a Body, field: &str) -> Result<&'a str, Fault> {
    let text = body.get(field).and_then(Value::as_str);
    let text = text.ok_or_else(|| Fault::case(format!("field `{field}` must be a string")))?;
    if text.chars().nth(MAX_TEXT_CHARACTERS).is_some() {
        return Err(Fault::case(format!("field `{field}` holds more than {MAX_TEXT_CHARACTERS} characters")));
    }
    Ok(text)
}
