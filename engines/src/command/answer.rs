//! The answer to one case.

use serde::de::DeserializeOwned;
use serde_json::{Map, Value, json};

use super::lines::Fault;
use super::task::Task;
use crate::common::{Control, EngineError};
use crate::keyword::{self, Checked, ExpandInput, Input, Parameters};

/// Key phrases given where the case does not say how many.
const DEFAULT_TOP: usize = 10;

/// Answers one case of a task that looks at each line by itself.
///
/// # Errors
/// A [`Fault`] that says what is wrong with the case.
pub(super) fn one(
    task: Task, body: Map<String, Value>, seed: Option<u64>, control: &dyn Control,
) -> Result<Value, Fault> {
    match task {
        Task::Analyse => {
            let (input, params) = input_and_parameters(body, seed)?;
            written(&keyword::analyse(&input, &params, control)?)
        }
        Task::Wins => {
            let (input, params) = input_and_parameters(body, seed)?;
            written(&keyword::wins(&input, &params, control)?)
        }
        Task::Expand => {
            let input: ExpandInput = read(Value::Object(body))?;
            written(&keyword::expand(&input, control)?)
        }
        Task::Keyphrases => {
            let text = text_of(&body)?;
            let keys = keyword::keyphrases(text, top_of(&body)?)?;
            Ok(json!({ "keys": keys }))
        }
        Task::Cluster => Err(Fault::new("invalid-case", "the lines of this task are one problem")),
    }
}

fn input_and_parameters(mut body: Map<String, Value>, seed: Option<u64>) -> Result<(Input, Checked), Fault> {
    let given = body.remove("parameters").or_else(|| body.remove("params"));
    let mut params: Parameters = given.map_or_else(|| Ok(Parameters::default()), read)?;
    if let Some(seed) = seed {
        params.seed = seed;
    }
    Ok((read(Value::Object(body))?, params.check()?))
}

/// The text of a case.
///
/// # Errors
/// When there is none.
pub(super) fn text_of(body: &Map<String, Value>) -> Result<&str, Fault> {
    body.get("text").and_then(Value::as_str).ok_or_else(|| Fault::new("invalid-case", "field `text` must be a string"))
}

fn top_of(body: &Map<String, Value>) -> Result<usize, Fault> {
    match body.get("top") {
        None | Some(Value::Null) => Ok(DEFAULT_TOP),
        Some(top) => match top.as_u64() {
            Some(top @ 1..=1_000) => Ok(top as usize),
            _ => Err(Fault::new("invalid-case", "field `top` must be a whole number from 1 to 1000")),
        },
    }
}

fn read<T: DeserializeOwned>(value: Value) -> Result<T, Fault> {
    serde_json::from_value(value).map_err(|error| Fault::new("invalid-case", error.to_string()))
}

fn written<T: serde::Serialize>(result: &T) -> Result<Value, Fault> {
    serde_json::to_value(result).map_err(|error| Fault::new("internal", error.to_string()))
}

impl From<EngineError> for Fault {
    fn from(error: EngineError) -> Self {
        Self::new(error.kind(), error.to_string())
    }
}
