//! Receives the nodes that html5ever builds.

use std::borrow::Cow;
use std::cell::{Cell, RefCell};

use html5ever::interface::{ElemName, ElementFlags, NodeOrText, QuirksMode, TreeSink};
use html5ever::tendril::StrTendril;
use html5ever::{Attribute, LocalName, Namespace, QualName, ns};

use super::{Data, Element, NONE, Node, NodeId, ROOT, Tree};

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
    is_standards_mode: Cell<bool>,
}

impl Sink {
    pub(super) fn new() -> Self {
        let sink = Self {
            nodes: RefCell::default(),
            depths: RefCell::default(),
            depth: Cell::new(0),
            is_standards_mode: Cell::new(true),
        };
        sink.create(Data::Document);
        sink
    }

    /// Number of nodes so far.
    pub(super) fn len(&self) -> usize {
        self.nodes.borrow().len()
    }

    fn create(&self, data: Data) -> NodeId {
        let mut nodes = self.nodes.borrow_mut();
        // The parser stops far below that number of nodes.
        let id = u32::try_from(nodes.len()).unwrap_or(NONE - 1);
        nodes.push(Node { parent: NONE, first: NONE, last: NONE, previous: NONE, next: NONE, data });
        self.depths.borrow_mut().push(0);
        id
    }

    fn detach(&self, id: NodeId) {
        let nodes = &mut *self.nodes.borrow_mut();
        let (parent, previous, next) = {
            let node = &mut nodes[id as usize];
            let links = (node.parent, node.previous, node.next);
            (node.parent, node.previous, node.next) = (NONE, NONE, NONE);
            links
        };
        if parent == NONE {
            return;
        }
        match previous {
            NONE => nodes[parent as usize].first = next,
            _ => nodes[previous as usize].next = next,
        }
        match next {
            NONE => nodes[parent as usize].last = previous,
            _ => nodes[next as usize].previous = previous,
        }
    }

    /// Inserts a node below `parent`, in front of `next` or at the end.
    fn insert(&self, parent: NodeId, id: NodeId, next: NodeId) {
        self.detach(id);
        let nodes = &mut *self.nodes.borrow_mut();
        let previous = if next == NONE { nodes[parent as usize].last } else { nodes[next as usize].previous };
        {
            let node = &mut nodes[id as usize];
            (node.parent, node.previous, node.next) = (parent, previous, next);
        }
        match previous {
            NONE => nodes[parent as usize].first = id,
            _ => nodes[previous as usize].next = id,
        }
        match next {
            NONE => nodes[parent as usize].last = id,
            _ => nodes[next as usize].previous = id,
        }
        let mut depths = self.depths.borrow_mut();
        let depth = depths[parent as usize].saturating_add(1);
        depths[id as usize] = depth;
        if let Data::Element(element) = &nodes[id as usize].data
            && !is_void(&element.name)
        {
            self.depth.set(depth);
        }
    }

    /// Adds text below `parent`, in front of `next` or at the end; joins it with the text before it.
    fn insert_text(&self, parent: NodeId, text: StrTendril, next: NodeId) {
        {
            let nodes = &mut *self.nodes.borrow_mut();
            let previous = if next == NONE { nodes[parent as usize].last } else { nodes[next as usize].previous };
            if previous != NONE
                && let Data::Text(before) = &mut nodes[previous as usize].data
            {
                before.push_tendril(&text);
                return;
            }
        }
        let id = self.create(Data::Text(text));
        self.insert(parent, id, next);
    }

    fn place(&self, parent: NodeId, child: NodeOrText<Handle>, next: NodeId) {
        match child {
            NodeOrText::AppendNode(node) => self.insert(parent, node.id, next),
            NodeOrText::AppendText(text) => self.insert_text(parent, text, next),
        }
    }

    fn parent(&self, id: NodeId) -> NodeId {
        self.nodes.borrow()[id as usize].parent
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
        let nodes = self.nodes.into_inner();
        Tree::new(nodes, self.is_standards_mode.get())
    }

    fn parse_error(&self, _message: Cow<'static, str>) {}

    fn get_document(&self) -> Handle {
        Handle { id: ROOT, name: Name { namespace: ns!(), local: LocalName::default() } }
    }

    fn elem_name<'a>(&'a self, target: &'a Handle) -> &'a Name {
        &target.name
    }

    fn create_element(&self, name: QualName, attributes: Vec<Attribute>, _flags: ElementFlags) -> Handle {
        let is_html = name.ns == ns!(html);
        let element = Element::new(name.local.clone(), is_html, attributes);
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
        self.depth.set(self.depths.borrow()[node.id as usize].saturating_sub(1));
    }

    fn get_template_contents(&self, target: &Handle) -> Handle {
        target.clone()
    }

    fn same_node(&self, left: &Handle, right: &Handle) -> bool {
        left.id == right.id
    }

    fn set_quirks_mode(&self, mode: QuirksMode) {
        self.is_standards_mode.set(mode != QuirksMode::Quirks);
    }

    fn append_before_sibling(&self, sibling: &Handle, new_node: NodeOrText<Handle>) {
        let parent = self.parent(sibling.id);
        if parent != NONE {
            self.place(parent, new_node, sibling.id);
        }
    }

    fn add_attrs_if_missing(&self, target: &Handle, attributes: Vec<Attribute>) {
        if let Data::Element(element) = &mut self.nodes.borrow_mut()[target.id as usize].data {
            for attribute in attributes {
                if element.attributes.iter().all(|present| present.name != attribute.name) {
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
            let child = self.nodes.borrow()[node.id as usize].first;
            if child == NONE {
                return;
            }
            self.insert(new_parent.id, child, NONE);
        }
    }
}
