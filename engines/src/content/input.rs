//! Input of the content engine.

use std::collections::BTreeSet;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

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
    /// Headings, paragraphs and list items in order.
    pub blocks: Vec<Block>,
    /// Links to other pages of the site.
    pub links: Vec<PageLink>,
}

/// A heading, paragraph or list item.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct Block {
    /// Kind of block.
    pub kind: BlockKind,
    /// Level of a heading, 1 to 6; 0 for others.
    pub level: u8,
    /// Sentences of the block.
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
}

/// A sentence with its facts.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct Sentence {
    /// Text.
    pub text: String,
    /// Ids of the facts that support it.
    pub fact_ids: Vec<String>,
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
    /// Fact sheet, with at least a service and three facts.
    pub facts: Vec<Fact>,
    /// Other pages of the same owner.
    pub siblings: Vec<Sibling>,
    /// Pages of the site to link to.
    pub links: Vec<PageLink>,
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
}

impl Draft {
    /// Returns the ids of the facts that the page cites.
    pub(super) fn used_facts(&self) -> BTreeSet<String> {
        let sentences = self.blocks.iter().flat_map(|block| &block.sentences);
        let all = sentences.chain([&self.title, &self.description]);
        all.flat_map(|sentence| sentence.fact_ids.iter().cloned()).collect()
    }
}
