//! Patterns of rules: a prefix of the path, with `*` for any characters and `$` for the end.

use super::Escapes;

/// The pattern of an allow or disallow line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Pattern(Vec<u8>);

impl Pattern {
    /// Creates a pattern from a line's value. Bytes outside ASCII are percent-encoded.
    pub(super) fn new(value: &[u8], escapes: Escapes) -> Self {
        let mut pattern = Vec::with_capacity(value.len());
        let mut at = 0;
        while at < value.len() {
            let byte = value[at];
            if let Some(code) = escaped(&value[at..]) {
                if escapes == Escapes::Decoded && is_unreserved(code) {
                    pattern.push(code);
                } else {
                    push_escaped(&mut pattern, code);
                }
                at += 3;
                continue;
            }
            if byte.is_ascii() {
                pattern.push(byte);
            } else {
                push_escaped(&mut pattern, byte);
            }
            at += 1;
        }
        Self(pattern)
    }

    /// Returns the priority of the pattern: the longest that matches decides.
    pub(super) fn priority(&self) -> usize {
        self.0.len()
    }

    /// Returns true if the path starts with the pattern.
    ///
    /// Greedy from star to star, so the time is at most the product of both lengths, whatever the pattern.
    pub(super) fn matches(&self, path: &[u8]) -> bool {
        let (body, is_anchored) = match self.0.split_last() {
            Some((b'$', body)) => (body, true),
            _ => (self.0.as_slice(), false),
        };
        let mut parts = body.split(|byte| *byte == b'*');
        let first = parts.next().unwrap_or_default();
        let Some(mut rest) = path.strip_prefix(first) else { return false };
        let mut parts = parts.peekable();
        if parts.peek().is_none() {
            return !is_anchored || rest.is_empty();
        }
        while let Some(part) = parts.next() {
            if is_anchored && parts.peek().is_none() {
                return rest.ends_with(part);
            }
            let Some(at) = find(rest, part) else { return false };
            rest = &rest[at + part.len()..];
        }
        true
    }

    /// Returns the pattern of a directory, if this one names its `index.html`.
    pub(super) fn directory_of_index(&self) -> Option<Self> {
        let slash = self.0.iter().rposition(|byte| *byte == b'/')?;
        if !self.0[slash..].starts_with(b"/index.htm") {
            return None;
        }
        let mut directory = self.0[..=slash].to_vec();
        directory.push(b'$');
        Some(Self(directory))
    }
}

fn find(text: &[u8], part: &[u8]) -> Option<usize> {
    if part.is_empty() {
        return Some(0);
    }
    memchr::memmem::find(text, part)
}

fn escaped(text: &[u8]) -> Option<u8> {
    let [b'%', high, low, ..] = text else { return None };
    let digit = |byte: u8| char::from(byte).to_digit(16).and_then(|digit| u8::try_from(digit).ok());
    Some(digit(*high)? << 4 | digit(*low)?)
}

fn push_escaped(text: &mut Vec<u8>, byte: u8) {
    const DIGITS: &[u8; 16] = b"0123456789ABCDEF";
    text.extend([b'%', DIGITS[usize::from(byte >> 4)], DIGITS[usize::from(byte & 15)]]);
}

const fn is_unreserved(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'.' | b'_' | b'~')
}
