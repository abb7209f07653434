//! Untyped description of an action, for the command line and the API.

use std::borrow::Cow;
use std::marker::PhantomData;

use serde_json::{Map, Value, json};

use super::answer::{Answer, Means, Options, Session};
use super::fault::{Fault, ParameterFault, read};
use super::{Action, BatchAction, Data, Need, Parameters, SessionAction};
use crate::common::{Control, EngineError, EngineId};

/// Refusal of parameters that are no object.
const NO_OBJECT: &str = "must be an object of named parameters";

/// A case as JSON: a line without its id.
pub type Body = Map<String, Value>;

/// JSON schemas of an action.
#[derive(Debug, Clone)]
pub struct Schemas {
    /// Schema of a case, without its id and its parameters.
    pub input: Value,
    /// Schema of the parameters.
    pub parameters: Value,
    /// Schema of the answer.
    pub output: Value,
}

/// An action, without its types.
#[derive(Debug, Clone, Copy)]
pub struct ActionInfo {
    /// Engine of the action.
    pub engine: EngineId,
    /// Name on the command line and in the API.
    pub name: &'static str,
    /// Question that the action answers, in one sentence.
    pub summary: &'static str,
    /// Data of a website that fills its input.
    pub reads: &'static [Data],
    /// Data that it requires.
    pub needs: &'static [Need],
    /// Whether a sentence model improves its results.
    pub uses_model: bool,
    pub(crate) form: Form,
    pub(crate) alternative: Option<Alternative>,
}

impl ActionInfo {
    /// Describes the action `A`.
    pub const fn of<A: Action>() -> Self {
        Self {
            engine: A::ENGINE,
            name: A::NAME,
            summary: A::SUMMARY,
            reads: A::READS,
            needs: A::NEEDS,
            uses_model: A::USES_MODEL,
            form: Form::of::<A>(),
            alternative: A::ALTERNATIVE,
        }
    }

    /// Returns the data that the action can run on in place of required ones; `None` if it cannot do without them.
    #[must_use]
    pub fn replacement(&self, required: Data) -> Option<Data> {
        let other = (required == Data::SearchQueries).then_some(Data::BingQueries);
        other.filter(|other| self.reads.contains(other))
    }

    /// Returns the schemas of the form that is filled from a website's data.
    pub fn schemas(&self) -> Schemas {
        (self.form.schemas)()
    }

    /// Returns the schemas of the alternative form for callers with plain figures, if there is one.
    pub fn alternative_schemas(&self) -> Option<Schemas> {
        Some((self.alternative?.form.schemas)())
    }

    /// Checks parameters in the same way as a run of the action.
    ///
    /// # Errors
    /// Returns a [`ParameterFault`] for the first invalid parameter.
    pub fn check_parameters(&self, given: &Value) -> Result<(), ParameterFault> {
        (self.form.check)(given)
    }

    /// Returns true if the case has the alternative form for callers with plain figures.
    pub fn is_alternative(&self, case: &Body) -> bool {
        self.alternative.is_some_and(|alternative| case.contains_key(alternative.field))
    }

    pub(crate) fn alternative_answer(&self) -> Option<Answer> {
        Some(self.alternative?.form.answer)
    }

    pub(crate) fn form_of(&self, case: &Body) -> Form {
        match self.alternative {
            Some(alternative) if case.contains_key(alternative.field) => alternative.form,
            _ => self.form,
        }
    }
}

/// One form of an action's input and output.
#[derive(Debug, Clone, Copy)]
pub struct Form {
    schemas: fn() -> Schemas,
    check: fn(&Value) -> Result<(), ParameterFault>,
    pub(crate) answer: Answer,
}

impl Form {
    const fn of<A: Action>() -> Self {
        Self { schemas: schemas::<A>, check: check::<A::Parameters>, answer: A::ANSWER }
    }
}

/// Alternative form of an action, recognised by a field that only its cases have.
#[derive(Debug, Clone, Copy)]
pub struct Alternative {
    field: &'static str,
    form: Form,
}

impl Alternative {
    pub(crate) const fn of<A: Action>(field: &'static str) -> Self {
        Self { field, form: Form::of::<A>() }
    }
}

fn schemas<A: Action>() -> Schemas {
    Schemas {
        input: schemars::schema_for!(A::Input).to_value(),
        parameters: schemars::schema_for!(A::Parameters).to_value(),
        output: schemars::schema_for!(A::Output).to_value(),
    }
}

fn check<P: Parameters>(given: &Value) -> Result<(), ParameterFault> {
    if !given.is_object() {
        return Err(ParameterFault { pointer: String::new(), detail: NO_OBJECT.to_owned() });
    }
    let parameters: P = serde_path_to_error::deserialize(given).map_err(|error| {
        let path = error.path().to_string();
        let pointer = if path == "." { String::new() } else { format!("/{}", path.replace('.', "/")) };
        ParameterFault { pointer, detail: error.into_inner().to_string() }
    })?;
    parameters.check().map(|_| ()).map_err(|error| match error {
        EngineError::InvalidParameter { field, problem } => {
            ParameterFault { pointer: format!("/{field}"), detail: problem }
        }
        other => ParameterFault { pointer: String::new(), detail: other.to_string() },
    })
}

/// Answers single cases of an action.
pub(crate) struct AnswerOf<A: ?Sized>(PhantomData<A>);

impl<A: Action> AnswerOf<A> {
    pub(crate) const LINE: Answer = Answer::Line(answer::<A>, text::<A>);
}

fn answer<A: Action>(body: Body, means: Means<'_>, control: &dyn Control) -> Result<Value, Fault> {
    written(&output::<A>(body, means, control)?)
}

fn text<A: Action>(body: Body, means: Means<'_>, control: &dyn Control) -> Result<String, Fault> {
    let output = output::<A>(body, means, control)?;
    serde_json::to_string(&output).map_err(|error| Fault::internal(error.to_string()))
}

fn output<A: Action>(mut body: Body, means: Means<'_>, control: &dyn Control) -> Result<A::Output, Fault> {
    let mut parameters: A::Parameters = take_parameters(&mut body)?;
    if let Some(seed) = means.seed {
        parameters.set_seed(seed);
    }
    let input: A::Input = read(body)?;
    Ok(A::run(Cow::Owned(input), &parameters.check()?, means.model, control)?)
}

/// Removes the parameters of a case (`parameters` or `params`) and parses them; returns the defaults if there are none.
fn take_parameters<P: Parameters>(body: &mut Body) -> Result<P, Fault> {
    match body.remove("parameters").or_else(|| body.remove("params")) {
        None | Some(Value::Null) => Ok(P::default()),
        // A list would be read as the fields in their order.
        Some(given) if !given.is_object() => Err(Fault::case(format!("field `parameters` {NO_OBJECT}"))),
        Some(given) => serde_json::from_value(given).map_err(|error| Fault::case(error.to_string())),
    }
}

fn written<T: serde::Serialize>(result: &T) -> Result<Value, Fault> {
    serde_json::to_value(result).map_err(|error| Fault::internal(error.to_string()))
}

/// Answers all cases of an action together.
pub(crate) struct BatchAnswerOf<A>(PhantomData<A>);

impl<A: BatchAction> BatchAnswerOf<A> {
    pub(crate) const BATCH: Answer = Answer::Batch(answer_all::<A>);
}

/// Answers the valid cases together, and each invalid case with its error.
fn answer_all<A: BatchAction>(
    bodies: Vec<Body>, options: &Options<'_>, control: &dyn Control,
) -> Vec<Result<Value, Fault>> {
    let checked = |body: Body| -> Result<A::Input, Fault> {
        let input: A::Input = read(body)?;
        A::check(&input)?;
        Ok(input)
    };
    let (mut usable, mut places) = (Vec::new(), Vec::new());
    for body in bodies {
        places.push(checked(body).map(|input| usable.push(input)));
    }
    let answers = if usable.is_empty() { Ok(Vec::new()) } else { A::run_all(&usable, options, control) };
    let mut answers = answers.map(Vec::into_iter);
    let next = |place: Result<(), Fault>| {
        place?;
        match &mut answers {
            Ok(answers) => written(&answers.next().ok_or_else(|| Fault::internal("the case was skipped"))?),
            Err(error) => Err(error.clone().into()),
        }
    };
    places.into_iter().map(next).collect()
}

/// A session of an action.
pub(crate) struct SessionOf<A: SessionAction>(A::State);

impl<A: SessionAction> SessionOf<A> {
    pub(crate) const SESSION: Answer = Answer::Session(|seed| Box::new(Self(A::begin(seed))));
}

impl<A: SessionAction> Session for SessionOf<A> {
    fn next(&mut self, body: Body) -> Result<Option<Value>, Fault> {
        A::next(&mut self.0, read(body)?)?.map(|output| written(&output)).transpose()
    }
}

/// Returns one schema for the case and its parameters, with the id that every case may have.
pub(crate) fn case_schema(schemas: Schemas) -> Value {
    let mut input = schemas.input;
    input["properties"]["id"] = json!({ "description": "Any value; it is copied to the answer." });
    let mut parameters = schemas.parameters;
    if parameters["properties"].as_object().is_some_and(|own| !own.is_empty()) {
        if let Some(Value::Object(definitions)) = parameters.as_object_mut().and_then(|own| own.remove("$defs")) {
            definitions.into_iter().for_each(|(name, definition)| input["$defs"][name] = definition);
        }
        input["properties"]["parameters"] = parameters;
    }
    input
}
