//! Content engine: pages in which every sentence is supported by a fact.
//!
//! [`brief()`] recommends the content of a page and lists missing facts, [`compose()`] writes it from
//! facts, statements of the editorial library and figures of the place, [`score()`] lists what blocks publication, and [`revise()`] fixes what facts can
//! fix; [`audit()`] decides what existing pages need, [`fixes`] ranks the changes of one page. No language model is needed. The method card is `docs/engines/content.md`.

pub mod actions;
mod audit;
mod brief;
mod compose;
mod facts;
pub mod fixes;
pub mod generate;
mod grammar;
mod input;
mod output;
mod params;
pub mod place;
mod readability;
mod revise;
mod schema;
mod score;
mod verify;
mod width;

pub use audit::{
    AuditChecked, AuditInput, AuditOutput, AuditPage, AuditParameters, AuditSummary, AuditTask, ClickRange,
    FailedVital, MissingQuery, PageAudit, PageChange, PageChangeKind, PageQuery, PageVerdict, PageVitals, SlowPage,
    Vital, VitalsBasis, audit,
};
pub use brief::brief;
pub use compose::{compose, conflicts, has_pack};
pub use input::{
    Block, BlockKind, BriefInput, ComposeInput, Draft, Fact, FactKind, PageIntent, PageLink, ScoreInput, Sentence,
    Sibling, TableCell, TableRow,
};
pub use output::{
    BriefOutput, Change, CitedFact, ComposeOutput, Conflict, Finding, Level, Measures, MissingFact, NewStatement,
    OutlineSection, Publication, QuestionAnswer, ReviseOutput, ScoreOutput, ScorePart,
};
pub use params::{Checked, Parameters, parameters_schema};
pub use place::{Competitors, Figure, Neighbor, PlaceFacts};
pub use readability::flesch_reading_ease;
pub use revise::revise;
pub use schema::fact_schema;
pub use score::{score, score_with};
pub use verify::{
    Calculated, Doubt, Problem, ProblemKind, SentenceVerdict, Support, Verdict, VerifyInput, VerifyOutput, calculated,
    verify, verify_headings,
};
pub use width::title_pixels;

/// Name of the method.
pub const METHOD: &str = "content: planned statements of the editorial library and a grammar over facts, claims checked against facts, gate of the deploy";
/// Version of the method; it changes with any change of the results.
pub const METHOD_VERSION: &str = "content-2.3.0";
/// What findings of the engine are signed with.
const SIGNATURE: crate::common::Signature =
    crate::common::Signature { engine: crate::common::EngineId::Content, method: METHOD, version: METHOD_VERSION };
