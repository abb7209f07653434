//! Answers to tracked prompts, as other engines read them.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::input::Brand;
use crate::common::{Day, EngineError};

/// Maximum number of answers per run.
pub const MAX_ANSWERS: usize = 100_000;
/// Maximum number of cited pages of all answers.
pub const MAX_CITED: usize = 2_000_000;

/// A complete answer of an assistant to a tracked prompt.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct PromptAnswer {
    /// Prompt. Must not be empty.
    pub prompt: String,
    /// Topic; empty for none.
    pub topic: String,
    /// Engine and surface that was asked.
    pub engine: String,
    /// Day, in UTC.
    pub day: Option<Day>,
    /// Pages that it cites, each once.
    pub cited: Vec<CitedSource>,
    /// Hosts of the websites whose names it mentions; only the names of your website and of its rivals are looked for.
    pub mentioned: Vec<String>,
}

/// A page that an answer cites.
#[derive(Debug, Clone, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct CitedSource {
    /// Host.
    pub host: String,
    /// Registrable domain; empty uses the host.
    pub domain: String,
    /// Address, where the answer names it.
    pub url: Option<String>,
}

impl PromptAnswer {
    /// Returns true if it cites a page of a website.
    pub(crate) fn cites(&self, website: &Brand) -> bool {
        self.cited.iter().any(|page| website.owns(&page.host))
    }
}

/// Validates answers.
///
/// # Errors
/// Returns [`EngineError::NoInput`] without answers, [`EngineError::TooLarge`], or [`EngineError::InvalidInput`] for an
/// answer without a prompt.
pub(crate) fn check(answers: &[PromptAnswer]) -> Result<(), EngineError> {
    if answers.is_empty() {
        let unlock = "open AI answers, add prompts, and check them";
        return Err(EngineError::NoInput { what: "AI answers", unlock });
    }
    let cited = answers.iter().map(|answer| answer.cited.len()).sum();
    EngineError::check_sizes(&[
        ("`answers`", answers.len(), MAX_ANSWERS),
        ("cited pages of `answers`", cited, MAX_CITED),
    ])?;
    match answers.iter().position(|answer| answer.prompt.trim().is_empty()) {
        Some(at) => Err(EngineError::input(format!("answers[{at}].prompt"), "must not be empty")),
        None => Ok(()),
    }
}

/// Returns the first and the last day of answers.
pub(crate) fn span<'a>(answers: impl Iterator<Item = &'a PromptAnswer> + Clone) -> (Option<Day>, Option<Day>) {
    let days = answers.filter_map(|answer| answer.day);
    (days.clone().min(), days.max())
}
