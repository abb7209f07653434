//! Content engine: pages in which every sentence is supported by a fact.
//!
//! [`brief()`] recommends the content of a page and lists missing facts, [`compose()`] writes it from
//! facts by templates, [`score()`] lists what blocks publication, and [`revise()`] fixes what facts can
//! fix. No language model is needed. The method card is `docs/engines/content.md`.

pub mod actions;
mod brief;
mod compose;
mod facts;
mod input;
mod output;
mod params;
mod readability;
mod revise;
mod schema;
mod score;
mod width;

pub use brief::brief;
pub use compose::compose;
pub use input::{
    Block, BlockKind, BriefInput, ComposeInput, Draft, Fact, FactKind, PageLink, ScoreInput, Sentence, Sibling,
};
pub use output::{
    BriefOutput, Change, ComposeOutput, Finding, Level, Measures, MissingFact, OutlineSection, ReviseOutput,
    ScoreOutput,
};
pub use params::{Checked, Parameters, parameters_schema};
pub use readability::flesch_reading_ease;
pub use revise::revise;
pub use schema::fact_schema;
pub use score::score;
pub use width::title_pixels;

/// Name of the method.
pub const METHOD: &str =
    "content: template grammar over a fact sheet, claims checked against facts, gate of the deploy";
/// Version of the method; it changes with any change of the results.
pub const METHOD_VERSION: &str = "content-1.0.1";
/// What findings of the engine are signed with.
const SIGNATURE: crate::common::Signature =
    crate::common::Signature { engine: crate::common::EngineId::Content, method: METHOD, version: METHOD_VERSION };
