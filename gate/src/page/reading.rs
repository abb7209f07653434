//! A page that was parsed once, with what the checks ask for.

use std::collections::BTreeMap;

use engines::{common::Control, text::fold};
use memchr::memmem;
use serde_json::Value;
use sites::{File, Page, PageKind};
use url::Url;

use super::{Block, Link, blocks, links};
use crate::{
    GateError,
    css::{self, Cascade, Screen, Sheet, Style, Styles},
    html::{self, Element, NodeId, Tree, collapse},
};

/// Bytes of a page that are read; more is reported and not read.
const MOST_BYTES: usize = 2 << 20;
/// Combinations of style sheets whose rules stay indexed.
const MOST_CASCADES: usize = 8;
/// Bytes of text that are compared.
const MOST_TEXT: usize = 1 << 20;

/// A page that was parsed.
#[derive(Debug)]
pub(crate) struct Reading<'a> {
    pub(crate) file: &'a File,
    /// Path under which it is served, such as `/cost/`.
    pub(crate) path: String,
    /// The page in the model; `None` for others, such as the page for missing pages.
    pub(crate) page: Option<&'a Page>,
    pub(crate) tree: Tree,
    /// Style of each node.
    pub(crate) styles: Styles,
    /// Style of each node in the dark, if the page has one.
    pub(crate) dark: Option<Styles>,
    /// True if the bytes are not UTF-8.
    pub(crate) is_garbled: bool,
    /// True if the page is too large to be read whole.
    pub(crate) is_cut: bool,
    /// Visible text by block.
    pub(crate) blocks: Vec<Block>,
    /// Visible text of the main part, folded.
    pub(crate) main: String,
    /// All visible text, folded.
    pub(crate) folded: String,
    pub(crate) links: Vec<Link>,
    /// JSON-LD, or why it cannot be read.
    pub(crate) json_ld: Vec<Result<Value, String>>,
    /// Paths of its style sheets.
    pub(crate) sheet_paths: Vec<String>,
    /// Style sheets in the page.
    pub(crate) inline_sheets: Vec<Sheet>,
    /// Bytes of style sheets in the page.
    pub(crate) inline_style_bytes: usize,
}

impl<'a> Reading<'a> {
    pub(super) fn new<'s>(
        file: &'a File, path: String, page: Option<&'a Page>, base: &Url, sheets: &'s BTreeMap<&str, Sheet>,
        cascades: &mut Cascades<'s>, control: &dyn Control,
    ) -> Result<Self, GateError> {
        let bytes = file.bytes.get(..MOST_BYTES).unwrap_or(&file.bytes);
        let is_garbled = std::str::from_utf8(bytes).is_err_and(|error| error.error_len().is_some());
        let html = String::from_utf8_lossy(bytes);
        let tree = html::parse(html.strip_prefix('\u{feff}').unwrap_or(&html), control)?;
        let address = base.join(path.trim_start_matches('/')).unwrap_or_else(|_| base.clone());
        let sheet_paths = linked_sheets(&tree, &address, base);
        let (inline_sheets, inline_style_bytes) = sheets_within(&tree, control)?;
        let linked: Vec<&Sheet> = sheet_paths.iter().filter_map(|path| sheets.get(path.as_str())).collect();
        let mut styles = if inline_sheets.is_empty() {
            cascades.of(&sheet_paths, &linked).styles(&tree, control)?
        } else {
            let all: Vec<&Sheet> = linked.into_iter().chain(&inline_sheets).collect();
            Cascade::new(&all, screens(&all)).styles(&tree, control)?
        }
        .into_iter();
        let (styles, dark) = (styles.next().unwrap_or_default(), styles.next());
        let blocks = blocks::read(&tree, &styles, MOST_TEXT);
        let join = |is_main: bool| {
            let texts = blocks.iter().filter(|block| block.is_main || !is_main).map(|block| block.text.as_str());
            texts.collect::<Vec<_>>().join("\n")
        };
        let (main, folded) = (fold(&join(true)), fold(&join(false)));
        let links = links::read(&tree, &styles, &address);
        let json_ld = json_ld(&tree);
        let is_cut = tree.is_truncated || file.bytes.len() > MOST_BYTES;
        Ok(Self {
            file,
            path,
            page,
            tree,
            styles,
            dark,
            is_garbled,
            is_cut,
            blocks,
            main,
            folded,
            links,
            json_ld,
            sheet_paths,
            inline_sheets,
            inline_style_bytes,
        })
    }

    /// Returns the style of each node on another screen.
    pub(crate) fn styles_on(
        &self, screen: Screen, sheets: &BTreeMap<&str, Sheet>, control: &dyn Control,
    ) -> Result<Styles, GateError> {
        let linked = self.sheet_paths.iter().filter_map(|path| sheets.get(path.as_str()));
        let all: Vec<&Sheet> = linked.chain(&self.inline_sheets).collect();
        let styles = Cascade::new(&all, &[screen]).styles(&self.tree, control)?;
        Ok(styles.into_iter().next().unwrap_or_default())
    }

    /// Returns true for pages that answer a query, as opposed to pages about the site.
    pub(crate) fn is_content(&self) -> bool {
        let is_answer =
            |page: &Page| matches!(page.kind, PageKind::Home | PageKind::Service | PageKind::Area | PageKind::Article);
        self.page.is_some_and(is_answer)
    }

    /// Returns true if the folded visible text has a phrase.
    pub(crate) fn shows(&self, phrase: &str) -> bool {
        let phrase = fold(phrase);
        !phrase.is_empty() && contains_words(&self.folded, &phrase)
    }

    /// Returns the content of the first `meta` element with a name.
    pub(crate) fn meta(&self, name: &str) -> Option<&str> {
        let has_name = |element: &Element| {
            let given = element.attribute("name").or_else(|| element.attribute("property"));
            given.is_some_and(|given| given.eq_ignore_ascii_case(name))
        };
        self.tree
            .named("meta")
            .find(|(_, element)| has_name(element))
            .and_then(|(_, element)| element.attribute("content"))
    }

    /// Returns the title.
    pub(crate) fn title(&self) -> String {
        let mut titles = self.tree.named("title");
        let is_of_page = |id: NodeId| !self.tree.ancestors(id).any(|above| self.is_named(above, "svg"));
        titles.find(|(id, _)| is_of_page(*id)).map(|(id, _)| collapse(&self.tree.source(id))).unwrap_or_default()
    }

    pub(crate) fn is_named(&self, id: NodeId, name: &str) -> bool {
        self.tree.element(id).is_some_and(|element| *element.name == *name)
    }

    /// Returns the style of a node.
    pub(crate) fn style(&self, id: NodeId) -> Option<&Style> {
        self.styles.get(id)
    }

    /// Returns the hrefs of the `link` elements with a relation.
    pub(crate) fn linked<'r>(&'r self, relation: &'r str) -> impl Iterator<Item = &'r Element> {
        self.tree.named("link").map(|(_, element)| element).filter(move |element| {
            let given = element.attribute("rel").unwrap_or_default();
            given.split_ascii_whitespace().any(|one| one.eq_ignore_ascii_case(relation))
        })
    }
}

/// Returns the screens on which a page is looked at whole.
fn screens(sheets: &[&Sheet]) -> &'static [Screen] {
    if sheets.iter().any(|sheet| sheet.has_dark) { &[Screen::Light, Screen::Dark] } else { &[Screen::Light] }
}

/// Indexed rules of the style sheets of a site, by the paths of the sheets that a page links.
#[derive(Debug, Default)]
pub(super) struct Cascades<'s>(BTreeMap<Vec<String>, Cascade<'s>>);

impl<'s> Cascades<'s> {
    fn of(&mut self, paths: &[String], sheets: &[&'s Sheet]) -> &mut Cascade<'s> {
        if self.0.len() >= MOST_CASCADES && !self.0.contains_key(paths) {
            self.0.clear();
        }
        self.0.entry(paths.to_vec()).or_insert_with(|| Cascade::new(sheets, screens(sheets)))
    }
}

/// Returns true if a folded text has the words of a folded phrase in order.
pub(crate) fn contains_words(text: &str, phrase: &str) -> bool {
    if phrase.is_empty() {
        return text.is_empty();
    }
    let is_edge = |c: Option<char>| c.is_none_or(|c| c == ' ');
    memmem::find_iter(text.as_bytes(), phrase)
        .any(|at| is_edge(text[..at].chars().next_back()) && is_edge(text[at + phrase.len()..].chars().next()))
}

fn linked_sheets(tree: &Tree, address: &Url, base: &Url) -> Vec<String> {
    let is_sheet = |element: &Element| {
        let relation = element.attribute("rel").unwrap_or_default();
        relation.split_ascii_whitespace().any(|one| one.eq_ignore_ascii_case("stylesheet"))
    };
    let links = tree.named("link").filter(|(_, element)| is_sheet(element));
    let urls = links.filter_map(|(_, element)| address.join(element.attribute("href")?).ok());
    urls.filter(|url| url.origin() == base.origin()).map(|url| url.path().trim_start_matches('/').to_owned()).collect()
}

fn sheets_within(tree: &Tree, control: &dyn Control) -> Result<(Vec<Sheet>, usize), GateError> {
    let (mut sheets, mut bytes) = (Vec::new(), 0);
    for (id, _) in tree.all().filter(|(_, element)| *element.name == *"style") {
        let source = tree.source(id);
        bytes += source.len();
        sheets.push(css::parse(&source, control)?);
    }
    Ok((sheets, bytes))
}

fn json_ld(tree: &Tree) -> Vec<Result<Value, String>> {
    let is_json_ld = |element: &Element| {
        element
            .attribute("type")
            .is_some_and(|kind| kind.trim().to_ascii_lowercase().starts_with("application/ld+json"))
    };
    let scripts = tree.named("script").filter(|(_, element)| is_json_ld(element));
    scripts.map(|(id, _)| serde_json::from_str(&tree.source(id)).map_err(|error| error.to_string())).collect()
}
