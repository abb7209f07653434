//! The bytes of a page and their encoding.

use std::ops::Range;

use encoding_rs::{Encoding, UTF_8, WINDOWS_1252};

use crate::{
    ApplyError, MOST_BYTES,
    escape::Charset,
    references,
    scan::{Element, End, Visitor, scan},
};

/// Mark of UTF-8 at the start of a file.
const MARK: &[u8] = b"\xEF\xBB\xBF";

/// A page whose encoding is known.
#[derive(Clone, Copy)]
pub(crate) struct Page<'a> {
    pub(crate) html: &'a [u8],
    pub(crate) encoding: &'static Encoding,
}

impl<'a> Page<'a> {
    /// Finds the encoding of a page: that of its mark, of its XML or `meta` declaration, otherwise UTF-8 if it is valid.
    ///
    /// # Errors
    /// Returns an error if the page is too large or its encoding is not a superset of ASCII.
    pub(crate) fn new(html: &'a [u8], cancelled: &dyn Fn() -> bool) -> Result<Self, ApplyError> {
        if html.len() > MOST_BYTES {
            return Err(ApplyError::TooLarge { most: MOST_BYTES });
        }
        let is_wide = html.starts_with(b"\xFF\xFE") || html.starts_with(b"\xFE\xFF");
        if is_wide || html.get(..4).is_some_and(|start| start.contains(&0)) {
            return Err(ApplyError::Encoding { label: "UTF-16".to_owned() });
        }
        if html.starts_with(MARK) {
            return Ok(Self { html, encoding: UTF_8 });
        }
        let encoding = match declared_in_xml(html) {
            Some(declared) => declared,
            None => declared_in_head(html, cancelled)?.unwrap_or_else(|| undeclared(html)),
        };
        if !encoding.is_ascii_compatible() {
            return Err(ApplyError::Encoding { label: encoding.name().to_owned() });
        }
        Ok(Self { html, encoding })
    }

    /// Returns the position of the first byte after the mark.
    pub(crate) fn start(&self) -> usize {
        if self.html.starts_with(MARK) { MARK.len() } else { 0 }
    }

    /// Returns what may be written into the page as it is.
    pub(crate) fn charset(&self) -> Charset {
        // In other encodings, also in wrongly declared ones, only ASCII is certain.
        if self.encoding == UTF_8 { Charset::Unicode } else { Charset::Ascii }
    }

    pub(crate) fn bytes(&self, range: &Range<usize>) -> &'a [u8] {
        self.html.get(range.clone()).unwrap_or_default()
    }

    /// Returns a part of the page as it is written.
    pub(crate) fn written(&self, range: &Range<usize>) -> String {
        self.encoding.decode_without_bom_handling(self.bytes(range)).0.into_owned()
    }

    /// Returns text of the page with its character references resolved.
    pub(crate) fn text(&self, range: &Range<usize>) -> String {
        references::resolve(&self.written(range), false)
    }
}

fn undeclared(html: &[u8]) -> &'static Encoding {
    if std::str::from_utf8(html).is_ok() { UTF_8 } else { WINDOWS_1252 }
}

fn declared_in_xml(html: &[u8]) -> Option<&'static Encoding> {
    let declaration = html.get(..html.len().min(200))?.strip_prefix(b"<?xml")?;
    let end = declaration.iter().position(|byte| *byte == b'>')?;
    let text = std::str::from_utf8(declaration.get(..end)?).ok()?;
    let value = text.split_once("encoding")?.1.trim_start().strip_prefix('=')?.trim_start();
    let quote = value.chars().next().filter(|quote| matches!(quote, '"' | '\''))?;
    label(value.get(1..)?.split(quote).next()?)
}

/// Returns the encoding of a label. A page that declares UTF-16 in ASCII is in UTF-8.
fn label(label: &str) -> Option<&'static Encoding> {
    let encoding = Encoding::for_label(label.trim().as_bytes())?;
    let is_wide = encoding == encoding_rs::UTF_16LE || encoding == encoding_rs::UTF_16BE;
    Some(if is_wide { UTF_8 } else { encoding })
}

fn declared_in_head(html: &[u8], cancelled: &dyn Fn() -> bool) -> Result<Option<&'static Encoding>, ApplyError> {
    let mut declaration = Declaration::default();
    scan(html, UTF_8, &mut declaration, cancelled)?;
    Ok(declaration.found)
}

/// Finds the declaration of the encoding in the head of a page.
#[derive(Default)]
struct Declaration {
    found: Option<&'static Encoding>,
    is_after_head: bool,
}

impl Visitor for Declaration {
    fn open(&mut self, element: &Element<'_>) {
        match element.name {
            "meta" => self.found = charset(element).as_deref().and_then(label),
            "body" | "frameset" | "p" | "div" | "h1" => self.is_after_head = true,
            _ => {}
        }
    }

    fn close(&mut self, _end: &End) {}

    fn text(&mut self, _range: Range<usize>, _is_markup: bool) {}

    fn is_done(&self) -> bool {
        self.found.is_some() || self.is_after_head
    }
}

/// Returns the encoding that a `meta` element declares.
pub(crate) fn charset(element: &Element<'_>) -> Option<String> {
    if let Some(charset) = element.value("charset") {
        return Some(charset);
    }
    if !element.is("http-equiv", "content-type") {
        return None;
    }
    let content = element.value("content")?.to_ascii_lowercase();
    let value = content.split_once("charset")?.1.trim_start().strip_prefix('=')?.trim_start();
    let value = value.trim_start_matches(['"', '\'']);
    Some(value.split([';', ' ', '"', '\'']).next()?.to_owned())
}
