//! Ways to answer the cases of an action.

use serde_json::Value;

use super::{Body, Fault};
use crate::common::Control;
use crate::embedding::SentenceModel;

/// Options of a run of an action over many cases.
#[derive(Clone, Copy)]
pub struct Options<'a> {
    /// Seed of the random numbers; `None` uses each action's default.
    pub seed: Option<u64>,
    /// Threads that answer cases in parallel; 0 means one thread. Answers do not depend on it.
    pub threads: usize,
    /// Number of clusters for the action `cluster`; `None` lets the engine choose.
    pub clusters: Option<usize>,
    /// A clock in seconds; with one, every answer carries `seconds`, and one thread is used.
    pub clock: Option<&'a dyn Fn() -> f64>,
    /// The sentence model, if one is installed.
    pub model: Option<&'a SentenceModel>,
}

impl Options<'_> {
    pub(crate) fn means(&self) -> Means<'_> {
        Means { seed: self.seed, model: self.model }
    }
}

impl Default for Options<'_> {
    fn default() -> Self {
        Self { seed: None, threads: 1, clusters: None, clock: None, model: None }
    }
}

impl std::fmt::Debug for Options<'_> {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter
            .debug_struct("Options")
            .field("seed", &self.seed)
            .field("threads", &self.threads)
            .field("clusters", &self.clusters)
            .field("clock", &self.clock.is_some())
            .field("model", &self.model)
            .finish()
    }
}

/// Resources for answering a case.
#[derive(Debug, Clone, Copy, Default)]
pub struct Means<'a> {
    /// Seed of the random numbers, if given.
    pub seed: Option<u64>,
    /// The sentence model, if one is installed.
    pub model: Option<&'a SentenceModel>,
}

/// Answers one case as a JSON value.
pub type LineAnswer = fn(Body, Means<'_>, &dyn Control) -> Result<Value, Fault>;

/// Answers one case as JSON text, which takes a fraction of the memory of a value.
pub type TextAnswer = fn(Body, Means<'_>, &dyn Control) -> Result<String, Fault>;

/// Answers each of many cases, in order.
pub type BatchAnswer = fn(Vec<Body>, &Options<'_>, &dyn Control) -> Vec<Result<Value, Fault>>;

/// How an action processes its cases.
#[derive(Debug, Clone, Copy)]
pub enum Answer {
    /// Each case independently.
    #[doc(hidden)]
    Line(LineAnswer, TextAnswer),
    /// All cases together: one result per case, in order.
    #[doc(hidden)]
    Batch(BatchAnswer),
    /// One case after the other, with state from previous cases.
    #[doc(hidden)]
    Session(fn(Option<u64>) -> Box<dyn Session>),
}

/// An action that remembers earlier cases.
pub trait Session {
    /// Answers the next case; `None` if the case only reports something.
    ///
    /// # Errors
    /// Returns a [`Fault`] that names the invalid field.
    fn next(&mut self, body: Body) -> Result<Option<Value>, Fault>;
}
