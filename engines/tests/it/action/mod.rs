//! The contract that every action keeps, generated from the list of actions.

mod answers;
mod bounds;
mod parameters;
mod schemas;

use engines::ActionId;
use serde_json::{Map, Value, json};

/// `engine action`, for messages.
fn name_of(action: ActionId) -> String {
    format!("{} {}", action.info().engine, action.info().name)
}

/// A parameter of an action as its schema has it, references resolved.
struct Field {
    action: ActionId,
    name: String,
    schema: Value,
}

impl Field {
    /// The JSON types that the field takes.
    fn types(&self) -> Vec<String> {
        match &self.schema["type"] {
            Value::String(one) => vec![one.clone()],
            Value::Array(several) => several.iter().filter_map(Value::as_str).map(str::to_owned).collect(),
            _ => Vec::new(),
        }
    }

    fn is(&self, kind: &str) -> bool {
        self.types().iter().any(|one| one == kind)
    }

    fn is_numeric(&self) -> bool {
        self.is("number") || self.is("integer")
    }

    /// The refusal of parameters in which only this field is given; `None` when they are accepted.
    fn refusal(&self, value: &Value) -> Option<engines::action::ParameterFault> {
        let mut given = needed(self.action);
        given.insert(self.name.clone(), value.clone());
        self.action.info().check_parameters(&Value::Object(given)).err()
    }

    fn pointer(&self) -> String {
        format!("/{}", self.name)
    }

    fn label(&self) -> String {
        format!("{} `{}`", name_of(self.action), self.name)
    }
}

/// Parameters that have no usable default.
fn needed(action: ActionId) -> Map<String, Value> {
    let defaults = action.info().check_parameters(&json!({}));
    let given = if defaults.is_ok() { json!({}) } else { json!({"budgetCents": 100_000.0, "hours": 40.0}) };
    given.as_object().cloned().unwrap_or_default()
}

/// Every parameter of every action.
fn fields() -> Vec<Field> {
    let of_action = |action: &ActionId| {
        let schema = action.parameters_schema();
        let properties = schema["properties"].as_object().cloned().unwrap_or_default();
        let field = |(name, own): (String, Value)| Field { action: *action, name, schema: resolved(&own, &schema) };
        properties.into_iter().map(field).collect::<Vec<_>>()
    };
    ActionId::ALL.iter().flat_map(of_action).collect()
}

/// A schema with its references replaced by what they name.
fn resolved(schema: &Value, root: &Value) -> Value {
    let mut own = schema.clone();
    let name = |path: &str| path.strip_prefix("#/$defs/").map(str::to_owned);
    if let Some(target) = own["$ref"].as_str().and_then(name) {
        let definition = root["$defs"][&target].as_object().cloned().unwrap_or_default();
        definition.into_iter().filter(|(key, _)| key != "description").for_each(|(key, value)| own[key] = value);
    }
    own
}
