//! Facts that the scanner collects.

use std::borrow::Cow;

use url::Url;

use super::{decode, kind::Kind, lex::Raw};
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
    pub(super) is_body: bool,
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

    pub(super) fn finish(self) -> Essentials {
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

    pub(super) const fn has_anchor(&self) -> bool {
        self.anchor.is_some()
    }

    pub(super) fn count_node(&mut self) -> Option<()> {
        let Some(anchor) = &mut self.anchor else { return Some(()) };
        anchor.nodes += 1;
        (anchor.nodes <= MOST_NODES).then_some(())
    }

    pub(super) fn text(&mut self, text: &str) -> Option<()> {
        self.count_node()?;
        if let Some(anchor) = &mut self.anchor
            && anchor.text.len() < MOST_TEXT_BYTES
        {
            anchor.text.push_str(&decode(text, false)?);
        }
        Some(())
    }

    pub(super) fn text_of_field(&mut self, text: &str) -> Option<()> {
        if self.has_anchor() { None } else { self.text(text) }
    }

    pub(super) fn title(&mut self, text: &str) -> Option<()> {
        // Texts of links with titles inside are not worth their rules.
        if self.has_anchor() {
            return None;
        }
        if self.head.titles.len() < MOST_ITEMS {
            self.head.titles.push(collapse(&decode(text, false)?, MOST_TEXT_BYTES));
        }
        Some(())
    }

    /// Enters an element inside a link.
    pub(super) fn enter(&mut self, name: &str) -> Option<()> {
        self.count_node()?;
        self.leave(name);
        Some(())
    }

    /// Leaves an element inside a link; blocks divide words on both sides.
    pub(super) fn leave(&mut self, name: &str) {
        if let Some(anchor) = &mut self.anchor
            && anchor.text.len() < MOST_TEXT_BYTES
            && tree::is_block(&name.to_ascii_lowercase())
        {
            anchor.text.push(' ');
        }
    }

    /// Reads an element without children, or the tag of a link.
    pub(super) fn element(&mut self, kind: Kind, raw: &[Raw<'a>], position: Option<Position>) -> Option<()> {
        let is_named = matches!(kind, Kind::Anchor | Kind::Area | Kind::Base | Kind::Link | Kind::Meta);
        if !(is_named || kind == Kind::Image && self.has_anchor()) {
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
        if self.has_anchor() {
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

    pub(super) fn close_anchor(&mut self) {
        if let Some(anchor) = self.anchor.take() {
            self.links.push(link(anchor, &self.base));
        }
    }
}

fn link(anchor: Anchor<'_>, base: &Url) -> Link {
    let Anchor { attributes, position, text, images, .. } = anchor;
    let text = collapse(&text, MOST_TEXT_BYTES);
    links::build(|name| attribute(&attributes, name), text, || images.join(" "), base, position)
}
