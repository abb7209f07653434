//! Exports of drafts as Markdown, HTML and DOCX. Texts of a draft are data: no format interprets them as markup.

mod docx;
mod html;
mod markdown;

use engines::content::{Block, BlockKind, Draft, PageLink, Sentence};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::{CitedFact, CitedSource};

pub use docx::NotWritten;

/// Id of the fact that a composed page is about its place.
const PLACE_NAME: &str = "place.name";

/// Format of an export.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = DocumentFormat)]
pub enum Format {
    /// Markdown with title and description as front matter.
    #[default]
    Markdown,
    /// A page of HTML without scripts and styles.
    Html,
    /// A document of Microsoft Word.
    Docx,
}

impl Format {
    /// Returns the media type.
    #[must_use]
    pub const fn media_type(self) -> &'static str {
        match self {
            Self::Markdown => "text/markdown; charset=utf-8",
            Self::Html => "text/html; charset=utf-8",
            Self::Docx => "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
        }
    }

    /// Returns the extension of files.
    #[must_use]
    pub const fn extension(self) -> &'static str {
        match self {
            Self::Markdown => "md",
            Self::Html => "html",
            Self::Docx => "docx",
        }
    }
}

/// A paragraph, or an item of a list.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Entry {
    /// Words in bold before the text, with their closing mark; empty without a label.
    pub label: String,
    /// Text after the label.
    pub text: String,
}

impl From<&str> for Entry {
    fn from(text: &str) -> Self {
        Self { label: String::new(), text: text.to_owned() }
    }
}

impl Entry {
    fn is_empty(&self) -> bool {
        self.label.is_empty() && self.text.is_empty()
    }

    /// Returns label and text, each as `write` makes it, with a space between them.
    fn joined(&self, label: impl Fn(&str) -> String, text: impl Fn(&str) -> String) -> String {
        match (self.label.is_empty(), self.text.is_empty()) {
            (true, _) => text(&self.text),
            (false, true) => label(&self.label),
            (false, false) => format!("{} {}", label(&self.label), text(&self.text)),
        }
    }
}

/// A part of a page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Part {
    /// A heading with its level, 1 to 6.
    Heading(u8, String),
    /// A paragraph.
    Paragraph(Entry),
    /// A list.
    List(Vec<Entry>),
    /// A numbered list.
    Steps(Vec<Entry>),
    /// A table; the first row is its header.
    Table(Vec<Vec<String>>),
}

/// What is exported.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Page {
    /// Title element.
    pub title: String,
    /// Meta description.
    pub description: String,
    /// Parts in order.
    pub parts: Vec<Part>,
    /// Links to other pages of the site.
    pub links: Vec<PageLink>,
    /// Sources of the cited facts, each once.
    pub sources: Vec<CitedSource>,
}

impl Page {
    /// Converts a draft with the facts that it cites.
    #[must_use]
    pub fn new(draft: &Draft, cited: &[CitedFact]) -> Self {
        let mut sources: Vec<CitedSource> = Vec::new();
        // The place of a page and the owner's own words need no source.
        for fact in cited.iter().filter(|fact| !fact.is_owner_supplied && fact.id != PLACE_NAME) {
            let source = CitedSource { title: line(&fact.source.title), ..fact.source.clone() };
            if !source.title.is_empty() && !sources.contains(&source) {
                sources.push(source);
            }
        }
        let link = |link: &PageLink| PageLink { url: link.url.clone(), anchor: line(&link.anchor) };
        let links = draft.links.iter().filter(|link| crate::check::is_safe_url(&link.url)).map(link).collect();
        let (title, description) = (line(&draft.title.text), line(&draft.description.text));
        Self { title, description, parts: parts(&draft.blocks), links, sources }
    }

    /// Writes the page.
    ///
    /// # Errors
    /// Returns [`NotWritten`] if a DOCX cannot be packed, which is a defect.
    pub fn write(&self, format: Format) -> Result<Vec<u8>, NotWritten> {
        match format {
            Format::Markdown => Ok(markdown::write(self).into_bytes()),
            Format::Html => Ok(html::write(self).into_bytes()),
            Format::Docx => docx::write(self),
        }
    }
}

fn parts(blocks: &[Block]) -> Vec<Part> {
    let mut parts: Vec<Part> = Vec::new();
    for block in blocks {
        if block.kind == BlockKind::Table {
            parts.push(Part::Table(table(block)));
            continue;
        }
        let entry = entry(block);
        if entry.is_empty() {
            continue;
        }
        match (block.kind, parts.last_mut()) {
            (BlockKind::Heading, _) => parts.push(Part::Heading(block.level.clamp(1, 6), joined(&block.sentences))),
            (BlockKind::Paragraph, _) => parts.push(Part::Paragraph(entry)),
            (BlockKind::Item, Some(Part::List(items))) => items.push(entry),
            (BlockKind::Item, _) => parts.push(Part::List(vec![entry])),
            (BlockKind::Step, Some(Part::Steps(items))) => items.push(entry),
            (BlockKind::Step, _) => parts.push(Part::Steps(vec![entry])),
            (BlockKind::Table, _) => {}
        }
    }
    parts
}

/// Returns the sentences of a block with its label, which ends with a mark where a text follows.
fn entry(block: &Block) -> Entry {
    let text = joined(&block.sentences);
    let label = block.label.as_ref().map(|label| line(&label.text)).unwrap_or_default();
    let is_closed = label.is_empty() || text.is_empty() || label.ends_with(['.', ':', '?', '!']);
    Entry { label: if is_closed { label } else { format!("{label}:") }, text }
}

fn joined(sentences: &[Sentence]) -> String {
    let texts = sentences.iter().map(|sentence| line(&sentence.text)).filter(|text| !text.is_empty());
    texts.collect::<Vec<_>>().join(" ")
}

/// Returns the header and the rows of a table.
fn table(block: &Block) -> Vec<Vec<String>> {
    let header = block.header.iter().map(|cell| line(&cell.text)).collect();
    let rows = block.rows.iter().map(|row| row.cells.iter().map(|cell| joined(&cell.sentences)).collect());
    std::iter::once(header).chain(rows).collect()
}

/// Returns a text as one line, without characters that XML cannot hold.
fn line(text: &str) -> String {
    let is_writable = |c: &char| !c.is_control() && !matches!(c, '\u{FFFE}' | '\u{FFFF}');
    let words = text.split_whitespace().map(|word| word.chars().filter(is_writable).collect::<String>());
    words.filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ")
}

/// Returns title, publisher and year of a source.
fn source_line(source: &CitedSource) -> String {
    let year = source.year.map(|year| year.to_string());
    let known = [Some(line(&source.title)), source.publisher.as_deref().map(line), year];
    known.into_iter().flatten().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(", ")
}

/// Returns the address of a source, unless it is its title or cannot be linked to.
fn source_url(source: &CitedSource) -> Option<&str> {
    source.url.as_deref().filter(|url| crate::check::is_safe_url(url))
}
