//! The first heading of level 1.

use std::ops::Range;

use crate::{
    page::Page,
    scan::{Element, End},
    words,
};

/// Maximum number of texts of a heading that are read.
const MOST_TEXTS: usize = 200;

/// Elements that only format text, so that new text may replace them.
const FORMATTING: [&str; 20] = [
    "span", "em", "strong", "b", "i", "u", "s", "small", "mark", "font", "big", "sub", "sup", "br", "wbr", "bdi",
    "bdo", "abbr", "cite", "q",
];

/// The first heading of level 1.
#[derive(Debug)]
pub(crate) struct Heading {
    id: u32,
    inner: Range<usize>,
    is_closed: bool,
    is_open: bool,
    texts: Vec<Text>,
    has_elements: bool,
    /// Element that new text must not replace, such as a picture.
    kept: Option<String>,
    is_after_break: bool,
}

/// A text of a heading.
#[derive(Debug)]
struct Text {
    range: Range<usize>,
    /// Whether a line break separates it from the previous text.
    is_apart: bool,
}

/// How a heading can be changed.
pub(crate) enum Way {
    /// The heading has the text already.
    Equal,
    /// Text replaces this part.
    Replace(Range<usize>),
    /// It cannot, for this reason.
    Impossible(String),
}

impl Heading {
    pub(crate) fn new(element: &Element<'_>) -> Self {
        Self {
            id: element.id,
            inner: element.range.end..element.range.end,
            is_closed: false,
            is_open: true,
            texts: Vec::new(),
            has_elements: false,
            kept: None,
            is_after_break: false,
        }
    }

    /// Notes an element inside the heading.
    pub(crate) fn element(&mut self, element: &Element<'_>) {
        if !self.is_open {
            return;
        }
        self.has_elements = true;
        self.is_after_break |= element.name == "br";
        if !element.is_html || !FORMATTING.contains(&element.name) {
            self.kept.get_or_insert_with(|| element.name.chars().take(40).collect());
        }
    }

    pub(crate) fn text(&mut self, range: Range<usize>) {
        if !self.is_open {
            return;
        }
        if let Some(last) = self.texts.last_mut().filter(|last| last.range.end == range.start) {
            last.range.end = range.end;
        } else if self.texts.len() < MOST_TEXTS {
            self.texts.push(Text { range, is_apart: std::mem::take(&mut self.is_after_break) });
        } else {
            self.kept.get_or_insert_with(|| "text".to_owned());
        }
    }

    pub(crate) fn close(&mut self, end: &End) {
        if self.id == end.id {
            self.is_open = false;
            self.is_closed = end.is_own;
            self.inner.end = end.range.start;
        }
    }

    /// Returns the text that readers see.
    pub(crate) fn shown(&self, page: &Page<'_>) -> String {
        let mut shown = String::new();
        for text in &self.texts {
            if text.is_apart {
                shown.push(' ');
            }
            shown.push_str(&page.text(&text.range));
        }
        words::spaced(&shown)
    }

    /// Decides how the heading gets a new text: in place of its only text, which preserves links and pictures, otherwise
    /// in place of its whole content.
    pub(crate) fn way(&self, page: &Page<'_>, heading: &str) -> Way {
        if !self.is_closed {
            return Way::Impossible("the first h1 of the page has no end tag".to_owned());
        }
        if self.shown(page) == words::spaced(heading) {
            return Way::Equal;
        }
        let mut seen = self.texts.iter().map(|text| trimmed(page, &text.range)).filter(|range| !range.is_empty());
        match (seen.next(), seen.next(), &self.kept) {
            (Some(only), None, _) => Way::Replace(only),
            (None, _, _) if !self.has_elements => Way::Replace(self.inner.clone()),
            (Some(_), Some(_), None) => Way::Replace(self.inner.clone()),
            (_, _, kept) => {
                let name = kept.as_deref().unwrap_or("element");
                Way::Impossible(format!("the first h1 of the page contains a `{name}`, which new text would remove"))
            }
        }
    }
}

/// Returns a part of a page without white space around it.
fn trimmed(page: &Page<'_>, range: &Range<usize>) -> Range<usize> {
    let bytes = page.bytes(range);
    let start = range.start + (bytes.len() - bytes.trim_ascii_start().len());
    let end = (range.start + bytes.trim_ascii_end().len()).max(start);
    start..end
}
