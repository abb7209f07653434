//! Escapes texts of clients: for HTML, and control characters, which could forge a line of a log or hide parts of a message.

use std::fmt::Write;

/// Escapes text for HTML, also for values of attributes in double quotes.
#[must_use]
pub fn html(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// Escapes all control characters, also line breaks, as in `\n` and `\u{1b}`.
#[must_use]
pub fn controls(text: &str) -> String {
    escaped(text, |_| false)
}

/// Escapes all control characters but line feeds and tabs. A carriage return before a line feed is dropped.
#[must_use]
pub fn controls_in_lines(text: &str) -> String {
    escaped(&text.replace("\r\n", "\n"), |character| matches!(character, '\n' | '\t'))
}

fn escaped(text: &str, is_kept: impl Fn(char) -> bool) -> String {
    let mut out = String::with_capacity(text.len());
    for character in text.chars() {
        if is_misleading(character) && !is_kept(character) {
            // Writing to a String cannot fail.
            let _always = write!(out, "{}", character.escape_default());
        } else {
            out.push(character);
        }
    }
    out
}

/// Returns true for control characters, separators of lines, and characters that change the direction of text.
fn is_misleading(character: char) -> bool {
    character.is_control()
        || matches!(character, '\u{2028}' | '\u{2029}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn controls_are_escaped_and_words_are_not() {
        assert_eq!(controls("a\nb\r\u{1b}[31m\u{7f}\u{85}\u{202e}"), r"a\nb\r\u{1b}[31m\u{7f}\u{85}\u{202e}");
        assert_eq!(controls("Zoë, 東京 🦀"), "Zoë, 東京 🦀");
        assert_eq!(controls_in_lines("a\r\nb\tc\rd\u{8}"), "a\nb\tc\\rd\\u{8}");
    }
}
