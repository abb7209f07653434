//! Checks that responses conform to the `OpenAPI` document.

use std::sync::LazyLock;

use axum::http::{Method, StatusCode};
use serde_json::Value;

/// The document as it is committed: every test is a process of its own, and generating it takes longer than most cases.
/// `scripts/gen` writes it, and `scripts/gen --check` finds a difference.
static DOCUMENT: LazyLock<Value> =
    LazyLock::new(|| serde_json::from_str(include_str!("../../openapi.json")).expect("JSON"));

/// Panics if a JSON response differs from its schema. Undocumented paths are ignored.
#[track_caller]
pub(crate) fn check(method: &Method, path: &str, status: StatusCode, body: &Value) {
    let Some(operation) = operation(method, path) else { return };
    let code = status.as_str();
    let responses = &operation["responses"];
    let described = responses.get(code).or_else(|| responses.get("2XX")).unwrap_or(&Value::Null);
    let response = if status.is_success() { described } else { responses.get(code).unwrap_or(&responses["default"]) };
    assert!(
        response.is_object(),
        "{method} {path} answers {code}, which is not described; run scripts/gen after a change of the API"
    );
    let Some(schema) = response.pointer("/content/application~1json/schema") else { return };
    if let Err(problem) = conforms(schema, body, "") {
        panic!("{method} {path} {code} differs from its description: {problem}\n{body}");
    }
}

fn operation(method: &Method, path: &str) -> Option<&'static Value> {
    let path = path.split('?').next().unwrap_or_default();
    let parts: Vec<&str> = path.split('/').collect();
    let fits = |template: &str| {
        let wanted: Vec<&str> = template.split('/').collect();
        wanted.len() == parts.len()
            && wanted.iter().zip(&parts).all(|(want, part)| want.starts_with('{') || want == part)
    };
    let paths = DOCUMENT["paths"].as_object()?.iter().filter(|(template, _)| fits(template));
    let (_, item) = paths.min_by_key(|(template, _)| template.matches('{').count())?;
    item.get(method.as_str().to_lowercase())
}

/// Returns an error with the position if a value does not match a schema.
pub(crate) fn conforms(schema: &Value, value: &Value, at: &str) -> Result<(), String> {
    if let Some(target) = schema["$ref"].as_str() {
        let schema = DOCUMENT.pointer(target.trim_start_matches('#')).ok_or_else(|| format!("{target} is missing"))?;
        return conforms(schema, value, at);
    }
    for part in schema["allOf"].as_array().into_iter().flatten() {
        conforms(part, value, at)?;
    }
    for several in [&schema["oneOf"], &schema["anyOf"]] {
        let problems = several.as_array().map(|parts| parts.iter().map(|part| conforms(part, value, at)));
        if let Some(Err(problem)) = problems.and_then(|all| all.reduce(Result::or)) {
            return Err(problem);
        }
    }
    let words = schema["enum"].as_array();
    if words.is_some_and(|words| !words.contains(value)) {
        return Err(format!("{at}: {value} is none of {}", schema["enum"]));
    }
    if !is_of_type(&schema["type"], value) {
        return Err(format!("{at}: {value} is not {}", schema["type"]));
    }
    members(schema, value, at)
}

fn members(schema: &Value, value: &Value, at: &str) -> Result<(), String> {
    if let Some(object) = value.as_object() {
        for name in schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str) {
            object.get(name).ok_or_else(|| format!("{at}/{name} is missing"))?;
        }
        for (name, schema) in schema["properties"].as_object().into_iter().flatten() {
            object.get(name).map_or(Ok(()), |value| conforms(schema, value, &format!("{at}/{name}")))?;
        }
    }
    let items = value.as_array().into_iter().flatten().enumerate();
    let mut items = items.filter_map(|(index, item)| Some((schema.get("items")?, item, format!("{at}/{index}"))));
    items.try_for_each(|(schema, item, at)| conforms(schema, item, &at))
}

fn is_of_type(kind: &Value, value: &Value) -> bool {
    let is = |kind: &str| match kind {
        "null" => value.is_null(),
        "string" => value.is_string(),
        "boolean" => value.is_boolean(),
        "integer" => value.is_i64() || value.is_u64(),
        "number" => value.is_number(),
        "array" => value.is_array(),
        _ => value.is_object(),
    };
    match kind {
        Value::String(kind) => is(kind),
        Value::Array(kinds) => kinds.iter().filter_map(Value::as_str).any(is),
        _ => true,
    }
}
