//! Required members of responses: the server writes all of them, with `null` for no value.

use std::collections::BTreeSet;

use serde_json::Value;
use utoipa::openapi::{
    Components, OpenApi, RefOr,
    schema::{Object, Schema, SchemaType, Type},
};

/// Marks nullable members as required in all schemas that no request contains, because `null` is always written.
pub(super) fn require_members_of_answers(document: &mut OpenApi) {
    let requests = schemas_of_requests(document);
    let Some(components) = &mut document.components else { return };
    for (name, schema) in &mut components.schemas {
        if !requests.contains(name) {
            require(schema);
        }
    }
}

/// Names of the schemas in request bodies.
fn schemas_of_requests(document: &OpenApi) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    let Some(components) = &document.components else { return names };
    for item in document.paths.paths.values() {
        for operation in [&item.post, &item.put, &item.patch, &item.delete].into_iter().flatten() {
            if let Ok(body) = serde_json::to_value(&operation.request_body) {
                collect(&body, components, &mut names);
            }
        }
    }
    names
}

/// Adds the names of the schemas that a part of the document refers to, recursively.
fn collect(part: &Value, components: &Components, names: &mut BTreeSet<String>) {
    match part {
        Value::Object(members) => {
            let target = members.get("$ref").and_then(Value::as_str).and_then(|target| target.rsplit('/').next());
            if let Some(name) = target
                && names.insert(name.to_owned())
                && let Some(Ok(schema)) = components.schemas.get(name).map(serde_json::to_value)
            {
                collect(&schema, components, names);
            }
            members.values().for_each(|member| collect(member, components, names));
        }
        Value::Array(items) => items.iter().for_each(|item| collect(item, components, names)),
        _ => {}
    }
}

fn require(schema: &mut RefOr<Schema>) {
    match schema {
        RefOr::T(Schema::Object(object)) => require_nullable(object),
        RefOr::T(Schema::AllOf(parts)) => parts.items.iter_mut().for_each(require),
        RefOr::T(Schema::OneOf(parts)) => parts.items.iter_mut().for_each(require),
        _ => {}
    }
}

fn require_nullable(object: &mut Object) {
    let nullable = object.properties.iter().filter(|(_, schema)| is_nullable(schema)).map(|(name, _)| name.clone());
    let missing: Vec<String> = nullable.filter(|name| !object.required.contains(name)).collect();
    object.required.extend(missing);
}

fn is_nullable(schema: &RefOr<Schema>) -> bool {
    let takes_null = |kind: &SchemaType| match kind {
        SchemaType::Type(kind) => *kind == Type::Null,
        SchemaType::Array(kinds) => kinds.contains(&Type::Null),
        SchemaType::AnyValue => false,
    };
    match schema {
        RefOr::T(Schema::Object(object)) => takes_null(&object.schema_type),
        RefOr::T(Schema::Array(array)) => takes_null(&array.schema_type),
        RefOr::T(Schema::OneOf(parts)) => parts.items.iter().any(is_nullable),
        _ => false,
    }
}
