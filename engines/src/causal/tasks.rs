//! The engine's tasks on the command line.

use super::{DiscoverInput, DiscoverOutput, TreatmentInput, TreatmentOutput, experiment, impact, power};
use crate::command::{Answer, Means, Task, read, schema_of, take_parameters, written};

/// Start of the random numbers where none is given.
const SEED: u64 = 20_260_101;

/// What this engine can be asked.
pub(crate) static TASKS: &[Task] = &[
    Task {
        name: "impact",
        summary: "The effect of one change on one series, against what would have happened without it.",
        schemas: || (with::<impact::Parameters>(schema_of::<impact::ImpactInput>()), schema_of::<impact::Impact>()),
        answer: Answer::Line(|mut body, _, control| {
            let params: impact::Parameters = take_parameters(&mut body)?;
            let input: impact::ImpactInput = read(body)?;
            written(&impact::impact(&input, &params.check()?, control)?)
        }),
    },
    Task {
        name: "power",
        summary: "The smallest effect that could be seen, and how long it takes to see a given one.",
        schemas: || (with::<power::Parameters>(schema_of::<power::PowerInput>()), schema_of::<power::Power>()),
        answer: Answer::Line(|mut body, _, control| {
            let params: power::Parameters = take_parameters(&mut body)?;
            let input: power::PowerInput = read(body)?;
            written(&power::power(&input, &params.check()?, control)?)
        }),
    },
    Task {
        name: "experiment",
        summary: "Splits pages at random, or reads the outcome of a split, over one site or several.",
        schemas: || {
            let input = schema_of::<experiment::ExperimentInput>();
            (with::<experiment::Parameters>(input), schema_of::<experiment::Experiment>())
        },
        answer: Answer::Line(|mut body, Means { seed, .. }, control| {
            let mut params: experiment::Parameters = take_parameters(&mut body)?;
            params.seed = seed.unwrap_or(params.seed);
            let input: experiment::ExperimentInput = read(body)?;
            written(&experiment::experiment(&input, &params.check()?, control)?)
        }),
    },
    Task {
        name: "discover",
        summary: "Which variable drives which, as far as observation can tell.",
        schemas: || (schema_of::<DiscoverInput>(), schema_of::<DiscoverOutput>()),
        answer: Answer::Line(|body, Means { seed, .. }, control| {
            let input: DiscoverInput = read(body)?;
            written(&super::discover(&input, seed.unwrap_or(SEED), control)?)
        }),
    },
    Task {
        name: "treatment",
        summary: "What a treatment did to each row and on average, when it was not drawn at random.",
        schemas: || (schema_of::<TreatmentInput>(), schema_of::<TreatmentOutput>()),
        answer: Answer::Line(|body, Means { seed, .. }, control| {
            let input: TreatmentInput = read(body)?;
            written(&super::treatment(&input, seed.unwrap_or(SEED), control)?)
        }),
    },
];

/// A schema of a case with its parameters.
fn with<P: schemars::JsonSchema>(mut schema: serde_json::Value) -> serde_json::Value {
    schema["properties"]["params"] = schema_of::<P>();
    schema
}
