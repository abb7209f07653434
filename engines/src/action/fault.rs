//! Why a case has no answer.

use serde::de::DeserializeOwned;
use serde_json::Value;

use super::Body;
use crate::common::EngineError;

/// Why a case has no answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    /// A stable word for the kind of failure.
    pub kind: &'static str,
    /// What is wrong and what is needed.
    pub detail: String,
}

impl Fault {
    pub(crate) fn new(kind: &'static str, detail: impl Into<String>) -> Self {
        Self { kind, detail: detail.into() }
    }

    /// The case itself is not as the action's schema has it.
    pub(crate) fn case(detail: impl Into<String>) -> Self {
        Self::new("invalid-case", detail)
    }

    /// A defect of the engine.
    pub(crate) fn internal(detail: impl Into<String>) -> Self {
        Self::new("internal", detail)
    }

    /// True for a line that is no case at all.
    pub(crate) fn is_no_case(&self) -> bool {
        self.kind == "not-json" || self.kind == "not-an-object"
    }
}

impl From<EngineError> for Fault {
    fn from(error: EngineError) -> Self {
        Self::new(error.kind(), error.to_string())
    }
}

/// Reads a case as an action's input.
///
/// # Errors
/// A [`Fault`] that names the field.
pub(crate) fn read<T: DeserializeOwned>(body: Body) -> Result<T, Fault> {
    serde_path_to_error::deserialize(Value::Object(body)).map_err(|error| {
        let (path, problem) = (error.path().to_string(), error.into_inner());
        Fault::case(if path == "." { problem.to_string() } else { format!("field `{path}`: {problem}") })
    })
}

/// Why parameters cannot be used.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("parameter `{pointer}` {detail}")]
pub struct ParameterFault {
    /// JSON pointer to the parameter, such as `/months`; empty for the whole.
    pub pointer: String,
    /// What is wrong with it, to be read after its name.
    pub detail: String,
}
