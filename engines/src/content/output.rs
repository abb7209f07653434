//! What the content engine answers.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::input::{Draft, FactKind};
use crate::common::Insight;
use crate::keyword::Intent;
use crate::semantic;

/// The answer of `brief`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct BriefOutput {
    /// The search.
    pub query: String,
    /// Search intent; `None` if unclear.
    pub intent: Option<Intent>,
    /// Sections to write, in order, with the facts that fill them.
    pub outline: Vec<OutlineSection>,
    /// Facts that are missing, with what they are for.
    pub missing_facts: Vec<MissingFact>,
    /// Words to aim at: from, to.
    pub words: [usize; 2],
    /// Flesch reading ease to reach.
    pub reading_ease: f64,
    /// What winners share and what they lack; `None` for fewer than 2 winners.
    pub winners: Option<semantic::BriefOutput>,
    /// The findings.
    pub insights: Vec<Insight>,
    /// What the reader should know about this run.
    pub notes: Vec<String>,
    /// Assumptions.
    pub assumptions: Vec<String>,
    /// What is missing and what it would unlock.
    pub needs: Vec<String>,
    /// Name of the method.
    pub method: String,
    /// Version of the method.
    pub method_version: String,
}

/// A section to write.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct OutlineSection {
    /// Its heading.
    pub heading: String,
    /// Facts that fill it; empty when it cannot be written yet.
    pub fact_ids: Vec<String>,
    /// Winners that have it; 0 when it is yours alone.
    pub winners: u32,
}

/// A fact that is missing.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct MissingFact {
    /// What it is about.
    pub kind: FactKind,
    /// What it is for.
    pub reason: String,
}

/// The answer of `compose`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ComposeOutput {
    /// The page; every sentence names its facts.
    pub draft: Draft,
    /// What keeps it from being published.
    pub score: ScoreOutput,
    /// Ids of facts that found no place.
    pub unused_facts: Vec<String>,
    /// What the reader should know about this run.
    pub notes: Vec<String>,
    /// Name of the method.
    pub method: String,
    /// Version of the method.
    pub method_version: String,
}

/// The answer of `score`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ScoreOutput {
    /// 100 less 25 for each finding that blocks and 5 for each that warns, at least 0.
    pub score: u32,
    /// True when nothing blocks.
    pub passes: bool,
    /// What was found, blocking first.
    pub findings: Vec<Finding>,
    /// What was measured.
    pub measures: Measures,
    /// The findings that matter to an owner.
    pub insights: Vec<Insight>,
    /// What the reader should know about this run.
    pub notes: Vec<String>,
    /// Assumptions.
    pub assumptions: Vec<String>,
    /// What is missing and what it would unlock.
    pub needs: Vec<String>,
    /// Name of the method.
    pub method: String,
    /// Version of the method.
    pub method_version: String,
}

/// Something that a page breaks.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Finding {
    /// The check: `unsupported_claim`, `uncited_claim`, `unknown_fact`, `fabricated_trust`, `similarity`,
    /// `unique_facts`, `city_list`, `stuffing`, `thin`, `links`, `readability`, `title`, `description`, `h1`.
    pub check: String,
    /// Whether it keeps the page from being published.
    pub level: Level,
    /// Description of the problem, with its values.
    pub detail: String,
    /// The sentence, page or element it is about.
    pub subject: Option<String>,
    /// True when [`super::revise`] can mend it from facts.
    pub is_mendable: bool,
}

/// Whether a finding keeps a page from being published.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Level {
    /// The page must not be published.
    Block,
    /// The page would be better without.
    Warn,
}

/// What was measured on a page.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct Measures {
    /// Words of headings and text.
    pub words: usize,
    /// Flesch reading ease; `None` without a sentence.
    pub reading_ease: Option<f64>,
    /// Characters of the title.
    pub title_characters: usize,
    /// Width of the title in Arial at 20 pixels.
    pub title_pixels: u32,
    /// Characters of the description.
    pub description_characters: usize,
    /// Share of the words that the search's words make up, 0 to 1.
    pub density: f64,
    /// Similarity to the most similar given page, with names replaced, 0 to 1.
    pub similarity: f64,
    /// Share of the sentences that name a fact, 0 to 1.
    pub cited: f64,
}

/// The answer of `revise`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ReviseOutput {
    /// The page after mending.
    pub draft: Draft,
    /// What was changed.
    pub changes: Vec<Change>,
    /// The score before.
    pub before: u32,
    /// The score after, with the findings that are left.
    pub after: ScoreOutput,
    /// Facts to bring, or things to do by hand, for what is left.
    pub needs: Vec<String>,
    /// Name of the method.
    pub method: String,
    /// Version of the method.
    pub method_version: String,
}

/// A change of a page.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Change {
    /// The check it mends.
    pub check: String,
    /// What stood there; `None` for something new.
    pub before: Option<String>,
    /// New text; `None` if it was removed.
    pub after: Option<String>,
}
