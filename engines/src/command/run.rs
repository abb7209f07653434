//! One run of one task over all lines.

use std::io::{self, BufRead, Write};

use serde_json::{Map, Value, json};

use super::fault::Fault;
use super::lines::{self, Case};
use super::task::{self, Answer, Body, LineAnswer as Line, Means, WholeAnswer as Whole, tasks};
use crate::common::{Control, EngineId, Unattended};
use crate::semantic::SentenceModel;

/// How a run is to be done.
#[derive(Clone, Copy)]
pub struct Options<'a> {
    /// Start of the random numbers; `None` takes each task's own.
    pub seed: Option<u64>,
    /// Threads that answer cases side by side; 0 and 1 are alike. Answers do not depend on it.
    pub threads: usize,
    /// Number of clusters for the task `cluster`; `None` lets the engine find it.
    pub clusters: Option<usize>,
    /// A clock in seconds; with one, every answer carries `seconds`, and one thread is used.
    pub clock: Option<&'a dyn Fn() -> f64>,
    /// The sentence model, where one is installed.
    pub model: Option<&'a SentenceModel>,
}

impl Options<'_> {
    fn means(&self) -> Means<'_> {
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

/// How many cases were answered and how many answered with an error.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Outcome {
    /// Cases with a result.
    pub answered: u64,
    /// Cases with an error.
    pub failed: u64,
}

/// Why a run as a whole came to nothing.
#[derive(Debug, thiserror::Error)]
pub enum CommandError {
    /// The engine has no such task.
    #[error("the {engine} engine has no task `{task}`; it has: {}", list(.known))]
    UnknownTask {
        /// The engine.
        engine: EngineId,
        /// What was asked for.
        task: String,
        /// The tasks there are.
        known: Vec<&'static str>,
    },
    /// The input holds no case: it is empty, cannot be read, or no line is a JSON object.
    #[error("the input cannot be used: {detail}")]
    UnusableInput {
        /// What is wrong with it.
        detail: String,
    },
    /// The answers could not be written.
    #[error("the answers could not be written: {0}")]
    Output(#[source] io::Error),
    /// The caller cancelled.
    #[error("the run was cancelled")]
    Cancelled,
}

fn list(known: &[&'static str]) -> String {
    if known.is_empty() { "none yet".to_owned() } else { known.join(", ") }
}

/// Answers every line of `input` on `output`.
///
/// # Errors
/// [`CommandError`]; errors of single cases are answers and counted in [`Outcome::failed`].
pub fn run(
    engine: EngineId, task: &str, input: &mut dyn BufRead, output: &mut dyn Write, options: &Options<'_>,
    control: &dyn Control,
) -> Result<Outcome, CommandError> {
    let known = tasks(engine);
    let task = known.iter().find(|known| known.name == task).ok_or_else(|| CommandError::UnknownTask {
        engine,
        task: task.to_owned(),
        known: known.iter().map(|task| task.name).collect(),
    })?;
    let mut session = Session { output, options, control, outcome: Outcome::default(), cases: 0 };
    match task.answer {
        Answer::Line(answer) => session.each(answer, input)?,
        Answer::Whole(answer) => session.whole(answer, input)?,
        Answer::Session(begin) => session.in_session(begin(options.seed).as_mut(), input)?,
    }
    session.output.flush().map_err(CommandError::Output)?;
    if session.cases == 0 {
        let detail = match session.outcome.failed {
            0 => "it is empty",
            _ => "no line is a JSON object",
        };
        return Err(CommandError::UnusableInput { detail: detail.to_owned() });
    }
    Ok(session.outcome)
}

struct Session<'a, 'b> {
    output: &'a mut dyn Write,
    options: &'a Options<'b>,
    control: &'a dyn Control,
    outcome: Outcome,
    /// Lines that are JSON objects.
    cases: u64,
}

impl Session<'_, '_> {
    fn each(&mut self, answer: Line, input: &mut dyn BufRead) -> Result<(), CommandError> {
        let is_parallel = self.options.threads > 1 && self.options.clock.is_none();
        let size = if is_parallel { self.options.threads * 16 } else { 1 };
        loop {
            if self.control.is_cancelled() {
                return Err(CommandError::Cancelled);
            }
            let batch = read_batch(input, size)?;
            if batch.is_empty() {
                return Ok(());
            }
            let answers = if is_parallel { self.side_by_side(answer, batch) } else { self.in_turn(answer, batch) };
            for (id, result, seconds) in answers {
                self.write(id, result, seconds)?;
            }
        }
    }

    fn in_turn(&self, line: Line, batch: Vec<Case>) -> Vec<Answered> {
        let answer = |case: Case| {
            let start = self.options.clock.map(|clock| clock());
            let result = case.body.and_then(|body| line(body, self.options.means(), self.control));
            let seconds = start.zip(self.options.clock).map(|(start, clock)| clock() - start);
            (case.id, result, seconds)
        };
        batch.into_iter().map(answer).collect()
    }

    /// Answers a batch on several threads, each a run of neighbours, so that order is kept.
    fn side_by_side(&self, line: Line, batch: Vec<Case>) -> Vec<Answered> {
        let share = batch.len().div_ceil(self.options.threads).max(1);
        let means = self.options.means();
        let shares: Vec<Vec<Case>> = batch.chunks(share).map(<[Case]>::to_vec).collect();
        std::thread::scope(|scope| {
            let workers: Vec<_> = shares
                .into_iter()
                .map(|share| {
                    let ids: Vec<Value> = share.iter().map(|case| case.id.clone()).collect();
                    let answer =
                        move |case: Case| (case.id, case.body.and_then(|body| line(body, means, &Unattended)), None);
                    (ids, scope.spawn(move || share.into_iter().map(answer).collect::<Vec<Answered>>()))
                })
                .collect();
            let joined = workers.into_iter().map(|(ids, worker)| worker.join().unwrap_or_else(|_| broken(ids)));
            joined.flatten().collect()
        })
    }

    /// All lines as one problem.
    fn whole(&mut self, answer: Whole, input: &mut dyn BufRead) -> Result<(), CommandError> {
        let start = self.options.clock.map(|clock| clock());
        let cases = read_batch(input, usize::MAX)?;
        let bodies: Vec<&Body> = cases.iter().filter_map(|case| case.body.as_ref().ok()).collect();
        let mut results = answer(&bodies, self.options, self.control).into_iter();
        let took = start.zip(self.options.clock).map(|(start, clock)| clock() - start);
        let seconds = took.map(|took| took / cases.len().max(1) as f64);
        for case in &cases {
            let result = match &case.body {
                Ok(_) => results.next().unwrap_or_else(|| Err(Fault::new("internal", "the case was passed over"))),
                Err(fault) => Err(fault.clone()),
            };
            self.write(case.id.clone(), result, seconds)?;
        }
        Ok(())
    }

    /// Line by line, each answered before the next is read: the other side may wait for it.
    fn in_session(&mut self, session: &mut dyn task::Session, input: &mut dyn BufRead) -> Result<(), CommandError> {
        while let Some(case) = read_batch(input, 1)?.pop() {
            if self.control.is_cancelled() {
                return Err(CommandError::Cancelled);
            }
            let start = self.options.clock.map(|clock| clock());
            let Some(result) = case.body.and_then(|body| session.next(body)).transpose() else {
                self.cases += 1;
                continue;
            };
            let seconds = start.zip(self.options.clock).map(|(start, clock)| clock() - start);
            self.write(case.id, result, seconds)?;
            self.output.flush().map_err(CommandError::Output)?;
        }
        Ok(())
    }

    fn write(&mut self, id: Value, result: Result<Value, Fault>, seconds: Option<f64>) -> Result<(), CommandError> {
        match &result {
            Ok(_) => self.outcome.answered += 1,
            Err(_) => self.outcome.failed += 1,
        }
        self.cases += u64::from(!result.as_ref().is_err_and(Fault::is_no_case));
        let mut answer: Map<String, Value> = lines::answer(id, result);
        if let Some(seconds) = seconds {
            answer.insert("seconds".to_owned(), json!(seconds));
        }
        serde_json::to_writer(&mut *self.output, &answer).map_err(|error| CommandError::Output(error.into()))?;
        self.output.write_all(b"\n").map_err(CommandError::Output)
    }
}

type Answered = (Value, Result<Value, Fault>, Option<f64>);

/// The answers of a thread that broke: the fault is ours, the other cases go on.
fn broken(ids: Vec<Value>) -> Vec<Answered> {
    let fault = || Fault::new("internal", "the engine broke on one of these cases");
    ids.into_iter().map(|id| (id, Err(fault()), None)).collect()
}

fn read_batch(input: &mut dyn BufRead, size: usize) -> Result<Vec<Case>, CommandError> {
    let mut batch = Vec::new();
    while batch.len() < size {
        let case =
            lines::next_case(input).map_err(|error| CommandError::UnusableInput { detail: error.to_string() })?;
        match case {
            Some(case) => batch.push(case),
            None => break,
        }
    }
    Ok(batch)
}
