//! Finds `null` in results where the schema requires a number: JSON writes non-finite numbers so.

use serde_json::Value;

/// Returns the first `null` that the schema does not allow.
pub(super) fn missing_figures(answer: &Value, schema: &Value) -> Option<String> {
    let root = schema;
    problem(answer, schema, root, "$")
}

fn problem(value: &Value, schema: &Value, root: &Value, path: &str) -> Option<String> {
    let schema = resolved(schema, root);
    for word in ["anyOf", "oneOf"] {
        if let Some(branches) = schema[word].as_array() {
            let found: Vec<_> = branches.iter().map(|branch| problem(value, branch, root, path)).collect();
            // A branch with other fields does not allow what this one lacks.
            let fits =
                |(branch, found): (&Value, &Option<String>)| found.is_none() && is_of(value, resolved(branch, root));
            if branches.iter().zip(&found).any(fits) {
                return None;
            }
            if schema["properties"].as_object().is_none_or(serde_json::Map::is_empty) {
                return found.into_iter().flatten().next();
            }
        }
    }
    match value {
        Value::Null => (!allows_null(schema, root)).then(|| format!("{path} is null")),
        Value::Array(items) => {
            let each = |(at, item): (usize, &Value)| {
                let own = schema["prefixItems"].get(at).unwrap_or(&schema["items"]);
                problem(item, own, root, &format!("{path}[{at}]"))
            };
            items.iter().enumerate().find_map(each)
        }
        Value::Object(fields) => fields.iter().find_map(|(name, field)| {
            // Parts without a schema, such as arbitrary JSON, may contain `null`.
            let own = schema["properties"].get(name).or_else(|| schema.get("additionalProperties"))?;
            problem(field, own, root, &format!("{path}.{name}"))
        }),
        _ => None,
    }
}

/// Returns true if a value matches a schema by its type and required fields.
fn is_of(value: &Value, schema: &Value) -> bool {
    let has_fields = |object: &serde_json::Map<String, Value>| {
        schema["required"]
            .as_array()
            .is_none_or(|names| names.iter().all(|name| object.contains_key(name.as_str().unwrap_or_default())))
    };
    value.as_object().is_none_or(has_fields)
}

fn resolved<'a>(schema: &'a Value, root: &'a Value) -> &'a Value {
    let mut at = schema;
    while let Some(name) = at["$ref"].as_str().and_then(|path| path.strip_prefix("#/$defs/")) {
        at = &root["$defs"][name];
    }
    at
}

fn allows_null(schema: &Value, root: &Value) -> bool {
    let schema = resolved(schema, root);
    match schema {
        Value::Bool(any) => *any,
        Value::Object(_) => {
            let of_type = match &schema["type"] {
                Value::String(one) => one == "null",
                Value::Array(several) => several.iter().any(|one| one == "null"),
                // A schema without a type, such as arbitrary JSON, allows everything, unless it lists values or
                // variants.
                _ => schema.get("enum").is_none() && schema.get("anyOf").is_none() && schema.get("const").is_none(),
            };
            let of_form = ["anyOf", "oneOf"].iter().any(|word| {
                schema[*word].as_array().is_some_and(|forms| forms.iter().any(|form| allows_null(form, root)))
            });
            of_type || of_form
        }
        _ => false,
    }
}
