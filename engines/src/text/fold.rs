//! One spelling of the same characters.

use unicode_normalization::UnicodeNormalization;

/// The text in one spelling: compatibility forms and widths folded, lower case, marks that carry no
/// meaning dropped, and each run of punctuation and space one space. Trimmed.
///
/// NFKC after Unicode Standard Annex 15, then lower case by `char::to_lowercase`. Kept inside words:
/// letters, digits, marks, apostrophe-less letters (`plumber's` -> `plumbers`), `+` and `#` after a
/// letter (`c++`, `c#`), `.` between digits (`3.5`), `&`. Invisible and direction characters are dropped.
pub fn fold(text: &str) -> String {
    let mut folded = String::with_capacity(text.len());
    let mut characters = text.nfkc().flat_map(char::to_lowercase).peekable();
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
    folded.nfc().collect()
}

/// Apostrophes, soft hyphens, zero-width and direction characters.
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

/// Combining marks (Indic vowel signs and the like) that are not alphanumeric for Rust.
fn is_mark(character: char) -> bool {
    unicode_normalization::char::is_combining_mark(character)
}

/// The words of a folded text.
pub fn words(folded: &str) -> impl Iterator<Item = &str> {
    folded.split(' ').filter(|word| !word.is_empty())
}
