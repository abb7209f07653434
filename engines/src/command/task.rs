//! What a task is, and where those of each engine stand.

use std::collections::BTreeSet;

use serde_json::{Map, Value, json};

use super::fault::Fault;
use super::run::Options;
use crate::common::{Control, EngineId};
use crate::semantic::SentenceModel;
use crate::{
    causal, competitive, content, execution, keyword, learning, local, pattern, predictive, semantic, strategic,
};

/// The body of a case: its line without the id.
pub type Body = Map<String, Value>;

/// Something an engine can be asked.
#[derive(Debug)]
pub struct Task {
    /// Its name on the command line and in the list of actions.
    pub name: &'static str,
    /// What it answers, in one sentence.
    pub summary: &'static str,
    /// JSON schemas of a case and of its answer, without the id.
    pub(crate) schemas: fn() -> (Value, Value),
    pub(crate) answer: Answer,
}

/// What a case is answered with, besides itself.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Means<'a> {
    /// Start of the random numbers, where one was given.
    pub(crate) seed: Option<u64>,
    /// The sentence model, where one is installed.
    pub(crate) model: Option<&'a SentenceModel>,
}

/// The result of one body.
pub(crate) type LineAnswer = fn(Body, Means<'_>, &dyn Control) -> Result<Value, Fault>;

/// One result for each body, in order.
pub(crate) type WholeAnswer = fn(&[&Body], &Options<'_>, &dyn Control) -> Vec<Result<Value, Fault>>;

/// How a task looks at its lines.
#[derive(Debug)]
pub(crate) enum Answer {
    /// Each by itself.
    Line(LineAnswer),
    /// All together: one result for each body, in order.
    Whole(WholeAnswer),
    /// One after the other, each knowing those before; a line is answered before the next is read.
    Session(fn(Option<u64>) -> Box<dyn Session>),
}

/// A task that remembers earlier lines.
pub(crate) trait Session {
    /// The answer to the next line; `None` where the line only tells something.
    fn next(&mut self, body: Body) -> Result<Option<Value>, Fault>;
}

/// The tasks of an engine that can run; the first is the default. Empty for an engine that is not built yet.
pub fn tasks(engine: EngineId) -> &'static [Task] {
    match engine {
        EngineId::Keyword => keyword::TASKS,
        EngineId::Causal => causal::TASKS,
        EngineId::Strategic => strategic::TASKS,
        EngineId::Pattern => pattern::TASKS,
        EngineId::Semantic => semantic::TASKS,
        EngineId::Predictive => predictive::TASKS,
        EngineId::Execution => execution::TASKS,
        EngineId::Local => local::TASKS,
        EngineId::Learning => learning::TASKS,
        EngineId::Competitive => competitive::TASKS,
        EngineId::Content => content::TASKS,
    }
}

/// Whether a task works with a sentence model where there is one.
pub fn takes_model(engine: EngineId, task: &str) -> bool {
    match engine {
        EngineId::Keyword => ["analyse", "wins", "cluster"].contains(&task),
        EngineId::Semantic => ["overlap", "similarity"].contains(&task),
        _ => false,
    }
}

/// The JSON schema of a type.
pub(crate) fn schema_of<T: schemars::JsonSchema>() -> Value {
    schemars::schema_for!(T).to_value()
}

/// The schema of an object by its properties.
pub(crate) fn object(properties: Value, required: &[&str]) -> Value {
    json!({ "type": "object", "properties": properties, "required": required })
}

/// JSON schemas of the tasks of an engine: `{engine, name, question, tasks: {name: {summary, input, output}}}`.
pub fn describe(engine: EngineId) -> Value {
    let described: Map<String, Value> =
        tasks(engine).iter().map(|task| (task.name.to_owned(), describe_task(task))).collect();
    json!({
        "engine": engine.as_str(),
        "name": engine.name(),
        "question": engine.question(),
        "description": engine.description(),
        "tasks": described,
    })
}

/// The JSON schema of a task's parameters, with the definitions that it names; `None` for a task without, or no task.
pub fn parameters_schema(engine: EngineId, task: &str) -> Option<Value> {
    let task = tasks(engine).iter().find(|known| known.name == task)?;
    let (input, _) = (task.schemas)();
    let mut schema = parameters_in(&input)?.as_object()?.clone();
    if let (None, Some(definitions)) = (schema.get("$defs"), input.get("$defs")) {
        schema.insert("$defs".to_owned(), definitions.clone());
    }
    Some(Value::Object(schema))
}

/// The names that a case of a task may hold, of all of its forms; empty for no task.
pub fn input_names(engine: EngineId, task: &str) -> BTreeSet<String> {
    let task = tasks(engine).iter().find(|known| known.name == task);
    task.map(|task| names_in(&(task.schemas)().0)).unwrap_or_default()
}

fn names_in(schema: &Value) -> BTreeSet<String> {
    let own = schema["properties"].as_object().into_iter().flat_map(|properties| properties.keys().cloned());
    let forms = schema["anyOf"].as_array().into_iter().flatten().flat_map(names_in);
    own.chain(forms).collect()
}

/// Parameters go under either name, and stand in one of the forms of a case that has several.
fn parameters_in(input: &Value) -> Option<&Value> {
    let own = ["parameters", "params"].into_iter().find_map(|name| input["properties"].get(name));
    own.or_else(|| input["anyOf"].as_array()?.iter().find_map(parameters_in))
}

fn describe_task(task: &Task) -> Value {
    let (mut input, mut output) = (task.schemas)();
    for schema in [&mut input, &mut output] {
        schema["type"] = json!("object");
        schema["properties"]["id"] = json!({ "description": "Any value; the answer carries the same." });
    }
    json!({ "summary": task.summary, "input": input, "output": output })
}
