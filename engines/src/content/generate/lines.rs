//! Lines of a section, read while they arrive.

use std::collections::BTreeSet;

/// Maximum length of a line, in bytes. A model that writes no line breaks is cut there.
const LONGEST_LINE: usize = 4_000;
/// Maximum number of lines of a section. A model that repeats itself is cut there.
pub(super) const MOST_LINES: usize = 120;

/// Kind of a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WrittenKind {
    /// A sentence of a paragraph.
    Sentence,
    /// The first sentence of a new paragraph.
    Paragraph,
    /// An item of a list.
    Item,
    /// A step of a numbered list.
    Step,
}

/// A sentence that a model wrote.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WrittenLine {
    /// Kind.
    pub kind: WrittenKind,
    /// Text without its ids.
    pub text: String,
    /// Ids that it cites and that exist.
    pub fact_ids: Vec<String>,
    /// Ids that it cites and that do not exist.
    pub unknown_ids: Vec<String>,
    /// True if a second reading, not the rules, found the facts.
    pub is_second_reading: bool,
}

/// Reads lines from pieces of text.
#[derive(Debug, Clone)]
pub struct LineReader {
    known: BTreeSet<String>,
    buffer: String,
    is_new_paragraph: bool,
    seen: BTreeSet<String>,
    count: usize,
}

impl LineReader {
    /// Creates a reader that knows these ids.
    #[must_use]
    pub fn new(ids: &[String]) -> Self {
        let known = ids.iter().cloned().collect();
        Self { known, buffer: String::new(), is_new_paragraph: true, seen: BTreeSet::new(), count: 0 }
    }

    /// Adds a piece of text and returns the lines that it completes. A repeated sentence is left out.
    pub fn push(&mut self, piece: &str) -> Vec<WrittenLine> {
        self.buffer.push_str(piece);
        let mut lines = Vec::new();
        while let Some(end) = self.buffer.find('\n') {
            let line: String = self.buffer.drain(..=end).collect();
            lines.extend(self.line(&line));
        }
        if self.buffer.len() > LONGEST_LINE {
            self.buffer.clear();
        }
        lines
    }

    /// Returns the last line. A line that does not end a sentence was cut off and is left out.
    pub fn finish(mut self) -> Option<WrittenLine> {
        let rest = std::mem::take(&mut self.buffer);
        rest.trim_end().ends_with([']', '.', '!', '?']).then(|| self.line(&rest)).flatten()
    }

    /// Returns true once the model has written more than a section can have.
    #[must_use]
    pub const fn is_full(&self) -> bool {
        self.count >= MOST_LINES
    }

    /// Returns the part of a line that has arrived so far, for display only.
    #[must_use]
    pub fn pending(&self) -> &str {
        &self.buffer
    }

    fn line(&mut self, line: &str) -> Option<WrittenLine> {
        let line = line.trim();
        if line.is_empty() {
            self.is_new_paragraph = true;
            return None;
        }
        if line.starts_with('#') || line.starts_with("```") || line.len() > LONGEST_LINE || self.is_full() {
            return None;
        }
        let (marker, rest) = marker(line);
        let (text, ids) = split_ids(rest);
        let text = tidy(text);
        // A repeated sentence counts too, so that a model that repeats itself comes to an end.
        self.count += 1;
        if !text.chars().any(char::is_alphanumeric) || !self.seen.insert(text.to_lowercase()) {
            return None;
        }
        let kind = marker.unwrap_or(if self.is_new_paragraph { WrittenKind::Paragraph } else { WrittenKind::Sentence });
        self.is_new_paragraph = marker.is_some();
        let (fact_ids, unknown_ids) = ids.into_iter().partition(|id| self.known.contains(id));
        Some(WrittenLine { kind, text, fact_ids, unknown_ids, is_second_reading: false })
    }
}

/// Splits the mark of a list from a line.
fn marker(line: &str) -> (Option<WrittenKind>, &str) {
    if let Some(rest) = line.strip_prefix("- ").or_else(|| line.strip_prefix("* ")) {
        return (Some(WrittenKind::Item), rest);
    }
    let digits = line.bytes().take_while(u8::is_ascii_digit).count();
    match line[digits..].strip_prefix(". ") {
        Some(rest) if (1..=2).contains(&digits) => (Some(WrittenKind::Step), rest),
        _ => (None, line),
    }
}

/// Splits the ids from the end of a line; several pairs of brackets count together.
fn split_ids(line: &str) -> (&str, Vec<String>) {
    let (mut text, mut ids) = (line.trim_end(), Vec::new());
    loop {
        // Some models put the full stop behind the ids.
        let ended = text.strip_suffix('.').filter(|text| text.ends_with(']')).unwrap_or(text);
        let Some((before, inside)) = ended.strip_suffix(']').and_then(|text| text.rsplit_once('[')) else { break };
        ids.extend(inside.split([',', ';']).map(|id| id.trim().to_owned()).filter(|id| !id.is_empty()));
        text = before.trim_end();
    }
    ids.sort();
    ids.dedup();
    (text, ids)
}

/// Removes emphasis and closes the sentence.
fn tidy(text: &str) -> String {
    let text = text.replace("**", "").replace('`', "");
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let is_closed = text.ends_with(['.', '!', '?', ':']);
    if is_closed || text.is_empty() { text } else { format!("{text}.") }
}
