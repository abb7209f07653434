//! Escapes texts for their place in a page.

use std::fmt::Write as _;

use serde_json::Value;

/// Characters that a page can contain as they are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Charset {
    /// All: the page is in UTF-8.
    Unicode,
    /// Those of ASCII: others are written as references, which are the same in every encoding.
    Ascii,
}

/// Escapes text between tags, and values of attributes in quotes.
pub(crate) fn text(text: &str, charset: Charset) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            other => push(&mut escaped, other, charset),
        }
    }
    escaped
}

/// Escapes the value of an attribute, whichever quotes enclose it.
pub(crate) fn attribute(value: &str, charset: Charset) -> String {
    text(value, charset).replace('"', "&quot;").replace('\'', "&#39;")
}

fn push(escaped: &mut String, character: char, charset: Charset) {
    if charset == Charset::Ascii && !character.is_ascii() {
        // Writing to a string does not fail.
        let _ = write!(escaped, "&#x{:x};", u32::from(character));
    } else {
        escaped.push(character);
    }
}

/// Writes JSON for a `script` element: nothing in it can end the element.
pub(crate) fn json(value: &Value, charset: Charset) -> String {
    let mut escaped = String::new();
    for character in value.to_string().chars() {
        let is_markup = matches!(character, '<' | '>' | '&' | '\u{2028}' | '\u{2029}');
        if is_markup || (charset == Charset::Ascii && !character.is_ascii()) {
            for unit in character.encode_utf16(&mut [0; 2]) {
                let _ = write!(escaped, "\\u{unit:04x}");
            }
        } else {
            escaped.push(character);
        }
    }
    escaped
}
