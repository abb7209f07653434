//! Telephone numbers.

use super::{all, may_have_digits, patterns};

patterns! {
    /// A number of the North American plan as people write it.
    NUMBER = r"(?:\+?1[\s.\-]?)?(?:\([2-9]\d{2}\)|\b[2-9]\d{2})[\s.\-\u{2011}\u{2013}]?\d{3}[\s.\-\u{2011}\u{2013}]\d{4}\b";
}

/// Returns the digits of a text.
pub(crate) fn digits(text: &str) -> String {
    text.chars().filter(char::is_ascii_digit).collect()
}

/// Returns what equal numbers share: the last ten digits; `None` for fewer than seven.
pub(crate) fn key(text: &str) -> Option<String> {
    let digits = digits(text);
    (digits.len() >= 7).then(|| digits[digits.len().saturating_sub(10)..].to_owned())
}

/// Returns true for a number in the format E.164.
pub(crate) fn is_e164(text: &str) -> bool {
    text.strip_prefix('+').is_some_and(|rest| {
        (7..=15).contains(&rest.len()) && !rest.starts_with('0') && rest.bytes().all(|byte| byte.is_ascii_digit())
    })
}

/// Whether a number can be called.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Dialable {
    Yes,
    /// Reserved for films and examples.
    Fictional,
    No,
}

/// Returns whether a number in E.164 can be called; beyond North America only its format is known.
pub(crate) fn dialable(number: &str) -> Dialable {
    if !is_e164(number) {
        return Dialable::No;
    }
    let Some(national) = number.strip_prefix("+1") else { return Dialable::Yes };
    if national.len() != 10 {
        return Dialable::No;
    }
    let (area, rest) = national.split_at(3);
    let (exchange, line) = rest.split_at(3);
    let is_code = |code: &str| code.starts_with(|c: char| ('2'..='9').contains(&c)) && !code.ends_with("11");
    if !is_code(area) || !is_code(exchange) || area == "555" {
        return Dialable::No;
    }
    if exchange == "555" && line.starts_with("01") { Dialable::Fictional } else { Dialable::Yes }
}

/// Returns the telephone numbers of a text.
pub(crate) fn find(text: &str) -> impl Iterator<Item = &str> {
    let is_possible = may_have_digits(text, 10);
    is_possible.then(|| all(&NUMBER, text)).into_iter().flatten()
}
