//! Input of the content engine.

use std::collections::BTreeSet;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::place::PlaceFacts;
use crate::common::Day;
use crate::keyword::Intent;
use crate::semantic::Page;

/// A fact with its source.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct Fact {
    /// Its name, cited by every sentence based on it. Unique within a fact sheet.
    pub id: String,
    /// Kind of fact.
    pub kind: FactKind,
    /// Value in words that fit the kind: `Acme Roofing`, `roof repair`, `$350 to $900`.
    pub value: String,
    /// Subject of a price, duration or permit, or the answer to a question.
    pub detail: Option<String>,
    /// The place that it is tied to, if any.
    pub place: Option<String>,
    /// Source: an address, a document, a person.
    pub source: String,
    /// Date of the source.
    pub observed_at: Option<Day>,
    /// True if the owner of the business supplied it. Required for ratings, awards and years.
    pub is_owner_supplied: bool,
}

/// Kind of a fact.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub enum FactKind {
    /// Name of the business.
    Business,
    /// The service, in lower case: `roof repair`.
    Service,
    /// The place served: `Austin, TX`.
    Place,
    /// A part of the place.
    Neighbourhood,
    /// A price; `detail` is its subject.
    Price,
    /// A duration; `detail` is its subject: `45 minutes`, `a call at night`.
    Duration,
    /// Opening hours.
    Hours,
    /// A telephone number.
    Phone,
    /// A licence with its number.
    Licence,
    /// An insurance.
    Insurance,
    /// Years, founding year, number of jobs.
    Experience,
    /// An award or ranking.
    Award,
    /// A rating with its count.
    Rating,
    /// A guarantee.
    Guarantee,
    /// A rule or permit of the place; `detail` is its subject.
    Permit,
    /// Weather or ground conditions of the place.
    Climate,
    /// A step of the work.
    Process,
    /// A question in `value` with its answer in `detail`.
    Question,
    /// Any other complete sentence.
    #[default]
    Statement,
}

/// A page to be published.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct Draft {
    /// Title element.
    pub title: Sentence,
    /// Meta description.
    pub description: Sentence,
    /// Headings, paragraphs, list items, steps and tables in order.
    pub blocks: Vec<Block>,
    /// Links to other pages of the site.
    pub links: Vec<PageLink>,
}

/// A heading, paragraph, list item, step or table.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct Block {
    /// Kind of block.
    pub kind: BlockKind,
    /// Level of a heading, 1 to 6; 0 for others.
    pub level: u8,
    /// Words in bold before the sentences of an item or step.
    pub label: Option<Sentence>,
    /// Sentences of the block; empty for a table.
    pub sentences: Vec<Sentence>,
    /// Headings of the columns of a table.
    pub header: Vec<Sentence>,
    /// Rows of a table.
    pub rows: Vec<TableRow>,
}

/// A row of a table.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct TableRow {
    /// Cells, one for each column.
    pub cells: Vec<TableCell>,
}

/// A cell of a table.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct TableCell {
    /// Sentences of the cell.
    pub sentences: Vec<Sentence>,
}

/// Kind of a block.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub enum BlockKind {
    /// A heading.
    Heading,
    /// A paragraph.
    #[default]
    Paragraph,
    /// A list item.
    Item,
    /// A step of a numbered list.
    Step,
    /// A table.
    Table,
}

/// What the reader of a page wants.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub enum PageIntent {
    /// Help now.
    Emergency,
    /// What it costs.
    Cost,
    /// Which business to choose.
    Compare,
    /// How it is done.
    HowTo,
    /// Who does it here.
    Local,
}

/// A sentence with its facts.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct Sentence {
    /// Text.
    pub text: String,
    /// Ids of the facts that support it.
    pub fact_ids: Vec<String>,
    /// True if a second reading by a language model found the facts, because the rules did not find all its words in them.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub is_second_reading: bool,
}

/// A link to another page.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct PageLink {
    /// Address.
    pub url: String,
    /// Anchor text.
    pub anchor: String,
}

/// Another page of the same owner.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct Sibling {
    /// Address.
    pub url: String,
    /// Main text.
    pub text: String,
    /// Its place, service and business names, which are treated as equal to this page's names.
    pub names: Vec<String>,
}

/// Input of a brief.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct BriefInput {
    /// The day of the analysis.
    pub as_of: Option<Day>,
    /// Query of the page.
    pub query: String,
    /// Search intent; `None` lets the Keyword engine classify it.
    pub intent: Option<Intent>,
    /// Top-ranking pages; at least 2 for sections, questions and terms.
    pub winners: Vec<Page>,
    /// Fact sheet.
    pub facts: Vec<Fact>,
}

/// Input for composing a page.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct ComposeInput {
    /// The day of the analysis.
    pub as_of: Option<Day>,
    /// Query of the page.
    pub query: String,
    /// Search intent; `None` lets the Keyword engine classify it.
    pub intent: Option<Intent>,
    /// Fact sheet; without a pack at least a service and two more facts.
    pub facts: Vec<Fact>,
    /// Other pages of the same owner. No sentence of theirs is repeated.
    pub siblings: Vec<Sibling>,
    /// Pages of the site to link to.
    pub links: Vec<PageLink>,
    /// Slug of the vertical, whose built-in pack is used.
    pub vertical: Option<String>,
    /// Text of an own pack in the format of the editorial library; it replaces the built-in pack.
    pub pack: Option<String>,
    /// What is known about the place.
    pub place: Option<PlaceFacts>,
    /// Questions that people ask: own queries, related questions of SERPs.
    pub questions: Vec<String>,
    /// What the reader wants; `None` derives it from the query and its search intent.
    pub page_intent: Option<PageIntent>,
    /// Ids of the statements on other pages of the same site.
    pub used: Vec<String>,
    /// Headings that the page should have, in order. Sections that they are about come first and get these headings; a
    /// heading without facts and statements about it is reported.
    pub outline: Vec<String>,
    /// Words to cover. Statements that contain them are preferred; the score reports those that are missing.
    pub words: Vec<String>,
}

/// A page to score or revise.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct ScoreInput {
    /// The day of the analysis.
    pub as_of: Option<Day>,
    /// Query of the page.
    pub query: String,
    /// Search intent; `None` lets the Keyword engine classify it.
    pub intent: Option<Intent>,
    /// The page.
    pub draft: Draft,
    /// Fact sheet.
    pub facts: Vec<Fact>,
    /// Other pages of the same owner.
    pub siblings: Vec<Sibling>,
    /// Pages of the site that `revise` may link to.
    pub links: Vec<PageLink>,
    /// Top-ranking pages of the query, for the information gain.
    pub winners: Vec<Page>,
    /// Questions that the page should answer.
    pub questions: Vec<String>,
    /// Words that the page should contain, in any form.
    pub words: Vec<String>,
}

impl Draft {
    /// Returns the ids of the facts that the page cites.
    pub(super) fn used_facts(&self) -> BTreeSet<String> {
        let all = self.body().chain([&self.title, &self.description]);
        all.flat_map(|sentence| sentence.fact_ids.iter().cloned()).collect()
    }

    /// Iterates over title, description and the sentences of the blocks, with the index of the block and that of the
    /// sentence in [`Block::sentences`]. Labels and cells have the index of their block only.
    pub(super) fn places(&self) -> impl Iterator<Item = (Option<usize>, Option<usize>, &Sentence)> {
        let head = [&self.title, &self.description].into_iter().map(|sentence| (None, None, sentence));
        head.chain(self.blocks.iter().enumerate().flat_map(|(block, list)| {
            let sentences = list.sentences.iter().enumerate().map(|(at, sentence)| (Some(at), sentence));
            let cells = list.rows.iter().flat_map(|row| &row.cells).flat_map(|cell| &cell.sentences);
            let others = list.label.iter().chain(&list.header).chain(cells).map(|sentence| (None, sentence));
            sentences.chain(others).map(move |(at, sentence)| (Some(block), at, sentence))
        }))
    }

    /// Iterates over the sentences of the blocks.
    pub fn body(&self) -> impl Iterator<Item = &Sentence> {
        self.blocks.iter().flat_map(Block::texts)
    }
}

impl Block {
    /// Iterates over label, sentences, and the cells of the table.
    pub fn texts(&self) -> impl Iterator<Item = &Sentence> {
        let cells = self.rows.iter().flat_map(|row| &row.cells).flat_map(|cell| &cell.sentences);
        self.label.iter().chain(&self.sentences).chain(&self.header).chain(cells)
    }

    /// Replaces each sentence, or removes it for `None`. Cells stay, so that columns stay aligned; rows without text go.
    pub(super) fn rewrite(&mut self, mut change: impl FnMut(Sentence) -> Option<Sentence>) {
        let mut each = |sentences: &mut Vec<Sentence>| {
            *sentences = std::mem::take(sentences).into_iter().filter_map(&mut change).collect();
        };
        each(&mut self.sentences);
        self.rows.iter_mut().flat_map(|row| &mut row.cells).for_each(|cell| each(&mut cell.sentences));
        self.rows.retain(|row| row.cells.iter().any(|cell| !cell.sentences.is_empty()));
        let mut label: Vec<Sentence> = self.label.take().into_iter().collect();
        each(&mut label);
        self.label = label.pop();
    }

    /// Returns true for a block that says nothing; a table needs a row.
    pub(super) fn is_empty(&self) -> bool {
        self.sentences.is_empty() && self.rows.is_empty()
    }
}

impl Sentence {
    /// Creates a sentence with the facts that support it, each once.
    pub(super) fn new(text: impl Into<String>, ids: impl IntoIterator<Item = impl Into<String>>) -> Self {
        let mut fact_ids: Vec<String> = Vec::new();
        for id in ids.into_iter().map(Into::into) {
            if !fact_ids.contains(&id) {
                fact_ids.push(id);
            }
        }
        Self { text: text.into(), fact_ids, is_second_reading: false }
    }
}
