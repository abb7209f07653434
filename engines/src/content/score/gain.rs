//! Information gain over the top pages, and the questions that the page answers.

use std::collections::BTreeSet;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::super::input::{Block, BlockKind, Draft, ScoreInput, Sentence};
use super::super::{Finding, Level, Measures};
use super::finding;
use crate::common::{Control, EngineError, checkpoint};
use crate::embedding::SentenceModel;
use crate::semantic::{Terms, likeness, meanings, rarity, similarities};
use crate::text::{Stemmer, fold, is_stopword, words};

/// Share of new terms from which a sentence says something new.
const NEW: f64 = 0.5;
/// Maximum number of new statements that are listed.
const LISTED: usize = 50;
/// Share of a question's words that a section must have.
const ANSWERED: f64 = 0.6;
/// Similarity by sentence vectors from which a sentence answers a question.
const SIMILAR: f64 = 0.6;
/// Maximum number of pairs of a question and a sentence compared by vectors.
const MOST_PAIRS: usize = 20_000;

/// A statement of the page that no top page makes.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct NewStatement {
    /// Text.
    pub text: String,
    /// Share of its terms that no top page has, 0 to 1.
    pub new_terms: f64,
    /// Numbers that no top page has.
    pub new_numbers: Vec<String>,
}

/// The section that answers a question.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct QuestionAnswer {
    /// Question.
    pub question: String,
    /// Heading of the section; `None` if no section answers it, or before the first heading.
    pub section: Option<String>,
    /// Index of the block of the answer; `None` if no section answers it.
    pub block: Option<usize>,
    /// Share of the question's words in the answer, or similarity by sentence vectors, 0 to 1.
    pub similarity: f64,
}

/// Finds what the page says and no top page does: sentences with facts, each counted once, so that repeating a term gains
/// nothing.
pub(super) fn gain(
    input: &ScoreInput, measures: &mut Measures, control: &dyn Control,
) -> Result<(Vec<NewStatement>, Option<Finding>), EngineError> {
    if input.winners.is_empty() {
        return Ok((Vec::new(), None));
    }
    let (mut terms, mut numbers) = (BTreeSet::new(), BTreeSet::new());
    for winner in &input.winners {
        checkpoint(control)?;
        for text in winner.title.iter().chain(winner.headings.iter().map(|heading| &heading.text)).chain([&winner.text])
        {
            terms.extend(Terms::read(text).counts.into_keys());
            numbers.extend(numbers_of(text));
        }
    }
    let mut seen = BTreeSet::new();
    let mut statements = Vec::new();
    let body = input.draft.blocks.iter().filter(|block| block.kind != BlockKind::Heading);
    for sentence in body.flat_map(Block::texts) {
        if seen.len() % 1_000 == 0 {
            checkpoint(control)?;
        }
        if seen.insert(fold(&sentence.text)) {
            statements.extend(new_statement(sentence, &terms, &numbers));
        }
    }
    let gain = statements.len() as f64 / seen.len().max(1) as f64;
    measures.information_gain = Some(gain);
    let missing = statements.is_empty().then(|| {
        finding(
            "information_gain",
            Level::Warn,
            "every statement of the page is on a top-ranking page already".to_owned(),
            None,
        )
    });
    statements.truncate(LISTED);
    Ok((statements, missing))
}

fn new_statement(sentence: &Sentence, terms: &BTreeSet<String>, numbers: &BTreeSet<String>) -> Option<NewStatement> {
    if sentence.fact_ids.is_empty() {
        return None;
    }
    let own = Terms::read(&sentence.text).counts;
    let new = own.keys().filter(|term| !terms.contains(*term)).count();
    let share = new as f64 / own.len().max(1) as f64;
    let new_numbers: Vec<String> =
        numbers_of(&sentence.text).into_iter().filter(|number| !numbers.contains(number)).collect();
    let is_new = !own.is_empty() && share >= NEW || !new_numbers.is_empty();
    is_new.then(|| NewStatement { text: sentence.text.clone(), new_terms: share, new_numbers })
}

fn numbers_of(text: &str) -> BTreeSet<String> {
    let folded = fold(text);
    words(&folded).filter(|word| word.chars().any(char::is_numeric)).map(str::to_owned).collect()
}

/// A section: a heading with the sentences below it.
struct Section<'a> {
    heading: &'a str,
    /// Index of the block, and the sentence.
    sentences: Vec<(usize, &'a str)>,
}

fn sections(draft: &Draft) -> Vec<Section<'_>> {
    let mut sections = vec![Section { heading: "", sentences: Vec::new() }];
    for (at, block) in draft.blocks.iter().enumerate() {
        if block.kind == BlockKind::Heading {
            let heading = block.sentences.first().map_or("", |sentence| sentence.text.as_str());
            sections.push(Section { heading, sentences: Vec::new() });
        } else if let Some(section) = sections.last_mut() {
            section.sentences.extend(block.texts().map(|sentence| (at, sentence.text.as_str())));
        }
    }
    sections
}

/// Finds the section that answers each question: a sentence that, with its heading, has most of the question's words, or
/// means the same by sentence vectors.
pub(super) fn questions(
    input: &ScoreInput, model: Option<&SentenceModel>, measures: &mut Measures, control: &dyn Control,
) -> Result<(Vec<QuestionAnswer>, Vec<Finding>), EngineError> {
    if input.questions.is_empty() {
        return Ok((Vec::new(), Vec::new()));
    }
    let (sections, stemmer) = (sections(&input.draft), Stemmer::default());
    let stems = |text: &str| -> BTreeSet<String> { content(text).map(|word| stemmer.stem(&word)).collect() };
    let read: Vec<Vec<(usize, BTreeSet<String>)>> = sections
        .iter()
        .map(|section| {
            let heading = stems(section.heading);
            section.sentences.iter().map(|(at, text)| (*at, stems(text).union(&heading).cloned().collect())).collect()
        })
        .collect();
    let mut answers = Vec::with_capacity(input.questions.len());
    for question in &input.questions {
        checkpoint(control)?;
        let mut best = QuestionAnswer { question: question.clone(), section: None, block: None, similarity: 0.0 };
        let asked: Vec<String> = content(question).collect();
        for (section, sentences) in sections.iter().zip(&read) {
            for (block, stems) in sentences {
                let share = share(&asked, stems, &stemmer);
                if share > best.similarity {
                    let heading = (!section.heading.is_empty()).then(|| section.heading.to_owned());
                    best = QuestionAnswer { section: heading, block: Some(*block), similarity: share, ..best };
                }
            }
        }
        if best.similarity < ANSWERED {
            best = by_vectors(question, &sections, model, input.questions.len(), control)?.unwrap_or(QuestionAnswer {
                section: None,
                block: None,
                ..best
            });
        }
        answers.push(best);
    }
    let open: Vec<Finding> = answers.iter().filter(|answer| answer.block.is_none()).map(open).collect();
    if !answers.is_empty() {
        measures.questions_answered = Some(1.0 - open.len() as f64 / answers.len() as f64);
    }
    Ok((answers, open))
}

fn open(answer: &QuestionAnswer) -> Finding {
    finding(
        "question",
        Level::Warn,
        format!("no section answers \"{}\"", answer.question),
        Some(answer.question.clone()),
    )
}

fn content(text: &str) -> impl Iterator<Item = String> {
    let folded = fold(text);
    let kept: Vec<String> = words(&folded).filter(|word| !is_stopword(word)).map(str::to_owned).collect();
    kept.into_iter()
}

/// Share of the words, by rarity, that a section has or says in another word.
fn share(asked: &[String], stems: &BTreeSet<String>, stemmer: &Stemmer) -> f64 {
    let (mut total, mut met) = (0.0, 0.0);
    for word in asked {
        let weight = rarity(word);
        total += weight;
        let is_met = stems.contains(&stemmer.stem(word)) || {
            let own = meanings(word);
            stems.iter().any(|stem| likeness(&own, &meanings(stem)) >= 0.6)
        };
        if is_met {
            met += weight;
        }
    }
    if total > 0.0 { met / total } else { 0.0 }
}

fn by_vectors(
    question: &str, sections: &[Section<'_>], model: Option<&SentenceModel>, questions: usize, control: &dyn Control,
) -> Result<Option<QuestionAnswer>, EngineError> {
    let sentences = || {
        sections
            .iter()
            .flat_map(|section| section.sentences.iter().map(move |(block, text)| (section.heading, *block, *text)))
    };
    let count = sentences().count();
    if model.is_none() || count == 0 || count.saturating_mul(questions) > MOST_PAIRS {
        return Ok(None);
    }
    let pairs: Vec<(&str, &str)> = sentences().map(|(_, _, text)| (question, text)).collect();
    let scores = similarities(&pairs, model, 1, control)?;
    let best = scores.iter().zip(sentences()).max_by(|a, b| a.0.total_cmp(b.0)).filter(|(score, _)| **score >= SIMILAR);
    Ok(best.map(|(score, (heading, block, _))| QuestionAnswer {
        question: question.to_owned(),
        section: (!heading.is_empty()).then(|| heading.to_owned()),
        block: Some(block),
        similarity: *score,
    }))
}
