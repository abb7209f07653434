//! Receives the nodes that html5ever builds.

use std::borrow::Cow;
use std::cell::{Cell, RefCell};

use html5ever::interface::{ElemName, ElementFlags, NodeOrText, QuirksMode, TreeSink};
use html5ever::tendril::StrTendril;
use html5ever::{Attribute, LocalName, Namespace, QualName, ns};

use super::parse::push;
use super::{Data, Element, NONE, Node, NodeId, ParseProblem, ROOT, Tree};

/// A node while the tree is built. Holds its name, because html5ever asks for it at each token.
#[derive(Debug, Clone)]
pub(super) struct Handle {
    id: NodeId,
    name: Name,
}

/// Name of an element.
#[derive(Debug, Clone)]
pub(super) struct Name {
    namespace: Namespace,
    local: LocalName,
}

impl ElemName for &Name {
    fn ns(&self) -> &Namespace {
        &self.namespace
    }

    fn local_name(&self) -> &LocalName {
        &self.local
    }
}

#[derive(Debug)]
pub(super) struct Sink {
    nodes: RefCell<Vec<Node>>,
    /// Nesting depth of each node.
    depths: RefCell<Vec<u16>>,
    /// Depth of the element that is open.
    pub(super) depth: Cell<u16>,
    line: Cell<u64>,
    problems: RefCell<Vec<ParseProblem>>,
}

impl Sink {
    pub(super) fn new() -> Self {
        let sink = Self {
            nodes: RefCell::default(),
            depths: RefCell::default(),
            depth: Cell::new(0),
            line: Cell::new(1),
            problems: RefCell::default(),
        };
        sink.create(Data::Document);
        sink
    }

    /// Number of nodes so far.
    pub(super) fn len(&self) -> usize {
        self.nodes.borrow().len()
    }

    /// Records an error of the HTML.
    pub(super) fn report(&self, line: u64, message: &str) {
        push(&mut self.problems.borrow_mut(), line, message);
    }

    fn create(&self, data: Data) -> NodeId {
        let mut nodes = self.nodes.borrow_mut();
        nodes.push(Node { parent: NONE, first: NONE, last: NONE, previous: NONE, next: NONE, data });
        self.depths.borrow_mut().push(0);
        nodes.len() - 1
    }

    fn detach(&self, id: NodeId) {
        let nodes = &mut *self.nodes.borrow_mut();
        let (parent, previous, next) = {
            let node = &mut nodes[id];
            let links = (node.parent, node.previous, node.next);
            (node.parent, node.previous, node.next) = (NONE, NONE, NONE);
            links
        };
        if parent == NONE {
            return;
        }
        match previous {
            NONE => nodes[parent].first = next,
            _ => nodes[previous].next = next,
        }
        match next {
            NONE => nodes[parent].last = previous,
            _ => nodes[next].previous = previous,
        }
    }

    /// Inserts a node below `parent`, in front of `next` or at the end.
    fn insert(&self, parent: NodeId, id: NodeId, next: NodeId) {
        self.detach(id);
        let nodes = &mut *self.nodes.borrow_mut();
        let previous = if next == NONE { nodes[parent].last } else { nodes[next].previous };
        {
            let node = &mut nodes[id];
            (node.parent, node.previous, node.next) = (parent, previous, next);
        }
        match previous {
            NONE => nodes[parent].first = id,
            _ => nodes[previous].next = id,
        }
        match next {
            NONE => nodes[parent].last = id,
            _ => nodes[next].previous = id,
        }
        let mut depths = self.depths.borrow_mut();
        let depth = depths[parent].saturating_add(1);
        depths[id] = depth;
        if let Data::Element(element) = &nodes[id].data
            && !is_void(&element.name)
        {
            self.depth.set(depth);
        }
    }

    /// Adds text below `parent`, in front of `next` or at the end; joins it with the text before it.
    fn insert_text(&self, parent: NodeId, text: &StrTendril, next: NodeId) {
        {
            let nodes = &mut *self.nodes.borrow_mut();
            let previous = if next == NONE { nodes[parent].last } else { nodes[next].previous };
            if previous != NONE
                && let Data::Text(before) = &mut nodes[previous].data
            {
                before.push_tendril(text);
                return;
            }
        }
        let id = self.create(Data::Text(text.clone()));
        self.insert(parent, id, next);
    }

    fn place(&self, parent: NodeId, child: NodeOrText<Handle>, next: NodeId) {
        match child {
            NodeOrText::AppendNode(node) => self.insert(parent, node.id, next),
            NodeOrText::AppendText(text) => self.insert_text(parent, &text, next),
        }
    }

    fn parent(&self, id: NodeId) -> NodeId {
        self.nodes.borrow()[id].parent
    }

    fn other(&self) -> Handle {
        Handle { id: self.create(Data::Other), name: Name { namespace: ns!(), local: LocalName::default() } }
    }
}

/// Returns whether an element never has children.
fn is_void(name: &str) -> bool {
    matches!(
        name,
        "area"
            | "base"
            | "br"
            | "col"
            | "embed"
            | "hr"
            | "img"
            | "input"
            | "link"
            | "meta"
            | "source"
            | "track"
            | "wbr"
    )
}

impl TreeSink for Sink {
    type Handle = Handle;
    type Output = Tree;
    type ElemName<'a> = &'a Name;

    fn finish(self) -> Tree {
        Tree::new(self.nodes.into_inner(), self.problems.into_inner())
    }

    fn parse_error(&self, message: Cow<'static, str>) {
        self.report(self.line.get(), &message);
    }

    fn set_current_line(&self, line: u64) {
        self.line.set(line);
    }

    fn get_document(&self) -> Handle {
        Handle { id: ROOT, name: Name { namespace: ns!(), local: LocalName::default() } }
    }

    fn elem_name<'a>(&'a self, target: &'a Handle) -> &'a Name {
        &target.name
    }

    fn create_element(&self, name: QualName, attributes: Vec<Attribute>, _flags: ElementFlags) -> Handle {
        let element = Element { name: name.local.clone(), attributes };
        Handle { id: self.create(Data::Element(element)), name: Name { namespace: name.ns, local: name.local } }
    }

    fn create_comment(&self, _text: StrTendril) -> Handle {
        self.other()
    }

    fn create_pi(&self, _target: StrTendril, _data: StrTendril) -> Handle {
        self.other()
    }

    fn append(&self, parent: &Handle, child: NodeOrText<Handle>) {
        self.place(parent.id, child, NONE);
    }

    fn append_based_on_parent_node(&self, element: &Handle, previous: &Handle, child: NodeOrText<Handle>) {
        match self.parent(element.id) {
            NONE => self.place(previous.id, child, NONE),
            parent => self.place(parent, child, element.id),
        }
    }

    fn append_doctype_to_document(&self, _name: StrTendril, _public_id: StrTendril, _system_id: StrTendril) {}

    fn pop(&self, node: &Handle) {
        self.depth.set(self.depths.borrow()[node.id].saturating_sub(1));
    }

    fn get_template_contents(&self, target: &Handle) -> Handle {
        target.clone()
    }

    fn same_node(&self, left: &Handle, right: &Handle) -> bool {
        left.id == right.id
    }

    fn set_quirks_mode(&self, mode: QuirksMode) {
        if mode == QuirksMode::Quirks {
            self.report(1, "The document type is missing, so that browsers use quirks mode");
        }
    }

    fn append_before_sibling(&self, sibling: &Handle, new_node: NodeOrText<Handle>) {
        let parent = self.parent(sibling.id);
        if parent != NONE {
            self.place(parent, new_node, sibling.id);
        }
    }

    fn add_attrs_if_missing(&self, target: &Handle, attributes: Vec<Attribute>) {
        if let Data::Element(element) = &mut self.nodes.borrow_mut()[target.id].data {
            for attribute in attributes {
                if element.attributes.iter().all(|present| present.name.local != attribute.name.local) {
                    element.attributes.push(attribute);
                }
            }
        }
    }

    fn remove_from_parent(&self, target: &Handle) {
        self.detach(target.id);
    }

    fn reparent_children(&self, node: &Handle, new_parent: &Handle) {
        loop {
            let child = self.nodes.borrow()[node.id].first;
            if child == NONE {
                return;
            }
            self.insert(new_parent.id, child, NONE);
        }
    }
}
