//! JSON Lines.

use std::io::{BufRead, Write};

use serde_json::{Value, json};

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

/// Writes the answer to a case: the id followed by the fields, or by the error.
///
/// # Errors
/// Returns the writer's I/O error.
pub(super) fn write_answer(
    output: &mut dyn Write, id: &Value, result: &Result<String, Fault>, seconds: Option<f64>,
) -> std::io::Result<()> {
    write!(output, "{{\"id\":{id}")?;
    match result {
        Ok(text) => match text.strip_prefix('{').and_then(|text| text.strip_suffix('}')) {
            Some("") => {}
            Some(fields) => write!(output, ",{fields}")?,
            None => write!(output, ",\"result\":{text}")?,
        },
        Err(fault) => {
            write!(output, ",\"error\":{}", json!({ "type": fault.kind, "detail": fault.detail }))?;
        }
    }
    if let Some(seconds) = seconds {
        write!(output, ",\"seconds\":{}", json!(seconds))?;
    }
    output.write_all(b"}\n")
}
