//! Visible text of a page by block.

use crate::{
    css::{Style, Styles},
    html::{Data, NodeId, ROOT, Step, Tree, collapse},
};

/// A paragraph, heading, list item, cell or other block with its visible text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Block {
    /// The element whose text it is.
    pub(crate) node: NodeId,
    /// Text; line breaks of the page are line feeds.
    pub(crate) text: String,
    /// True in the main part of the page, without navigation, forms, asides and footers.
    pub(crate) is_main: bool,
    /// Characters of the text that are in links.
    pub(crate) linked: usize,
}

/// Reads the blocks of a page.
pub(super) fn read(tree: &Tree, styles: &Styles, most: usize) -> Vec<Block> {
    let mut reader = Reader { tree, root: main_of(tree), blocks: Vec::new(), open: None };
    let (mut bytes, mut links) = (0, 0_usize);
    let mut walk = tree.walk(ROOT);
    while let Some(step) = walk.next() {
        let (id, is_enter) = match step {
            Step::Enter(id) => (id, true),
            Step::Leave(id) => (id, false),
        };
        match tree.nodes.get(id).map(|node| &node.data) {
            Some(Data::Text(text)) if is_enter && bytes < most => {
                bytes += text.len();
                reader.push(id, text, links > 0);
            }
            Some(Data::Element(element)) => {
                let is_hidden = styles.get(id).is_some_and(Style::is_hidden);
                if is_enter && is_hidden {
                    walk.skip_children();
                }
                let is_link = *element.name == *"a";
                if is_link && is_enter {
                    links += 1;
                } else if is_link {
                    links = links.saturating_sub(1);
                }
                if *element.name == *"br" && is_enter {
                    reader.line();
                } else if is_block(&element.name) {
                    reader.close();
                }
            }
            _ => {}
        }
    }
    reader.close();
    reader.blocks
}

struct Reader<'t> {
    tree: &'t Tree,
    /// Element of the main part; `None` for a page that does not mark it.
    root: Option<NodeId>,
    blocks: Vec<Block>,
    open: Option<Block>,
}

impl Reader<'_> {
    fn push(&mut self, id: NodeId, text: &str, is_linked: bool) {
        if self.open.is_none() && text.trim().is_empty() {
            return;
        }
        let open = self.open.get_or_insert_with(|| {
            let mut above = self.tree.ancestors(id);
            let node = above.find(|id| self.tree.element(*id).is_some_and(|one| is_block(&one.name))).unwrap_or(ROOT);
            let is_main = is_main(self.tree, id, self.root);
            Block { node, text: String::new(), is_main, linked: 0 }
        });
        open.text.push_str(&text.replace(['\n', '\r'], " "));
        if is_linked {
            open.linked += text.trim().chars().count();
        }
    }

    fn line(&mut self) {
        if let Some(open) = &mut self.open {
            open.text.push('\n');
        }
    }

    fn close(&mut self) {
        let Some(block) = self.open.take() else { return };
        let lines: Vec<String> = block.text.split('\n').map(collapse).filter(|line| !line.is_empty()).collect();
        if !lines.is_empty() {
            self.blocks.push(Block { text: lines.join("\n"), ..block });
        }
    }
}

/// Returns the element of the main part: the only article of `main`, which leaves out lists of sources and of other pages,
/// or `main`.
fn main_of(tree: &Tree) -> Option<NodeId> {
    let main = tree.named("main").next().map(|(id, _)| id)?;
    let mut articles = tree.elements(main).filter(|(_, element)| *element.name == *"article").map(|(id, _)| id);
    match (articles.next(), articles.next()) {
        (Some(only), None) => Some(only),
        _ => Some(main),
    }
}

/// Returns whether a text belongs to the main part of its page.
fn is_main(tree: &Tree, id: NodeId, root: Option<NodeId>) -> bool {
    for above in tree.ancestors(id) {
        if Some(above) == root {
            return true;
        }
        let Some(element) = tree.element(above) else { continue };
        match &*element.name {
            "nav" | "form" | "aside" | "footer" | "dialog" | "button" | "select" => return false,
            "header" if root.is_none() => return false,
            _ => {}
        }
    }
    root.is_none()
}

/// Returns whether an element divides blocks.
fn is_block(name: &str) -> bool {
    matches!(
        name,
        "p" | "div"
            | "li"
            | "ul"
            | "ol"
            | "td"
            | "th"
            | "tr"
            | "table"
            | "caption"
            | "section"
            | "article"
            | "header"
            | "footer"
            | "nav"
            | "aside"
            | "main"
            | "body"
            | "h1"
            | "h2"
            | "h3"
            | "h4"
            | "h5"
            | "h6"
            | "dl"
            | "dt"
            | "dd"
            | "blockquote"
            | "figure"
            | "figcaption"
            | "details"
            | "summary"
            | "pre"
            | "option"
            | "form"
            | "fieldset"
            | "legend"
            | "label"
            | "address"
    )
}
