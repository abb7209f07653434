//! Prompts for a language model, and the reading of its answers.
//!
//! A page is written in steps: [`outline_prompt`] asks for sections, [`section_prompt`] for the sentences of one. Both give the
//! model facts and nothing else, and ask for lines that end with the ids of facts, which [`read_outline`] and [`LineReader`]
//! read while they arrive. Nothing here trusts the model: ids that do not exist are dropped, and every sentence is verified by
//! the checker afterwards. [`second_reading_prompt`] asks a model which facts say what the written lines say.

mod lines;
mod material;
mod outline;
mod second;
mod section;
mod shield;

pub use lines::{LineReader, WrittenKind, WrittenLine};
pub use material::{Material, SourceFact};
pub use outline::{PlannedSection, outline_prompt, read_outline};
pub use second::{
    Doubted, Outcome, SecondReadingError, SecondVerdict, again_prompt, doubts, is_read_again, largest_again,
    largest_second_reading, outcome, read_again_answer, read_second_reading, second_reading_prompt,
};
pub use section::{section_prompt, sentence_prompt};
pub use shield::{is_instruction, shield};

/// Version of the prompts. It is stored with every text that a model wrote.
pub const PROMPTS_VERSION: &str = "content-prompts-7";

/// The two parts of a request to a language model.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ModelPrompt {
    /// Instructions, the same for all pages.
    pub system: String,
    /// The task with its facts.
    pub user: String,
    /// Maximum number of tokens of the answer.
    pub max_tokens: u32,
}
