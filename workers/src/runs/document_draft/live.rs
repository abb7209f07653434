//! Text shown while it is written. Nothing is lost with an event: the version at the end has the whole text.

use std::{
    sync::{Mutex, PoisonError},
    time::{Duration, Instant},
};

use engines::content::generate::{PlannedSection, WrittenKind, WrittenLine};
use serde_json::{Value, json};
use uuid::Uuid;

use super::{
    section::Written,
    verdict::{Judged, Verdict},
};
use crate::context::RunContext;

/// Minimum interval of events of a section.
const BETWEEN: Duration = Duration::from_millis(120);
/// Type of the events, for subscribers of runs.
const EVENT: &str = "run:text";

/// The page that is written.
pub(super) struct Live<'a> {
    context: &'a RunContext,
    document_id: Uuid,
    headings: Vec<&'a str>,
}

/// A section that is written.
pub(super) struct LiveSection<'a> {
    live: &'a Live<'a>,
    number: usize,
    state: Mutex<State>,
}

struct State {
    /// Lines of the present attempt.
    lines: Vec<Value>,
    sent_at: Option<Instant>,
}

impl<'a> Live<'a> {
    /// Announces the sections.
    pub(super) fn new(context: &'a RunContext, document_id: Uuid, sections: &'a [PlannedSection]) -> Self {
        let headings: Vec<&str> = sections.iter().map(|section| section.heading.as_str()).collect();
        let live = Self { context, document_id, headings };
        live.publish(&json!({ "outline": live.headings }));
        live
    }

    pub(super) fn section(&'a self, number: usize) -> LiveSection<'a> {
        LiveSection { live: self, number, state: Mutex::new(State { lines: Vec::new(), sent_at: None }) }
    }

    fn publish(&self, part: &Value) {
        let mut payload = json!({ "runId": self.context.run.id, "documentId": self.document_id });
        if let (Some(payload), Some(part)) = (payload.as_object_mut(), part.as_object()) {
            payload.extend(part.clone());
        }
        self.context.publish(EVENT, payload);
    }
}

impl LiveSection<'_> {
    /// Begins an attempt.
    pub(super) fn begin(&self) {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        state.lines.clear();
        self.send(&mut state, "", false);
    }

    /// Adds a line with what the rules decide. One that only a second reading can keep waits for it, if there is one.
    pub(super) fn line(&self, judged: &Judged, has_second: bool) {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        let line = &judged.line;
        let shown = match judged.verdict(None) {
            _ if has_second && judged.is_doubtful() => {
                json!({ "kind": kind(line.kind), "text": line.text, "isBeingChecked": true })
            }
            Verdict::Supported(line) => kept(&line),
            Verdict::Removed(reason) => json!({ "kind": kind(line.kind), "text": line.text, "removed": reason }),
        };
        state.lines.push(shown);
        self.send(&mut state, "", false);
    }

    /// Shows the line that is not complete yet, at most some times a second.
    pub(super) fn pending(&self, text: &str) {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        if state.sent_at.is_none_or(|at| at.elapsed() >= BETWEEN) {
            self.send(&mut state, text, false);
        }
    }

    /// Ends the section with the sentences that count.
    pub(super) fn end(&self, written: &Written) {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        let removed = written.removed.iter().map(|line| json!({ "text": line.text, "removed": line.reason }));
        state.lines = written.lines.iter().map(kept).chain(removed).collect();
        self.send(&mut state, "", true);
    }

    fn send(&self, state: &mut State, pending: &str, is_complete: bool) {
        state.sent_at = Some(Instant::now());
        let heading = self.live.headings.get(self.number);
        self.live.publish(&json!({
            "section": self.number, "heading": heading, "lines": state.lines, "pending": pending,
            "isComplete": is_complete,
        }));
    }
}

fn kept(line: &WrittenLine) -> Value {
    json!({
        "kind": kind(line.kind), "text": line.text, "factIds": line.fact_ids,
        "isSecondReading": line.is_second_reading,
    })
}

const fn kind(kind: WrittenKind) -> &'static str {
    match kind {
        WrittenKind::Sentence => "sentence",
        WrittenKind::Paragraph => "paragraph",
        WrittenKind::Item => "item",
        WrittenKind::Step => "step",
    }
}
