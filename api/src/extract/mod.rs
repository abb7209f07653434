//! Extractors. Invalid requests are answered with a problem document.

mod caller;
pub(crate) mod control;
pub(crate) mod json;
mod member;
mod page;
mod path;
mod query;

pub use crate::layer::context::RequestContext;
pub use caller::{Admin, ByTool, Caller, CookieCaller, Person};
pub use json::{AnyJson, Json, OptionalJson, Success};
pub use member::{Changes, Decides, Member, Reads, Requires};
pub use page::{Limit, Offset};
pub use path::Path;
pub use query::Query;

use crate::error::{ApiError, FieldError};

/// Converts serde's error of a field, with a pointer to it.
fn field_error(path: &serde_path_to_error::Path, message: &str) -> ApiError {
    use serde_path_to_error::Segment;
    let mut pointer = String::new();
    for segment in path {
        match segment {
            Segment::Seq { index } => push_key(&mut pointer, &index.to_string()),
            Segment::Map { key } => push_key(&mut pointer, key),
            Segment::Enum { variant } => push_key(&mut pointer, variant),
            Segment::Unknown => {}
        }
    }
    // For these, serde names the parent of the field as the location.
    let named = ["missing field `", "unknown field `"].iter().find_map(|prefix| message.strip_prefix(prefix));
    if let Some(name) = named.and_then(|rest| rest.split('`').next())
        && !pointer.ends_with(&format!("/{name}"))
    {
        push_key(&mut pointer, name);
    }
    ApiError::Invalid(vec![FieldError::new(pointer, sentence(message))])
}

/// Escapes a key by RFC 6901.
fn push_key(pointer: &mut String, key: &str) {
    pointer.push('/');
    pointer.push_str(&key.replace('~', "~0").replace('/', "~1"));
}

/// Formats serde's message as a sentence without the text position, which the pointer replaces.
fn sentence(message: &str) -> String {
    let message = message.split(" at line ").next().unwrap_or(message);
    if let Some(name) = message.strip_prefix("missing field `").and_then(|rest| rest.strip_suffix('`')) {
        return format!("The field '{name}' is required.");
    }
    // The words of serde and of the standard library name types of Rust.
    let integers = ["expected i", "expected u"];
    if message.starts_with("invalid type: floating point") && integers.iter().any(|end| message.contains(end)) {
        return "must be a whole number".to_owned();
    }
    match message {
        "invalid digit found in string" | "cannot parse integer from empty string" => {
            return "must be a whole number in digits, such as 25".to_owned();
        }
        "invalid float literal" | "cannot parse float from empty string" => {
            return "must be a number, such as 2.5".to_owned();
        }
        _ => {}
    }
    let mut letters = message.chars();
    letters.next().map_or_else(String::new, |first| {
        format!("{}{}.", first.to_uppercase(), letters.as_str().trim_end_matches('.').replace('`', "'"))
    })
}
