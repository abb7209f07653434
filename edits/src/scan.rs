//! Reads the elements and texts of a page with their positions.

use std::{borrow::Cow, cell::RefCell, ops::Range, rc::Rc};

use encoding_rs::Encoding;
use lol_html::{
    AsciiCompatibleEncoding, DocumentContentHandlers, ElementContentHandlers, HandlerResult, HtmlRewriter,
    MemorySettings, Selector, Settings,
    errors::RewritingError,
    html_content::{Attribute, Doctype, Element as Markup, TextChunk, TextType},
};

use crate::{ApplyError, MOST_BYTES, references};

/// Maximum memory for open elements, in bytes.
const MOST_MEMORY: usize = 64 * 1024 * 1024;
/// Maximum number of open elements times end tags: each end tag searches the open elements.
const MOST_WORK: usize = 200_000_000;
/// Namespace of HTML elements.
const HTML: &str = "http://www.w3.org/1999/xhtml";

/// An element whose start tag was read.
pub(crate) struct Element<'a> {
    /// Number of the element, which its end repeats.
    pub(crate) id: u32,
    /// Name in lower case.
    pub(crate) name: &'a str,
    /// Whether it is of HTML, not of SVG or MathML.
    pub(crate) is_html: bool,
    /// Whether an end is expected.
    pub(crate) has_content: bool,
    /// Position of its start tag.
    pub(crate) range: Range<usize>,
    attributes: &'a [Attribute<'a>],
}

impl Element<'_> {
    /// Returns the value of an attribute with its character references resolved.
    pub(crate) fn value(&self, name: &str) -> Option<String> {
        self.attribute(name).map(|found| references::resolve(&found.value(), true))
    }

    /// Returns the position of an attribute's value in the page, without quotes.
    pub(crate) fn value_range(&self, name: &str) -> Option<Range<usize>> {
        self.attribute(name)?.value_source_location().map(|place| place.bytes())
    }

    /// Returns the position of an attribute in the page, from its name to its value's last quote.
    pub(crate) fn attribute_range(&self, html: &[u8], name: &str) -> Option<Range<usize>> {
        let found = self.attribute(name)?;
        let start = found.name_source_location()?.bytes();
        let Some(value) = found.value_source_location().map(|place| place.bytes()) else { return Some(start) };
        let quote = value.start.checked_sub(1).and_then(|at| html.get(at)).filter(|byte| matches!(byte, b'"' | b'\''));
        let is_quoted = quote.is_some() && html.get(value.end) == quote;
        Some(start.start..value.end.max(start.end) + usize::from(is_quoted))
    }

    /// Returns true if an attribute has a value, whatever its case and surrounding spaces.
    pub(crate) fn is(&self, name: &str, value: &str) -> bool {
        self.value(name).is_some_and(|found| found.trim().eq_ignore_ascii_case(value))
    }

    pub(crate) fn has(&self, name: &str) -> bool {
        self.attribute(name).is_some()
    }

    fn attribute(&self, name: &str) -> Option<&Attribute<'_>> {
        self.attributes.iter().find(|one| one.name() == name)
    }
}

/// End of an element.
#[derive(Debug, Clone)]
pub(crate) struct End {
    /// Number of the element.
    pub(crate) id: u32,
    /// Position of the end tag that ends it.
    pub(crate) range: Range<usize>,
    /// Whether the end tag is its own, not that of an element around it.
    pub(crate) is_own: bool,
}

/// What reads a page. Positions are bytes of the page; comments are left out.
pub(crate) trait Visitor {
    /// Reads the end of the document type.
    fn doctype(&mut self, _end: usize) {}
    /// Reads a start tag.
    fn open(&mut self, element: &Element<'_>);
    /// Reads the end of an element; elements that the page never ends have none.
    fn close(&mut self, end: &End);
    /// Reads text; `is_markup` is false in elements without markup, such as scripts and titles.
    fn text(&mut self, range: Range<usize>, is_markup: bool);
    /// Returns true if nothing more is needed.
    fn is_done(&self) -> bool {
        false
    }
}

/// State of a scan that its callbacks share.
struct Scan<'v> {
    visitor: &'v mut dyn Visitor,
    cancelled: &'v dyn Fn() -> bool,
    ends: Rc<RefCell<Vec<End>>>,
    /// Text that the next event reports: long texts arrive in parts, which may split characters.
    text: Option<(Range<usize>, bool)>,
    most_open: usize,
    open: usize,
    next: u32,
    failure: Option<ApplyError>,
}

/// Reads a page.
///
/// # Errors
/// Returns an error if the page is too large, too deep or ambiguous, and if the caller cancels.
pub(crate) fn scan(
    html: &[u8], encoding: &'static Encoding, visitor: &mut dyn Visitor, cancelled: &dyn Fn() -> bool,
) -> Result<(), ApplyError> {
    if html.len() > MOST_BYTES {
        return Err(ApplyError::TooLarge { most: MOST_BYTES });
    }
    let encoding = AsciiCompatibleEncoding::new(encoding)
        .ok_or_else(|| ApplyError::Encoding { label: encoding.name().to_owned() })?;
    let ends = html.windows(2).filter(|pair| pair == b"</").count();
    let state = RefCell::new(Scan {
        visitor,
        cancelled,
        ends: Rc::default(),
        text: None,
        most_open: MOST_WORK / (ends + 1),
        open: 0,
        next: 0,
        failure: None,
    });
    let outcome = read(html, encoding, &state);
    let mut state = state.into_inner();
    if let Some(failure) = state.failure.take() {
        return Err(failure);
    }
    match outcome {
        Ok(()) => state.drain(),
        // The visitor needed no more.
        Err(RewritingError::ContentHandlerError(_)) => {}
        Err(RewritingError::MemoryLimitExceeded(_)) => return Err(ApplyError::TooDeep),
        Err(RewritingError::ParsingAmbiguity(problem)) => {
            return Err(ApplyError::Ambiguous { detail: ambiguous(&problem.to_string()) });
        }
    }
    Ok(())
}

fn read(html: &[u8], encoding: AsciiCompatibleEncoding, state: &RefCell<Scan<'_>>) -> Result<(), RewritingError> {
    let every = "*".parse::<Selector>().map_err(|_| RewritingError::ContentHandlerError("selector".into()))?;
    let element: ElementContentHandlers<'_> =
        ElementContentHandlers::default().element(|markup: &mut Markup<'_, '_>| state.borrow_mut().element(markup));
    let document: DocumentContentHandlers<'_> = DocumentContentHandlers::default()
        .doctype(|doctype: &mut Doctype<'_>| {
            let end = doctype.source_location().bytes().end;
            state.borrow_mut().event(|visitor| visitor.doctype(end))
        })
        .text(|text: &mut TextChunk<'_>| {
            let range = text.source_location().bytes();
            let is_markup = matches!(text.text_type(), TextType::Data | TextType::CDataSection);
            state.borrow_mut().text(range, is_markup)
        });
    let settings = Settings {
        element_content_handlers: vec![(Cow::Owned(every), element)],
        document_content_handlers: vec![document],
        encoding,
        memory_settings: MemorySettings { preallocated_parsing_buffer_size: 0, max_allowed_memory_usage: MOST_MEMORY },
        strict: true,
        ..Settings::new()
    };
    let mut rewriter = HtmlRewriter::new(settings, |_: &[u8]| {});
    // At once: parts would split tags and texts, and be buffered.
    rewriter.write(html)?;
    rewriter.end()
}

impl Scan<'_> {
    fn element(&mut self, markup: &mut Markup<'_, '_>) -> HandlerResult {
        let id = self.next;
        self.next = self.next.saturating_add(1);
        let name = markup.tag_name();
        let has_content = markup.can_have_content();
        if has_content {
            self.open += 1;
            self.watch_end(markup, id, name.clone());
        }
        let element = Element {
            id,
            name: &name,
            is_html: markup.namespace_uri() == HTML,
            has_content,
            range: markup.source_location().bytes(),
            attributes: markup.attributes(),
        };
        self.event(|visitor| visitor.open(&element))
    }

    /// Reports the end of an element with the next event, since this callback must not borrow the visitor.
    fn watch_end(&self, markup: &mut Markup<'_, '_>, id: u32, name: String) {
        let ends = Rc::clone(&self.ends);
        if let Some(handlers) = markup.end_tag_handlers() {
            handlers.push(Box::new(move |end| {
                let is_own = end.name() == name;
                ends.borrow_mut().push(End { id, range: end.source_location().bytes(), is_own });
                Ok(())
            }));
        }
    }

    fn text(&mut self, range: Range<usize>, is_markup: bool) -> HandlerResult {
        let no_end = self.ends.borrow().is_empty();
        match &mut self.text {
            Some((last, kind)) if no_end && last.end == range.start && *kind == is_markup => {
                last.end = range.end;
                Ok(())
            }
            _ if range.is_empty() => Ok(()),
            _ => {
                let outcome = self.event(|_| {});
                self.text = Some((range, is_markup));
                outcome
            }
        }
    }

    fn event(&mut self, report: impl FnOnce(&mut dyn Visitor)) -> HandlerResult {
        self.drain();
        if (self.cancelled)() {
            self.failure = Some(ApplyError::Cancelled);
        } else if self.open > self.most_open {
            self.failure = Some(ApplyError::TooDeep);
        } else {
            report(self.visitor);
        }
        if self.failure.is_some() || self.visitor.is_done() { Err("stopped".into()) } else { Ok(()) }
    }

    /// Reports the text and the ends since the last event.
    fn drain(&mut self) {
        if let Some((range, is_markup)) = self.text.take() {
            self.visitor.text(range, is_markup);
        }
        let ends = std::mem::take(&mut *self.ends.borrow_mut());
        for end in ends {
            self.open = self.open.saturating_sub(1);
            self.visitor.close(&end);
        }
    }
}

/// Returns the name of the ambiguous tag.
fn ambiguous(problem: &str) -> String {
    let tag = problem.split('`').nth(1).unwrap_or("a tag");
    format!("browsers may or may not ignore {tag} where it is")
}
