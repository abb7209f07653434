//! The engine's tasks on the command line.

use serde_json::{Value, json};

use super::{CalibrateInput, CalibrateOutput, CurvesInput, CurvesOutput, ReportInput, ReportOutput};
use crate::command::{Answer, Task, object, read, schema_of, written};

/// What this engine can be asked.
pub(crate) static TASKS: &[Task] = &[
    Task {
        name: "report",
        summary: "How good forecasts and findings were, and what was believed wrongly.",
        schemas: || (schema_of::<ReportInput>(), schema_of::<ReportOutput>()),
        answer: Answer::Line(|body, _, control| {
            let input: ReportInput = read(body)?;
            written(&super::report(&input, control)?)
        }),
    },
    Task {
        name: "calibrate",
        summary: "Corrects probabilities by what came of earlier ones.",
        schemas: || (schema_of::<CalibrateInput>(), schema_of::<CalibrateOutput>()),
        answer: Answer::Line(|body, _, control| {
            let input: CalibrateInput = read(body)?;
            written(&super::calibrate(&input, control)?)
        }),
    },
    Task {
        name: "bandit",
        summary: "Which action to take next: a context a line, then its reward; each is answered before the next is read.",
        schemas: bandit_schemas,
        answer: Answer::Session(super::bandit::begin),
    },
    Task {
        name: "curves",
        summary: "Click curves and conversion rates of the user's own sites, weighed against published ones.",
        schemas: || (schema_of::<CurvesInput>(), schema_of::<CurvesOutput>()),
        answer: Answer::Line(|body, _, control| {
            let input: CurvesInput = read(body)?;
            written(&super::curves(&input, control)?)
        }),
    },
];

fn bandit_schemas() -> (Value, Value) {
    let figures = json!({ "type": "array", "items": { "type": "number" } });
    let actions = json!({ "type": "integer", "minimum": 2, "maximum": 1000 });
    let round = object(
        json!({ "x": figures, "action": { "type": "integer", "minimum": 0 }, "reward": { "type": "number" } }),
        &["x", "action", "reward"],
    );
    let history = json!({ "type": "array", "items": round, "maxItems": 2_000, "description": "Rounds of before, oldest first, for a question without a session." });
    let reward = json!({ "type": "number", "description": "On a line of its own: what the last action brought." });
    (
        object(json!({ "x": figures, "n_actions": actions, "history": history, "reward": reward }), &[]),
        object(json!({ "action": { "type": "integer", "minimum": 0 } }), &["action"]),
    )
}
