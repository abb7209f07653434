//! Refuses control characters in the text of requests. PostgreSQL cannot store a zero character, and the others have no
//! place in text; line breaks and tabs remain allowed.

use serde_json::Value;

use super::push_key;
use crate::error::{ApiError, FieldError};

/// Maximum number of reported fields.
const MOST_FIELDS: usize = 20;

/// Returns true if the text has a control character other than a line break or a tab.
pub(crate) fn has_control(text: &str) -> bool {
    text.chars().any(|c| c.is_control() && !matches!(c, '\n' | '\r' | '\t'))
}

/// Checks all strings and keys of a JSON value.
///
/// # Errors
/// Returns [`ApiError::Invalid`] with the fields that have a control character.
pub(crate) fn check_value(value: &Value) -> Result<(), ApiError> {
    let mut found = Vec::new();
    collect(value, &mut String::new(), &mut found);
    if found.is_empty() { Ok(()) } else { Err(ApiError::Invalid(found)) }
}

/// Checks a JSON body, which is parsed again only if it can have such a character.
pub(super) fn check_body(body: &[u8]) -> Result<(), ApiError> {
    // In JSON they are escaped, or DEL, or begin with the byte C2 in UTF-8.
    if !body.iter().any(|byte| matches!(byte, b'\\' | 0x7F | 0xC2)) {
        return Ok(());
    }
    serde_json::from_slice(body).map_or(Ok(()), |value| check_value(&value))
}

/// Checks named texts, such as parameters.
pub(super) fn check_pairs<'a>(
    pairs: impl Iterator<Item = (impl AsRef<str>, impl AsRef<str>)> + 'a,
) -> Result<(), ApiError> {
    let mut found = Vec::new();
    for (name, text) in pairs {
        if has_control(name.as_ref()) || has_control(text.as_ref()) {
            let mut pointer = String::new();
            push_key(&mut pointer, name.as_ref());
            push(&pointer, &mut found);
        }
    }
    if found.is_empty() { Ok(()) } else { Err(ApiError::Invalid(found)) }
}

fn collect(value: &Value, at: &mut String, found: &mut Vec<FieldError>) {
    match value {
        Value::String(text) if has_control(text) => push(at, found),
        Value::Array(items) => {
            for (index, item) in items.iter().enumerate() {
                within(at, &index.to_string(), |at| collect(item, at, found));
            }
        }
        Value::Object(members) => {
            for (key, item) in members {
                within(at, key, |at| if has_control(key) { push(at, found) } else { collect(item, at, found) });
            }
        }
        Value::String(_) | Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

fn within(at: &mut String, key: &str, step: impl FnOnce(&mut String)) {
    let length = at.len();
    push_key(at, key);
    step(at);
    at.truncate(length);
}

fn push(pointer: &str, found: &mut Vec<FieldError>) {
    if found.len() < MOST_FIELDS {
        let detail = "Remove the control characters. Only line breaks and tabs are allowed.";
        found.push(FieldError::new(pointer, detail));
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn pointers(error: &ApiError) -> Vec<&str> {
        error.fields().iter().map(|field| field.pointer.as_str()).collect()
    }

    #[test]
    fn check_value_names_every_field_with_a_control_character() {
        let value = json!({"a": "x\0", "b": ["y", "\u{7f}"], "c/d": {"e": "\u{85}"}, "f": "one\ntwo\tthree\r\n"});
        assert_eq!(pointers(&check_value(&value).unwrap_err()), ["/a", "/b/1", "/c~1d/e"]);
        assert_eq!(pointers(&check_value(&json!({"a\0": 1})).unwrap_err()), ["/a\0"]);
        assert!(check_value(&json!({"f": "ä € 日本 🎈 \u{a0}"})).is_ok());
    }

    #[test]
    fn check_body_finds_escaped_and_raw_characters() {
        for body in [r#"{"a":"\u0000"}"#, r#"{"a":"\b"}"#, "{\"a\":\"\u{7f}\"}", "{\"a\":\"\u{9b}\"}"] {
            assert_eq!(pointers(&check_body(body.as_bytes()).unwrap_err()), ["/a"], "{body}");
        }
        assert!(check_body(r#"{"a":"line\nline\ttab \u00e4"}"#.as_bytes()).is_ok());
    }
}
