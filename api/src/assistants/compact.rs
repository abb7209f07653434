//! Shorter schemas of the same meaning: an assistant reads all tools before its first question, and pays for each word.

use serde_json::{Map, Value, json};

/// Members whose keys are names, not keywords of JSON Schema.
const NAMED: [&str; 2] = ["properties", "$defs"];

/// Shortens a schema: what a machine would need and an assistant does not goes.
pub(super) fn compact(schema: &mut Value) {
    match schema {
        Value::Object(members) => compact_object(members),
        Value::Array(schemas) => schemas.iter_mut().for_each(compact),
        _ => {}
    }
}

fn compact_object(members: &mut Map<String, Value>) {
    if is_number(members) {
        // `int64` and its like: the bounds that matter are stated in words or by `minimum` and `maximum`.
        members.remove("format");
    }
    if members.get("default").is_some_and(is_empty) {
        members.remove("default");
    }
    list_names(members);
    for (keyword, value) in members.iter_mut() {
        match value {
            Value::Object(named) if NAMED.contains(&keyword.as_str()) => named.values_mut().for_each(compact),
            // Values of these are data.
            _ if matches!(keyword.as_str(), "default" | "enum" | "const" | "required") => {}
            _ => compact(value),
        }
    }
}

fn is_number(schema: &Map<String, Value>) -> bool {
    let is_number = |kind: &Value| kind == "integer" || kind == "number";
    match schema.get("type") {
        Some(Value::Array(kinds)) => kinds.iter().any(is_number),
        Some(kind) => is_number(kind),
        None => false,
    }
}

/// Returns true for a default that says no more than that a value may be left out.
fn is_empty(default: &Value) -> bool {
    match default {
        Value::Null | Value::Bool(false) => true,
        Value::String(text) => text.is_empty(),
        Value::Array(values) => values.is_empty(),
        Value::Object(members) => members.values().all(is_empty),
        Value::Bool(true) | Value::Number(_) => false,
    }
}

/// Replaces alternatives that are one name each by a list of the names, with the meanings in the description.
fn list_names(schema: &mut Map<String, Value>) {
    let Some(Value::Array(options)) = schema.get("oneOf") else { return };
    let Some(options) = options.iter().map(name_of).collect::<Option<Vec<_>>>() else { return };
    let names: Vec<&str> = options.iter().map(|(name, _)| *name).collect();
    let meanings: Vec<String> = options.iter().filter_map(|(name, meaning)| stated(name, meaning)).collect();
    let own = schema.get("description").and_then(Value::as_str).unwrap_or_default();
    let description = [own, &meanings.join(" ")].join(" ").trim().to_owned();
    let names = json!(names);
    schema.remove("oneOf");
    schema.insert("type".to_owned(), json!("string"));
    schema.insert("enum".to_owned(), names);
    if !description.is_empty() {
        schema.insert("description".to_owned(), json!(description));
    }
}

fn name_of(option: &Value) -> Option<(&str, &str)> {
    let name = option["const"].as_str().or_else(|| match option["enum"].as_array()?.as_slice() {
        [only] => only.as_str(),
        _ => None,
    })?;
    Some((name, option["description"].as_str().unwrap_or_default()))
}

/// Returns a name with its meaning, unless the meaning only repeats it ("A table." of `table`).
fn stated(name: &str, meaning: &str) -> Option<String> {
    let plain = |text: &str| text.chars().filter(char::is_ascii_alphanumeric).collect::<String>().to_lowercase();
    let without_article =
        ["A ", "An ", "The "].iter().find_map(|article| meaning.strip_prefix(article)).unwrap_or(meaning);
    (!meaning.is_empty() && plain(without_article) != plain(name)).then(|| format!("`{name}`: {meaning}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn compacted(mut schema: Value) -> Value {
        compact(&mut schema);
        schema
    }

    #[test]
    fn alternatives_of_one_name_become_a_list_with_their_meanings() {
        let schema = json!({"description": "Kind of a block.", "oneOf": [
            {"const": "table", "type": "string", "description": "A table."},
            {"const": "step", "type": "string", "description": "A step of a numbered list."},
        ]});
        let expected = json!({"type": "string", "enum": ["table", "step"],
            "description": "Kind of a block. `step`: A step of a numbered list."});
        assert_eq!(compacted(schema), expected);
    }

    #[test]
    fn properties_with_the_name_of_a_keyword_stay() {
        let schema = json!({"type": "object", "properties": {
            "format": {"type": "string", "enum": ["csv"]},
            "default": {"type": ["integer", "null"], "format": "int32", "default": null},
            "oneOf": {"type": "number", "default": 2.5},
        }});
        let expected = json!({"type": "object", "properties": {
            "format": {"type": "string", "enum": ["csv"]},
            "default": {"type": ["integer", "null"]},
            "oneOf": {"type": "number", "default": 2.5},
        }});
        assert_eq!(compacted(schema), expected);
    }

    #[test]
    fn alternatives_that_are_schemas_stay() {
        let schema = json!({"oneOf": [{"type": "object"}, {"const": "all"}], "default": {"text": "", "ids": []}});
        assert_eq!(compacted(schema), json!({"oneOf": [{"type": "object"}, {"const": "all"}]}));
    }
}
