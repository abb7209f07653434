//! One question to an engine, from a program that has no lines.

use serde_json::Value;

use super::fault::Fault;
use super::run::Options;
use super::task::{Answer, Body, Means, tasks};
use crate::common::{Control, EngineId};
use crate::semantic::SentenceModel;

/// Why an engine has no answer.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum AskError {
    /// The caller cancelled.
    #[error("the run was cancelled")]
    Cancelled,
    /// The case cannot be answered as it is.
    #[error("{detail}")]
    Refused {
        /// A stable word for the kind of failure.
        kind: &'static str,
        /// What is wrong and what is needed.
        detail: String,
    },
    /// The engine has no such task.
    #[error("the {engine} engine has no action `{task}`")]
    UnknownTask {
        /// The engine.
        engine: EngineId,
        /// What was asked for.
        task: String,
    },
}

/// Answers one case of a task: the same answer, by the same code, as on the command line. A task that [`takes_model`]
/// works with `model` where there is one.
///
/// # Errors
/// [`AskError`].
///
/// [`takes_model`]: super::takes_model
pub fn ask(
    engine: EngineId, task: &str, case: Body, seed: Option<u64>, model: Option<&SentenceModel>, control: &dyn Control,
) -> Result<Value, AskError> {
    let found = tasks(engine).iter().find(|known| known.name == task);
    let answered = match found.map(|task| &task.answer) {
        Some(Answer::Line(answer)) => answer(case, Means { seed, model }, control),
        Some(Answer::Whole(answer)) => {
            let options = Options { seed, model, ..Options::default() };
            let passed_over = || Err(Fault::new("internal", "the case was passed over"));
            answer(&[&case], &options, control).pop().unwrap_or_else(passed_over)
        }
        Some(Answer::Session(begin)) => {
            let tells_only = || Err(Fault::case("a reward alone is no question"));
            begin(seed).next(case).and_then(|answer| answer.map_or_else(tells_only, Ok))
        }
        None => return Err(AskError::UnknownTask { engine, task: task.to_owned() }),
    };
    answered.map_err(|fault| match fault.kind {
        "cancelled" => AskError::Cancelled,
        kind => AskError::Refused { kind, detail: fault.detail },
    })
}
