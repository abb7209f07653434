//! Semantic engine: what must a page cover, what do competitors miss, and which pages overlap?
//!
//! [`coverage()`] compares a page with the winners of its query and returns the missing terms; [`overlap()`] finds near-duplicate pages,
//! with a model also pages on the same subject; [`links()`] ranks pages by internal links and proposes links; [`brief()`] returns the
//! content that a page for a query needs, and content that no winner has; [`prompts()`] finds prompts of AI answers that no page covers; [`similarities()`] compares texts by their words or with a
//! [`SentenceModel`](crate::embedding::SentenceModel). The method card is `docs/engines/semantic.md`.

pub mod actions;
mod brief;
mod coverage;
mod finding;
mod input;
mod lexicon;
mod links;
mod overlap;
mod params;
mod prompts;
mod similarity;
mod terms;

pub use brief::{BriefOutput, BriefTerm, Counted, Section, Statement, brief};
pub use coverage::{CoverageOutput, StuffedTerm, TermCoverage, coverage};
pub(crate) use input::check_pages;
pub use input::{BriefInput, CoverageInput, Heading, Link, MAX_CHARACTERS, MAX_PAGES, Page, PagesInput};
pub(crate) use lexicon::{Meanings, holds as is_listed, likeness, meanings, rarity};
pub use links::{LinkProposal, LinksOutput, PageRank, WeakAnchor, links};
pub use overlap::{OverlapOutput, OverlapPair, Verdict, overlap};
pub(crate) use overlap::{jaccard, shingles};
pub use params::{Checked, Parameters, parameters_schema};
pub use prompts::{CitedBy, PromptCoverage, PromptsInput, PromptsOutput, TopicCoverage, prompts};
pub use similarity::{MAX_TEXT_CHARACTERS, lexical_similarity, similarities};
pub(crate) use terms::Terms;

/// Name of the method.
pub const METHOD: &str = "semantic: BM25 against winners, shingles, PageRank, word alignment or sentence vectors";
/// Version of the method; it changes with any change of the results.
pub const METHOD_VERSION: &str = "semantic-1.2.0";
/// What findings of the engine are signed with.
const SIGNATURE: crate::common::Signature =
    crate::common::Signature { engine: crate::common::EngineId::Semantic, method: METHOD, version: METHOD_VERSION };
