//! JSON Lines.

use std::io::BufRead;

use serde_json::{Map, Value, json};

use crate::action::{Body, Fault};

/// A line of input: a case, or the reason why it is invalid.
#[derive(Debug, Clone)]
pub(super) struct Case {
    pub(super) id: Value,
    pub(super) body: Result<Body, Fault>,
}

/// Reads the next line that is not blank; returns `None` at the end.
///
/// # Errors
/// Returns the reader's I/O error.
pub(super) fn next_case(input: &mut dyn BufRead) -> std::io::Result<Option<Case>> {
    let mut line = Vec::new();
    loop {
        line.clear();
        if input.read_until(b'\n', &mut line)? == 0 {
            return Ok(None);
        }
        let start = if line.starts_with(b"\xEF\xBB\xBF") { 3 } else { 0 };
        if !line[start..].iter().all(u8::is_ascii_whitespace) {
            return Ok(Some(parse(&line[start..])));
        }
    }
}

fn parse(line: &[u8]) -> Case {
    match serde_json::from_slice::<Value>(line) {
        Ok(Value::Object(mut body)) => {
            let id = body.remove("id").unwrap_or(Value::Null);
            Case { id, body: Ok(body) }
        }
        Ok(_) => no_case(Fault::new("not-an-object", "the line is JSON, but not an object")),
        Err(error) => no_case(Fault::new("not-json", error.to_string())),
    }
}

fn no_case(fault: Fault) -> Case {
    Case { id: Value::Null, body: Err(fault) }
}

/// Builds the answer to a case: the id followed by the fields, or by the error.
pub(super) fn answer(id: Value, result: Result<Value, Fault>) -> Map<String, Value> {
    let mut answer = Map::new();
    answer.insert("id".to_owned(), id);
    match result {
        Ok(Value::Object(fields)) => answer.extend(fields),
        Ok(other) => {
            answer.insert("result".to_owned(), other);
        }
        Err(fault) => {
            answer.insert("error".to_owned(), json!({ "type": fault.kind, "detail": fault.detail }));
        }
    }
    answer
}
