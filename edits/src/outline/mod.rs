//! The parts of a page that search engines read first, with their positions.

mod heading;
mod place;

use std::ops::Range;

use crate::{
    ApplyError,
    page::{Page, charset},
    scan::{Element, End, Visitor, scan},
};

pub(crate) use heading::{Heading, Way};
pub(crate) use place::Place;

/// Maximum number of blocks of structured data that are read.
const MOST_BLOCKS: usize = 100;

/// Maximum number of canonical addresses and language versions that are read.
const MOST_HEAD_LINKS: usize = 500;

/// Elements that do not end the head of a page.
const HEAD: [&str; 10] = ["html", "head", "title", "meta", "link", "script", "style", "base", "noscript", "template"];

/// The parts of a page.
#[derive(Debug, Default)]
pub(crate) struct Outline {
    pub(crate) title: Option<Part>,
    pub(crate) titles: u32,
    pub(crate) description: Option<Description>,
    pub(crate) descriptions: u32,
    pub(crate) heading: Option<Heading>,
    pub(crate) headings: u32,
    pub(crate) blocks: Vec<Block>,
    /// First canonical address, wherever it is.
    pub(crate) canonical: Option<String>,
    /// Canonical addresses of the head, which count.
    pub(crate) canonicals: Vec<HeadLink>,
    /// Versions of the page in languages, in the head.
    pub(crate) alternates: Vec<HeadLink>,
    pub(crate) robots: Option<String>,
    pub(crate) language: Option<String>,
    pub(crate) links: u32,
    /// Where elements of the head are added.
    pub(crate) place: Place,
    /// Whether empty elements need a slash.
    pub(crate) is_xhtml: bool,
    /// Open elements whose content is not part of the page, such as templates and pictures.
    opaque: Vec<u32>,
}

/// An element with text only.
#[derive(Debug)]
pub(crate) struct Part {
    id: u32,
    /// Position of the element.
    pub(crate) range: Range<usize>,
    /// Position of its content.
    pub(crate) inner: Range<usize>,
    /// Whether it has an end tag.
    pub(crate) is_closed: bool,
}

/// A meta description.
#[derive(Debug)]
pub(crate) struct Description {
    /// Position of its tag.
    pub(crate) tag: Range<usize>,
    /// Position of its content, without quotes.
    pub(crate) content: Option<Range<usize>>,
    /// Its content.
    pub(crate) text: Option<String>,
}

/// A `link` element of the head.
#[derive(Debug)]
pub(crate) struct HeadLink {
    /// Position of its tag.
    pub(crate) tag: Range<usize>,
    /// Position of its address, without quotes.
    pub(crate) href: Option<Range<usize>>,
    /// Its address as written.
    pub(crate) address: String,
    /// Its language.
    pub(crate) language: Option<String>,
}

/// A block of structured data.
#[derive(Debug)]
pub(crate) struct Block {
    /// Its element.
    pub(crate) part: Part,
    /// Whether an edit added it.
    pub(crate) is_own: bool,
}

impl Outline {
    /// Reads a page.
    ///
    /// # Errors
    /// Returns an error if the page cannot be read, and if the caller cancels.
    pub(crate) fn read(page: &Page<'_>, cancelled: &dyn Fn() -> bool) -> Result<Self, ApplyError> {
        let outline = Self { place: Place::new(page.start()), ..Self::default() };
        let mut reader = Reader { page: *page, outline };
        scan(page.html, page.encoding, &mut reader, cancelled)?;
        Ok(reader.outline)
    }

    fn meta(&mut self, element: &Element<'_>) {
        if charset(element).is_some() {
            self.place.after(element.range.end);
        }
        if element.is("name", "description") {
            self.descriptions += 1;
            self.description.get_or_insert_with(|| Description {
                tag: element.range.clone(),
                content: element.value_range("content"),
                text: element.value("content"),
            });
        } else if element.is("name", "robots") && self.robots.is_none() {
            self.robots = element.value("content");
        }
    }

    fn title(&mut self, element: &Element<'_>) {
        self.titles += 1;
        self.title.get_or_insert_with(|| Part::new(element));
    }

    fn link(&mut self, element: &Element<'_>) {
        let is = |word: &str| has_word(element, word);
        if self.canonical.is_none() && is("canonical") {
            self.canonical = element.value("href");
        }
        if !self.place.is_in_head() {
            return;
        }
        let language = element.value("hreflang").map(|code| code.trim().to_owned());
        let (is_canonical, is_alternate) = (is("canonical"), is("alternate") && language.is_some());
        let links = if is_canonical { &mut self.canonicals } else { &mut self.alternates };
        if (is_canonical || is_alternate) && links.len() < MOST_HEAD_LINKS {
            links.push(HeadLink {
                tag: element.range.clone(),
                href: element.value_range("href"),
                address: element.value("href").unwrap_or_default().trim().to_owned(),
                language,
            });
        }
    }

    fn script(&mut self, element: &Element<'_>) {
        if element.is("type", "application/ld+json") && self.blocks.len() < MOST_BLOCKS {
            self.blocks.push(Block { part: Part::new(element), is_own: element.has("data-motherlode") });
        }
    }

    fn heading(&mut self, element: &Element<'_>) {
        self.headings += 1;
        self.heading.get_or_insert_with(|| Heading::new(element));
    }

    fn html(&mut self, element: &Element<'_>) {
        self.place.after(element.range.end);
        if self.language.is_none() {
            self.language = element.value("lang").or_else(|| element.value("xml:lang"));
        }
        self.is_xhtml |= element.has("xmlns");
    }
}

impl Part {
    fn new(element: &Element<'_>) -> Self {
        let end = element.range.end;
        Self { id: element.id, range: element.range.clone(), inner: end..end, is_closed: false }
    }

    fn close(&mut self, end: &End) {
        if self.id == end.id && end.is_own {
            self.inner.end = end.range.start;
            self.range.end = end.range.end;
            self.is_closed = true;
        }
    }
}

/// Reads the outline of a page.
struct Reader<'a> {
    page: Page<'a>,
    outline: Outline,
}

impl Visitor for Reader<'_> {
    fn doctype(&mut self, end: usize) {
        if self.outline.opaque.is_empty() {
            self.outline.place.after(end);
        }
    }

    fn open(&mut self, element: &Element<'_>) {
        self.outline.inner(element);
        if matches!(element.name, "svg" | "math") {
            self.outline.place.end_head();
        }
        let is_opaque = matches!(element.name, "svg" | "math" | "template" | "noscript");
        if element.has_content && is_opaque {
            self.outline.opaque.push(element.id);
        }
        if self.outline.opaque.is_empty() && element.is_html {
            self.outline.open(element);
        }
    }

    fn close(&mut self, end: &End) {
        self.outline.close(end);
    }

    fn text(&mut self, range: Range<usize>, is_markup: bool) {
        if !is_markup || !self.outline.opaque.is_empty() {
            return;
        }
        // The mark of UTF-8 is no text.
        let range = range.start.max(self.page.start())..range.end;
        if !self.page.bytes(&range).trim_ascii().is_empty() {
            self.outline.place.end_head();
        }
        if let Some(heading) = &mut self.outline.heading {
            heading.text(range);
        }
    }
}

impl Outline {
    fn open(&mut self, element: &Element<'_>) {
        if !HEAD.contains(&element.name) {
            self.place.end_head();
        }
        match element.name {
            "html" => self.html(element),
            "head" => self.place.open_head(element.id, element.range.end),
            "title" => self.title(element),
            "meta" => self.meta(element),
            "script" => self.script(element),
            "h1" => self.heading(element),
            "a" => self.links += u32::from(element.has("href")),
            "link" => self.link(element),
            _ => {}
        }
    }

    fn close(&mut self, end: &End) {
        let opaque = self.opaque.len();
        self.opaque.retain(|id| *id != end.id);
        if self.opaque.len() < opaque && !end.is_own {
            // What follows an element without end may be part of it.
            self.place.end_head();
        }
        self.place.close(end);
        if let Some(title) = &mut self.title {
            title.close(end);
        }
        if let Some(heading) = &mut self.heading {
            heading.close(end);
        }
        if let Some(block) = self.blocks.last_mut() {
            block.part.close(end);
        }
    }

    /// Notes an element inside the heading.
    fn inner(&mut self, element: &Element<'_>) {
        if let Some(heading) = &mut self.heading {
            heading.element(element);
        }
    }
}

fn has_word(element: &Element<'_>, word: &str) -> bool {
    element.value("rel").is_some_and(|rel| rel.split_ascii_whitespace().any(|one| one.eq_ignore_ascii_case(word)))
}
