//! Answers a single JSON case, for programs without the types.

use serde_json::Value;

use crate::action::{Answer, Body, Fault, Means, Options};
use crate::actions::ActionId;
use crate::common::Control;
use crate::embedding::SentenceModel;

/// Reason why an engine has no answer.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum AskError {
    /// The caller cancelled.
    #[error("the run was cancelled")]
    Cancelled,
    /// The case is invalid.
    #[error("{detail}")]
    Refused {
        /// Stable identifier of the kind of failure.
        kind: &'static str,
        /// The problem and the requirement.
        detail: String,
    },
}

/// Answers one case of an action with the same code as the command line.
///
/// # Errors
/// Returns an [`AskError`] if the case is invalid or the caller cancelled.
pub fn ask(
    action: ActionId, case: Body, seed: Option<u64>, model: Option<&SentenceModel>, control: &dyn Control,
) -> Result<Value, AskError> {
    let answered = match action.info().form_of(&case).answer {
        Answer::Line(answer, _) => answer(case, Means { seed, model }, control),
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
