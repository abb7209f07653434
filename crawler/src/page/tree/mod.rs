//! The tree of a page, as a browser would build it, in one vector.

mod parse;
mod sink;
mod walk;

use html5ever::{Attribute, LocalName, ns, tendril::StrTendril};

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
}

impl Element {
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
    /// Returns whether the page has a document type that asks for standards mode.
    pub(crate) is_standards_mode: bool,
    /// Returns whether the page was cut at a limit.
    pub(crate) is_truncated: bool,
}

impl Tree {
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
                    if self.element(id).is_some_and(|element| is_block(&element.name)) {
                        text.push(' ');
                    }
                    continue;
                }
            };
            match &self.node(id).data {
                Data::Text(part) => text.push_str(part),
                Data::Element(element) if is_silent(element) => walk.skip_children(),
                Data::Element(element) if is_block(&element.name) => text.push(' '),
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
pub(crate) fn is_silent(element: &Element) -> bool {
    matches!(&*element.name, "script" | "style" | "template" | "noscript" | "noembed" | "noframes" | "iframe")
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
