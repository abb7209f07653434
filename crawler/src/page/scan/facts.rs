//! Facts that the scanner collects.

use std::borrow::Cow;

use url::Url;

use super::{Open, Output, Phase, decode, kind::Kind, lex::Raw};
use crate::page::{
    Essentials, Headers, Link, Position, head,
    head::Head,
    limits::{MOST_ITEMS, MOST_LINKS, MOST_TEXT_BYTES},
    links,
    text::collapse,
    tree,
};

/// Nodes inside a link; the full parser has limits for more.
const MOST_NODES: u32 = 1_000;
/// Images of a link that name it.
const MOST_IMAGES: usize = 8;

/// Attributes without character references.
type Attributes<'a> = Vec<(&'a str, Cow<'a, str>)>;

/// A link whose text is being read.
struct Anchor<'a> {
    attributes: Attributes<'a>,
    position: Position,
    text: String,
    /// Alternative texts of its images.
    images: Vec<Cow<'a, str>>,
    nodes: u32,
}

/// Facts so far.
pub(super) struct Facts<'a> {
    url: &'a Url,
    base: Url,
    has_base: bool,
    /// Whether something was resolved with the base address.
    has_resolved: bool,
    /// Whether the body has begun.
    is_body: bool,
    head: Head,
    links: Vec<Link>,
    link_count: u64,
    anchor: Option<Anchor<'a>>,
}

fn attribute<'a>(attributes: &'a Attributes<'_>, name: &str) -> Option<&'a str> {
    attributes.iter().find(|(written, _)| written.eq_ignore_ascii_case(name)).map(|(_, value)| &**value)
}

impl<'a> Facts<'a> {
    pub(super) fn new(url: &'a Url, headers: &Headers) -> Self {
        Self {
            url,
            base: url.clone(),
            has_base: false,
            has_resolved: false,
            is_body: false,
            head: Head::from_headers(headers, url),
            links: Vec::new(),
            link_count: 0,
            anchor: None,
        }
    }

    pub(super) fn finish(mut self) -> Essentials {
        // An open link ends with the page.
        self.close_anchor();
        Essentials {
            titles: self.head.titles,
            descriptions: self.head.descriptions,
            canonicals: self.head.canonicals,
            robots: self.head.robots,
            refresh: self.head.refresh.and_then(|refresh| refresh.target(&self.base)),
            links: self.links,
            link_count: self.link_count,
        }
    }

    fn count_node(&mut self) -> Option<()> {
        let Some(anchor) = &mut self.anchor else { return Some(()) };
        anchor.nodes += 1;
        (anchor.nodes <= MOST_NODES).then_some(())
    }

    fn text_of_field(&mut self) -> Option<()> {
        if self.anchor.is_some() { None } else { self.count_node() }
    }

    fn title(&mut self, text: &str) -> Option<()> {
        // Texts of links with titles inside are not worth their rules.
        if self.anchor.is_some() {
            return None;
        }
        if self.head.titles.len() < MOST_ITEMS {
            self.head.titles.push(collapse(&decode(text, false)?, MOST_TEXT_BYTES));
        }
        Some(())
    }

    /// Enters an element inside a link.
    fn enter(&mut self, name: &str) -> Option<()> {
        self.count_node()?;
        self.leave(name);
        Some(())
    }

    /// Leaves an element inside a link; blocks divide words on both sides.
    fn leave(&mut self, name: &str) {
        if let Some(anchor) = &mut self.anchor
            && anchor.text.len() < MOST_TEXT_BYTES
            && tree::is_block(&name.to_ascii_lowercase())
        {
            anchor.text.push(' ');
        }
    }

    /// Reads an element without children, or the tag of a link.
    fn element(&mut self, kind: Kind, raw: &[Raw<'a>], position: Option<Position>) -> Option<()> {
        let is_named = matches!(kind, Kind::Anchor | Kind::Area | Kind::Base | Kind::Link | Kind::Meta);
        if !(is_named || kind == Kind::Image && self.anchor.is_some()) {
            return Some(());
        }
        let attributes = raw.iter().map(|(name, value)| Some((*name, decode(value, true)?)));
        let attributes = attributes.collect::<Option<Attributes<'a>>>()?;
        match kind {
            Kind::Meta => self.meta(&attributes),
            Kind::Link => {
                let (rel, href) = (attribute(&attributes, "rel"), attribute(&attributes, "href"));
                self.has_resolved |= head::has_word(rel, "canonical");
                self.head.add_link(rel, href, &self.base, self.is_body);
            }
            Kind::Base => return self.base(&attributes),
            Kind::Image => self.image(attributes),
            _ => {
                self.has_resolved = true;
                return self.link(kind, attributes, position.unwrap_or_default());
            }
        }
        Some(())
    }

    fn meta(&mut self, attributes: &Attributes<'a>) {
        if let Some(content) = attribute(attributes, "content") {
            self.head.add_meta(attribute(attributes, "name"), attribute(attributes, "http-equiv"), content);
        }
    }

    fn base(&mut self, attributes: &Attributes<'a>) -> Option<()> {
        let Some(href) = attribute(attributes, "href").filter(|_| !self.has_base) else { return Some(()) };
        self.has_base = true;
        self.base = head::resolve_base(self.url, href);
        // It counts for what is written before it, too.
        (!self.has_resolved).then_some(())
    }

    fn image(&mut self, attributes: Attributes<'a>) {
        let alternative = attributes.into_iter().find(|(name, _)| name.eq_ignore_ascii_case("alt"));
        if let (Some(anchor), Some((_, alternative))) = (&mut self.anchor, alternative)
            && anchor.images.len() < MOST_IMAGES
        {
            anchor.images.push(alternative);
        }
    }

    fn link(&mut self, kind: Kind, attributes: Attributes<'a>, position: Position) -> Option<()> {
        // A link inside a link comes behind it.
        if self.anchor.is_some() {
            return None;
        }
        if attribute(&attributes, "href").is_none() {
            return Some(());
        }
        self.link_count += 1;
        if self.links.len() >= MOST_LINKS {
            return Some(());
        }
        let anchor = Anchor { attributes, position, text: String::new(), images: Vec::new(), nodes: 0 };
        if kind == Kind::Area {
            self.links.push(link(anchor, &self.base));
        } else {
            self.anchor = Some(anchor);
        }
        Some(())
    }

    fn close_anchor(&mut self) {
        if let Some(anchor) = self.anchor.take() {
            self.links.push(link(anchor, &self.base));
        }
    }
}

impl<'a> Output<'a> for Facts<'a> {
    fn has_anchor(&self) -> bool {
        self.anchor.is_some()
    }

    fn doctype(&mut self, _text: &'a str) -> Option<()> {
        Some(())
    }

    fn comment(&mut self, _phase: Phase) -> Option<()> {
        self.count_node()
    }

    fn text(&mut self, text: &'a str) -> Option<()> {
        self.count_node()?;
        if let Some(anchor) = &mut self.anchor
            && anchor.text.len() < MOST_TEXT_BYTES
        {
            anchor.text.push_str(&decode(text, false)?);
        }
        Some(())
    }

    fn blank(&mut self, _text: &'a str, _phase: Phase) -> Option<()> {
        Some(())
    }

    fn head(&mut self, _attributes: &[Raw<'a>]) -> Option<()> {
        Some(())
    }

    fn enter_body(&mut self) {
        self.is_body = true;
    }

    fn end_part(&mut self, _kind: Kind) {}

    fn open(&mut self, open: &Open<'a>, _attributes: &[Raw<'a>]) -> Option<()> {
        self.enter(open.name)
    }

    fn anchor(&mut self, attributes: &[Raw<'a>], position: Option<Position>) -> Option<()> {
        self.element(Kind::Anchor, attributes, position)
    }

    fn imply(&mut self, _name: &'static str) -> Option<()> {
        Some(())
    }

    fn close(&mut self, open: &Open<'a>) {
        if open.kind == Kind::Anchor {
            self.close_anchor();
        }
        self.leave(open.name);
    }

    fn leaf(
        &mut self, (name, kind): (&'a str, Kind), attributes: &[Raw<'a>], text: Option<&'a str>,
        position: Option<Position>,
    ) -> Option<()> {
        self.enter(name)?;
        match (kind, text) {
            (Kind::Title, Some(text)) => self.title(text)?,
            // The first line end of the field does not count; links around fields are rare.
            (Kind::TextArea, _) => self.text_of_field()?,
            (Kind::Raw, _) => {}
            _ => self.element(kind, attributes, position)?,
        }
        self.leave(name);
        Some(())
    }

    fn column(&mut self, _name: &'a str, _attributes: &[Raw<'a>]) -> Option<()> {
        Some(())
    }
}

fn link(anchor: Anchor<'_>, base: &Url) -> Link {
    let Anchor { attributes, position, text, images, .. } = anchor;
    let text = collapse(&text, MOST_TEXT_BYTES);
    links::build(|name| attribute(&attributes, name), text, || images.join(" "), base, position)
}
