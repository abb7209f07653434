//! A page as a tree of nodes.

mod parse;
mod sink;
mod tree;

pub(crate) use parse::parse;
pub(crate) use tree::{Data, Element, NONE, Node, NodeId, ParseProblem, ROOT, Step, Tree, collapse};
