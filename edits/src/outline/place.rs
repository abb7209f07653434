//! Where elements of the head are added.

use crate::{page::Page, scan::End};

/// Maximum length of an indentation that is repeated, in bytes.
const MOST_INDENT: usize = 80;

/// Where elements of the head are added: before the end tag of the head, otherwise after the declaration of the
/// encoding, which browsers look for in the first kilobyte, otherwise after the start of the head or of the page.
#[derive(Debug, Default)]
pub(crate) struct Place {
    at: usize,
    head: Option<u32>,
    end: Option<usize>,
    is_ended: bool,
}

impl Place {
    /// Creates the place at the start of a page.
    pub(crate) fn new(at: usize) -> Self {
        Self { at, ..Self::default() }
    }

    /// Moves the place after an element, unless the head has ended.
    pub(crate) fn after(&mut self, at: usize) {
        if !self.is_ended {
            self.at = at;
        }
    }

    pub(crate) fn open_head(&mut self, id: u32, at: usize) {
        if self.head.is_none() {
            self.head = Some(id);
            self.after(at);
        }
    }

    /// Notes an element or text of the body, which ends the head even without an end tag.
    pub(crate) fn end_head(&mut self) {
        self.is_ended = true;
    }

    /// Returns true while nothing has ended the head.
    pub(crate) fn is_in_head(&self) -> bool {
        !self.is_ended
    }

    pub(crate) fn close(&mut self, end: &End) {
        if self.head == Some(end.id) {
            if end.is_own && !self.is_ended {
                self.end = Some(end.range.start);
            }
            self.is_ended = true;
        }
    }

    /// Returns the position of a new element, and the line break and indentation before it.
    pub(crate) fn find(&self, page: &Page<'_>) -> (usize, String) {
        let Some(end) = self.end else {
            return (self.at, lead(page.bytes(&(self.at..page.html.len()))));
        };
        let head = page.bytes(&(0..end));
        let trimmed = head.trim_ascii_end();
        let line = trimmed.iter().rposition(|byte| *byte == b'\n').map_or(0, |at| at + 1);
        let indent = indentation(trimmed.get(line..).unwrap_or_default());
        match line_break(head.get(trimmed.len()..).unwrap_or_default()) {
            Some(line_break) => (trimmed.len(), format!("{line_break}{indent}")),
            None => (end, String::new()),
        }
    }
}

/// Returns the line break and indentation of the next line.
fn lead(rest: &[u8]) -> String {
    let blank = rest.len() - rest.trim_ascii_start().len();
    let space = rest.get(..blank).unwrap_or_default();
    let Some(line_break) = line_break(space) else { return String::new() };
    let line = space.iter().rposition(|byte| *byte == b'\n').map_or(0, |at| at + 1);
    format!("{line_break}{}", indentation(space.get(line..).unwrap_or_default()))
}

fn line_break(space: &[u8]) -> Option<&'static str> {
    let at = space.iter().position(|byte| *byte == b'\n')?;
    let is_double = at > 0 && space.get(at - 1) == Some(&b'\r');
    Some(if is_double { "\r\n" } else { "\n" })
}

fn indentation(line: &[u8]) -> String {
    line.iter()
        .take(MOST_INDENT)
        .take_while(|byte| matches!(byte, b' ' | b'\t'))
        .map(|byte| char::from(*byte))
        .collect()
}
