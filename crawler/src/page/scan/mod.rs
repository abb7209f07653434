//! Reads common pages in one pass: to their essential facts without a tree, or to the tree that the full parser would build.
//!
//! The scanner follows the tree construction of the HTML standard only where it is simple: elements that are closed in
//! order, end tags that the standard lets authors omit, tables without misplaced content. Where a browser would repair
//! the page, it gives up, and the caller parses the page with the full parser; so both have the same results. Tests compare
//! them.

mod build;
mod end;
mod entities;
mod facts;
mod kind;
mod lex;
mod svg;

use url::Url;

use self::{
    build::Builder,
    entities::decode,
    facts::Facts,
    kind::{Kind, kind},
    lex::{Lexer, Raw, Token, is_space},
};
use super::{Essentials, Headers, Position, links, tree::Tree};

/// Bytes of a page; the full parser has limits for longer ones.
const MOST_BYTES: usize = 1_000_000;
/// Nesting depth, below that at which the full parser joins elements.
const MOST_LEVELS: usize = 400;

/// Part of the document, as in the standard's insertion modes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Phase {
    Initial,
    BeforeHead,
    Head,
    AfterHead,
    Body,
    AfterBody,
}

/// An open element.
struct Open<'a> {
    name: &'a str,
    kind: Kind,
    position: Option<Position>,
}

/// Receives what the scanner reads. Each call returns `None` if the page needs the full parser.
trait Output<'a> {
    /// Whether a link is open.
    fn has_anchor(&self) -> bool;

    fn doctype(&mut self, text: &'a str) -> Option<()>;

    fn comment(&mut self, phase: Phase) -> Option<()>;

    /// Text inside a line.
    fn text(&mut self, text: &'a str) -> Option<()>;

    /// White space that belongs to no line.
    fn blank(&mut self, text: &'a str, phase: Phase) -> Option<()>;

    /// The head begins with a tag of its own.
    fn head(&mut self, attributes: &[Raw<'a>]) -> Option<()>;

    fn enter_body(&mut self);

    /// The body or the document ends with a tag of its own.
    fn end_part(&mut self, kind: Kind);

    fn open(&mut self, open: &Open<'a>, attributes: &[Raw<'a>]) -> Option<()>;

    /// The link that was opened last.
    fn anchor(&mut self, attributes: &[Raw<'a>], position: Option<Position>) -> Option<()>;

    /// An element without a tag of its own is open.
    fn imply(&mut self, name: &'static str) -> Option<()>;

    fn close(&mut self, open: &Open<'a>);

    /// An element without children but `text`.
    fn leaf(
        &mut self, leaf: (&'a str, Kind), attributes: &[Raw<'a>], text: Option<&'a str>, position: Option<Position>,
    ) -> Option<()>;

    /// A column of a table.
    fn column(&mut self, name: &'a str, attributes: &[Raw<'a>]) -> Option<()>;
}

struct Scanner<'a, O> {
    lexer: Lexer<'a>,
    phase: Phase,
    open: Vec<Open<'a>>,
    output: O,
}

/// Returns the essential facts of a page; `None` if it needs the full parser.
pub(super) fn scan(html: &str, url: &Url, headers: &Headers) -> Option<Essentials> {
    run(html, Facts::new(url, headers)).map(Facts::finish)
}

/// Returns the tree of a page; `None` if it needs the full parser.
pub(super) fn tree(html: &str) -> Option<Tree> {
    run(html, Builder::new(html))?.finish()
}

fn run<'a, O: Output<'a>>(html: &'a str, output: O) -> Option<O> {
    if html.len() > MOST_BYTES || html.starts_with('\u{feff}') || memchr::memchr(0, html.as_bytes()).is_some() {
        return None;
    }
    let mut scanner = Scanner { lexer: Lexer::new(html), phase: Phase::Initial, open: Vec::with_capacity(64), output };
    while !scanner.lexer.is_at_end() {
        match scanner.lexer.next()? {
            Token::Text(text) => scanner.text(text)?,
            Token::Comment => scanner.output.comment(scanner.phase)?,
            Token::Doctype(text) if scanner.phase == Phase::Initial => {
                scanner.output.doctype(text)?;
                scanner.phase = Phase::BeforeHead;
            }
            Token::Doctype(_) => return None,
            Token::Start(name) => scanner.start(name)?,
            Token::End(name) => scanner.end(name)?,
        }
    }
    Some(scanner.output)
}

impl<'a, O: Output<'a>> Scanner<'a, O> {
    fn top(&self) -> Option<Kind> {
        self.open.last().map(|open| open.kind)
    }

    fn has(&self, kind: Kind) -> bool {
        self.open.iter().any(|open| open.kind == kind)
    }

    fn text(&mut self, text: &'a str) -> Option<()> {
        let is_inline = self.phase == Phase::Body && !self.top().is_some_and(Kind::is_table_part);
        if is_inline {
            return self.output.text(text);
        }
        let words = text.trim_start_matches(|character: char| u8::try_from(character).is_ok_and(is_space));
        if words.is_empty() {
            return self.output.blank(text, self.phase);
        }
        // A reference to white space would not begin the body.
        if self.phase >= Phase::Body || words.starts_with('&') {
            return None;
        }
        self.output.blank(&text[..text.len() - words.len()], self.phase)?;
        self.enter_body();
        self.output.text(words)
    }

    fn enter_body(&mut self) {
        self.phase = Phase::Body;
        self.output.enter_body();
    }

    fn push(&mut self, name: &'a str, kind: Kind) -> Option<()> {
        let position = part(name, self.role()?);
        let open = Open { name, kind, position };
        self.output.open(&open, &self.lexer.attributes)?;
        self.open.push(open);
        (self.open.len() <= MOST_LEVELS).then_some(())
    }

    /// Returns the attribute `role` of the latest start tag as written; it has no character references.
    fn role(&self) -> Option<Option<&'a str>> {
        let role = self.lexer.attributes.iter().find(|(name, _)| name.eq_ignore_ascii_case("role"));
        let role = role.map(|(_, value)| *value);
        if role.is_some_and(|role| role.contains(['&', '\r'])) { None } else { Some(role) }
    }

    fn pop(&mut self) {
        if let Some(open) = self.open.pop() {
            self.output.close(&open);
        }
    }

    fn start(&mut self, name: &'a str) -> Option<()> {
        if self.has_svg() {
            return self.start_drawing(name);
        }
        let kind = kind(name);
        match self.phase {
            Phase::Body => self.start_in_body(name, kind),
            Phase::AfterBody => None,
            _ => self.start_in_head(name, kind),
        }
    }

    fn start_in_head(&mut self, name: &'a str, kind: Kind) -> Option<()> {
        match kind {
            Kind::Html if self.phase <= Phase::BeforeHead && self.open.is_empty() => {
                self.phase = Phase::BeforeHead;
                self.push(name, kind)
            }
            Kind::Head if self.phase <= Phase::BeforeHead => {
                self.phase = Phase::Head;
                self.output.head(&self.lexer.attributes)
            }
            Kind::Meta | Kind::Link | Kind::Base | Kind::Title | Kind::Raw if self.phase == Phase::AfterHead => None,
            Kind::Raw if name.eq_ignore_ascii_case("iframe") || name.eq_ignore_ascii_case("noembed") => None,
            Kind::Meta | Kind::Link | Kind::Base | Kind::Title | Kind::Raw => {
                self.phase = Phase::Head;
                self.leaf(name, kind)
            }
            Kind::Html | Kind::Head | Kind::Unusual => None,
            Kind::Body => {
                self.enter_body();
                self.push(name, kind)
            }
            _ => {
                self.enter_body();
                self.start_in_body(name, kind)
            }
        }
    }

    /// Reads an element that has no children in the tree but text.
    fn leaf(&mut self, name: &'a str, kind: Kind) -> Option<()> {
        let (mut text, mut position) = (None, None);
        match kind {
            Kind::Raw => {
                let source = self.lexer.raw(name)?;
                // A script that writes scripts ends elsewhere than it seems to.
                if source.contains("<!--") && source.to_ascii_lowercase().contains("<script") {
                    return None;
                }
                text = Some(source);
            }
            Kind::Title | Kind::TextArea => text = Some(self.lexer.raw(name)?),
            _ => position = part(name, self.role()?).or_else(|| self.position()),
        }
        self.output.leaf((name, kind), &self.lexer.attributes, text, position)
    }

    fn position(&self) -> Option<Position> {
        self.open.iter().rev().find_map(|open| open.position)
    }

    fn start_in_body(&mut self, name: &'a str, kind: Kind) -> Option<()> {
        let top = self.top();
        if top.is_some_and(Kind::is_table_part) {
            return self.start_in_table(name, kind);
        }
        if matches!(top, Some(Kind::Select | Kind::Option | Kind::OptGroup)) && self.has(Kind::Select) {
            return self.start_in_select(name, kind);
        }
        match kind {
            Kind::Plain | Kind::Formatting | Kind::Object => self.push(name, kind),
            Kind::Anchor => self.start_anchor(name),
            Kind::Block | Kind::Paragraph | Kind::Heading | Kind::Item | Kind::Term | Kind::Form | Kind::Table => {
                self.start_block(name, kind)
            }
            Kind::Button | Kind::Select | Kind::Svg if !self.has(kind) => {
                self.push(name, kind)?;
                if kind == Kind::Svg && self.lexer.is_self_closing {
                    self.pop();
                }
                Some(())
            }
            Kind::Option | Kind::OptGroup => {
                if self.top() == Some(Kind::Option) {
                    self.pop();
                }
                self.push(name, kind)
            }
            Kind::Rule => {
                self.close_paragraph()?;
                self.leaf(name, kind)
            }
            _ if kind.is_leaf() => self.leaf(name, kind),
            Kind::Rows | Kind::Row | Kind::Cell if top.is_some() => {
                self.close_cell()?;
                self.start_in_table(name, kind)
            }
            _ => None,
        }
    }

    /// Opens an element that closes a paragraph.
    fn start_block(&mut self, name: &'a str, kind: Kind) -> Option<()> {
        match kind {
            Kind::Form if self.has(kind) => return None,
            // Without a document type, tables do not close paragraphs.
            Kind::Table if self.has_paragraph() || self.output.has_anchor() => return None,
            Kind::Item | Kind::Term => self.close_item(kind)?,
            _ => {}
        }
        self.close_paragraph()?;
        if kind == Kind::Heading && self.top() == Some(Kind::Heading) {
            return None;
        }
        self.push(name, kind)
    }

    fn start_anchor(&mut self, name: &'a str) -> Option<()> {
        if self.has(Kind::Anchor) {
            return None;
        }
        let position = part(name, self.role()?).or_else(|| self.position());
        // Pushed first, so that the link's own tag is not part of its text.
        self.push(name, Kind::Anchor)?;
        self.output.anchor(&self.lexer.attributes, position)
    }

    fn start_in_table(&mut self, name: &'a str, kind: Kind) -> Option<()> {
        if self.top() == Some(Kind::ColGroup) {
            if kind == Kind::Col {
                return self.output.column(name, &self.lexer.attributes);
            }
            self.pop();
        }
        if kind == Kind::Raw && (name.eq_ignore_ascii_case("script") || name.eq_ignore_ascii_case("style")) {
            return self.leaf(name, kind);
        }
        // Links that contain tables would need the spaces of implied rows.
        if self.output.has_anchor() {
            return None;
        }
        match (kind, self.top()?) {
            (Kind::Caption | Kind::ColGroup, Kind::Table) => self.push(name, kind),
            (Kind::Col, Kind::Table) => {
                self.push_implied("colgroup", Kind::ColGroup)?;
                self.output.column(name, &self.lexer.attributes)
            }
            (Kind::Rows, top) => {
                if top == Kind::Row {
                    self.pop();
                }
                if self.top()? == Kind::Rows {
                    self.pop();
                }
                self.push(name, kind)
            }
            (Kind::Row, top) => {
                if top == Kind::Row {
                    self.pop();
                }
                if self.top()? == Kind::Table {
                    self.push_implied("tbody", Kind::Rows)?;
                }
                self.push(name, kind)
            }
            (Kind::Cell, top) => {
                if top == Kind::Table {
                    self.push_implied("tbody", Kind::Rows)?;
                }
                if top != Kind::Row {
                    self.push_implied("tr", Kind::Row)?;
                }
                self.push(name, kind)
            }
            _ => None,
        }
    }

    fn push_implied(&mut self, name: &'static str, kind: Kind) -> Option<()> {
        self.output.imply(name)?;
        self.open.push(Open { name, kind, position: None });
        (self.open.len() <= MOST_LEVELS).then_some(())
    }

    fn start_in_select(&mut self, name: &'a str, kind: Kind) -> Option<()> {
        match kind {
            Kind::Option | Kind::OptGroup => {
                if self.top() == Some(Kind::Option) {
                    self.pop();
                }
                if kind == Kind::OptGroup && self.top() == Some(Kind::OptGroup) {
                    self.pop();
                }
                self.push(name, kind)
            }
            _ => None,
        }
    }

    fn has_svg(&self) -> bool {
        self.top() == Some(Kind::Svg)
    }

    /// Inside a drawing all elements have the kind of the drawing.
    fn start_drawing(&mut self, name: &'a str) -> Option<()> {
        let is_text = name.eq_ignore_ascii_case("title") || name.eq_ignore_ascii_case("desc");
        if !is_text && svg::element(name).is_none() {
            return None;
        }
        self.push(name, Kind::Svg)?;
        if self.lexer.is_self_closing {
            self.pop();
            return Some(());
        }
        if is_text {
            // A title holds HTML; only text is common.
            return self.text_of_drawing(name);
        }
        Some(())
    }

    fn text_of_drawing(&mut self, name: &str) -> Option<()> {
        while !self.lexer.is_at_end() {
            match self.lexer.next()? {
                Token::Text(text) => self.output.text(text)?,
                Token::End(end) if end.eq_ignore_ascii_case(name) => {
                    self.pop();
                    return Some(());
                }
                _ => return None,
            }
        }
        None
    }
}

fn part(name: &str, role: Option<&str>) -> Option<Position> {
    let is_lower = !name.bytes().any(|byte| byte.is_ascii_uppercase());
    if is_lower { links::part(name, role) } else { links::part(&name.to_ascii_lowercase(), role) }
}

#[cfg(test)]
mod tests;
