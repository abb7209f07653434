//! Validates input and parameters of an action with the action's own types.

use ::engines::ActionId;
use serde_json::{Map, Value};

use crate::error::{ApiError, FieldError, Result};

/// Checks the parameters of an action.
/// # Errors
/// Returns a problem with the first invalid parameter.
pub(super) fn parameters(action: ActionId, given: &Value) -> Result<()> {
    if !given.is_object() {
        return Err(ApiError::invalid("/parameters", "must be an object"));
    }
    let wrong = action.info().check_parameters(given);
    wrong.map_err(|fault| ApiError::invalid(format!("/parameters{}", fault.pointer), fault.detail))
}

/// Checks the field names of an action's input. The engine checks their values.
/// # Errors
/// Returns a problem with each unknown field.
pub(super) fn input(action: ActionId, given: &Map<String, Value>) -> Result<()> {
    if given.is_empty() {
        return Ok(());
    }
    let fields = match action {
        // Their input is the website's imported data.
        ActionId::KeywordAnalyse | ActionId::KeywordWins => Default::default(),
        _ => action.input_fields(),
    };
    let unknown = given.keys().filter(|name| !fields.contains(*name));
    let detail = || match fields.is_empty() {
        true => "is not supported: this action uses the imported data of the website".to_owned(),
        false => {
            let names: Vec<&str> = fields.iter().map(String::as_str).collect();
            format!("is not an input field of this action; valid fields: {}", names.join(", "))
        }
    };
    let faults: Vec<_> = unknown.map(|name| FieldError::new(format!("/input/{name}"), detail())).collect();
    if faults.is_empty() { Ok(()) } else { Err(ApiError::Invalid(faults)) }
}
