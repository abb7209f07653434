//! Parameters are checked at the door.
//!
//! The keyword engine's by its own rules; those of the other engines against the action's JSON schema, as far as names,
//! types and ranges go. What only the engine can tell fails the run with the parameter's name.

use std::collections::BTreeSet;

use ::engines::{
    command::{input_names, parameters_schema},
    common::{EngineError, EngineId},
    keyword,
};
use serde_json::{Map, Value};

use crate::error::{ApiError, FieldError, Result};

/// Checks the parameters of an action.
///
/// # Errors
/// A problem that names each parameter that is wrong.
pub(super) fn parameters(engine: EngineId, action: &str, given: &Value) -> Result<()> {
    if engine == EngineId::Keyword {
        return by_type(given);
    }
    let Some(given) = given.as_object() else {
        return Err(ApiError::invalid("/parameters", "must be an object"));
    };
    let schema = parameters_schema(engine, action).unwrap_or_default();
    let wrong = against(&schema, given);
    if wrong.is_empty() { Ok(()) } else { Err(ApiError::Invalid(wrong)) }
}

/// Checks the names of what the caller gives of an action's input. What stands under them, the engine itself reads and refuses.
///
/// # Errors
/// A problem that names each field that the action does not read.
pub(super) fn input(engine: EngineId, action: &str, given: &Map<String, Value>) -> Result<()> {
    let names = read_by(engine, action);
    let unknown = given.keys().filter(|name| !names.contains(*name));
    let listed = || names.iter().map(String::as_str).collect::<Vec<_>>().join(", ");
    let detail = || match names.is_empty() {
        true => "is not read: this action works on what was imported for the website".to_owned(),
        false => format!("is no field of this action's input; there are: {}", listed()),
    };
    let faults: Vec<_> = unknown.map(|name| FieldError::new(format!("/input/{name}"), detail())).collect();
    if faults.is_empty() { Ok(()) } else { Err(ApiError::Invalid(faults)) }
}

/// Fields of the input that a run reads from its caller.
fn read_by(engine: EngineId, action: &str) -> BTreeSet<String> {
    if engine == EngineId::Keyword && matches!(action, "analyse" | "wins") {
        return BTreeSet::new();
    }
    let mut names = input_names(engine, action);
    names.retain(|name| !matches!(name.as_str(), "parameters" | "params"));
    names
}

fn by_type(parameters: &Value) -> Result<()> {
    let given = serde_path_to_error::deserialize::<_, keyword::Parameters>(parameters).map_err(|error| {
        let path = error.path().to_string();
        let path = if path == "." { String::new() } else { format!("/{}", path.replace('.', "/")) };
        ApiError::invalid(format!("/parameters{path}"), error.into_inner().to_string())
    })?;
    given.check().map(|_| ()).map_err(|error| match error {
        EngineError::InvalidParameter { field, problem } => ApiError::invalid(format!("/parameters/{field}"), problem),
        other => ApiError::invalid("/parameters", other.to_string()),
    })
}

fn against(schema: &Value, given: &Map<String, Value>) -> Vec<FieldError> {
    let known = schema["properties"].as_object();
    let names = || known.map(|known| known.keys().cloned().collect::<Vec<_>>().join(", ")).unwrap_or_default();
    let problem = |name: &String, value: &Value| match known.and_then(|known| known.get(name)) {
        None => Some(format!("is no parameter of this action; there are: {}", names())),
        Some(rule) => wrong(rule, value),
    };
    let faults = given
        .iter()
        .filter_map(|(name, value)| Some(FieldError::new(format!("/parameters/{name}"), problem(name, value)?)));
    faults.collect()
}

/// What is wrong with a value by the rule of its schema.
fn wrong(rule: &Value, value: &Value) -> Option<String> {
    let types: Vec<&str> = match &rule["type"] {
        Value::String(one) => vec![one.as_str()],
        Value::Array(several) => several.iter().filter_map(Value::as_str).collect(),
        _ => return None,
    };
    if !types.iter().any(|kind| is_a(kind, value)) {
        return Some(format!("must be of type {}", types.join(" or ")));
    }
    let number = value.as_f64()?;
    let low = rule["minimum"].as_f64().filter(|low| number < *low);
    let high = rule["maximum"].as_f64().filter(|high| number > *high);
    low.map(|low| format!("must be at least {low}")).or_else(|| high.map(|high| format!("must be at most {high}")))
}

fn is_a(kind: &str, value: &Value) -> bool {
    match kind {
        "null" => value.is_null(),
        "boolean" => value.is_boolean(),
        "integer" => value.is_i64() || value.is_u64(),
        "number" => value.is_number(),
        "string" => value.is_string(),
        "array" => value.is_array(),
        "object" => value.is_object(),
        _ => true,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn names_types_and_ranges_are_checked() {
        let schema = json!({"properties": {
            "months": {"type": "integer", "minimum": 1, "maximum": 12},
            "rate": {"type": ["number", "null"], "minimum": 0.0},
            "kind": {"$ref": "#/$defs/Kind"},
        }});
        let faults = |given: Value| {
            let faults = against(&schema, given.as_object().expect("an object"));
            faults.into_iter().map(|fault| fault.detail).collect::<Vec<_>>()
        };
        assert!(faults(json!({"months": 3, "rate": null, "kind": "any"})).is_empty());
        assert_eq!(faults(json!({"months": 0})), ["must be at least 1"]);
        assert_eq!(faults(json!({"months": 2.5})), ["must be of type integer"]);
        assert_eq!(faults(json!({"rate": "much"})), ["must be of type number or null"]);
        assert!(faults(json!({"other": 1}))[0].contains("there are: kind, months, rate"));
    }
}
