//! Normalisation of text for comparison.

use std::borrow::Cow;

use unicode_normalization::UnicodeNormalization;

/// Folds compatibility forms and widths, converts to lower case, removes meaningless marks, replaces runs
/// of punctuation and space by one space, and trims.
///
/// NFKC after Unicode Standard Annex 15, then lower case by `char::to_lowercase`. Kept inside words:
/// letters, digits, marks, apostrophe-less letters (`plumber's` -> `plumbers`), `+` and `#` after a
/// letter (`c++`, `c#`), `.` between digits (`3.5`), `&`. Invisible and direction characters are dropped.
pub fn fold(text: &str) -> String {
    let text = normalised(text, |part, folded| folded.extend(part.nfkc()));
    // Fast path: ASCII has no other forms, and lower case is one bit.
    if text.is_ascii() {
        return spaced_ascii(text.as_bytes());
    }
    let folded = spaced(text.chars().flat_map(char::to_lowercase), text.len());
    normalised(&folded, |part, folded| folded.extend(part.nfc())).into_owned()
}

/// Normalises non-ASCII characters, together with the previous character, which may carry their marks.
fn normalised(text: &str, form: impl Fn(&str, &mut String)) -> Cow<'_, str> {
    let mut normal = String::new();
    let mut rest = text;
    while let Some(other) = rest.bytes().position(|byte| !byte.is_ascii()) {
        let start = other.saturating_sub(1);
        let end = rest[other..].bytes().position(|byte| byte.is_ascii()).map_or(rest.len(), |length| other + length);
        normal.push_str(&rest[..start]);
        form(&rest[start..end], &mut normal);
        rest = &rest[end..];
    }
    if rest.len() == text.len() {
        return Cow::Borrowed(text);
    }
    normal.push_str(rest);
    Cow::Owned(normal)
}

/// Joins words of lower-case characters with single spaces.
fn spaced(characters: impl Iterator<Item = char>, size: usize) -> String {
    let mut folded = String::with_capacity(size);
    let mut characters = characters.peekable();
    let mut gap = false;
    let mut before: Option<char> = None;
    while let Some(character) = characters.next() {
        if is_dropped(character) {
            continue;
        }
        if is_kept(character, before, characters.peek().copied()) {
            if gap && !folded.is_empty() {
                folded.push(' ');
            }
            gap = false;
            folded.push(character);
            before = Some(character);
        } else {
            gap = true;
            before = None;
        }
    }
    folded
}

/// Joins words of ASCII characters, in lower case, with single spaces: [`spaced`] without the tests of other characters.
fn spaced_ascii(text: &[u8]) -> String {
    let mut folded = String::with_capacity(text.len());
    let mut gap = false;
    let mut before: Option<u8> = None;
    for (at, byte) in text.iter().enumerate() {
        let is_kept = match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'&' | b'$' => true,
            b'\'' => continue,
            b'+' | b'#' => before.is_some_and(|byte| byte.is_ascii_alphanumeric() || byte == b'+'),
            b'.' => [before, text.get(at + 1).copied()].iter().all(|byte| byte.is_some_and(|c| c.is_ascii_digit())),
            _ => false,
        };
        if is_kept {
            if gap && !folded.is_empty() {
                folded.push(' ');
            }
            folded.push(char::from(byte.to_ascii_lowercase()));
            before = Some(*byte);
        } else {
            before = None;
        }
        gap = !is_kept;
    }
    folded
}

/// Returns true for apostrophes, soft hyphens, zero-width and direction characters.
fn is_dropped(character: char) -> bool {
    matches!(
        character,
        '\'' | '\u{2018}' | '\u{2019}' | '\u{2BC}' | '\u{AD}' | '\u{200B}'..='\u{200F}'
            | '\u{202A}'..='\u{202E}' | '\u{2060}'..='\u{2069}' | '\u{FEFF}' | '\u{61C}'
    )
}

fn is_kept(character: char, before: Option<char>, after: Option<char>) -> bool {
    let is_number = |c: Option<char>| c.is_some_and(|c| c.is_ascii_digit());
    match character {
        '+' | '#' => before.is_some_and(|c| c.is_alphanumeric() || c == '+'),
        '.' | ',' => is_number(before) && is_number(after) && character == '.',
        '&' | '$' | '€' | '£' => true,
        _ => character.is_alphanumeric() || is_mark(character) && before.is_some(),
    }
}

/// Returns true for combining marks (such as Indic vowel signs) that are not alphanumeric for Rust.
fn is_mark(character: char) -> bool {
    !character.is_ascii() && unicode_normalization::char::is_combining_mark(character)
}

/// Iterates over the words of a folded text.
pub fn words(folded: &str) -> impl Iterator<Item = &str> {
    folded.split(' ').filter(|word| !word.is_empty())
}
