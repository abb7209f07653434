//! One question to an engine, from a program that has JSON and no types.

use serde_json::Value;

use crate::action::{Answer, Body, Fault, Means, Options};
use crate::actions::ActionId;
use crate::common::Control;
use crate::embedding::SentenceModel;

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
}

/// Answers one case of an action: the same answer, by the same code, as on the command line.
///
/// # Errors
/// [`AskError`].
pub fn ask(
    action: ActionId, case: Body, seed: Option<u64>, model: Option<&SentenceModel>, control: &dyn Control,
) -> Result<Value, AskError> {
    let answered = match action.info().form_of(&case).answer {
        Answer::Line(answer) => answer(case, Means { seed, model }, control),
        Answer::Batch(answer) => {
            let options = Options { seed, model, ..Options::default() };
            let passed_over = || Err(Fault::internal("the case was skipped"));
            answer(vec![case], &options, control).pop().unwrap_or_else(passed_over)
        }
        Answer::Session(begin) => {
            let reports_only = || Err(Fault::case("a reward without a context cannot be answered"));
            begin(seed).next(case).and_then(|answer| answer.map_or_else(reports_only, Ok))
        }
    };
    answered.map_err(|fault| match fault.kind {
        "cancelled" => AskError::Cancelled,
        kind => AskError::Refused { kind, detail: fault.detail },
    })
}
