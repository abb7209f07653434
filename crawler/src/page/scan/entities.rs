//! Character references, as far as pages commonly use them.

use std::borrow::Cow;

use memchr::memchr2;

/// Decodes character references and line ends. `None` for a reference that only the full parser knows.
pub(super) fn decode(text: &str, is_attribute: bool) -> Option<Cow<'_, str>> {
    let Some(mut at) = memchr2(b'&', b'\r', text.as_bytes()) else { return Some(Cow::Borrowed(text)) };
    let mut decoded = String::with_capacity(text.len());
    let mut rest = text;
    loop {
        decoded.push_str(&rest[..at]);
        rest = &rest[at..];
        if let Some(after) = rest.strip_prefix('\r') {
            decoded.push('\n');
            rest = after.strip_prefix('\n').unwrap_or(after);
        } else {
            let (character, after) = reference(&rest[1..], is_attribute)?;
            decoded.push(character);
            rest = after;
        }
        let Some(next) = memchr2(b'&', b'\r', rest.as_bytes()) else { break };
        at = next;
    }
    decoded.push_str(rest);
    Some(Cow::Owned(decoded))
}

/// Returns the character that the text behind an ampersand names, and the rest.
fn reference(text: &str, is_attribute: bool) -> Option<(char, &str)> {
    if let Some(number) = text.strip_prefix('#') {
        return numeric(number);
    }
    let length = text.bytes().take_while(u8::is_ascii_alphanumeric).count();
    let (name, rest) = text.split_at(length);
    // The shortest names without a semicolon have two letters; in an attribute, `=` behind a name makes it text.
    if length < 2 && !rest.starts_with(';') || is_attribute && rest.starts_with('=') {
        return Some(('&', text));
    }
    Some((named(name)?, rest.strip_prefix(';')?))
}

fn numeric(text: &str) -> Option<(char, &str)> {
    let (digits, rest) = text.split_once(';')?;
    let code = match digits.strip_prefix(['x', 'X']) {
        Some(digits) => u32::from_str_radix(digits, 16),
        None => digits.parse(),
    };
    let character = char::from_u32(code.ok()?).filter(|_| digits.bytes().all(|byte| byte.is_ascii_alphanumeric()))?;
    let is_plain = matches!(character, '\t' | '\n' | ' '..='~' | '\u{a0}'..);
    is_plain.then_some((character, rest))
}

fn named(name: &str) -> Option<char> {
    let character = match name {
        "amp" => '&',
        "lt" => '<',
        "gt" => '>',
        "quot" => '"',
        "apos" => '\'',
        "nbsp" => '\u{a0}',
        "copy" => '©',
        "reg" => '®',
        "trade" => '™',
        "mdash" => '—',
        "ndash" => '–',
        "hellip" => '…',
        "lsquo" => '‘',
        "rsquo" => '’',
        "ldquo" => '“',
        "rdquo" => '”',
        "laquo" => '«',
        "raquo" => '»',
        "lsaquo" => '‹',
        "rsaquo" => '›',
        "bull" => '•',
        "middot" => '·',
        "times" => '×',
        "larr" => '←',
        "rarr" => '→',
        "uarr" => '↑',
        "darr" => '↓',
        "para" => '¶',
        "sect" => '§',
        "deg" => '°',
        "euro" => '€',
        "pound" => '£',
        "auml" => 'ä',
        "ouml" => 'ö',
        "uuml" => 'ü',
        "Auml" => 'Ä',
        "Ouml" => 'Ö',
        "Uuml" => 'Ü',
        "szlig" => 'ß',
        "eacute" => 'é',
        "egrave" => 'è',
        "agrave" => 'à',
        "ccedil" => 'ç',
        "shy" => '\u{ad}',
        _ => return None,
    };
    Some(character)
}
