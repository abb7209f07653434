//! Differences between two drafts: blocks, their labels, sentences and tables, and the words of changed sentences.

mod align;
mod blocks;
mod sentences;
mod table;

use std::time::{Duration, Instant};

use engines::content::{BlockKind, Draft, PageLink};
use serde::Serialize;
use utoipa::ToSchema;

use align::{Pair, align};

/// Time after which the rest is compared coarsely.
const WITHIN: Duration = Duration::from_secs(2);

/// Kind of a difference.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = DocumentChange)]
pub enum Change {
    /// Both versions have it.
    Same,
    /// Only the later version has it.
    Added,
    /// Only the earlier version has it.
    Removed,
    /// Both have it with differences.
    Changed,
}

/// A run of words: `same`, `added` or `removed`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = DocumentSpan)]
pub struct Span {
    /// Kind of the difference.
    pub change: Change,
    /// Text with its spaces.
    pub text: String,
}

/// Difference of a sentence.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = DocumentSentenceDiff)]
pub struct SentenceDiff {
    /// Kind of the difference.
    pub change: Change,
    /// Previous text; `null` if it was added.
    pub before: Option<String>,
    /// New text; `null` if it was removed.
    pub after: Option<String>,
    /// Both texts in one, by words.
    pub spans: Vec<Span>,
    /// Ids of facts that only the later version cites.
    pub facts_added: Vec<String>,
    /// Ids of facts that only the earlier version cites.
    pub facts_removed: Vec<String>,
}

/// Difference of a block.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = DocumentBlockDiff)]
pub struct BlockDiff {
    /// Kind of the difference.
    pub change: Change,
    /// Position in the earlier version, from 0; `null` if it was added.
    pub before: Option<usize>,
    /// Position in the later version, from 0; `null` if it was removed.
    pub after: Option<usize>,
    /// Kind, of the later version if both have it.
    #[schema(schema_with = crate::schema::kind)]
    pub kind: BlockKind,
    /// Kind in the earlier version, if it was another one.
    #[schema(schema_with = crate::schema::kind_or_null)]
    pub previous_kind: Option<BlockKind>,
    /// Level of a heading; 0 for other blocks.
    pub level: u8,
    /// Level in the earlier version, if it was another one.
    pub previous_level: Option<u8>,
    /// Words in bold before the sentences of an item or step; `null` if no version has some.
    pub label: Option<SentenceDiff>,
    /// Sentences.
    pub sentences: Vec<SentenceDiff>,
    /// Headings of the columns of a table.
    pub header: Vec<SentenceDiff>,
    /// Rows of a table.
    pub rows: Vec<RowDiff>,
}

/// Difference of a row of a table.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = DocumentRowDiff)]
pub struct RowDiff {
    /// Kind of the difference.
    pub change: Change,
    /// Cells, one for each column of either version.
    pub cells: Vec<CellDiff>,
}

/// Difference of a cell of a table.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = DocumentCellDiff)]
pub struct CellDiff {
    /// Sentences.
    pub sentences: Vec<SentenceDiff>,
}

impl BlockDiff {
    /// Iterates over the differences of label, sentences, and the table.
    pub fn texts(&self) -> impl Iterator<Item = &SentenceDiff> {
        let cells = self.rows.iter().flat_map(|row| &row.cells).flat_map(|cell| &cell.sentences);
        self.label.iter().chain(&self.sentences).chain(&self.header).chain(cells)
    }
}

/// Difference of the links.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = DocumentLinkDiff)]
pub struct LinkDiff {
    /// `same`, `added` or `removed`.
    pub change: Change,
    /// Address.
    pub url: String,
    /// Anchor text.
    pub anchor: String,
}

/// Difference of two drafts.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
#[schema(as = DocumentDiff)]
pub struct DraftDiff {
    /// Title element.
    pub title: SentenceDiff,
    /// Meta description.
    pub description: SentenceDiff,
    /// Blocks in order, also those that are the same.
    pub blocks: Vec<BlockDiff>,
    /// Links.
    pub links: Vec<LinkDiff>,
    /// Number of added sentences.
    pub added: usize,
    /// Number of removed sentences.
    pub removed: usize,
    /// Number of changed sentences.
    pub changed: usize,
}

/// Compares two drafts.
#[must_use]
pub fn diff(before: &Draft, after: &Draft) -> DraftDiff {
    let until = Instant::now() + WITHIN;
    let title = sentences::compare(&before.title, &after.title, until);
    let description = sentences::compare(&before.description, &after.description, until);
    let blocks = blocks::compare(&before.blocks, &after.blocks, until);
    let all = || blocks.iter().flat_map(BlockDiff::texts).chain([&title, &description]);
    let count = |change: Change| all().filter(|sentence| sentence.change == change).count();
    let (added, removed, changed) = (count(Change::Added), count(Change::Removed), count(Change::Changed));
    DraftDiff { links: links(&before.links, &after.links, until), title, description, blocks, added, removed, changed }
}

fn links(before: &[PageLink], after: &[PageLink], until: Instant) -> Vec<LinkDiff> {
    let key = |link: &PageLink| format!("{}\n{}", link.url, link.anchor);
    let link =
        |change: Change, link: &PageLink| LinkDiff { change, url: link.url.clone(), anchor: link.anchor.clone() };
    let pairs = align(before, after, key, |_| Vec::new(), until);
    let line = |pair: Pair| match pair {
        Pair::Same(_, new) => vec![link(Change::Same, &after[new])],
        Pair::Alike(old, new) => vec![link(Change::Removed, &before[old]), link(Change::Added, &after[new])],
        Pair::Removed(old) => vec![link(Change::Removed, &before[old])],
        Pair::Added(new) => vec![link(Change::Added, &after[new])],
    };
    pairs.into_iter().flat_map(line).collect()
}
