//! Content documents: what is written, checked before it is stored, compared between versions, rewritten in parts and
//! exported. Pure functions over drafts of the content engine.

mod brief;
mod check;
mod cited;
pub mod diff;
pub mod export;
mod passage;
mod replace;
mod rewrite;
mod said;
mod schema;
mod sheet;
mod topic;

pub use brief::Brief;
pub use check::{Fault, check_brief, check_draft, word_count};
pub use cited::{CitedFact, CitedSource, all_facts, cited, in_words};
pub use passage::{Passage, Phrase, with_section, with_sentence};
pub use replace::{NoCounterpart, replace_sections, replace_sentence, sections};
pub use rewrite::{NewSection, with_page};
pub use said::Said;
pub use schema::{draft_schema, fact_schema};
pub use sheet::{Sheet, Topic};
pub use topic::{common_words, is_question, search_terms};
