//! The engine's tasks on the command line.

use serde_json::Value;

use super::{ApplyInput, Next, Parameters, Plan, PlanInput, Undo, UndoInput, Verification, VerifyInput};
use crate::command::{Answer, Task, read, schema_of, take_parameters, written};

/// What this engine can be asked.
pub(crate) static TASKS: &[Task] = &[
    Task {
        name: "plan",
        summary: "An ordered, checked plan of actions with previews, checks and compensations.",
        schemas: || (with_parameters(schema_of::<PlanInput>()), schema_of::<Plan>()),
        answer: Answer::Line(|mut body, _, control| {
            let params = take_parameters::<Parameters>(&mut body)?.check()?;
            written(&super::plan(&read(body)?, &params, control)?)
        }),
    },
    Task {
        name: "apply",
        summary: "The next steps of a plan, or its halt or roll-back, from what became of it so far.",
        schemas: || (with_parameters(schema_of::<ApplyInput>()), schema_of::<Next>()),
        answer: Answer::Line(|mut body, _, control| {
            let params = take_parameters::<Parameters>(&mut body)?.check()?;
            written(&super::apply(&read(body)?, &params, control)?)
        }),
    },
    Task {
        name: "verify",
        summary: "Whether what was seen after a step is what must hold.",
        schemas: || (schema_of::<VerifyInput>(), schema_of::<Verification>()),
        answer: Answer::Line(|body, _, control| written(&super::verify(&read(body)?, control)?)),
    },
    Task {
        name: "undo",
        summary: "The inverse of what was done, last step first.",
        schemas: || (schema_of::<UndoInput>(), schema_of::<Undo>()),
        answer: Answer::Line(|body, _, control| written(&super::undo(&read(body)?, control)?)),
    },
];

fn with_parameters(mut schema: Value) -> Value {
    schema["properties"]["parameters"] = super::parameters_schema();
    schema
}
