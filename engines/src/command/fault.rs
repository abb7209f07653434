//! Why a case has no answer, and the steps every task shares.

use serde::de::DeserializeOwned;
use serde_json::Value;

use super::task::Body;
use crate::common::EngineError;

/// Why a case has no answer.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Fault {
    pub(crate) kind: &'static str,
    pub(crate) detail: String,
}

impl Fault {
    pub(crate) fn new(kind: &'static str, detail: impl Into<String>) -> Self {
        Self { kind, detail: detail.into() }
    }

    /// The case itself is not as the task's schema has it.
    pub(crate) fn case(detail: impl Into<String>) -> Self {
        Self::new("invalid-case", detail)
    }

    /// True for a line that is no case at all.
    pub(super) fn is_no_case(&self) -> bool {
        self.kind == "not-json" || self.kind == "not-an-object"
    }
}

impl From<EngineError> for Fault {
    fn from(error: EngineError) -> Self {
        Self::new(error.kind(), error.to_string())
    }
}

/// The case as a task's input type.
///
/// # Errors
/// A [`Fault`] that names the field.
pub(crate) fn read<T: DeserializeOwned>(body: Body) -> Result<T, Fault> {
    serde_json::from_value(Value::Object(body)).map_err(|error| Fault::case(error.to_string()))
}

/// The parameters of a case (`parameters` or `params`), taken out of it; their defaults where there are none.
///
/// # Errors
/// A [`Fault`] that names the parameter.
pub(crate) fn take_parameters<T: DeserializeOwned + Default>(body: &mut Body) -> Result<T, Fault> {
    match body.remove("parameters").or_else(|| body.remove("params")) {
        None | Some(Value::Null) => Ok(T::default()),
        Some(given) => serde_json::from_value(given).map_err(|error| Fault::case(error.to_string())),
    }
}

/// A result as the answer.
///
/// # Errors
/// A [`Fault`] when it cannot be written as JSON, which is a defect.
pub(crate) fn written<T: serde::Serialize>(result: &T) -> Result<Value, Fault> {
    serde_json::to_value(result).map_err(|error| Fault::new("internal", error.to_string()))
}
