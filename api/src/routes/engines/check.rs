//! Checks what a caller gives to an action, by the action's own types.

use ::engines::ActionId;
use serde_json::{Map, Value};

use crate::error::{ApiError, FieldError, Result};

/// Checks the parameters of an action as its run would.
///
/// # Errors
/// A problem that names the parameter that is wrong.
pub(super) fn parameters(action: ActionId, given: &Value) -> Result<()> {
    if !given.is_object() {
        return Err(ApiError::invalid("/parameters", "must be an object"));
    }
    let wrong = action.info().check_parameters(given);
    wrong.map_err(|fault| ApiError::invalid(format!("/parameters{}", fault.pointer), fault.detail))
}

/// Checks the names of the fields that the caller gives of an action's input. Their values, the engine itself reads and
/// refuses.
///
/// # Errors
/// A problem that names each field that the action does not read.
pub(super) fn input(action: ActionId, given: &Map<String, Value>) -> Result<()> {
    if given.is_empty() {
        return Ok(());
    }
    let fields = match action {
        // Their input is what was imported for the website.
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
