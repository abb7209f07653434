//! Semantic engine: what must a page cover, what do competitors miss, and which pages overlap?
//!
//! [`coverage()`] sets a page beside those that win its search and tells which terms are missing;
//! [`overlap()`] finds pages that say the same, and with a model those about the same; [`links()`] ranks pages by the site's own links and
//! proposes links; [`brief()`] says what a page for a search should hold and what no winner says;
//! [`similarities()`] tells how alike two texts mean, by their words or by a
//! [`SentenceModel`](crate::embedding::SentenceModel).
//! The method card is `docs/engines/semantic.md`.

pub mod actions;
mod brief;
mod coverage;
mod finding;
mod input;
mod lexicon;
mod links;
mod overlap;
mod params;
mod similarity;
mod terms;

pub use brief::{BriefOutput, BriefTerm, Counted, Section, Statement, brief};
pub use coverage::{CoverageOutput, StuffedTerm, TermCoverage, coverage};
pub use input::{BriefInput, CoverageInput, Heading, Link, MAX_CHARACTERS, MAX_PAGES, Page, PagesInput};
pub use links::{LinkProposal, LinksOutput, PageRank, WeakAnchor, links};
pub use overlap::{OverlapOutput, OverlapPair, Verdict, overlap};
pub(crate) use overlap::{jaccard, shingles};
pub use params::{Checked, Parameters, parameters_schema};
pub use similarity::{MAX_TEXT_CHARACTERS, lexical_similarity, similarities};

/// Name of the method.
pub const METHOD: &str = "semantic: BM25 against winners, shingles, PageRank, word alignment or sentence vectors";
/// Version of the method; it changes with any change of the results.
pub const METHOD_VERSION: &str = "semantic-1.1.0";
/// What findings of the engine are signed with.
const SIGNATURE: crate::common::Signature =
    crate::common::Signature { engine: crate::common::EngineId::Semantic, method: METHOD, version: METHOD_VERSION };
