//! The tree of a page, as a browser would build it, in one vector.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, DefaultHasher};

use html5ever::tendril::StrTendril;
use html5ever::{Attribute, LocalName, local_name};

/// Index of a node in its [`Tree`].
pub(crate) type NodeId = usize;
/// Stands for the absence of a node.
pub(crate) const NONE: NodeId = usize::MAX;
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

/// An element.
#[derive(Debug)]
pub(crate) struct Element {
    pub(crate) name: LocalName,
    pub(crate) attributes: Vec<Attribute>,
}

impl Element {
    /// Returns the value of an attribute.
    pub(crate) fn attribute(&self, name: &str) -> Option<&str> {
        self.attributes.iter().find(|one| *one.name.local == *name).map(|one| &*one.value)
    }

    /// Returns the value of an attribute by its interned name.
    pub(crate) fn value(&self, name: &LocalName) -> Option<&str> {
        self.attributes.iter().find(|one| one.name.local == *name).map(|one| &*one.value)
    }

    /// Returns true if the element has a class.
    pub(crate) fn has_class(&self, class: &str) -> bool {
        self.classes().any(|one| one == class)
    }

    pub(crate) fn classes(&self) -> impl Iterator<Item = &str> {
        self.value(&local_name!("class")).unwrap_or_default().split_ascii_whitespace()
    }
}

/// An error of the HTML.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct ParseProblem {
    /// Line, from 1.
    pub(crate) line: u64,
    /// What the parser reports.
    pub(crate) message: String,
}

/// A page as nodes.
#[derive(Debug, Default)]
pub(crate) struct Tree {
    pub(crate) nodes: Vec<Node>,
    /// Errors of the HTML, at most a few.
    pub(crate) problems: Vec<ParseProblem>,
    /// True if the page was cut at a limit.
    pub(crate) is_truncated: bool,
    /// The elements in document order, and by their name.
    order: Vec<NodeId>,
    by_name: HashMap<LocalName, Vec<NodeId>, BuildHasherDefault<DefaultHasher>>,
}

impl Tree {
    /// Creates a tree of nodes that are linked already.
    pub(super) fn new(nodes: Vec<Node>, problems: Vec<ParseProblem>) -> Self {
        let mut tree = Self { nodes, problems, ..Self::default() };
        let order: Vec<NodeId> = tree.elements(ROOT).map(|(id, _)| id).collect();
        let mut by_name: HashMap<_, Vec<NodeId>, _> = HashMap::default();
        for (id, element) in order.iter().filter_map(|id| Some((*id, tree.element(*id)?))) {
            by_name.entry(element.name.clone()).or_default().push(id);
        }
        (tree.order, tree.by_name) = (order, by_name);
        tree
    }

    pub(crate) fn element(&self, id: NodeId) -> Option<&Element> {
        match &self.nodes.get(id)?.data {
            Data::Element(element) => Some(element),
            _ => None,
        }
    }

    pub(crate) fn parent(&self, id: NodeId) -> Option<NodeId> {
        self.nodes.get(id).map(|node| node.parent).filter(|parent| *parent != NONE)
    }

    /// Iterates over the node's ancestors, nearest first.
    pub(crate) fn ancestors(&self, id: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        std::iter::successors(self.parent(id), |id| self.parent(*id))
    }

    /// Iterates over the children of a node.
    pub(crate) fn children(&self, id: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        let link = |id: NodeId| Some(id).filter(|id| *id != NONE);
        let first = self.nodes.get(id).and_then(|node| link(node.first));
        std::iter::successors(first, move |id| self.nodes.get(*id).and_then(|node| link(node.next)))
    }

    /// Returns the closest previous sibling that is an element.
    pub(crate) fn previous_element(&self, id: NodeId) -> Option<NodeId> {
        let previous = |id: &NodeId| self.nodes.get(*id).map(|node| node.previous).filter(|id| *id != NONE);
        std::iter::successors(previous(&id), previous).find(|id| self.element(*id).is_some())
    }

    /// Returns the closest next sibling that is an element.
    pub(crate) fn next_element(&self, id: NodeId) -> Option<NodeId> {
        let next = |id: &NodeId| self.nodes.get(*id).map(|node| node.next).filter(|id| *id != NONE);
        std::iter::successors(next(&id), next).find(|id| self.element(*id).is_some())
    }

    /// Iterates over a node and everything below it, in document order.
    pub(crate) fn walk(&self, root: NodeId) -> Walk<'_> {
        Walk { tree: self, root, next: Some(Step::Enter(root)), latest: root }
    }

    /// Iterates over the elements of a node and below it in document order.
    pub(crate) fn elements(&self, root: NodeId) -> impl Iterator<Item = (NodeId, &Element)> {
        self.walk(root).filter_map(|step| match step {
            Step::Enter(id) => self.element(id).map(|element| (id, element)),
            Step::Leave(_) => None,
        })
    }

    /// Iterates over all elements in document order.
    pub(crate) fn all(&self) -> impl Iterator<Item = (NodeId, &Element)> {
        self.order.iter().filter_map(|id| Some((*id, self.element(*id)?)))
    }

    /// Iterates over the elements with a name in document order.
    pub(crate) fn named(&self, name: &str) -> impl Iterator<Item = (NodeId, &Element)> {
        let ids = self.by_name.get(&LocalName::from(name)).into_iter().flatten();
        ids.filter_map(|id| Some((*id, self.element(*id)?)))
    }

    /// Returns the text below a node, scripts and style sheets included, with spaces collapsed.
    pub(crate) fn text(&self, id: NodeId) -> String {
        let mut text = String::new();
        for step in self.walk(id) {
            if let Step::Enter(id) = step
                && let Some(Data::Text(part)) = self.nodes.get(id).map(|node| &node.data)
            {
                text.push_str(part);
                text.push(' ');
            }
        }
        collapse(&text)
    }

    /// Returns the text directly below a node, unchanged: the source of a script or style sheet.
    pub(crate) fn source(&self, id: NodeId) -> String {
        let text = |id: NodeId| match self.nodes.get(id).map(|node| &node.data) {
            Some(Data::Text(text)) => Some(&**text),
            _ => None,
        };
        self.children(id).filter_map(text).collect()
    }
}

/// Replaces runs of white space by a space and trims.
pub(crate) fn collapse(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for word in text.split_whitespace() {
        if !out.is_empty() {
            out.push(' ');
        }
        out.push_str(word);
    }
    out
}

/// One step of a walk.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Step {
    /// Reaches a node, before its children.
    Enter(NodeId),
    /// Leaves a node, after its children.
    Leave(NodeId),
}

/// Walk without recursion, since pages nest as deep as they like.
#[derive(Debug)]
pub(crate) struct Walk<'a> {
    tree: &'a Tree,
    root: NodeId,
    next: Option<Step>,
    latest: NodeId,
}

impl Walk<'_> {
    /// Skips the children of the node that was entered last.
    pub(crate) fn skip_children(&mut self) {
        self.next = Some(Step::Leave(self.latest));
    }
}

impl Iterator for Walk<'_> {
    type Item = Step;

    fn next(&mut self) -> Option<Step> {
        let step = self.next?;
        self.next = match step {
            Step::Enter(id) => {
                self.latest = id;
                let child = self.tree.nodes.get(id).map_or(NONE, |node| node.first);
                Some(if child == NONE { Step::Leave(id) } else { Step::Enter(child) })
            }
            Step::Leave(id) if id == self.root => None,
            Step::Leave(id) => self.tree.nodes.get(id).and_then(|node| match (node.next, node.parent) {
                (NONE, NONE) => None,
                (NONE, parent) => Some(Step::Leave(parent)),
                (next, _) => Some(Step::Enter(next)),
            }),
        };
        Some(step)
    }
}
