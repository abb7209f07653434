//! Errors of single cases.

use serde::de::DeserializeOwned;
use serde_json::Value;

use super::Body;
use crate::common::EngineError;

/// Reason why a case has no answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    /// Stable identifier of the kind of failure.
    pub kind: &'static str,
    /// What is wrong and what is needed.
    pub detail: String,
}

impl Fault {
    pub(crate) fn new(kind: &'static str, detail: impl Into<String>) -> Self {
        Self { kind, detail: detail.into() }
    }

    /// Creates the fault of a case that does not match the action's schema.
    pub(crate) fn case(detail: impl Into<String>) -> Self {
        Self::new("invalid-case", detail)
    }

    /// Creates the fault of a defect of the engine.
    pub(crate) fn internal(detail: impl Into<String>) -> Self {
        Self::new("internal", detail)
    }

    /// Returns true if the line is not a case at all.
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
/// Returns a [`Fault`] that names the invalid field.
pub(crate) fn read<T: DeserializeOwned>(body: Body) -> Result<T, Fault> {
    serde_path_to_error::deserialize(Value::Object(body)).map_err(|error| {
        let (path, problem) = (error.path().to_string(), error.into_inner());
        Fault::case(if path == "." { problem.to_string() } else { format!("field `{path}`: {problem}") })
    })
}

/// Reason why parameters are invalid.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("parameter `{pointer}` {detail}")]
pub struct ParameterFault {
    /// JSON pointer to the parameter, such as `/months`; empty for the root.
    pub pointer: String,
    /// Problem, phrased to follow the parameter's name.
    pub detail: String,
}
