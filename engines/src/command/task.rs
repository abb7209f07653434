//! The one list of tasks.

use serde_json::{Value, json};

use crate::common::EngineId;
use crate::keyword;

/// A task of an engine.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Task {
    /// Keyword: the whole engine.
    Analyse,
    /// Keyword: candidate searches from seeds.
    Expand,
    /// Keyword: groups of short texts.
    Cluster,
    /// Keyword: key phrases of a text.
    Keyphrases,
    /// Keyword: the quick wins alone.
    Wins,
}

/// The tasks of an engine that can run; empty for an engine that is not built yet.
pub fn tasks(engine: EngineId) -> &'static [Task] {
    match engine {
        EngineId::Keyword => &[Task::Analyse, Task::Expand, Task::Cluster, Task::Keyphrases, Task::Wins],
        EngineId::Competitive
        | EngineId::Semantic
        | EngineId::Causal
        | EngineId::Pattern
        | EngineId::Strategic
        | EngineId::Content
        | EngineId::Predictive
        | EngineId::Learning
        | EngineId::Execution
        | EngineId::Local => &[],
    }
}

impl Task {
    /// Its name on the command line and in the list of actions.
    pub fn name(self) -> &'static str {
        match self {
            Self::Analyse => "analyse",
            Self::Expand => "expand",
            Self::Cluster => "cluster",
            Self::Keyphrases => "keyphrases",
            Self::Wins => "wins",
        }
    }

    /// What it answers, in one sentence.
    pub fn summary(self) -> &'static str {
        match self {
            Self::Analyse => "Intents, clusters, quick wins, worth and findings of a set of searches.",
            Self::Expand => "Candidate searches from seeds, patterns and cities.",
            Self::Cluster => "Groups of short texts: all lines are one problem; --clusters sets their number.",
            Self::Keyphrases => "Ranked key phrases of a text.",
            Self::Wins => "The quick wins of a set of searches.",
        }
    }

    fn schemas(self) -> (Value, Value) {
        let parameters = keyword::parameters_schema();
        let with_parameters = |mut schema: Value| {
            schema["properties"]["parameters"] = parameters.clone();
            with_id(schema)
        };
        match self {
            Self::Analyse => (with_parameters(schema_of::<keyword::Input>()), with_id(schema_of::<keyword::Output>())),
            Self::Wins => (with_parameters(schema_of::<keyword::Input>()), with_id(schema_of::<keyword::WinsOutput>())),
            Self::Expand => {
                (with_id(schema_of::<keyword::ExpandInput>()), with_id(schema_of::<keyword::ExpandOutput>()))
            }
            Self::Cluster => (
                object(json!({ "text": { "type": "string" } }), &["id", "text"]),
                object(json!({ "cluster": { "type": "integer", "minimum": 0 } }), &["id", "cluster"]),
            ),
            Self::Keyphrases => (
                object(
                    json!({
                        "text": { "type": "string" },
                        "top": { "type": "integer", "minimum": 1, "maximum": 1000, "default": 10 },
                    }),
                    &["id", "text"],
                ),
                object(json!({ "keys": { "type": "array", "items": { "type": "string" } } }), &["id", "keys"]),
            ),
        }
    }
}

fn schema_of<T: schemars::JsonSchema>() -> Value {
    schemars::schema_for!(T).to_value()
}

fn with_id(mut schema: Value) -> Value {
    schema["properties"]["id"] = id_schema();
    schema
}

fn id_schema() -> Value {
    json!({ "description": "Any value; the answer carries the same." })
}

fn object(mut properties: Value, required: &[&str]) -> Value {
    properties["id"] = id_schema();
    json!({ "type": "object", "properties": properties, "required": required })
}

/// JSON schemas of the tasks of an engine: `{engine, name, question, tasks: {name: {summary, input, output}}}`.
pub fn describe(engine: EngineId) -> Value {
    let mut described = serde_json::Map::new();
    for task in tasks(engine) {
        let (input, output) = task.schemas();
        described
            .insert(task.name().to_owned(), json!({ "summary": task.summary(), "input": input, "output": output }));
    }
    json!({
        "engine": engine.as_str(),
        "name": engine.name(),
        "question": engine.question(),
        "description": engine.description(),
        "tasks": described,
    })
}
