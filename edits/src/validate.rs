//! Checks changes before they are stored.

use std::collections::HashSet;

use percent_encoding::percent_decode_str;
use serde_json::Value;
use url::Url;

use crate::{Change, FieldError, ListError, MOST_CHANGES, words};

/// Maximum number of characters of a path or address.
pub(crate) const MOST_ADDRESS: usize = 2_000;
/// Maximum number of characters of a title or heading.
const MOST_TITLE: usize = 300;
/// Maximum number of characters of a description.
const MOST_DESCRIPTION: usize = 1_000;
/// Maximum number of characters of the words of a link.
const MOST_ANCHOR: usize = 200;
/// Maximum number of bytes of structured data.
const MOST_JSON: usize = 65_536;
/// Maximum number of levels of structured data.
const MOST_LEVELS: usize = 40;

impl Change {
    /// Checks the fields of the change.
    ///
    /// # Errors
    /// Returns the first field with a problem.
    pub fn validate(&self) -> Result<(), FieldError> {
        match self {
            Self::SetTitle { path, title } => path_of("path", path).and_then(|()| text("title", title, MOST_TITLE)),
            Self::SetDescription { path, description } => {
                path_of("path", path).and_then(|()| text("description", description, MOST_DESCRIPTION))
            }
            Self::SetHeading { path, heading } => {
                path_of("path", path).and_then(|()| text("heading", heading, MOST_TITLE))
            }
            Self::AddLink { path, target, anchor } => {
                path_of("path", path)?;
                address("target", target)?;
                words("anchor", anchor)
            }
            Self::SetStructuredData { path, json } => path_of("path", path).and_then(|()| structured_data(json)),
            Self::SetCanonical { path, address: to } => path_of("path", path).and_then(|()| address("address", to)),
            Self::SetAlternate { path, language: code, address: to } => {
                path_of("path", path)?;
                language("language", code)?;
                address("address", to)
            }
            Self::SetAlternativeText { path, image, text: words } => {
                path_of("path", path)?;
                characters("image", image)?;
                text("text", words, MOST_TITLE)
            }
            Self::ReplaceLink { path, from, to } => {
                path_of("path", path)?;
                characters("from", from)?;
                link_address("to", to)?;
                if from == to { Err(FieldError::new("to", "must differ from `from`")) } else { Ok(()) }
            }
            Self::Remove { change } => removed(change),
            Self::AddRedirect { from, to, .. } => redirect(from, to),
        }
    }

    /// Returns what two changes of a list must not share: its kind and page, and the words, address or language.
    fn subject(&self) -> (&'static str, &str, String) {
        let detail = match self {
            Self::AddLink { anchor, .. } => words::folded(anchor),
            Self::SetAlternate { language, .. } => language.to_ascii_lowercase(),
            Self::SetAlternativeText { image, .. } => image.clone(),
            Self::ReplaceLink { from, .. } => from.clone(),
            Self::Remove { change } => return change.subject(),
            _ => String::new(),
        };
        (self.kind(), self.path(), detail)
    }
}

/// Checks a change whose effect is removed.
fn removed(change: &Change) -> Result<(), FieldError> {
    match change {
        Change::SetHeading { .. } => Err(FieldError::new("change", "must not be a heading: set another one")),
        Change::ReplaceLink { .. } => Err(FieldError::new("change", "must not be a replaced link: replace it again")),
        Change::Remove { .. } => Err(FieldError::new("change", "must not be a removal")),
        _ => change.validate(),
    }
}

/// Checks the code of a language.
fn language(field: &'static str, code: &str) -> Result<(), FieldError> {
    let is_part = |part: &str| (1..=8).contains(&part.len()) && part.bytes().all(|byte| byte.is_ascii_alphanumeric());
    let first = code.split('-').next().unwrap_or_default();
    let is_first = first.bytes().all(|byte| byte.is_ascii_alphabetic());
    if (2..=35).contains(&code.len()) && is_first && code.split('-').all(is_part) {
        return Ok(());
    }
    Err(FieldError::new(field, "must be a code such as `de`, `de-AT` or `x-default`"))
}

/// Checks the changes of an edit: their number, each of them, and that none overrides another.
///
/// # Errors
/// Returns the first change with a problem.
pub fn validate(changes: &[Change]) -> Result<(), ListError> {
    let fail = |index, field, problem: String| ListError { index, error: FieldError { field, problem } };
    if changes.is_empty() || changes.len() > MOST_CHANGES {
        return Err(fail(0, "kind", format!("must be one of 1 to {MOST_CHANGES} changes")));
    }
    let mut seen = HashSet::new();
    for (index, change) in changes.iter().enumerate() {
        change.validate().map_err(|error| ListError { index, error })?;
        if !seen.insert(change.subject()) {
            let (field, twice) = match change {
                Change::AddLink { .. } => ("anchor", "is linked by an earlier change of the same page"),
                Change::AddRedirect { .. } => ("from", "is redirected by an earlier change"),
                Change::SetAlternate { .. } => ("language", "has an earlier change of the same page"),
                Change::SetAlternativeText { .. } => ("image", "has an earlier change of the same page"),
                Change::ReplaceLink { .. } => ("from", "is replaced by an earlier change of the same page"),
                Change::Remove { .. } => ("change", "is about the same part of the page as an earlier change"),
                _ => ("path", "has an earlier change of this kind"),
            };
            return Err(fail(index, field, twice.to_owned()));
        }
    }
    Ok(())
}

/// Checks a path of a page.
///
/// # Errors
/// Returns the problem of the field.
pub(crate) fn path_of(field: &'static str, path: &str) -> Result<(), FieldError> {
    if !path.starts_with('/') || path.starts_with("//") {
        return Err(FieldError::new(field, "must start with one `/`, such as `/prices/`"));
    }
    if path.contains(['?', '#']) {
        return Err(FieldError::new(field, "must be a path without `?` and `#`"));
    }
    characters(field, path)?;
    let decoded = percent_decode_str(path)
        .decode_utf8()
        .map_err(|_| FieldError::new(field, "must be UTF-8 after `%` is decoded"))?;
    if decoded.chars().any(|one| is_forbidden(one) || one == '\\') {
        return Err(FieldError::new(
            field,
            "must not contain control characters or backslashes, also not encoded ones",
        ));
    }
    if decoded.split('/').any(|part| matches!(part, "." | "..")) {
        return Err(FieldError::new(field, "must not contain the parts `.` and `..`"));
    }
    Ok(())
}

/// Checks an address: a path with an optional query and fragment, or an address of the web.
pub(crate) fn address(field: &'static str, address: &str) -> Result<(), FieldError> {
    characters(field, address)?;
    if address.starts_with('/') && !address.starts_with("//") {
        return Ok(());
    }
    let is_web = |url: &Url| {
        matches!(url.scheme(), "http" | "https")
            && url.has_host()
            && url.username().is_empty()
            && url.password().is_none()
    };
    let has_scheme = ["http://", "https://"]
        .iter()
        .any(|scheme| address.get(..scheme.len()).is_some_and(|start| start.eq_ignore_ascii_case(scheme)));
    if has_scheme && Url::parse(address).is_ok_and(|url| is_web(&url)) {
        return Ok(());
    }
    Err(FieldError::new(
        field,
        "must be a path that starts with one `/`, or an address that starts with `https://` or `http://`, without a \
         password",
    ))
}

/// Checks an address of a link, which may also be relative to the page.
fn link_address(field: &'static str, text: &str) -> Result<(), FieldError> {
    let is_relative = Url::parse(text) == Err(url::ParseError::RelativeUrlWithoutBase) && !text.starts_with("//");
    if is_relative { characters(field, text) } else { address(field, text) }
}

/// Checks the characters of an address.
fn characters(field: &'static str, address: &str) -> Result<(), FieldError> {
    if address.is_empty() || address.chars().count() > MOST_ADDRESS {
        return Err(FieldError::new(field, format!("must have 1 to {MOST_ADDRESS} characters")));
    }
    let is_unsafe = |one: char| {
        one.is_whitespace()
            || is_forbidden(one)
            || matches!(one, '\\' | '"' | '\'' | '<' | '>' | '`' | '{' | '}' | '|' | '^')
    };
    match address.chars().find(|one| is_unsafe(*one)) {
        Some(found) => Err(FieldError::new(field, format!("must not contain {found:?}; encode it with `%`"))),
        None => Ok(()),
    }
}

/// Checks a text of one line.
fn text(field: &'static str, text: &str, most: usize) -> Result<(), FieldError> {
    if text.trim().is_empty() || text.chars().count() > most {
        return Err(FieldError::new(field, format!("must have 1 to {most} characters")));
    }
    match text.chars().find(|one| is_forbidden(*one)) {
        Some(found) => Err(FieldError::new(field, format!("must not contain the control character {found:?}"))),
        None => Ok(()),
    }
}

/// Checks the words of a link.
fn words(field: &'static str, anchor: &str) -> Result<(), FieldError> {
    text(field, anchor, MOST_ANCHOR)?;
    if !words::folded(anchor).chars().any(char::is_alphanumeric) {
        return Err(FieldError::new(field, "must contain a letter or digit"));
    }
    Ok(())
}

/// Returns true for characters that have no place in text: control characters, overrides of direction, which disguise
/// texts, and noncharacters.
fn is_forbidden(character: char) -> bool {
    let is_override = matches!(character, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{feff}');
    character.is_control() || is_override || u32::from(character) & 0xfffe == 0xfffe
}

fn structured_data(json: &Value) -> Result<(), FieldError> {
    let fail = |problem: &str| Err(FieldError::new("json", problem));
    let Value::Object(object) = json else { return fail("must be an object") };
    if !object.get("@context").is_some_and(names_vocabulary) {
        return fail("must have `@context`, such as `https://schema.org`");
    }
    let is_type = |found: &Value| match found {
        Value::String(name) => !name.trim().is_empty(),
        Value::Array(names) => {
            !names.is_empty() && names.iter().all(|name| name.as_str().is_some_and(|one| !one.is_empty()))
        }
        _ => false,
    };
    let has_graph = object.get("@graph").and_then(Value::as_array).is_some_and(|graph| !graph.is_empty());
    if !object.get("@type").map_or(has_graph, is_type) {
        return fail("must have `@type`, such as `Organization`, or `@graph`");
    }
    if !is_shallow(json, MOST_LEVELS) {
        return Err(FieldError::new("json", format!("must have at most {MOST_LEVELS} levels")));
    }
    let written = json.to_string();
    if written.len() > MOST_JSON {
        return Err(FieldError::new("json", format!("must have at most {MOST_JSON} bytes")));
    }
    if written.to_ascii_lowercase().contains("</script") {
        return fail("must not contain `</script`");
    }
    Ok(())
}

fn names_vocabulary(context: &Value) -> bool {
    match context {
        Value::String(name) => !name.trim().is_empty(),
        Value::Array(several) => !several.is_empty(),
        Value::Object(terms) => !terms.is_empty(),
        _ => false,
    }
}

fn is_shallow(value: &Value, levels: usize) -> bool {
    match value {
        Value::Array(several) => levels > 0 && several.iter().all(|one| is_shallow(one, levels - 1)),
        Value::Object(fields) => levels > 0 && fields.values().all(|one| is_shallow(one, levels - 1)),
        _ => true,
    }
}

/// Checks the addresses of a redirect.
pub(crate) fn redirect(from: &str, to: &str) -> Result<(), FieldError> {
    path_of("from", from)?;
    if from.contains(['*', ':']) {
        return Err(FieldError::new("from", "must be one path, without `*` and `:`"));
    }
    let decoded = percent_decode_str(from).decode_utf8_lossy();
    if decoded.chars().any(|one| matches!(one, '"' | '{' | '}' | '$' | '#' | '?')) {
        return Err(FieldError::new(
            "from",
            "must not contain quotes, braces, `$`, `#` and `?`, also not encoded ones",
        ));
    }
    address("to", to)?;
    if to.contains(['*', '$']) || to.split('/').any(|part| part.starts_with(':')) {
        return Err(FieldError::new("to", "must be one address, without `*`, `$` and names that start with `:`"));
    }
    if to == from {
        return Err(FieldError::new("to", "must differ from `from`"));
    }
    Ok(())
}
