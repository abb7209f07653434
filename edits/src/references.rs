//! Character references of HTML, such as `&amp;`.

use html5ever::data::{C1_REPLACEMENTS, NAMED_ENTITIES};

/// Maximum length of a reference, in bytes; longer than the longest name.
pub(crate) const LONGEST: usize = 40;

/// A resolved reference.
pub(crate) struct Resolved {
    /// First character.
    pub(crate) first: char,
    /// Second character, which few references have.
    pub(crate) second: Option<char>,
    /// Number of bytes of the reference.
    pub(crate) bytes: usize,
}

/// Returns a text with its references resolved.
pub(crate) fn resolve(text: &str, is_attribute: bool) -> String {
    let mut resolved = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('&') {
        let (before, reference) = rest.split_at(at);
        resolved.push_str(before);
        if let Some(found) = at_start(reference, is_attribute) {
            resolved.push(found.first);
            resolved.extend(found.second);
            rest = reference.get(found.bytes..).unwrap_or_default();
        } else {
            resolved.push('&');
            rest = reference.get(1..).unwrap_or_default();
        }
    }
    resolved.push_str(rest);
    resolved
}

/// Returns the reference that a text starts with.
pub(crate) fn at_start(text: &str, is_attribute: bool) -> Option<Resolved> {
    let body = text.strip_prefix('&')?;
    match body.strip_prefix('#') {
        Some(number) => numeric(number),
        None => named(body, is_attribute),
    }
}

fn numeric(number: &str) -> Option<Resolved> {
    let hexadecimal = number.strip_prefix(['x', 'X']);
    let (digits, radix, mark) = hexadecimal.map_or((number, 10, 2), |digits| (digits, 16, 3));
    let count = digits.bytes().take_while(|byte| char::from(*byte).is_digit(radix)).count();
    if count == 0 {
        return None;
    }
    let code = digits
        .get(..count)?
        .chars()
        .filter_map(|digit| digit.to_digit(radix))
        .fold(0_u32, |code, digit| code.saturating_mul(radix).saturating_add(digit));
    let ends = usize::from(digits.as_bytes().get(count) == Some(&b';'));
    Some(Resolved { first: character(code), second: None, bytes: mark + count + ends })
}

/// Returns the character of a code as browsers read it.
fn character(code: u32) -> char {
    let replaced = code.checked_sub(0x80).and_then(|at| C1_REPLACEMENTS.get(at as usize).copied().flatten());
    let known = replaced.or_else(|| char::from_u32(code));
    known.filter(|character| *character != '\0').unwrap_or(char::REPLACEMENT_CHARACTER)
}

fn named(body: &str, is_attribute: bool) -> Option<Resolved> {
    let most = body.bytes().take(LONGEST).take_while(u8::is_ascii_alphanumeric).count();
    let with_end = most + usize::from(body.as_bytes().get(most) == Some(&b';'));
    for length in (1..=with_end).rev() {
        let name = body.get(..length)?;
        let Some((first, second)) = NAMED_ENTITIES.get(name).copied().filter(|(first, _)| *first != 0) else {
            continue;
        };
        let next = body.as_bytes().get(length).copied();
        let continues = next.is_some_and(|next| next == b'=' || next.is_ascii_alphanumeric());
        // Addresses such as `?a=1&copy=2` stay as they are.
        if is_attribute && !name.ends_with(';') && continues {
            return None;
        }
        return Some(Resolved {
            first: char::from_u32(first)?,
            second: char::from_u32(second).filter(|character| *character != '\0'),
            bytes: length + 1,
        });
    }
    None
}
