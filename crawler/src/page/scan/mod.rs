//! Reads the essential facts of common pages in one pass, without a tree.
//!
//! The scanner follows the tree construction of the HTML standard only where it is simple: elements that are closed in
//! order, end tags that the standard lets authors omit, tables without misplaced content. Where a browser would repair
//! the page, it gives up, and the caller parses the page into a tree; so both have the same results. Tests compare them.

mod end;
mod entities;
mod facts;
mod kind;
mod lex;

use url::Url;

use self::{
    entities::decode,
    facts::Facts,
    kind::{Kind, is_drawing, kind},
    lex::{Lexer, Token, is_space},
};
use super::{Essentials, Headers, Position, links};

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

struct Scanner<'a> {
    lexer: Lexer<'a>,
    phase: Phase,
    open: Vec<Open<'a>>,
    facts: Facts<'a>,
}

/// Returns the essential facts of a page; `None` if it needs the full parser.
pub(super) fn scan(html: &str, url: &Url, headers: &Headers) -> Option<Essentials> {
    if html.len() > MOST_BYTES || html.starts_with('\u{feff}') || memchr::memchr(0, html.as_bytes()).is_some() {
        return None;
    }
    let mut scanner = Scanner {
        lexer: Lexer::new(html),
        phase: Phase::Initial,
        open: Vec::with_capacity(64),
        facts: Facts::new(url, headers),
    };
    while !scanner.lexer.is_at_end() {
        match scanner.lexer.next()? {
            Token::Text(text) => scanner.text(text)?,
            Token::Comment => scanner.facts.count_node()?,
            Token::Doctype if scanner.phase == Phase::Initial => scanner.phase = Phase::BeforeHead,
            Token::Doctype => return None,
            Token::Start(name) => scanner.start(name)?,
            Token::End(name) => scanner.end(name)?,
        }
    }
    // An open link ends with the page.
    scanner.facts.close_anchor();
    Some(scanner.facts.finish())
}

impl<'a> Scanner<'a> {
    fn top(&self) -> Option<Kind> {
        self.open.last().map(|open| open.kind)
    }

    fn has(&self, kind: Kind) -> bool {
        self.open.iter().any(|open| open.kind == kind)
    }

    fn text(&mut self, text: &'a str) -> Option<()> {
        let is_inline = self.phase == Phase::Body && !self.top().is_some_and(Kind::is_table_part);
        if is_inline {
            return self.facts.text(text);
        }
        let is_blank = text.bytes().all(is_space);
        match self.phase {
            _ if is_blank => {}
            Phase::Body | Phase::AfterBody => return None,
            _ => {
                self.enter_body();
                return self.facts.text(text);
            }
        }
        Some(())
    }

    fn enter_body(&mut self) {
        self.phase = Phase::Body;
        self.facts.is_body = true;
    }

    fn push(&mut self, name: &'a str, kind: Kind) -> Option<()> {
        let position = part(name, self.role()?);
        self.open.push(Open { name, kind, position });
        self.facts.enter(name)?;
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
            if open.kind == Kind::Anchor {
                self.facts.close_anchor();
            }
            self.facts.leave(open.name);
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
                Some(())
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
        self.facts.enter(name)?;
        match kind {
            Kind::Raw => {
                let text = self.lexer.raw(name)?;
                // A script that writes scripts ends elsewhere than it seems to.
                if text.contains("<!--") && text.to_ascii_lowercase().contains("<script") {
                    return None;
                }
            }
            Kind::Title => {
                let text = self.lexer.raw(name)?;
                self.facts.title(text)?;
            }
            Kind::TextArea => {
                let text = self.lexer.raw(name)?;
                // The first line end of the field does not count; links around fields are rare.
                self.facts.text_of_field(text)?;
            }
            _ => {
                let position = part(name, self.role()?).or_else(|| self.position());
                self.facts.element(kind, &self.lexer.attributes, position)?;
            }
        }
        self.facts.leave(name);
        Some(())
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
            Kind::Table if self.has_paragraph() || self.facts.has_anchor() => return None,
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
        self.facts.element(Kind::Anchor, &self.lexer.attributes, position)
    }

    fn start_in_table(&mut self, name: &'a str, kind: Kind) -> Option<()> {
        if self.top() == Some(Kind::ColGroup) {
            if kind == Kind::Col {
                return Some(());
            }
            self.pop();
        }
        if kind == Kind::Raw && (name.eq_ignore_ascii_case("script") || name.eq_ignore_ascii_case("style")) {
            return self.leaf(name, kind);
        }
        // Links that contain tables would need the spaces of implied rows.
        if self.facts.has_anchor() {
            return None;
        }
        match (kind, self.top()?) {
            (Kind::Caption | Kind::ColGroup, Kind::Table) => self.push(name, kind),
            (Kind::Col, Kind::Table) => self.push_implied("colgroup", Kind::ColGroup),
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
        if !is_text && !is_drawing(name) {
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
                Token::Text(text) => self.facts.text(text)?,
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
