//! Components for the parameters and results of each action, from the actions' types.

use std::collections::BTreeMap;

use engines::{ActionId, action::Schemas};
use serde_json::{Map, Value, json};

/// Prefix of references to components.
const COMPONENTS: &str = "#/components/schemas/";

/// The components: `{Engine}{Action}Parameters` and `{Engine}{Action}Result` for each action (`PlainResult` for plain
/// figures), their parts, and two that list them by `engine.action`: `EngineActionParameters` and `EngineActionResults`.
///
/// # Errors
/// Returns the name of two different schemas, which is a defect.
pub(super) fn components() -> Result<BTreeMap<String, Value>, String> {
    let mut found = Components::default();
    let (mut parameters, mut results) = (Map::new(), Map::new());
    for action in ActionId::ALL {
        let info = action.info();
        let Schemas { parameters: taken, output, .. } = info.schemas();
        let engine = pascal(info.engine.as_str());
        let name = format!("{engine}{}", pascal(info.name));
        let key = format!("{}.{}", info.engine, info.name);
        parameters.insert(key.clone(), found.add(&engine, format!("{name}Parameters"), taken)?);
        let mut result = found.add(&engine, format!("{name}Result"), output)?;
        if let Some(Schemas { output, .. }) = info.alternative_schemas() {
            let plain = found.add(&engine, format!("{name}PlainResult"), output)?;
            result = json!({ "anyOf": [result, plain] });
        }
        results.insert(key, result);
    }
    found.add("Answer", "AnswerReport".to_owned(), engines::answers::Report::schema())?;
    found.add("Content", "ContentEngineFact".to_owned(), engines::content::fact_schema())?;
    found.add("PageAudit", "PageAuditReport".to_owned(), engines::content::fixes::report_schema())?;
    found.insert("EngineActionParameters".to_owned(), index("Parameters of each action.", parameters))?;
    found.insert("EngineActionResults".to_owned(), index("The result of each action.", results))?;
    Ok(found.0)
}

fn index(description: &str, properties: Map<String, Value>) -> Value {
    let required: Vec<String> = properties.keys().cloned().collect();
    json!({ "type": "object", "description": description, "properties": properties, "required": required })
}

#[derive(Debug, Default)]
struct Components(BTreeMap<String, Value>);

impl Components {
    /// Adds a schema with its definitions, named by their engine; returns a reference to it.
    fn add(&mut self, engine: &str, name: String, mut schema: Value) -> Result<Value, String> {
        if let Some(fields) = schema.as_object_mut() {
            fields.remove("$schema");
            fields.remove("title");
        }
        let definitions = schema.as_object_mut().and_then(|fields| fields.remove("$defs"));
        let own = |definition: &str| format!("{engine}Engine{definition}");
        for (definition, mut body) in definitions.as_ref().and_then(Value::as_object).cloned().unwrap_or_default() {
            rename(&mut body, &own);
            self.insert(own(&definition), body)?;
        }
        rename(&mut schema, &own);
        self.insert(name.clone(), schema)?;
        Ok(json!({ "$ref": format!("{COMPONENTS}{name}") }))
    }

    fn insert(&mut self, name: String, schema: Value) -> Result<(), String> {
        match self.0.get(&name) {
            Some(known) if *known != schema => Err(name),
            _ => {
                self.0.insert(name, schema);
                Ok(())
            }
        }
    }
}

/// Replaces references to definitions by references to components.
fn rename(schema: &mut Value, own: &dyn Fn(&str) -> String) {
    match schema {
        Value::Object(fields) => {
            for (name, value) in fields.iter_mut() {
                match (name.as_str(), value.as_str().and_then(|path| path.strip_prefix("#/$defs/"))) {
                    ("$ref", Some(definition)) => *value = json!(format!("{COMPONENTS}{}", own(definition))),
                    _ => rename(value, own),
                }
            }
        }
        Value::Array(items) => items.iter_mut().for_each(|item| rename(item, own)),
        _ => {}
    }
}

/// Converts `change-points` to `ChangePoints`.
fn pascal(text: &str) -> String {
    let mut name = String::new();
    super::push_words(&mut name, text);
    name
}
