//! Runs a task over all lines.

use std::io::{self, BufRead, Write};

use serde_json::Value;

use super::lines::{self, Case};
use crate::action::{self, ActionInfo, Answer, BatchAnswer, Body, Fault, Options};
use crate::actions::ActionId;
use crate::common::{Control, EngineId, Unattended};

/// Number of cases answered and failed.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Outcome {
    /// Cases with a result.
    pub answered: u64,
    /// Cases with an error.
    pub failed: u64,
}

/// Error of a whole run.
#[derive(Debug, thiserror::Error)]
pub enum CommandError {
    /// The engine does not have this task.
    #[error("the {engine} engine has no task `{task}`; it has: {}", list(.known))]
    UnknownTask {
        /// Engine.
        engine: EngineId,
        /// Requested task.
        task: String,
        /// Available tasks.
        known: Vec<&'static str>,
    },
    /// The input has no case: it is empty, unreadable, or no line is a JSON object.
    #[error("the input cannot be used: {detail}")]
    UnusableInput {
        /// The problem.
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
/// Returns a [`CommandError`] if the whole run fails; errors of single cases are answers and
/// counted in [`Outcome::failed`].
pub fn run(
    engine: EngineId, task: &str, input: &mut dyn BufRead, output: &mut dyn Write, options: &Options<'_>,
    control: &dyn Control,
) -> Result<Outcome, CommandError> {
    let action = ActionId::find(engine, task).ok_or_else(|| CommandError::UnknownTask {
        engine,
        task: task.to_owned(),
        known: ActionId::of(engine).map(|action| action.info().name).collect(),
    })?;
    let mut session = Session { output, options, control, outcome: Outcome::default(), cases: 0 };
    match mode(action.info()) {
        Mode::Each => session.each(action.info(), input)?,
        Mode::Together => session.together(action.info(), input)?,
        Mode::Session(begin) => session.in_session(begin(options.seed).as_mut(), input)?,
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

/// How lines are read and answered.
enum Mode {
    /// Each line is answered before the next is read.
    Each,
    /// All lines are read before the first is answered.
    Together,
    /// Each line is answered before the next is read, with state from previous lines.
    Session(fn(Option<u64>) -> Box<dyn action::Session>),
}

fn mode(info: &ActionInfo) -> Mode {
    let alternative = info.alternative_answer();
    match (info.form.answer, alternative) {
        (Answer::Session(begin), _) => Mode::Session(begin),
        (Answer::Batch(_), _) | (_, Some(Answer::Batch(_))) => Mode::Together,
        (Answer::Line(..), _) => Mode::Each,
    }
}

/// Answers one case independently.
fn answer_line(
    info: &ActionInfo, body: Body, means: action::Means<'_>, control: &dyn Control,
) -> Result<String, Fault> {
    match info.form_of(&body).answer {
        Answer::Line(_, answer) => answer(body, means, control),
        Answer::Batch(_) | Answer::Session(_) => Err(Fault::internal("the case depends on other cases of the batch")),
    }
}

struct Session<'a, 'b> {
    output: &'a mut dyn Write,
    options: &'a Options<'b>,
    control: &'a dyn Control,
    outcome: Outcome,
    /// Number of lines that are JSON objects.
    cases: u64,
}

impl Session<'_, '_> {
    fn each(&mut self, info: &ActionInfo, input: &mut dyn BufRead) -> Result<(), CommandError> {
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
            let answers = if is_parallel { self.in_parallel(info, batch) } else { self.in_turn(info, batch) };
            for (id, result, seconds) in answers {
                self.write(id, result, seconds)?;
            }
        }
    }

    fn in_turn(&self, info: &ActionInfo, batch: Vec<Case>) -> Vec<Answered> {
        let answer = |case: Case| {
            let start = self.options.clock.map(|clock| clock());
            let result = case.body.and_then(|body| answer_line(info, body, self.options.means(), self.control));
            let seconds = start.zip(self.options.clock).map(|(start, clock)| clock() - start);
            (case.id, result, seconds)
        };
        batch.into_iter().map(answer).collect()
    }

    /// Answers a batch on several threads; each takes a contiguous range, which preserves the order.
    fn in_parallel(&self, info: &ActionInfo, batch: Vec<Case>) -> Vec<Answered> {
        let share = batch.len().div_ceil(self.options.threads).max(1);
        let means = self.options.means();
        let shares: Vec<Vec<Case>> = batch.chunks(share).map(<[Case]>::to_vec).collect();
        std::thread::scope(|scope| {
            let workers: Vec<_> = shares
                .into_iter()
                .map(|share| {
                    let ids: Vec<Value> = share.iter().map(|case| case.id.clone()).collect();
                    let answer = move |case: Case| {
                        (case.id, case.body.and_then(|body| answer_line(info, body, means, &Unattended)), None)
                    };
                    (ids, scope.spawn(move || share.into_iter().map(answer).collect::<Vec<Answered>>()))
                })
                .collect();
            let joined = workers.into_iter().map(|(ids, worker)| worker.join().unwrap_or_else(|_| broken(ids)));
            joined.flatten().collect()
        })
    }

    /// Reads all lines: those in batch form are answered together, the others one by one.
    fn together(&mut self, info: &ActionInfo, input: &mut dyn BufRead) -> Result<(), CommandError> {
        let start = self.options.clock.map(|clock| clock());
        let cases = read_batch(input, usize::MAX)?;
        let count = cases.len().max(1);
        let (mut ids, mut results, mut batch) = (Vec::new(), Vec::new(), Batch::default());
        for (place, case) in cases.into_iter().enumerate() {
            ids.push(case.id);
            let body = case.body.map(|body| (info.form_of(&body).answer, body));
            results.push(match body {
                Ok((Answer::Batch(answer), body)) => {
                    batch.add(answer, place, body);
                    Err(Fault::internal("the case was skipped"))
                }
                Ok((_, body)) => answer_line(info, body, self.options.means(), self.control),
                Err(fault) => Err(fault),
            });
        }
        for (place, result) in batch.answers(self.options, self.control) {
            results[place] = result.map(|value| value.to_string());
        }
        let took = start.zip(self.options.clock).map(|(start, clock)| clock() - start);
        let seconds = took.map(|took| took / count as f64);
        ids.into_iter().zip(results).try_for_each(|(id, result)| self.write(id, result, seconds))
    }

    /// Answers each line before reading the next, because the sender may wait for the answer.
    fn in_session(&mut self, session: &mut dyn action::Session, input: &mut dyn BufRead) -> Result<(), CommandError> {
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
            self.write(case.id, result.map(|value| value.to_string()), seconds)?;
            self.output.flush().map_err(CommandError::Output)?;
        }
        Ok(())
    }

    fn write(&mut self, id: Value, result: Result<String, Fault>, seconds: Option<f64>) -> Result<(), CommandError> {
        match &result {
            Ok(_) => self.outcome.answered += 1,
            Err(_) => self.outcome.failed += 1,
        }
        self.cases += u64::from(!result.as_ref().is_err_and(Fault::is_no_case));
        lines::write_answer(self.output, &id, &result, seconds).map_err(CommandError::Output)
    }
}

/// Cases that are answered together, with their positions among all.
#[derive(Default)]
struct Batch {
    answer: Option<BatchAnswer>,
    places: Vec<usize>,
    bodies: Vec<Body>,
}

impl Batch {
    fn add(&mut self, answer: BatchAnswer, place: usize, body: Body) {
        self.answer = Some(answer);
        self.places.push(place);
        self.bodies.push(body);
    }

    fn answers(self, options: &Options<'_>, control: &dyn Control) -> Vec<(usize, Result<Value, Fault>)> {
        let results = self.answer.map(|answer| answer(self.bodies, options, control)).unwrap_or_default();
        self.places.into_iter().zip(results).collect()
    }
}

type Answered = (Value, Result<String, Fault>, Option<f64>);

/// Returns errors for the cases of a thread that panicked; the other cases are not affected.
fn broken(ids: Vec<Value>) -> Vec<Answered> {
    let fault = || Fault::new("internal", "the engine failed on one of these cases");
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
