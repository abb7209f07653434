//! Matches asked questions with questions that have an answer.
//!
//! Two questions are similar if they share the words that tell them apart, weighted by how rare these are in the pack (Tversky
//! index), and what they ask for: a price, a time, a place. Each question gets at most one answer, and each answer at most one
//! question, the most similar pairs first.

use std::collections::{BTreeMap, BTreeSet};

use super::super::library::{Library, stems};
use crate::common::{Control, EngineError, checkpoint};
use crate::text::{Stemmer, fold};

pub(in crate::content) use super::asked::Asked;

/// Minimum similarity of two questions with the same answer.
const SIMILAR: f64 = 0.5;
/// Minimum share, by weight, of the asked words beyond the trade that question or answer must contain.
const MET: f64 = 0.6;
/// Weight of an asked word that only the answer contains.
const IN_ANSWER: f64 = 0.4;
/// Weight of the words of the trade, which all questions are about.
const TRADE: f64 = 0.3;
/// Weight of words that only the answered question has, as against words that only the asked one has.
const BEYOND: f64 = 0.5;

/// A question in the words by which questions are compared.
#[derive(Debug, Clone, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(in crate::content) struct Question {
    asks: Option<Asked>,
    stems: BTreeSet<String>,
}

impl Question {
    fn new(text: &str, names: &BTreeSet<String>, stemmer: &Stemmer) -> Self {
        let folded = fold(text);
        let stems = stems(&folded, stemmer).into_iter().filter(|stem| !names.contains(stem));
        Self { asks: Asked::of(&folded), stems: stems.filter(|stem| !Asked::is_word(stem)).collect() }
    }
}

/// A question with an answer.
#[derive(Debug)]
struct Answered {
    question: Question,
    /// Stems of question and answer.
    stems: BTreeSet<String>,
    /// Index in the pack; `None` for a fact.
    at: Option<usize>,
}

/// Compares questions about a trade.
#[derive(Debug)]
pub(in crate::content) struct Matcher<'a> {
    library: Option<&'a Library>,
    names: &'a BTreeSet<String>,
    trade: BTreeSet<String>,
    stemmer: Stemmer,
    /// Questions with an answer: first from the facts, then from the pack.
    answered: Vec<Answered>,
    /// Number of answered questions that ask for something.
    counts: BTreeMap<Asked, usize>,
}

/// Which answers asked questions get.
#[derive(Debug, Default)]
pub(in crate::content) struct Assigned {
    /// Answers of the pack, in the order of the questions, each with its question.
    pub(in crate::content) answers: Vec<(usize, String)>,
    /// Questions without an answer.
    pub(in crate::content) unanswered: Vec<String>,
}

impl<'a> Matcher<'a> {
    /// Creates a matcher. Names carry no meaning in a question; `own` are questions and answers of the facts.
    pub(in crate::content) fn new(
        library: Option<&'a Library>, names: &'a BTreeSet<String>, own: &[(&str, &str)],
    ) -> Self {
        let stemmer = Stemmer::default();
        let none = BTreeSet::new();
        let trade = library.map(|library| {
            let terms = &library.pack.terms;
            stems(&format!("{} {} {} {}", library.pack.title, terms.work, terms.business, terms.worker), &stemmer)
        });
        let mut answered: Vec<Answered> = Vec::new();
        for (question, answer) in own {
            let stems = stems(&format!("{question} {answer}"), &stemmer);
            answered.push(Answered { question: Question::new(question, names, &stemmer), stems, at: None });
        }
        for (at, told) in library.into_iter().flat_map(|library| library.of_section(None)) {
            let question = Question::new(told.label.as_deref().unwrap_or_default(), &none, &stemmer);
            answered.push(Answered { question, stems: told.stems.clone(), at: Some(at) });
        }
        let mut counts: BTreeMap<Asked, usize> = BTreeMap::new();
        for asks in answered.iter().filter_map(|one| one.question.asks) {
            *counts.entry(asks).or_default() += 1;
        }
        Self { library, names, trade: trade.unwrap_or_default(), stemmer, answered, counts }
    }

    /// Returns the answers of the pack to questions that the facts answer, too.
    pub(in crate::content) fn repeated(&self) -> BTreeSet<usize> {
        let (own, pack): (Vec<&Answered>, Vec<&Answered>) = self.answered.iter().partition(|one| one.at.is_none());
        let is_own = |answer: &&&Answered| own.iter().any(|one| self.similarity(&one.question, answer) >= SIMILAR);
        pack.iter().filter(is_own).filter_map(|one| one.at).collect()
    }

    /// Returns the index of the answer of the pack that is nearest to a question; `None` if none is near enough.
    fn nearest(&self, asked: &str) -> Option<usize> {
        let question = Question::new(asked, self.names, &self.stemmer);
        let near = self.answered.iter().map(|one| (self.similarity(&question, one), one.at));
        let best = near.filter(|(similarity, _)| *similarity >= SIMILAR);
        best.max_by(|a, b| a.0.total_cmp(&b.0).then(b.1.cmp(&a.1)))?.1
    }

    /// Gives each question at most one answer, and each answer at most one question. Questions in the same words are one.
    ///
    /// # Errors
    /// Returns [`EngineError::Cancelled`].
    pub(in crate::content) fn assign(&self, asked: &[String], control: &dyn Control) -> Result<Assigned, EngineError> {
        let mut questions: Vec<(Question, Vec<&String>)> = Vec::new();
        for text in asked {
            let question = Question::new(text, self.names, &self.stemmer);
            match questions.iter_mut().find(|(known, _)| *known == question) {
                Some((_, texts)) => texts.push(text),
                None => questions.push((question, vec![text])),
            }
        }
        let mut pairs: Vec<(f64, usize, usize)> = Vec::new();
        for (from, (question, _)) in questions.iter().enumerate() {
            checkpoint(control)?;
            let similar = self.answered.iter().enumerate().map(|(to, one)| (self.similarity(question, one), from, to));
            pairs.extend(similar.filter(|(similarity, _, _)| *similarity >= SIMILAR));
        }
        pairs.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)).then(a.2.cmp(&b.2)));
        let (mut answers, mut given): (BTreeMap<usize, usize>, BTreeSet<usize>) = (BTreeMap::new(), BTreeSet::new());
        for (_, from, to) in pairs {
            if !answers.contains_key(&from) && given.insert(to) {
                answers.insert(from, to);
            }
        }
        let mut assigned = Assigned::default();
        for (from, (_, texts)) in questions.into_iter().enumerate() {
            match answers.get(&from).and_then(|to| self.answered.get(*to)) {
                Some(answer) => assigned.answers.extend(answer.at.map(|at| (at, texts[0].clone()))),
                None => assigned.unanswered.extend(texts.into_iter().cloned()),
            }
        }
        Ok(assigned)
    }

    /// Similarity of an asked question and an answered one, from 0 to 1.
    fn similarity(&self, asked: &Question, answer: &Answered) -> f64 {
        let topic = &answer.question.stems;
        let (mut common, mut missing, mut wanted, mut met) = (0.0, 0.0, 0.0, 0.0);
        for stem in &asked.stems {
            let share = match (topic.contains(stem), answer.stems.contains(stem)) {
                (true, _) => 1.0,
                (false, true) => IN_ANSWER,
                (false, false) => 0.0,
            };
            let weight = self.weight(stem);
            common += share * weight;
            missing += (1.0 - share) * weight;
            if !self.trade.contains(stem) {
                wanted += weight;
                met += share * weight;
            }
        }
        let mut beyond: f64 = topic.difference(&asked.stems).map(|stem| self.weight(stem)).sum();
        if let (Some(a), Some(b)) = (asked.asks, answer.question.asks) {
            if a == b {
                common += self.weight_of(a);
            } else if a.is_exact() && b.is_exact() {
                return 0.0;
            } else {
                missing += self.weight_of(a);
                beyond += self.weight_of(b);
            }
        }
        let is_about = !asked.stems.is_empty() || asked.asks.is_some_and(Asked::is_exact);
        if !is_about || met < MET * wanted || common <= 0.0 {
            return 0.0;
        }
        common / (common + missing + BEYOND * beyond)
    }

    fn weight(&self, stem: &str) -> f64 {
        let rare = self.library.map_or(1.0, |library| library.weight(stem));
        if self.trade.contains(stem) { TRADE * rare } else { rare }
    }

    /// Weight of what a question asks for: the rarer, the more it says.
    fn weight_of(&self, asks: Asked) -> f64 {
        let with = self.counts.get(&asks).copied().unwrap_or(1);
        (1.0 + self.answered.len() as f64 / with as f64).ln()
    }
}

/// Returns the index of the question of the pack that is meant; `None` if none is near enough.
pub(in crate::content) fn find(library: &Library, asked: &str, names: &BTreeSet<String>) -> Option<usize> {
    Matcher::new(Some(library), names, &[]).nearest(asked)
}
