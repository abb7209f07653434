//! Write the page that deserves to rank, and prove every sentence.
//!
//! [`brief()`] says what the page should hold and which facts are missing, [`compose()`] writes it from
//! facts by a grammar of templates, [`score()`] lists what keeps it from being published, and [`revise()`]
//! mends what facts can mend. No language model is needed. The method card is `docs/engines/content.md`.

pub mod actions;
mod brief;
mod compose;
mod facts;
mod input;
mod output;
mod params;
mod readability;
mod revise;
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
pub use score::score;
pub use width::title_pixels;

/// Name of the method.
pub const METHOD: &str =
    "content: template grammar over a fact sheet, claims checked against facts, gate of the deploy";
/// Version of the method; a change of any figure or sentence it gives changes it.
pub const METHOD_VERSION: &str = "content-1.0.1";
