//! Output of the content engine.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::input::{Draft, Fact, FactKind, PageIntent};
pub use super::score::{NewStatement, QuestionAnswer, ScorePart};
use crate::common::Insight;
use crate::keyword::Intent;
use crate::semantic;

/// Output of `brief`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct BriefOutput {
    /// Query.
    pub query: String,
    /// Search intent; `None` if unclear.
    pub intent: Option<Intent>,
    /// Sections to write, in order, with the facts that fill them.
    pub outline: Vec<OutlineSection>,
    /// Missing facts with their purpose.
    pub missing_facts: Vec<MissingFact>,
    /// Recommended number of words: from, to.
    pub words: [usize; 2],
    /// Target Flesch reading ease.
    pub reading_ease: f64,
    /// Shared and missing content of the top pages; `None` for fewer than 2 top pages.
    pub winners: Option<semantic::BriefOutput>,
    /// Insights.
    pub insights: Vec<Insight>,
    /// Notes for the reader about this run.
    pub notes: Vec<String>,
    /// Assumptions.
    pub assumptions: Vec<String>,
    /// Missing data and what they would enable.
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
    /// Heading of the section.
    pub heading: String,
    /// Facts that fill it; empty if it cannot be written yet.
    pub fact_ids: Vec<String>,
    /// Number of top pages that have it; 0 if only you have it.
    pub winners: u32,
}

/// A missing fact.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct MissingFact {
    /// Kind of fact.
    pub kind: FactKind,
    /// Purpose.
    pub reason: String,
}

/// Output of `compose`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ComposeOutput {
    /// The page; every sentence names its facts.
    pub draft: Draft,
    /// Score, with the findings that block publication.
    pub score: ScoreOutput,
    /// Facts that the page cites, with their sources. They can be given to `score` and `revise` as `facts`.
    pub facts: Vec<CitedFact>,
    /// Ids of unused facts.
    pub unused_facts: Vec<String>,
    /// Facts that contradict each other.
    pub conflicts: Vec<Conflict>,
    /// Questions that neither the facts nor the pack answer.
    pub unanswered: Vec<String>,
    /// Headings of the outline that the page does not have, because no fact and no statement is about them.
    #[serde(default)]
    pub missing_sections: Vec<String>,
    /// Ids of the statements of the pack on this page; give them as `used` to the next page of the site.
    pub used: Vec<String>,
    /// What the page is written for.
    pub page_intent: PageIntent,
    /// Who must review the page before it is published; `None` for trades that are not regulated.
    pub review: Option<String>,
    /// Notes for the reader about this run.
    pub notes: Vec<String>,
    /// Name of the method.
    pub method: String,
    /// Version of the method.
    pub method_version: String,
}

/// A fact that a page cites.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct CitedFact {
    /// The fact.
    #[serde(flatten)]
    pub fact: Fact,
    /// Publications that it rests on; empty for facts of the owner and common knowledge of the trade.
    pub sources: Vec<Publication>,
}

/// A publication.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct Publication {
    /// Title.
    pub title: String,
    /// Publisher.
    pub publisher: String,
    /// Year.
    pub year: u16,
    /// Address.
    pub url: String,
}

/// Facts that cannot all be true.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Conflict {
    /// Kind of fact.
    pub kind: FactKind,
    /// What they are about: the subject of a price, or empty.
    pub subject: String,
    /// Ids of the facts.
    pub fact_ids: Vec<String>,
    /// The fact that the page states; `None` if none of them is newer or more reliable.
    pub stated: Option<String>,
}

/// Output of `score`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ScoreOutput {
    /// 0 to 100: the points of `parts`, added and rounded, in percent of the weights of the parts that were measured; at
    /// most 50 if a finding blocks publication.
    pub score: u32,
    /// What the score is made of.
    pub parts: Vec<ScorePart>,
    /// True if nothing blocks publication.
    pub passes: bool,
    /// Findings, blocking first.
    pub findings: Vec<Finding>,
    /// Measurements.
    pub measures: Measures,
    /// Statements of the page that no top page makes.
    pub new_statements: Vec<NewStatement>,
    /// The section that answers each given question.
    pub questions: Vec<QuestionAnswer>,
    /// Insights for the owner.
    pub insights: Vec<Insight>,
    /// Notes for the reader about this run.
    pub notes: Vec<String>,
    /// Assumptions.
    pub assumptions: Vec<String>,
    /// Missing data and what they would enable.
    pub needs: Vec<String>,
    /// Name of the method.
    pub method: String,
    /// Version of the method.
    pub method_version: String,
}

/// A problem of a page.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Finding {
    /// The check: `unsupported_claim`, `uncited_claim`, `unknown_fact`, `fabricated_trust`, `similarity`,
    /// `unique_facts`, `city_list`, `stuffing`, `thin`, `links`, `readability`, `title`, `description`, `h1`,
    /// `information_gain`, `question`, `words`, `grammar`, `boilerplate`.
    pub check: String,
    /// Whether it blocks publication.
    pub level: Level,
    /// Description of the problem, with its values.
    pub detail: String,
    /// Affected sentence, page or element.
    pub subject: Option<String>,
    /// True if [`super::revise`] can fix it from facts.
    pub is_mendable: bool,
    /// Index of the block, if the finding is about one.
    pub block: Option<usize>,
    /// Index of the sentence in its block.
    pub sentence: Option<usize>,
    /// What to do about it.
    pub fix: String,
    /// The sentence after a mechanical fix, which [`super::revise`] applies; empty to remove it.
    pub replacement: Option<String>,
}

/// Severity of a finding.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Level {
    /// The page must not be published.
    Block,
    /// The page should be improved.
    Warn,
}

/// Measurements of a page.
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
    /// Share of the words that the query's words make up, 0 to 1.
    pub density: f64,
    /// Similarity to the most similar given page, with names replaced, 0 to 1.
    pub similarity: f64,
    /// Share of the sentences that name a fact, 0 to 1.
    pub cited: f64,
    /// Share of the distinct sentences that state a fact which no top page states, 0 to 1; `None` without top pages.
    pub information_gain: Option<f64>,
    /// Share of the given questions that a section answers, 0 to 1; `None` without questions.
    pub questions_answered: Option<f64>,
    /// Grammar findings per 1,000 words; `None` if grammar was not checked.
    pub grammar_per_1000: Option<f64>,
    /// Number of boilerplate phrases.
    pub boilerplate: usize,
}

/// Output of `revise`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ReviseOutput {
    /// The revised page.
    pub draft: Draft,
    /// What was changed.
    pub changes: Vec<Change>,
    /// Score before.
    pub before: u32,
    /// Score after, with the remaining findings.
    pub after: ScoreOutput,
    /// Facts or manual work needed for the remaining findings.
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
    /// The check that it fixes.
    pub check: String,
    /// Previous text; `None` if it is new.
    pub before: Option<String>,
    /// New text; `None` if it was removed.
    pub after: Option<String>,
}
