//! Bytes of a page to text.

use std::borrow::Cow;

use encoding_rs::{Encoding, UTF_8, UTF_16BE, UTF_16LE, WINDOWS_1252};
use serde::{Deserialize, Serialize};

use super::limits;

/// Encoding of a page.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Charset {
    /// Name in the Encoding Standard, such as `UTF-8`.
    pub name: String,
    /// What named the encoding.
    pub source: CharsetSource,
    /// Returns whether bytes were invalid in that encoding and were replaced.
    pub has_errors: bool,
}

/// What named the encoding of a page, most binding first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum CharsetSource {
    /// Byte order mark.
    Bom,
    /// `charset` of the `Content-Type` header.
    Header,
    /// `meta` element within the first 1,024 bytes.
    Meta,
    /// Nothing: UTF-8 if all bytes are valid, otherwise Windows-1252.
    Guess,
}

/// Decodes a page as the HTML standard does: byte order mark, header, `meta` element, guess.
pub(crate) fn decode<'a>(bytes: &'a [u8], content_type: Option<&str>) -> (Cow<'a, str>, Charset) {
    let (encoding, source) = detect(bytes, content_type);
    let (text, encoding, has_errors) = encoding.decode(bytes);
    (text, Charset { name: encoding.name().to_owned(), source, has_errors })
}

fn detect(bytes: &[u8], content_type: Option<&str>) -> (&'static Encoding, CharsetSource) {
    if let Some((encoding, _)) = Encoding::for_bom(bytes) {
        return (encoding, CharsetSource::Bom);
    }
    if let Some(encoding) = content_type.and_then(charset_parameter).and_then(|label| Encoding::for_label(&label)) {
        return (encoding, CharsetSource::Header);
    }
    if let Some(encoding) = prescan(&bytes[..bytes.len().min(limits::PRESCAN_BYTES)]) {
        return (encoding, CharsetSource::Meta);
    }
    let guess = if std::str::from_utf8(bytes).is_ok() { UTF_8 } else { WINDOWS_1252 };
    (guess, CharsetSource::Guess)
}

/// Returns the `charset` of a content type.
fn charset_parameter(content_type: &str) -> Option<Vec<u8>> {
    after_charset(content_type.as_bytes())
}

/// Returns the value that follows `charset=`. HTML standard, "extracting a character encoding from a meta element".
fn after_charset(text: &[u8]) -> Option<Vec<u8>> {
    let mut rest = text;
    loop {
        let start = rest.windows(7).position(|window| window.eq_ignore_ascii_case(b"charset"))?;
        rest = rest[start + 7..].trim_ascii_start();
        if let Some(value) = rest.strip_prefix(b"=") {
            return value_of(value.trim_ascii_start());
        }
    }
}

fn value_of(value: &[u8]) -> Option<Vec<u8>> {
    match value.first()? {
        quote @ (b'"' | b'\'') => {
            let inner = &value[1..];
            inner.iter().position(|byte| byte == quote).map(|end| inner[..end].to_vec())
        }
        _ => {
            let end = value.iter().position(|byte| byte.is_ascii_whitespace() || *byte == b';');
            Some(value[..end.unwrap_or(value.len())].to_vec())
        }
    }
}

/// Searches the start of a page for a `meta` element that names its encoding.
fn prescan(head: &[u8]) -> Option<&'static Encoding> {
    let mut rest = head;
    while let Some(start) = rest.iter().position(|byte| *byte == b'<') {
        rest = &rest[start..];
        if rest.starts_with(b"<!--") {
            rest = &rest[2..];
            let end = rest.windows(3).position(|window| window == b"-->")?;
            rest = &rest[end + 3..];
            continue;
        }
        let is_meta = rest.len() > 5 && rest[..5].eq_ignore_ascii_case(b"<meta");
        let end = rest.iter().position(|byte| *byte == b'>').unwrap_or(rest.len());
        if is_meta
            && (rest[5].is_ascii_whitespace() || rest[5] == b'/')
            && let Some(encoding) = after_charset(&rest[5..end]).and_then(|label| Encoding::for_label(&label))
        {
            // A page that can be searched for ASCII is not in UTF-16.
            return Some(if encoding == UTF_16BE || encoding == UTF_16LE { UTF_8 } else { encoding });
        }
        rest = &rest[1..];
    }
    None
}
