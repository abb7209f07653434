//! What both readings decide about a line.

use super::super::is_instruction;
use super::SecondVerdict;
use crate::content::{SentenceVerdict, Support};

/// What becomes of a line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Outcome {
    /// It stays, with the facts that support it.
    Kept {
        /// Ids of the facts.
        fact_ids: Vec<String>,
        /// True if the second reading, not the rules, found them.
        is_second_reading: bool,
    },
    /// It is left out, for this reason.
    Removed(String),
}

/// Returns true for a line that a second reading can keep or remove. What no fact has is for the rules alone: names and claims;
/// and so are comparisons and leaks. A figure that no fact has needs a calculation. A line that addresses a model is not sent.
#[must_use]
pub fn is_read_again(rules: &SentenceVerdict) -> bool {
    rules.support() != Support::Missing && !is_instruction(&rules.text)
}

/// Decides about a line. Without a second verdict, the rules decide.
#[must_use]
pub fn outcome(rules: &SentenceVerdict, second: Option<&SecondVerdict>) -> Outcome {
    let kept =
        |fact_ids: &[String], is_second_reading| Outcome::Kept { fact_ids: fact_ids.to_vec(), is_second_reading };
    let second = second.filter(|_| is_read_again(rules));
    match (rules.support(), second) {
        (Support::Facts | Support::Wording, Some(SecondVerdict::Unsaid(words))) if !words.is_empty() => {
            Outcome::Removed(format!("in a second reading, no fact says “{words}”"))
        }
        (Support::Facts, _) => kept(&rules.fact_ids, false),
        (Support::Wording, Some(SecondVerdict::Said { fact_ids, .. })) => kept(fact_ids, true),
        // It must have read the facts that the rules hold against the line, and those that have its figures and claims.
        (
            Support::Sense | Support::Subject | Support::Calculation,
            Some(SecondVerdict::Said { fact_ids, calculated }),
        ) if rules.is_answered_by(fact_ids, calculated) => kept(fact_ids, true),
        (Support::Wording | Support::Sense | Support::Subject | Support::Calculation | Support::Missing, _) => {
            let detail = rules.problems.first().map(|problem| problem.detail.clone());
            Outcome::Removed(detail.unwrap_or_else(|| "no fact says so".to_owned()))
        }
    }
}
