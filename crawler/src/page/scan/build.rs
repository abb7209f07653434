//! Builds the tree of a page that the scanner reads, as the full parser would.

use std::borrow::Cow;

use html5ever::{Attribute, LocalName, QualName, ns, tendril::StrTendril};

use super::{Open, Output, Phase, decode, kind::Kind, lex::Raw, svg};
use crate::page::{
    Position, limits,
    tree::{Data, Element, NONE, Node, NodeId, ROOT, Tree, parse},
};

/// The tree so far.
pub(super) struct Builder<'a> {
    nodes: Vec<Node>,
    html: &'a str,
    /// The page; texts of nodes are parts of it.
    whole: StrTendril,
    root: NodeId,
    head: NodeId,
    body: NodeId,
    /// Open elements inside the body.
    open: Vec<NodeId>,
    is_in_body: bool,
    is_after_html: bool,
    /// Whether a line end that comes next does not count.
    skips_line_end: bool,
    is_standards_mode: bool,
}

impl<'a> Builder<'a> {
    pub(super) fn new(html: &'a str) -> Self {
        let mut nodes = Vec::with_capacity(html.len() / 24 + 8);
        nodes.push(node(NONE, NONE, Data::Document));
        Self {
            nodes,
            html,
            whole: StrTendril::from(html),
            root: NONE,
            head: NONE,
            body: NONE,
            open: Vec::with_capacity(64),
            is_in_body: false,
            is_after_html: false,
            skips_line_end: false,
            is_standards_mode: false,
        }
    }

    pub(super) fn finish(mut self) -> Option<Tree> {
        self.body()?;
        Some(Tree::new(self.nodes, self.is_standards_mode))
    }

    fn append(&mut self, parent: NodeId, data: Data) -> Option<NodeId> {
        let id = u32::try_from(self.nodes.len()).ok()?;
        if self.nodes.len() >= limits::MOST_NODES {
            return None;
        }
        let above = self.nodes.get_mut(parent as usize)?;
        let previous = std::mem::replace(&mut above.last, id);
        if previous == NONE {
            above.first = id;
        } else {
            self.nodes.get_mut(previous as usize)?.next = id;
        }
        self.nodes.push(node(parent, previous, data));
        Some(id)
    }

    fn append_text(&mut self, parent: NodeId, text: &'a str) -> Option<()> {
        let skips = std::mem::take(&mut self.skips_line_end);
        let mut text = self.tendril(decode(text, false)?);
        if skips && text.starts_with('\n') {
            text.pop_front(1);
        }
        if text.is_empty() {
            return Some(());
        }
        let last = self.nodes.get(parent as usize)?.last;
        if let Some(Node { data: Data::Text(before), .. }) = self.nodes.get_mut(last as usize) {
            before.push_tendril(&text);
        } else {
            self.append(parent, Data::Text(text))?;
        }
        Some(())
    }

    /// Returns a text; a part of the page is not copied.
    fn tendril(&self, text: Cow<'a, str>) -> StrTendril {
        match text {
            Cow::Owned(text) => StrTendril::from(text),
            Cow::Borrowed(text) => {
                let start = (text.as_ptr() as usize).wrapping_sub(self.html.as_ptr() as usize);
                match (u32::try_from(start), u32::try_from(text.len())) {
                    (Ok(start), Ok(length)) => {
                        self.whole.try_subtendril(start, length).unwrap_or_else(|_| StrTendril::from(text))
                    }
                    _ => StrTendril::from(text),
                }
            }
        }
    }

    fn element(&mut self, parent: NodeId, name: &str, attributes: &[Raw<'a>]) -> Option<NodeId> {
        let attributes = self.attributes(attributes)?;
        self.append_element(parent, Element::new(lower(name), true, attributes))
    }

    /// Adds an element of SVG, whose names have capitals.
    fn drawing(&mut self, parent: NodeId, name: &str, attributes: &[Raw<'a>]) -> Option<NodeId> {
        let mut attributes = self.attributes(attributes)?;
        for attribute in &mut attributes {
            match svg::attribute(&attribute.name.local) {
                Some(name) => attribute.name.local = LocalName::from(name),
                None if &*attribute.name.local == "xmlns" => attribute.name.ns = ns!(xmlns),
                // Namespaces are left to the full parser.
                None if attribute.name.local.contains(':') => return None,
                None => {}
            }
        }
        let name = svg::element(name).map_or_else(|| lower(name), LocalName::from);
        self.append_element(parent, Element::new(name, false, attributes))
    }

    fn append_element(&mut self, parent: NodeId, element: Element) -> Option<NodeId> {
        self.skips_line_end = false;
        self.append(parent, Data::Element(element))
    }

    fn attributes(&self, attributes: &[Raw<'a>]) -> Option<Vec<Attribute>> {
        let mut read: Vec<Attribute> = Vec::with_capacity(attributes.len());
        for (name, value) in attributes {
            let name = QualName::new(None, ns!(), lower(name));
            // The first of attributes with one name counts.
            if read.iter().all(|other| other.name.local != name.local) {
                read.push(Attribute { name, value: self.tendril(decode(value, true)?) });
            }
        }
        Some(read)
    }

    /// Returns the `html` element; adds it if the page has no tag for it.
    fn root(&mut self) -> Option<NodeId> {
        if self.root == NONE {
            self.root = self.element(ROOT, "html", &[])?;
        }
        Some(self.root)
    }

    fn begin_head(&mut self, attributes: &[Raw<'a>]) -> Option<NodeId> {
        if self.head == NONE {
            let root = self.root()?;
            self.head = self.element(root, "head", attributes)?;
        }
        Some(self.head)
    }

    fn begin_body(&mut self, attributes: &[Raw<'a>]) -> Option<NodeId> {
        if self.body == NONE {
            self.begin_head(&[])?;
            let root = self.root()?;
            self.body = self.element(root, "body", attributes)?;
        }
        Some(self.body)
    }

    fn body(&mut self) -> Option<NodeId> {
        self.begin_body(&[])
    }

    /// Returns the innermost open element.
    fn current(&mut self) -> Option<NodeId> {
        match self.open.last() {
            Some(open) => Some(*open),
            None if self.is_in_body => self.body(),
            None => self.begin_head(&[]),
        }
    }
}

impl<'a> Output<'a> for Builder<'a> {
    fn has_anchor(&self) -> bool {
        false
    }

    fn doctype(&mut self, text: &'a str) -> Option<()> {
        // Document types of earlier versions have rules of their own.
        self.is_standards_mode = text.eq_ignore_ascii_case("<!doctype html>")
            || parse(text, &|| false).is_ok_and(|tree| tree.is_standards_mode);
        Some(())
    }

    fn comment(&mut self, phase: Phase) -> Option<()> {
        self.skips_line_end = false;
        let parent = match phase {
            _ if self.root == NONE && !self.is_in_body => ROOT,
            Phase::AfterBody if self.is_after_html => ROOT,
            Phase::Initial | Phase::BeforeHead | Phase::AfterHead | Phase::AfterBody => self.root()?,
            Phase::Head | Phase::Body => self.current()?,
        };
        self.append(parent, Data::Other).map(|_| ())
    }

    fn text(&mut self, text: &'a str) -> Option<()> {
        let parent = self.current()?;
        self.append_text(parent, text)
    }

    fn blank(&mut self, text: &'a str, phase: Phase) -> Option<()> {
        let parent = match phase {
            Phase::Initial | Phase::BeforeHead => return Some(()),
            Phase::AfterHead => self.root()?,
            Phase::Head | Phase::Body | Phase::AfterBody => self.current()?,
        };
        self.append_text(parent, text)
    }

    fn head(&mut self, attributes: &[Raw<'a>]) -> Option<()> {
        self.begin_head(attributes).map(|_| ())
    }

    fn enter_body(&mut self) {
        self.is_in_body = true;
    }

    fn end_part(&mut self, kind: Kind) {
        self.skips_line_end = false;
        self.is_after_html |= kind == Kind::Html;
    }

    fn open(&mut self, open: &Open<'a>, attributes: &[Raw<'a>]) -> Option<()> {
        match open.kind {
            Kind::Svg => {
                let parent = self.current()?;
                let id = self.drawing(parent, open.name, attributes)?;
                self.open.push(id);
            }
            Kind::Html => self.root = self.element(ROOT, open.name, attributes)?,
            Kind::Body => {
                self.begin_body(attributes)?;
            }
            _ => {
                let parent = self.current()?;
                let id = self.element(parent, open.name, attributes)?;
                self.open.push(id);
                self.skips_line_end = matches!(&*open.name.to_ascii_lowercase(), "pre" | "listing");
            }
        }
        Some(())
    }

    fn anchor(&mut self, _attributes: &[Raw<'a>], _position: Option<Position>) -> Option<()> {
        Some(())
    }

    fn imply(&mut self, name: &'static str) -> Option<()> {
        let parent = self.current()?;
        let id = self.element(parent, name, &[])?;
        self.open.push(id);
        Some(())
    }

    fn close(&mut self, open: &Open<'a>) {
        self.skips_line_end = false;
        if !matches!(open.kind, Kind::Html | Kind::Body) {
            self.open.pop();
        }
    }

    fn leaf(
        &mut self, (name, kind): (&'a str, Kind), attributes: &[Raw<'a>], text: Option<&'a str>,
        _position: Option<Position>,
    ) -> Option<()> {
        let parent = self.current()?;
        let id = self.element(parent, name, attributes)?;
        let Some(text) = text.filter(|text| !text.is_empty()) else { return Some(()) };
        if kind != Kind::Raw {
            self.skips_line_end = kind == Kind::TextArea;
            return self.append_text(id, text);
        }
        let text = if text.contains('\r') { Cow::Owned(line_ends(text)) } else { Cow::Borrowed(text) };
        let text = self.tendril(text);
        self.append(id, Data::Text(text)).map(|_| ())
    }

    fn column(&mut self, name: &'a str, attributes: &[Raw<'a>]) -> Option<()> {
        let parent = self.current()?;
        self.element(parent, name, attributes).map(|_| ())
    }
}

const fn node(parent: NodeId, previous: NodeId, data: Data) -> Node {
    Node { parent, first: NONE, last: NONE, previous, next: NONE, data }
}

fn lower(name: &str) -> LocalName {
    if name.bytes().any(|byte| byte.is_ascii_uppercase()) {
        LocalName::from(name.to_ascii_lowercase())
    } else {
        LocalName::from(name)
    }
}

/// Returns a text with the line ends of HTML.
fn line_ends(text: &str) -> String {
    text.replace("\r\n", "\n").replace('\r', "\n")
}
