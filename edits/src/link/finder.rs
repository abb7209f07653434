//! Finds words outside of links, headings and navigation.

use std::ops::Range;

use super::run::Run;
use crate::{
    ApplyError,
    page::Page,
    scan::{Element, End, Visitor, scan},
    words,
};

/// Maximum length of a link's text that is compared, in bytes.
const MOST_LINK: usize = 20_000;
/// Maximum number of links with the words whose positions are kept.
const MOST_LINKS: usize = 1_000;

/// Elements that only format text.
const FORMATTING: [&str; 24] = [
    "b", "strong", "i", "em", "u", "s", "small", "mark", "span", "sub", "sup", "abbr", "cite", "q", "dfn", "time",
    "data", "bdi", "bdo", "font", "big", "ins", "del", "kbd",
];
/// Blocks of content.
const BLOCKS: [&str; 28] = [
    "html",
    "body",
    "main",
    "article",
    "section",
    "div",
    "ul",
    "ol",
    "li",
    "p",
    "dl",
    "dt",
    "dd",
    "blockquote",
    "table",
    "thead",
    "tbody",
    "tfoot",
    "tr",
    "td",
    "th",
    "caption",
    "figure",
    "center",
    "details",
    "hgroup",
    "address",
    "form",
];
/// Elements that are no main content and end a paragraph.
const ENDS_PARAGRAPH: [&str; 20] = [
    "h1",
    "h2",
    "h3",
    "h4",
    "h5",
    "h6",
    "header",
    "footer",
    "nav",
    "aside",
    "fieldset",
    "pre",
    "hr",
    "menu",
    "dir",
    "figcaption",
    "search",
    "summary",
    "listing",
    "xmp",
];
/// Empty elements that separate no words.
const UNSEEN: [&str; 5] = ["wbr", "meta", "link", "base", "col"];
/// Roles of parts that are not main content.
const ROLES: [&str; 10] = [
    "navigation",
    "banner",
    "contentinfo",
    "complementary",
    "search",
    "menu",
    "menubar",
    "toolbar",
    "dialog",
    "heading",
];

/// What was found.
#[derive(Debug, Default)]
pub(crate) struct Found {
    /// Whether the words are a link to the target already.
    pub(crate) is_linked: bool,
    /// Target of a link with the words, if there is one.
    pub(crate) linked_to: Option<String>,
    /// Positions of the tags of links with the words to the target: start and end. `None` for one without an end tag.
    pub(crate) links: Vec<Option<(Range<usize>, Range<usize>)>>,
    /// Position of the first occurrence outside of links.
    pub(crate) words: Option<Range<usize>>,
}

/// Finds words of the main content: of `main`, otherwise of articles, otherwise of the body.
pub(crate) struct Finder<'a> {
    page: &'a Page<'a>,
    target: &'a str,
    anchor: Vec<char>,
    cancelled: &'a dyn Fn() -> bool,
    /// Open elements whose text is not main content.
    excluded: Vec<u32>,
    /// Open blocks.
    blocks: Vec<Block>,
    mains: Vec<u32>,
    articles: Vec<u32>,
    has_main: bool,
    has_article: bool,
    run: Run,
    /// Formatting elements that started in the run.
    inline: Vec<u32>,
    link: Option<Link>,
    found: Found,
    in_main: Option<Range<usize>>,
    in_article: Option<Range<usize>>,
    in_body: Option<Range<usize>>,
}

struct Block {
    id: u32,
    is_paragraph: bool,
    is_text: bool,
}

/// An open link.
struct Link {
    id: u32,
    tag: Range<usize>,
    target: String,
    text: String,
}

impl<'a> Finder<'a> {
    /// Reads a page.
    ///
    /// # Errors
    /// Returns an error if the page cannot be read, and if the caller cancels.
    pub(crate) fn read(
        page: &'a Page<'a>, target: &'a str, anchor: &str, cancelled: &'a dyn Fn() -> bool,
    ) -> Result<Found, ApplyError> {
        let mut finder = Self {
            page,
            target,
            anchor: words::folded(anchor).chars().collect(),
            cancelled,
            excluded: Vec::new(),
            blocks: Vec::new(),
            mains: Vec::new(),
            articles: Vec::new(),
            has_main: false,
            has_article: false,
            run: Run::default(),
            inline: Vec::new(),
            link: None,
            found: Found::default(),
            in_main: None,
            in_article: None,
            in_body: None,
        };
        scan(page.html, page.encoding, &mut finder, cancelled)?;
        finder.flush();
        if cancelled() {
            return Err(ApplyError::Cancelled);
        }
        let words = match (finder.has_main, finder.has_article) {
            (true, _) => finder.in_main,
            (false, true) => finder.in_article,
            (false, false) => finder.in_body,
        };
        Ok(Found { words, ..finder.found })
    }

    /// Searches the text since the last block.
    fn flush(&mut self) {
        let run = std::mem::take(&mut self.run);
        self.inline.clear();
        let is_needed = self.in_main.is_none() && (!self.mains.is_empty() || !self.has_main);
        if run.is_empty() || !is_needed {
            return;
        }
        let Some(words) = run.find(&self.anchor, self.cancelled) else { return };
        if !self.mains.is_empty() {
            self.in_main.get_or_insert_with(|| words.clone());
        }
        if !self.articles.is_empty() {
            self.in_article.get_or_insert_with(|| words.clone());
        }
        self.in_body.get_or_insert(words);
    }

    fn is_text(&self) -> bool {
        self.excluded.is_empty() && self.blocks.last().is_some_and(|block| block.is_text)
    }

    fn block(&mut self, element: &Element<'_>) {
        self.flush();
        let is_item = element.name == "li";
        // Browsers end a paragraph at the next block, and an item at the next item, without an end tag.
        while self.blocks.last().is_some_and(|last| last.is_paragraph || (is_item && last.is_text)) {
            self.blocks.pop();
        }
        let is_paragraph = element.name == "p";
        self.blocks.push(Block { id: element.id, is_paragraph, is_text: is_paragraph || is_item });
    }

    fn exclude(&mut self, element: &Element<'_>) {
        if ENDS_PARAGRAPH.contains(&element.name) {
            self.flush();
            self.blocks.pop_if(|last| last.is_paragraph);
        } else if self.is_text() {
            // Other elements separate words, also empty ones such as pictures.
            self.run.stop(element.range.start);
        }
        if element.has_content {
            self.excluded.push(element.id);
        }
    }

    fn link(&mut self, element: &Element<'_>) {
        if self.excluded.is_empty() {
            let target = element.value("href").unwrap_or_default().trim().to_owned();
            self.link = Some(Link { id: element.id, tag: element.range.clone(), target, text: String::new() });
        }
        self.exclude(element);
    }

    fn end_link(&mut self, end: &End) {
        let Some(link) = self.link.take_if(|link| link.id == end.id) else { return };
        if !words::folded(&link.text).chars().eq(self.anchor.iter().copied()) {
            return;
        }
        if link.target == self.target {
            self.found.is_linked = true;
            if self.found.links.len() < MOST_LINKS {
                self.found.links.push(end.is_own.then(|| (link.tag, end.range.clone())));
            }
        }
        self.found.linked_to.get_or_insert(link.target);
    }

    fn note_main(&mut self, element: &Element<'_>) {
        if element.name == "main" || element.is("role", "main") {
            self.has_main = true;
            self.mains.push(element.id);
        }
        if element.name == "article" {
            self.has_article = true;
            self.articles.push(element.id);
        }
    }

    fn inline(&mut self, element: &Element<'_>) {
        if self.is_text() {
            self.run.tag(element.range.clone(), true);
            self.inline.push(element.id);
        }
    }

    /// Ends a formatting element of the run. A link cannot enclose the end of any other element.
    fn end_inline(&mut self, end: &End) {
        if end.is_own && self.inline.pop_if(|last| *last == end.id).is_some() {
            self.run.tag(end.range.clone(), false);
        } else {
            self.flush();
        }
    }
}

/// Returns true for an element whose text is not content, or is not seen.
fn is_excluded(element: &Element<'_>) -> bool {
    let is_hidden = element.has("hidden") || element.is("aria-hidden", "true") || element.has("contenteditable");
    let is_part = element.value("role").is_some_and(|role| ROLES.contains(&role.trim().to_ascii_lowercase().as_str()));
    !element.is_html || is_hidden || is_part
}

impl Visitor for Finder<'_> {
    fn open(&mut self, element: &Element<'_>) {
        let name = element.name;
        let is_seen = !element.has_content && !UNSEEN.contains(&name);
        // Pictures and line breaks of links are read as spaces.
        if let Some(link) = self.link.as_mut().filter(|link| is_seen && link.text.len() < MOST_LINK) {
            link.text.push(' ');
        }
        if name == "a" && element.is_html {
            self.link(element);
        } else if is_excluded(element) {
            self.exclude(element);
        } else if BLOCKS.contains(&name) {
            self.block(element);
            self.note_main(element);
        } else if FORMATTING.contains(&name) {
            self.inline(element);
        } else if name == "br" {
            if self.is_text() {
                self.run.space(element.range.start);
            }
        } else if !UNSEEN.contains(&name) {
            self.exclude(element);
        }
    }

    fn close(&mut self, end: &End) {
        self.end_link(end);
        self.end_inline(end);
        if let Some(at) = self.blocks.iter().rposition(|block| block.id == end.id) {
            self.flush();
            self.blocks.truncate(at);
        }
        for open in [&mut self.excluded, &mut self.mains, &mut self.articles] {
            if open.last() == Some(&end.id) {
                open.pop();
            } else if open.contains(&end.id) {
                open.retain(|id| *id != end.id);
            }
        }
    }

    fn text(&mut self, range: Range<usize>, is_markup: bool) {
        if !is_markup {
            return;
        }
        if let Some(link) = self.link.as_mut().filter(|link| link.text.len() < MOST_LINK) {
            link.text.push_str(&self.page.text(&range));
        }
        if self.is_text() {
            self.run.text(self.page, &range);
            if self.run.is_full() {
                self.flush();
            }
        }
    }
}
