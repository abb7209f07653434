//! Finds links and images by their addresses.

use std::ops::Range;

use crate::{
    ApplyError,
    page::Page,
    scan::{Element, End, Visitor, scan},
};

/// Attributes that name the address of an image; scripts of lazy images use the others.
const SOURCES: [&str; 4] = ["src", "data-src", "data-lazy-src", "data-original"];

/// A link or image.
#[derive(Debug)]
pub(crate) struct Found {
    /// Position after the name of its tag.
    pub(crate) name_end: usize,
    /// Position of the value that is set: of the link's address, or of the image's alternative text.
    pub(crate) value: Option<Range<usize>>,
    /// Position of the attribute with this value.
    pub(crate) attribute: Option<Range<usize>>,
    /// The alternative text of an image.
    pub(crate) text: Option<String>,
}

/// What is searched.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Sought<'a> {
    /// Links with an address, and whether there are links with another one.
    Links {
        /// The address.
        from: &'a str,
        /// The other one.
        to: &'a str,
    },
    /// Images with an address.
    Images(&'a str),
}

/// What was found.
#[derive(Debug, Default)]
pub(crate) struct Findings {
    /// In the order of the page.
    pub(crate) all: Vec<Found>,
    /// Whether a link leads to the other address.
    pub(crate) has_other: bool,
}

/// Searches a page.
///
/// # Errors
/// Returns an error if the page cannot be read, and if the caller cancels.
pub(crate) fn seek(page: &Page<'_>, sought: Sought<'_>, cancelled: &dyn Fn() -> bool) -> Result<Findings, ApplyError> {
    let mut seeker = Seeker { html: page.html, sought, found: Findings::default() };
    scan(page.html, page.encoding, &mut seeker, cancelled)?;
    Ok(seeker.found)
}

struct Seeker<'a> {
    html: &'a [u8],
    sought: Sought<'a>,
    found: Findings,
}

impl Seeker<'_> {
    fn link(&mut self, element: &Element<'_>, from: &str, to: &str) {
        let Some(address) = element.value("href") else { return };
        self.found.has_other |= address.trim() == to;
        if address.trim() == from {
            self.add(element, "href", None);
        }
    }

    fn image(&mut self, element: &Element<'_>, address: &str) {
        let is_it = |name: &&str| element.value(name).is_some_and(|value| value.trim() == address);
        if SOURCES.iter().any(is_it) {
            self.add(element, "alt", element.value("alt"));
        }
    }

    fn add(&mut self, element: &Element<'_>, name: &str, text: Option<String>) {
        self.found.all.push(Found {
            name_end: element.range.start + 1 + element.name.len(),
            value: element.value_range(name),
            attribute: element.attribute_range(self.html, name),
            text,
        });
    }
}

impl Visitor for Seeker<'_> {
    fn open(&mut self, element: &Element<'_>) {
        match self.sought {
            _ if !element.is_html => {}
            Sought::Links { from, to } if matches!(element.name, "a" | "area") => self.link(element, from, to),
            Sought::Images(address) if element.name == "img" => self.image(element, address),
            Sought::Links { .. } | Sought::Images(_) => {}
        }
    }

    fn close(&mut self, _end: &End) {}

    fn text(&mut self, _range: Range<usize>, _is_markup: bool) {}
}
