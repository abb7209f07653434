//! Definition of an engine's actions, shared by the command line, the API, the workers and the web app.
//!
//! An action is a type, and so are its input, parameters and output. Loaders therefore set typed fields, and JSON is
//! used only at the boundaries. Each action is listed once, in [`crate::actions`].

mod answer;
mod data;
mod fault;
mod form;
mod parameters;

pub use answer::Options;
#[doc(hidden)]
pub use answer::{Answer, BatchAnswer, LineAnswer, Means, Session, TextAnswer};
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

/// An action of an engine.
pub trait Action: Sized + Send + Sync + 'static {
    /// Engine of the action.
    const ENGINE: EngineId;
    /// Name on the command line and in the API, such as `change-points`.
    const NAME: &'static str;
    /// Question that the action answers, in one sentence.
    const SUMMARY: &'static str;
    /// Data of a website that fills its input.
    const READS: &'static [Data] = &[];
    /// Required data; empty if the caller provides the input or the data are built in.
    const NEEDS: &'static [Need] = &[];
    /// Whether a sentence model improves its results.
    const USES_MODEL: bool = false;
    /// Alternative form of the action for callers with plain figures, and the field that only it has.
    #[doc(hidden)]
    const ALTERNATIVE: Option<Alternative> = None;
    /// How the command line answers lines.
    #[doc(hidden)]
    const ANSWER: Answer = AnswerOf::<Self>::LINE;

    /// Input. Every field has a default, or the caller provides it.
    type Input: Serialize + DeserializeOwned + JsonSchema + Default + Clone + Send + Sync;
    /// Parameters of the method.
    type Parameters: Parameters;
    /// Result of the action.
    type Output: Output;

    /// Computes the answer. The same input, parameters and model give the same answer. An input that is handed over instead
    /// of lent can be freed as soon as it is read.
    ///
    /// # Errors
    /// Returns an [`EngineError`] that names the invalid field, or [`EngineError::Cancelled`].
    fn run(
        input: Cow<'_, Self::Input>, parameters: &<Self::Parameters as Parameters>::Checked,
        model: Option<&SentenceModel>, control: &dyn Control,
    ) -> Result<Self::Output, EngineError>;
}

/// An action for which answering many cases together is faster or gives other results than one by one.
pub(crate) trait BatchAction: Action {
    /// Validates a case before the batch starts.
    ///
    /// # Errors
    /// Returns [`EngineError::InvalidInput`] with the name of the field.
    fn check(_input: &Self::Input) -> Result<(), EngineError> {
        Ok(())
    }

    /// Computes one answer for each input, in order.
    ///
    /// # Errors
    /// Returns an [`EngineError`] that applies to every case.
    fn run_all(
        inputs: &[Self::Input], options: &Options<'_>, control: &dyn Control,
    ) -> Result<Vec<Self::Output>, EngineError>;
}

/// An action with state: each case depends on the previous ones.
pub(crate) trait SessionAction: Action {
    /// State between cases.
    type State: Send + 'static;

    /// Returns the state before the first case.
    fn begin(seed: Option<u64>) -> Self::State;

    /// Answers the next case; `None` if the case only reports something.
    ///
    /// # Errors
    /// Returns an [`EngineError`] that names the invalid field.
    fn next(state: &mut Self::State, input: Self::Input) -> Result<Option<Self::Output>, EngineError>;
}

/// The output of an action.
pub trait Output: Serialize + JsonSchema + Send + 'static {
    /// Moves the insights out of the output.
    fn take_insights(&mut self) -> Vec<Insight> {
        Vec::new()
    }

    /// Returns the forecasts that later data will score.
    fn forecasts(&self) -> Vec<Forecast> {
        Vec::new()
    }

    /// Returns the assumptions of the output; `None` if it lists none.
    fn assumptions(&mut self) -> Option<&mut Vec<String>> {
        None
    }
}

/// Implements [`Output`] for types that have the listed fields `insights` and `assumptions`, and the method `forecasts`
/// if listed.
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
