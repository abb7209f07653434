//! The tree of a page, as a browser would build it, in one vector.

mod parse;
mod sink;
mod walk;

use html5ever::{Attribute, LocalName, ns, tendril::StrTendril};

use super::{Cancelled, scan};

pub(crate) use parse::parse;
pub(crate) use walk::Step;

/// Index of a node in its [`Tree`].
pub(crate) type NodeId = u32;
/// Stands for the absence of a node.
pub(crate) const NONE: NodeId = u32::MAX;
/// The document itself.
pub(crate) const ROOT: NodeId = 0;

/// One node. Links to other nodes are [`NONE`] where there is no such node.
#[derive(Debug)]
pub(crate) struct Node {
    pub(crate) parent: NodeId,
    pub(crate) first: NodeId,
    pub(crate) last: NodeId,
    pub(crate) previous: NodeId,
    pub(crate) next: NodeId,
    pub(crate) data: Data,
}

/// What a node holds.
#[derive(Debug)]
pub(crate) enum Data {
    Document,
    Element(Element),
    Text(StrTendril),
    /// Comments and processing instructions.
    Other,
}

#[derive(Debug)]
pub(crate) struct Element {
    pub(crate) name: LocalName,
    /// False for elements of SVG and MathML.
    pub(crate) is_html: bool,
    pub(crate) attributes: Vec<Attribute>,
    /// Whether browsers never show its text.
    pub(crate) is_silent: bool,
    /// Whether it divides words: one that is not inside a line of text.
    pub(crate) is_block: bool,
}

impl Element {
    pub(crate) fn new(name: LocalName, is_html: bool, attributes: Vec<Attribute>) -> Self {
        let (is_silent, is_block) = (is_silent(&name), is_block(&name));
        Self { name, is_html, attributes, is_silent, is_block }
    }

    /// Returns the value of an attribute.
    pub(crate) fn attribute(&self, name: &str) -> Option<&str> {
        let found =
            self.attributes.iter().find(|attribute| attribute.name.ns == ns!() && *attribute.name.local == *name);
        found.map(|attribute| &*attribute.value)
    }
}

/// A page as nodes.
#[derive(Debug)]
pub(crate) struct Tree {
    pub(crate) nodes: Vec<Node>,
    /// Elements in document order.
    order: Vec<NodeId>,
    /// Returns whether the page has a document type that asks for standards mode.
    pub(crate) is_standards_mode: bool,
    /// Returns whether the page was cut at a limit.
    pub(crate) is_truncated: bool,
}

/// Returns the tree of a page: by the scanner if the page is common, otherwise by the full parser.
pub(crate) fn read(html: &str, is_cancelled: &dyn Fn() -> bool) -> Result<Tree, Cancelled> {
    if is_cancelled() {
        return Err(Cancelled);
    }
    scan::tree(html).map_or_else(|| parse(html, is_cancelled), Ok)
}

impl Tree {
    pub(crate) fn new(nodes: Vec<Node>, is_standards_mode: bool) -> Self {
        let mut tree = Self { nodes, order: Vec::new(), is_standards_mode, is_truncated: false };
        tree.order = tree.elements(ROOT).map(|(id, _)| id).collect();
        tree
    }

    /// Returns all elements in document order, also inside templates.
    pub(crate) fn all(&self) -> impl Iterator<Item = (NodeId, &Element)> {
        self.order.iter().filter_map(|id| Some((*id, self.element(*id)?)))
    }

    /// Returns whether an element has the attribute.
    pub(crate) fn has_attribute(&self, name: &str) -> bool {
        self.all().any(|(_, element)| element.attribute(name).is_some())
    }

    pub(crate) fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id as usize]
    }

    pub(crate) fn element(&self, id: NodeId) -> Option<&Element> {
        match &self.node(id).data {
            Data::Element(element) => Some(element),
            _ => None,
        }
    }

    /// Appends the text below a node, without that of scripts, style sheets and templates. Stops at `most_bytes` and
    /// after about as many nodes, so that nested elements without text take no time.
    pub(crate) fn push_text(&self, id: NodeId, text: &mut String, most_bytes: usize) {
        let mut walk = self.walk(id);
        let mut steps = most_bytes.saturating_mul(4).saturating_add(1_000);
        while steps > 0
            && text.len() < most_bytes
            && let Some(step) = walk.next()
        {
            steps -= 1;
            let id = match step {
                Step::Enter(id) => id,
                Step::Leave(id) => {
                    if self.element(id).is_some_and(|element| element.is_block) {
                        text.push(' ');
                    }
                    continue;
                }
            };
            match &self.node(id).data {
                Data::Text(part) => text.push_str(part),
                Data::Element(element) if element.is_silent => walk.skip_children(),
                Data::Element(element) if element.is_block => text.push(' '),
                _ => {}
            }
        }
    }

    /// Returns the text below a node with white space collapsed.
    pub(crate) fn text(&self, id: NodeId, most_bytes: usize) -> String {
        let mut text = String::new();
        self.push_text(id, &mut text, most_bytes);
        super::text::collapse(&text, most_bytes)
    }

    /// Returns the text nodes directly below a node, unchanged: the source of a script or style sheet.
    pub(crate) fn source(&self, id: NodeId) -> impl Iterator<Item = &str> {
        let text = |id: NodeId| if let Data::Text(text) = &self.node(id).data { Some(&**text) } else { None };
        let next = |id: &NodeId| Some(self.node(*id).next).filter(|next| *next != NONE);
        std::iter::successors(Some(self.node(id).first).filter(|first| *first != NONE), next).filter_map(text)
    }

    pub(crate) fn source_bytes(&self, id: NodeId) -> u64 {
        self.source(id).map(|text| text.len() as u64).sum()
    }
}

/// Returns whether browsers never show the text of an element.
fn is_silent(name: &str) -> bool {
    matches!(name, "script" | "style" | "template" | "noscript" | "noembed" | "noframes" | "iframe")
}

/// Returns whether an element divides words: one that is not inside a line of text.
pub(crate) fn is_block(name: &str) -> bool {
    matches!(
        name,
        "p" | "div"
            | "br"
            | "li"
            | "ul"
            | "ol"
            | "td"
            | "th"
            | "tr"
            | "table"
            | "section"
            | "article"
            | "header"
            | "footer"
            | "nav"
            | "aside"
            | "main"
            | "h1"
            | "h2"
            | "h3"
            | "h4"
            | "h5"
            | "h6"
            | "dt"
            | "dd"
            | "blockquote"
            | "pre"
            | "option"
            | "form"
    )
}
