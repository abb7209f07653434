//! What the content engine is given.

use std::collections::BTreeSet;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::common::Day;
use crate::keyword::Intent;
use crate::semantic::Page;

/// Something that is true, and who says so.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct Fact {
    /// Its name, cited by every sentence based on it. Unique within a fact sheet.
    pub id: String,
    /// What it is about.
    pub kind: FactKind,
    /// The fact in words that fit its kind: `Acme Roofing`, `roof repair`, `$350 to $900`.
    pub value: String,
    /// What it is for (a price, a duration, a permit), or the answer to a question.
    pub detail: Option<String>,
    /// The place it is tied to, where it is.
    pub place: Option<String>,
    /// Where it comes from: an address, a document, a person.
    pub source: String,
    /// When it was true.
    pub observed_at: Option<Day>,
    /// True when the owner of the business gave it. Ratings, awards and years need it.
    pub is_owner_supplied: bool,
}

/// What a fact is about.
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
    /// A price; `detail` says for what.
    Price,
    /// A time; `detail` says for what: `45 minutes`, `a call at night`.
    Duration,
    /// When somebody answers.
    Hours,
    /// A telephone number.
    Phone,
    /// A licence with its number.
    Licence,
    /// An insurance.
    Insurance,
    /// Years, since when, how many jobs.
    Experience,
    /// An award or rank.
    Award,
    /// A rating with its count.
    Rating,
    /// A guarantee.
    Guarantee,
    /// A rule or permit of the place; `detail` says for what.
    Permit,
    /// What weather or ground of the place does.
    Climate,
    /// A step of the work.
    Process,
    /// A question in `value` with its answer in `detail`.
    Question,
    /// Any other whole sentence.
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
    /// What it is.
    pub kind: BlockKind,
    /// Level of a heading, 1 to 6; 0 for others.
    pub level: u8,
    /// Its sentences.
    pub sentences: Vec<Sentence>,
}

/// What a block is.
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

/// A sentence and the facts it rests on.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct Sentence {
    /// Its words.
    pub text: String,
    /// Ids of the facts it rests on.
    pub fact_ids: Vec<String>,
}

/// A link to another page.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct PageLink {
    /// Address.
    pub url: String,
    /// Words of the link.
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
    /// Its place, service and business names: they count as the same as this page's.
    pub names: Vec<String>,
}

/// What a brief is made from.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct BriefInput {
    /// The day of the analysis.
    pub as_of: Option<Day>,
    /// The search the page is for.
    pub query: String,
    /// Search intent; `None` lets the Keyword engine classify it.
    pub intent: Option<Intent>,
    /// The pages that win it; at least 2 for sections, questions and terms.
    pub winners: Vec<Page>,
    /// What is known.
    pub facts: Vec<Fact>,
}

/// What a page is composed from.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct ComposeInput {
    /// The day of the analysis.
    pub as_of: Option<Day>,
    /// The search the page is for.
    pub query: String,
    /// Search intent; `None` lets the Keyword engine classify it.
    pub intent: Option<Intent>,
    /// What is known. At least a service and three facts.
    pub facts: Vec<Fact>,
    /// Other pages of the same owner.
    pub siblings: Vec<Sibling>,
    /// Pages of the site to link to.
    pub links: Vec<PageLink>,
}

/// A page to be checked or mended.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct ScoreInput {
    /// The day of the analysis.
    pub as_of: Option<Day>,
    /// The search the page is for.
    pub query: String,
    /// Search intent; `None` lets the Keyword engine classify it.
    pub intent: Option<Intent>,
    /// The page.
    pub draft: Draft,
    /// What is known.
    pub facts: Vec<Fact>,
    /// Other pages of the same owner.
    pub siblings: Vec<Sibling>,
    /// Pages of the site that `revise` may link to.
    pub links: Vec<PageLink>,
}

impl Draft {
    /// Returns the ids of the facts that the page cites.
    pub(super) fn used_facts(&self) -> BTreeSet<String> {
        let sentences = self.blocks.iter().flat_map(|block| &block.sentences);
        let all = sentences.chain([&self.title, &self.description]);
        all.flat_map(|sentence| sentence.fact_ids.iter().cloned()).collect()
    }
}
