//! The engine's tasks on the command line.

use super::anomalies::{self, Anomalies, AnomalyInput};
use super::attribute::{self, AttributeInput, Attribution};
use super::change_points::{self, ChangePointInput, ChangePoints};
use super::decompose::{self, DecomposeInput, Decomposed};
use super::rules::{self, Rules, RulesInput};
use super::{Input, Output, Parameters};
use serde_json::{Value, json};

use crate::command::{Answer, Task, read, schema_of, take_parameters, written};

/// What this engine can be asked.
pub(crate) static TASKS: &[Task] = &[
    Task {
        name: "change-points",
        summary: "What changed, when, who else moved, what repeats: of a website's days (`daily`), or where any `series` changed.",
        schemas: || {
            let any = |site: Value, series: Value| json!({ "anyOf": [site, series], "properties": {} });
            (
                any(
                    with::<Parameters>(schema_of::<Input>()),
                    with::<change_points::Parameters>(schema_of::<ChangePointInput>()),
                ),
                any(schema_of::<Output>(), schema_of::<ChangePoints>()),
            )
        },
        answer: Answer::Line(|mut body, _, control| {
            if body.contains_key("series") {
                let params: change_points::Parameters = take_parameters(&mut body)?;
                let input: ChangePointInput = read(body)?;
                return written(&change_points::change_points(&input, &params.check()?, control)?);
            }
            let params: Parameters = take_parameters(&mut body)?;
            let input: Input = read(body)?;
            written(&super::analyse(&input, &params.check()?, control)?)
        }),
    },
    Task {
        name: "decompose",
        summary: "Trend, seasons and remainder of a series: STL as in R, MSTL for several periods.",
        schemas: || (with::<decompose::Parameters>(schema_of::<DecomposeInput>()), schema_of::<Decomposed>()),
        answer: Answer::Line(|mut body, _, control| {
            let params: decompose::Parameters = take_parameters(&mut body)?;
            let input: DecomposeInput = read(body)?;
            written(&decompose::decompose(&input, &params.check()?, control)?)
        }),
    },
    Task {
        name: "anomalies",
        summary: "Steps that do not fit trend and season.",
        schemas: || (with::<anomalies::Parameters>(schema_of::<AnomalyInput>()), schema_of::<Anomalies>()),
        answer: Answer::Line(|mut body, _, control| {
            let params: anomalies::Parameters = take_parameters(&mut body)?;
            let input: AnomalyInput = read(body)?;
            written(&anomalies::anomalies(&input, &params.check()?, control)?)
        }),
    },
    Task {
        name: "attribute",
        summary: "Which pages, searches, devices or countries explain a change.",
        schemas: || (with::<attribute::Parameters>(schema_of::<AttributeInput>()), schema_of::<Attribution>()),
        answer: Answer::Line(|mut body, _, control| {
            let params: attribute::Parameters = take_parameters(&mut body)?;
            let input: AttributeInput = read(body)?;
            written(&attribute::attribute(&input, &params.check()?, control)?)
        }),
    },
    Task {
        name: "rules",
        summary: "What goes together more often than chance.",
        schemas: || (with::<rules::Parameters>(schema_of::<RulesInput>()), schema_of::<Rules>()),
        answer: Answer::Line(|mut body, _, control| {
            let params: rules::Parameters = take_parameters(&mut body)?;
            let input: RulesInput = read(body)?;
            written(&rules::rules(&input, &params.check()?, control)?)
        }),
    },
];

/// A schema of a case with its parameters.
fn with<P: schemars::JsonSchema>(mut schema: Value) -> Value {
    schema["properties"]["params"] = schema_of::<P>();
    schema
}
