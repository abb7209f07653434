//! Input and output of the check of sentences.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::super::input::{Fact, Sentence};
use super::calculation::Calculated;
use super::reading::MOST_WORDS;

/// Sentences to check against facts.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct VerifyInput {
    /// Sentences, for example of a language model, with the facts that they claim to cite.
    pub sentences: Vec<Sentence>,
    /// Fact sheet.
    pub facts: Vec<Fact>,
}

/// Whether the facts support each sentence.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct VerifyOutput {
    /// A verdict for each sentence, in order.
    pub verdicts: Vec<SentenceVerdict>,
    /// Number of supported sentences.
    pub supported: usize,
    /// Number of sentences without a checkable claim that no fact covers.
    pub opinions: usize,
    /// Number of sentences that claim what no fact says.
    pub unsupported: usize,
    /// Number of sentences that a fact contradicts.
    pub contradicted: usize,
    /// Name of the method.
    pub method: String,
    /// Version of the method.
    pub method_version: String,
}

/// Verdict about a sentence.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct SentenceVerdict {
    /// Text of the sentence.
    pub text: String,
    /// Verdict.
    pub verdict: Verdict,
    /// Ids of the facts that support it, or that it is closest to.
    pub fact_ids: Vec<String>,
    /// Share of its content words that the facts cover, 0 to 1.
    pub covered: f64,
    /// What is not covered; empty for supported sentences.
    pub problems: Vec<Problem>,
}

/// What a sentence of a draft lacks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Support {
    /// Nothing: facts support it.
    Facts,
    /// Only wording: its figures, names and claims are supported, but no fact has all its words.
    Wording,
    /// By its words, a fact denies it, or limits what it says. The rules compare the words of negations and quantifiers, so `too heavy
    /// to tow` looks like the opposite of `does not tow`.
    Sense,
    /// Only that a fact says them of this: its figures and claims are in facts, but by their words the facts are about something else.
    Subject,
    /// Only figures or superlatives that may follow from figures of facts, or names that it may only suppose, and nothing but the above.
    Calculation,
    /// A fact.
    Missing,
}

impl SentenceVerdict {
    /// Returns what the sentence lacks. A sentence that is too long to be read whole lacks a fact.
    #[must_use]
    pub fn support(&self) -> Support {
        let is_whole = self.text.len() < MOST_WORDS;
        let are_all = |of: &[ProblemKind]| self.problems.iter().all(|problem| of.contains(&problem.kind));
        let is_sense = |problem: &Problem| {
            matches!(problem.kind, ProblemKind::Uncovered | ProblemKind::Negation | ProblemKind::Quantifier)
        };
        match self.verdict {
            Verdict::Supported if !self.fact_ids.is_empty() => Support::Facts,
            _ if is_whole && are_all(&[ProblemKind::Uncovered]) => Support::Wording,
            _ if is_whole && self.problems.iter().all(is_sense) => Support::Sense,
            _ if is_whole && self.problems.iter().all(|one| is_sense(one) || !one.said_by.is_empty()) => {
                Support::Subject
            }
            _ if is_whole
                && self.problems.iter().all(|one| is_sense(one) || one.is_calculable || !one.said_by.is_empty()) =>
            {
                Support::Calculation
            }
            _ => Support::Missing,
        }
    }

    /// Returns true if each problem is answered: by a named fact that has the figure or claim, by a figure that was calculated, or by the
    /// named fact that seems to say otherwise, or one that has more of the sentence. Of figures with the same words, each needs its own calculation.
    #[must_use]
    pub fn is_answered_by(&self, named: &[String], calculated: &[Calculated]) -> bool {
        self.problems.iter().all(|problem| self.is_answered(problem, named, calculated))
    }

    fn is_answered(&self, problem: &Problem, named: &[String], calculated: &[Calculated]) -> bool {
        let is_named = |id: &String| named.contains(id);
        let is_opposed = problem.kind == ProblemKind::Negation && problem.fact_id.as_ref().is_some_and(is_named);
        if problem.is_calculable {
            let count = calculated.iter().filter(|one| one.words == problem.words).count();
            let asked = self.problems.iter().filter(|one| one.is_calculable && one.words == problem.words).count();
            // A superlative may be a claim of two groups, which one calculation answers.
            let least = if problem.kind == ProblemKind::Claim { 1 } else { asked };
            problem.said_by.iter().any(is_named) || count >= least
        } else if problem.said_by.is_empty() || is_opposed {
            problem.fact_id.as_ref().is_none_or(is_named)
        } else {
            problem.said_by.iter().any(is_named)
        }
    }

    /// Returns what keeps the sentence from being answered, if calculations, suppositions and further facts could answer all of it.
    #[must_use]
    pub fn doubts(&self, named: &[String], calculated: &[Calculated]) -> Vec<Doubt> {
        let open = self.problems.iter().filter(|problem| !self.is_answered(problem, named, calculated));
        let doubt = |problem: &Problem| match (&problem.fact_id, problem.is_calculable) {
            (_, true) => Some(Doubt::Figure(problem.words.clone())),
            (Some(id), false) if matches!(problem.kind, ProblemKind::Negation | ProblemKind::Quantifier) => {
                Some(Doubt::Opposed(id.clone()))
            }
            _ => None,
        };
        let mut doubts: Vec<Doubt> = open.map(doubt).collect::<Option<_>>().unwrap_or_default();
        doubts.dedup();
        doubts
    }

    /// Returns the ids of the facts that say otherwise.
    pub fn opposed(&self) -> impl Iterator<Item = &str> {
        self.problems.iter().filter_map(|problem| problem.fact_id.as_deref())
    }
}

/// What a second reading left open about a sentence that it passes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Doubt {
    /// A figure, superlative or supposed name, in the words of the sentence, without a calculation or supposition that counts.
    Figure(String),
    /// Id of a fact that seems to say otherwise, and that was not named.
    Opposed(String),
}

/// Whether facts support a sentence.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub enum Verdict {
    /// Facts support every claim and most of its words.
    Supported,
    /// It claims nothing that can be checked, and no fact says it. A person decides.
    Opinion,
    /// It claims something that no fact says.
    Unsupported,
    /// A fact says otherwise.
    Contradicted,
}

/// A part of a sentence that facts do not cover.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Problem {
    /// Kind of problem.
    pub kind: ProblemKind,
    /// The words concerned.
    pub words: String,
    /// Explanation, with what the closest fact says.
    pub detail: String,
    /// Id of the fact that says otherwise, if any.
    pub fact_id: Option<String>,
    /// Ids of the facts that have the figure or the claim, though by their words they say it of something else or in another form; of a
    /// negation, those that have more of the sentence than the fact that denies it.
    #[serde(skip)]
    pub said_by: Vec<String>,
    /// True for a figure or superlative that may follow from figures of facts by a calculation, and for a figure or name that the sentence may
    /// only suppose.
    #[serde(skip)]
    pub is_calculable: bool,
}

/// Kind of a problem of a sentence.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub enum ProblemKind {
    /// A number that no fact has.
    Number,
    /// A number of a fact, attached to another subject, unit or bound.
    Swapped,
    /// A name that no fact has.
    Name,
    /// A claim of trust, price, speed or rank.
    Claim,
    /// General knowledge presented as a promise of the business.
    Attribution,
    /// The opposite of a fact.
    Negation,
    /// `all`, `always`, `only` where the fact leaves room.
    Quantifier,
    /// A cited fact that does not exist.
    UnknownSource,
    /// An instruction, a remark of the model, markup, or an address that no fact has.
    Leak,
    /// Words that no fact covers.
    Uncovered,
}

impl ProblemKind {
    /// Verdict of a sentence with the problem.
    pub(super) fn verdict(self) -> Verdict {
        match self {
            Self::Swapped | Self::Negation => Verdict::Contradicted,
            Self::Uncovered => Verdict::Opinion,
            _ => Verdict::Unsupported,
        }
    }
}
