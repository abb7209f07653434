//! Semantic engine: what must a page cover, what do competitors miss, and which pages overlap?
//!
//! [`coverage()`] compares a page with the top pages of its query and finds missing terms; [`overlap()`] finds near-duplicate pages, and
//! with a model pages on the same topic; [`links()`] computes PageRank and proposes links; [`brief()`] recommends the content of a page
//! and finds statements that no top page has; [`similarities()`] computes the similarity of texts by their words or by a
//! [`SentenceModel`]. The method card is `docs/engines/semantic.md`.

pub mod actions;
mod brief;
mod coverage;
mod input;
mod lexicon;
mod links;
pub mod model;
mod overlap;
mod params;
mod similarity;
mod story;
mod terms;

pub use brief::{BriefOutput, BriefTerm, Counted, Section, Statement, brief};
pub use coverage::{CoverageOutput, StuffedTerm, TermCoverage, coverage};
pub use input::{BriefInput, CoverageInput, Heading, Link, MAX_CHARACTERS, MAX_PAGES, Page, PagesInput};
pub use links::{LinkProposal, LinksOutput, PageRank, WeakAnchor, links};
pub(crate) use model::cosine;
pub use model::{ModelError, SentenceModel};
pub use overlap::{OverlapOutput, OverlapPair, Verdict, overlap};
pub(crate) use overlap::{jaccard, shingles};
pub use params::{Checked, Parameters, parameters_schema};
pub use similarity::{MAX_TEXT_CHARACTERS, lexical_similarity, similarities};

/// Name of the method.
pub const METHOD: &str = "semantic: BM25 against winners, shingles, PageRank, word alignment or sentence vectors";
/// Version of the method; it changes with any change of the results.
pub const METHOD_VERSION: &str = "semantic-1.1.0";
