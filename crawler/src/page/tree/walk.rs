//! Walk over a tree without recursion, since pages nest as deep as they like.

use super::{NONE, NodeId, Tree};

/// One step of a walk.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Step {
    /// Reaches a node, before its children.
    Enter(NodeId),
    /// Leaves a node, after its children.
    Leave(NodeId),
}

/// Iterates over a node and everything below it, in document order.
#[derive(Debug)]
pub(crate) struct Walk<'a> {
    tree: &'a Tree,
    root: NodeId,
    next: Option<Step>,
    latest: NodeId,
}

impl Tree {
    /// Returns the walk over a node and everything below it.
    pub(crate) fn walk(&self, root: NodeId) -> Walk<'_> {
        Walk { tree: self, root, next: Some(Step::Enter(root)), latest: root }
    }

    /// Returns the elements below a node in document order, with those of templates.
    pub(crate) fn elements(&self, root: NodeId) -> impl Iterator<Item = (NodeId, &super::Element)> {
        self.walk(root).filter_map(|step| match step {
            Step::Enter(id) => self.element(id).map(|element| (id, element)),
            Step::Leave(_) => None,
        })
    }
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
                let child = self.tree.node(id).first;
                Some(if child == NONE { Step::Leave(id) } else { Step::Enter(child) })
            }
            Step::Leave(id) if id == self.root => None,
            Step::Leave(id) => {
                let node = self.tree.node(id);
                if node.next != NONE {
                    Some(Step::Enter(node.next))
                } else if node.parent != NONE {
                    Some(Step::Leave(node.parent))
                } else {
                    None
                }
            }
        };
        Some(step)
    }
}
