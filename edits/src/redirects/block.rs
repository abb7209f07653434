//! The part of a file between two comments.

use super::Form;
use crate::FileError;

const START: &str = "# BEGIN Motherlode redirects";
const END: &str = "# END Motherlode redirects";

/// A file around its block.
pub(super) struct Parts<'a> {
    before: &'a str,
    /// Lines of the block.
    pub(super) inner: &'a str,
    after: &'a str,
}

impl Parts<'_> {
    /// Returns the file without its block.
    pub(super) fn without_block(&self) -> Vec<u8> {
        format!("{}{}", self.before, self.after).into_bytes()
    }
}

/// Finds the block of a file.
pub(super) fn split(form: Form, file: &str) -> Result<Parts<'_>, FileError> {
    let fail = || FileError::Markers { path: form.file_name().to_owned() };
    // The mark of UTF-8 must stay first.
    let mark = if file.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 };
    let (start, end) = (line(file, mark, START), line(file, mark, END));
    let (start, end) = match (start, end) {
        (None, None) => {
            let (before, after) = file.split_at(mark);
            return Ok(Parts { before, inner: "", after });
        }
        (Some(start), Some(end)) if start.end <= end.start => (start, end),
        _ => return Err(fail()),
    };
    let part = |range: std::ops::Range<usize>| file.get(range).ok_or_else(fail);
    Ok(Parts { before: part(0..start.start)?, inner: part(start.end..end.start)?, after: part(end.end..file.len())? })
}

/// Returns the position of a comment's line, with its end.
fn line(file: &str, from: usize, comment: &str) -> Option<std::ops::Range<usize>> {
    let mut at = from;
    for line in file.get(from..)?.split_inclusive('\n') {
        if line.trim() == comment {
            return Some(at..at + line.len());
        }
        at += line.len();
    }
    None
}

/// Returns a file with other lines in its block.
pub(super) fn join(form: Form, parts: &Parts<'_>, lines: &[String]) -> Vec<u8> {
    let is_windows = parts.before.contains("\r\n") || parts.inner.contains("\r\n") || parts.after.contains("\r\n");
    let line_break = if is_windows { "\r\n" } else { "\n" };
    let mut block = vec![START];
    if form == Form::Apache {
        block.extend(["<IfModule mod_rewrite.c>", "RewriteEngine On"]);
    }
    block.extend(lines.iter().map(String::as_str));
    if form == Form::Apache {
        block.push("</IfModule>");
    }
    block.push(END);
    let block = block.join(line_break);
    format!("{}{block}{line_break}{}", parts.before, parts.after).into_bytes()
}
