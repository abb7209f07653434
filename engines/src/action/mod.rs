//! What an action of an engine is: the contract that the command line, the API, the workers and the web app follow.
//!
//! An action is a type. Its input, its parameters and its output are types too, so a loader fills fields, not names, and
//! JSON appears at the wire only. Each action is listed once, in [`crate::actions`].

mod answer;
mod data;
mod fault;
mod form;
mod parameters;

pub use answer::Options;
#[doc(hidden)]
pub use answer::{Answer, BatchAnswer, LineAnswer, Means, Session};
pub use data::{Data, Need};
pub use fault::{Fault, ParameterFault};
pub use form::{ActionInfo, Body, Schemas};
#[doc(hidden)]
pub use form::{Alternative, Form};
pub(crate) use form::{AnswerOf, BatchAnswerOf, SessionOf, case_schema};
pub(crate) use parameters::parameters;
pub use parameters::{NoParameters, Parameters, Seed};

use std::borrow::Cow;

use schemars::JsonSchema;
use serde::{Serialize, de::DeserializeOwned};

use crate::common::{Control, EngineError, EngineId, Forecast, Insight};
use crate::embedding::SentenceModel;

/// Something that an engine can do.
pub trait Action: Sized + Send + Sync + 'static {
    /// The engine that does it.
    const ENGINE: EngineId;
    /// Its name on the command line and in the API, such as `change-points`.
    const NAME: &'static str;
    /// What it answers, in one sentence.
    const SUMMARY: &'static str;
    /// Data of a website that its input is filled from.
    const READS: &'static [Data] = &[];
    /// Data without which it cannot work; empty where the caller brings the input or the data is built in.
    const NEEDS: &'static [Need] = &[];
    /// Whether it works better with a sentence model.
    const USES_MODEL: bool = false;
    /// Another form of the same action for callers with plain figures, and the field that only it has.
    #[doc(hidden)]
    const ALTERNATIVE: Option<Alternative> = None;
    /// How lines of the command line are answered.
    #[doc(hidden)]
    const ANSWER: Answer = AnswerOf::<Self>::LINE;

    /// What it works on. Every field has a default, or the caller gives it.
    type Input: Serialize + DeserializeOwned + JsonSchema + Default + Clone + Send + Sync;
    /// How it works.
    type Parameters: Parameters;
    /// What it answers.
    type Output: Output;

    /// Computes the answer. The same input, parameters and model give the same answer. An input that is handed over instead
    /// of lent can be freed as soon as it is read.
    ///
    /// # Errors
    /// [`EngineError`] naming the field that cannot be used, or [`EngineError::Cancelled`].
    fn run(
        input: Cow<'_, Self::Input>, parameters: &<Self::Parameters as Parameters>::Checked,
        model: Option<&SentenceModel>, control: &dyn Control,
    ) -> Result<Self::Output, EngineError>;
}

/// An action that answers many cases together faster, or otherwise, than one by one.
pub(crate) trait BatchAction: Action {
    /// Refuses a case that the others must not wait for.
    ///
    /// # Errors
    /// [`EngineError::InvalidInput`] naming the field.
    fn check(_input: &Self::Input) -> Result<(), EngineError> {
        Ok(())
    }

    /// Computes one answer for each input, in order.
    ///
    /// # Errors
    /// [`EngineError`], which then answers every case.
    fn run_all(
        inputs: &[Self::Input], options: &Options<'_>, control: &dyn Control,
    ) -> Result<Vec<Self::Output>, EngineError>;
}

/// An action whose cases build on those before.
pub(crate) trait SessionAction: Action {
    /// What it remembers.
    type State: Send + 'static;

    /// The state before the first case.
    fn begin(seed: Option<u64>) -> Self::State;

    /// Answers the next case; `None` where the case only reports something.
    ///
    /// # Errors
    /// [`EngineError`] naming the field that cannot be used.
    fn next(state: &mut Self::State, input: Self::Input) -> Result<Option<Self::Output>, EngineError>;
}

/// What an action answers.
pub trait Output: Serialize + JsonSchema + Send + 'static {
    /// Moves the findings out of the answer.
    fn take_insights(&mut self) -> Vec<Insight> {
        Vec::new()
    }

    /// The forecasts that later data will score.
    fn forecasts(&self) -> Vec<Forecast> {
        Vec::new()
    }

    /// What the answer assumes; `None` for an answer that lists no assumptions.
    fn assumptions(&mut self) -> Option<&mut Vec<String>> {
        None
    }
}

/// Implements [`Output`] for types with the named ones of the fields `insights` and `assumptions`, and with `forecasts`
/// for those that have a method of this name.
macro_rules! output {
    ($($type:ty { $($part:ident)* })+) => {$(
        impl $crate::action::Output for $type {
            $($crate::action::output!(@ $part);)*
        }
    )+};
    (@ insights) => {
        fn take_insights(&mut self) -> Vec<$crate::common::Insight> {
            std::mem::take(&mut self.insights)
        }
    };
    (@ assumptions) => {
        fn assumptions(&mut self) -> Option<&mut Vec<String>> {
            Some(&mut self.assumptions)
        }
    };
    (@ forecasts) => {
        fn forecasts(&self) -> Vec<$crate::common::Forecast> {
            self.ledger()
        }
    };
}
pub(crate) use output;

/// Declares an action that a function of its engine computes: engine, name, summary, types, data and function. The function
/// borrows the input; with `owns input;` it is given the [`Cow`] to free it early.
macro_rules! action {
    (@ lend $in:ident: $input:ty;) => { let $in: &$input = &$in; };
    (@ lend $in:ident: $input:ty; owns $owned:ident) => {};
    (
        $(#[$doc:meta])* $name:ident = $engine:ident $action:literal, $summary:literal;
        $input:ty, $parameters:ty => $output:ty;
        $(reads [$($reads:ident)*];)? $(needs [$($need:expr),*];)? $(owns $owned:ident;)? $(alternative $alternative:expr;)? $(answer $answer:expr;)?
        |$in:ident, $params:ident, $control:ident| $run:expr
    ) => {
        $crate::action::action! { @ false; $(#[$doc])* $name = $engine $action, $summary; $input, $parameters => $output;
            $(reads [$($reads)*];)? $(needs [$($need),*];)? $(owns $owned;)? $(alternative $alternative;)? $(answer $answer;)?
            |$in, $params, _model, $control| $run }
    };
    (
        $(#[$doc:meta])* $name:ident = $engine:ident $action:literal, $summary:literal;
        $input:ty, $parameters:ty => $output:ty;
        $(reads [$($reads:ident)*];)? $(needs [$($need:expr),*];)? $(owns $owned:ident;)? $(alternative $alternative:expr;)? $(answer $answer:expr;)?
        |$in:ident, $params:ident, $model:ident, $control:ident| $run:expr
    ) => {
        $crate::action::action! { @ true; $(#[$doc])* $name = $engine $action, $summary; $input, $parameters => $output;
            $(reads [$($reads)*];)? $(needs [$($need),*];)? $(owns $owned;)? $(alternative $alternative;)? $(answer $answer;)?
            |$in, $params, $model, $control| $run }
    };
    (
        @ $uses_model:literal; $(#[$doc:meta])* $name:ident = $engine:ident $action:literal, $summary:literal;
        $input:ty, $parameters:ty => $output:ty;
        $(reads [$($reads:ident)*];)? $(needs [$($need:expr),*];)? $(owns $owned:ident;)? $(alternative $alternative:expr;)? $(answer $answer:expr;)?
        |$in:ident, $params:ident, $model:ident, $control:ident| $run:expr
    ) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Copy)]
        pub struct $name;

        impl $crate::action::Action for $name {
            const ENGINE: $crate::common::EngineId = $crate::common::EngineId::$engine;
            const NAME: &'static str = $action;
            const SUMMARY: &'static str = $summary;
            $(const READS: &'static [$crate::action::Data] = &[$($crate::action::Data::$reads),*];)?
            $(const NEEDS: &'static [$crate::action::Need] = &[$($need),*];)?
            const USES_MODEL: bool = $uses_model;
            $(const ALTERNATIVE: Option<$crate::action::Alternative> = Some($alternative);)?
            $(const ANSWER: $crate::action::Answer = $answer;)?
            type Input = $input;
            type Parameters = $parameters;
            type Output = $output;

            fn run(
                $in: std::borrow::Cow<'_, $input>, $params: &<$parameters as $crate::action::Parameters>::Checked,
                $model: Option<&$crate::embedding::SentenceModel>, $control: &dyn $crate::common::Control,
            ) -> Result<$output, $crate::common::EngineError> {
                $crate::action::action!(@ lend $in: $input; $(owns $owned)?);
                $run
            }
        }
    };
}
pub(crate) use action;
