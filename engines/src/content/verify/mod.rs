//! Checks sentences, for example of a language model, against a fact sheet.
//!
//! Every number, name, claim, negation and quantifier of a sentence must be in a fact, about the same subject, and one fact
//! must say all words of a clause. Which facts a sentence cites is a hint: all facts are searched, and the verdict names those
//! that support it.

mod advice;
mod calculation;
mod claim_uses;
mod claim_wider;
mod claim_words;
mod claims;
mod compare;
mod conditions;
pub(super) mod days;
mod degrees;
mod denied;
mod derived;
mod evidence;
mod figure;
mod heading;
mod held;
mod irregular;
mod leaks;
mod names;
mod numbers;
mod polarity;
mod quantity;
mod question;
mod reading;
mod roles;
mod subject;
mod synonyms;
mod terms;
mod types;
mod units;
mod wording;
mod words;

pub use calculation::{Calculated, calculated};
pub use types::{Doubt, Problem, ProblemKind, SentenceVerdict, Support, Verdict, VerifyInput, VerifyOutput};

use compare::Agreement;
use evidence::Evidence;
use question::Asked;
use reading::{Reader, Reading, relation};

use super::facts::Sheet;
use super::input::{FactKind, Sentence};
use super::{METHOD, METHOD_VERSION};
use crate::common::{Control, EngineError, checkpoint};

/// Maximum number of sentences.
const MOST_SENTENCES: usize = 20_000;
/// Maximum number of characters of the sentences together.
const MOST_CHARACTERS: usize = 2_000_000;
/// Maximum number of pairs of a sentence and a fact, which take the time.
const MOST_PAIRS: usize = 20_000_000;
/// Share of the content words that facts must cover.
const COVERED: f64 = 0.6;
/// The same for sentences whose figures or claims are supported.
const COVERED_WITH_CLAIM: f64 = 0.3;
/// Share of a sentence in a general fact from which it repeats that fact.
const PROMISED: f64 = 0.4;
/// Share of a sentence in a fact from which advice repeats that fact.
const REPEATED: f64 = 0.6;
/// Relation from which a word of a fact covers a word of a sentence.
const RELATED: f64 = 0.45;

/// Stems that only say how to get in touch.
const CONTACT: &[&str] = &[
    "phone", "telephon", "number", "call", "reach", "contact", "dial", "text", "ring", "line", "touch", "speak", "talk",
];

/// What a text is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Form {
    Sentence,
    Heading,
}

/// Decides for each sentence whether the facts support it.
///
/// # Errors
/// Returns [`EngineError::NoInput`] without a sentence, [`EngineError::InvalidInput`] with the field,
/// [`EngineError::TooLarge`], or [`EngineError::Cancelled`].
pub fn verify(input: &VerifyInput, control: &dyn Control) -> Result<VerifyOutput, EngineError> {
    verify_as(Form::Sentence, input, control)
}

/// Decides for each heading whether the facts support its claims, and have its words. A word that only asks or announces needs
/// no fact: `What to Expect`.
///
/// # Errors
/// Returns the errors of [`verify`].
pub fn verify_headings(input: &VerifyInput, control: &dyn Control) -> Result<VerifyOutput, EngineError> {
    verify_as(Form::Heading, input, control)
}

fn verify_as(form: Form, input: &VerifyInput, control: &dyn Control) -> Result<VerifyOutput, EngineError> {
    check_sizes(input)?;
    let sheet = Sheet::read(&input.facts)?;
    let reader = Reader::new(sheet.of(FactKind::Business).map(|fact| fact.value.as_str()));
    control.progress(5.0, "facts", "Reading the facts");
    let evidence = Evidence::read(sheet, &reader, control)?;
    let mut verdicts = Vec::with_capacity(input.sentences.len());
    for (at, sentence) in input.sentences.iter().enumerate() {
        checkpoint(control)?;
        if at % 100 == 0 {
            control.progress(
                10.0 + 90.0 * at as f64 / input.sentences.len() as f64,
                "sentences",
                "Checking the sentences",
            );
        }
        verdicts.push(verdict(form, sentence, &reader, (&evidence, control))?);
    }
    let count = |verdict: Verdict| verdicts.iter().filter(|one| one.verdict == verdict).count();
    Ok(VerifyOutput {
        supported: count(Verdict::Supported),
        opinions: count(Verdict::Opinion),
        unsupported: count(Verdict::Unsupported),
        contradicted: count(Verdict::Contradicted),
        verdicts,
        method: METHOD.to_owned(),
        method_version: METHOD_VERSION.to_owned(),
    })
}

fn check_sizes(input: &VerifyInput) -> Result<(), EngineError> {
    let characters = input.sentences.iter().map(|sentence| sentence.text.len()).sum();
    EngineError::check_sizes(&[
        ("`sentences`", input.sentences.len(), MOST_SENTENCES),
        ("characters of `sentences`", characters, MOST_CHARACTERS),
        ("pairs of sentences and facts", input.sentences.len().saturating_mul(input.facts.len()), MOST_PAIRS),
    ])?;
    if input.sentences.is_empty() {
        return Err(EngineError::NoInput {
            what: "sentences",
            unlock: "give the sentences to check, and the facts that they should rest on",
        });
    }
    Ok(())
}

fn verdict(
    form: Form, sentence: &Sentence, reader: &Reader, (evidence, control): (&Evidence<'_>, &dyn Control),
) -> Result<SentenceVerdict, EngineError> {
    let (mut problems, plain) = leaks::check(&sentence.text, &sentence.fact_ids, evidence);
    let (telephones, plain) = figure::telephones(&plain);
    let (known, unknown): (Vec<_>, Vec<_>) =
        telephones.iter().partition(|number| evidence.telephones.contains_key(number.as_str()));
    let mut ids: Vec<String> = known.into_iter().map(|number| evidence.telephones[number].to_owned()).collect();
    problems.extend(unknown.into_iter().map(|number| unknown_telephone(number)));
    let reading = reader.read(&plain);
    let nearest = evidence.nearest(&reading, &sentence.fact_ids);
    let (figures, counted) = numbers::check(&reading, evidence, control)?;
    let (claims, claimed) = claims::check(&reading, evidence, &nearest);
    problems.extend(figures);
    problems.extend(claims);
    problems.extend(match form {
        Form::Sentence => names::check(&reading, evidence, plain.trim_end().ends_with(['.', '!', '?'])),
        Form::Heading => names::places(&reading, evidence),
    });
    let is_marked = form == Form::Sentence && plain.trim_end().ends_with('?');
    let asked = if is_marked { question::asked(&reading) } else { Asked::Nothing };
    let (same, turned) = turned(&reading, evidence, &nearest);
    problems.extend(turned.into_iter().filter(|problem| asked != Asked::Openly || is_of_question(problem)));
    problems.extend((asked == Asked::Denied).then(denied));
    ids.extend(counted.into_iter().chain(claimed));
    let is_contact = !telephones.is_empty() && reading.words.iter().all(is_of_contact);
    if problems.is_empty() && !is_contact {
        problems.extend(promised(&reading, evidence, &nearest));
    }
    let least = if ids.is_empty() { COVERED } else { COVERED_WITH_CLAIM };
    let covered = covered(&reading, evidence, &nearest, &ids);
    let closest = nearest.first().map(|(at, _)| evidence.statements[*at].fact.id.clone());
    let mut is_open = form == Form::Sentence && covered < least && !reading.is_of_business;
    if problems.is_empty() {
        match form {
            Form::Heading => problems.extend(heading::check(&reading, evidence)),
            Form::Sentence => {
                let hints: Vec<String> = ids.iter().cloned().chain(closest.clone()).collect();
                let wording = wording::check(&reading, evidence, &nearest, &hints, &same);
                let is_question = asked == Asked::Openly;
                is_open = is_question || is_free(&reading, &nearest, is_open && !wording.is_related, &wording.unsaid);
                let is_kept = |problem: &Problem| !is_question || is_of_question(problem);
                problems.extend(wording.problem.map(|found| if is_kept(&found) { found } else { unanswered() }));
                ids.extend(wording.fact_ids);
            }
        }
    }
    if !problems.is_empty() || ids.is_empty() {
        ids.extend(closest);
    }
    ids.sort();
    ids.dedup();
    // Only advice, and what has nothing to do with a fact, is an opinion.
    let of = |problem: &Problem| match problem.kind {
        ProblemKind::Uncovered if !is_open => Verdict::Unsupported,
        kind => kind.verdict(),
    };
    let verdict = problems.iter().map(of).max().unwrap_or(Verdict::Supported);
    Ok(SentenceVerdict { text: sentence.text.clone(), verdict, fact_ids: ids, covered, problems })
}

/// Returns the comparison that a fact makes too, and the contradictions with facts.
fn turned(reading: &Reading, evidence: &Evidence<'_>, nearest: &[(usize, f64)]) -> (Agreement, Vec<Problem>) {
    let same = match compare::check(reading, evidence, nearest) {
        Some(compare::Outcome::Contradicts(problem)) => return (Agreement::default(), vec![problem]),
        Some(compare::Outcome::Agrees(same)) => same,
        None => Agreement::default(),
    };
    let problems = polarity::check(reading, evidence, nearest, &same);
    (same, problems)
}

/// True for a sentence that claims nothing: advice, unless it adds to a fact, what leads to another part of the page, and what has
/// nothing to do with a fact. `unsaid` are the positions of the words that no fact says.
fn is_free(reading: &Reading, nearest: &[(usize, f64)], is_unrelated: bool, unsaid: &[usize]) -> bool {
    let is_advice = advice::is_advice(reading)
        && advice::is_all_advice(reading, unsaid)
        && nearest.first().is_none_or(|(_, share)| *share < REPEATED);
    let is_general = is_unrelated && !advice::is_definite(reading);
    (is_advice || advice::is_navigation(reading, unsaid) || is_general) && !advice::is_promising(reading)
}

/// True for what a question may not turn either: who does what, what comes first, and what a fact denies. It says of nothing how
/// many or how often.
fn is_of_question(problem: &Problem) -> bool {
    !matches!(problem.kind, ProblemKind::Quantifier | ProblemKind::Uncovered)
}

fn denied() -> Problem {
    let detail = "a question in the negative claims the opposite of its words".to_owned();
    Problem {
        kind: ProblemKind::Quantifier,
        words: String::new(),
        detail,
        fact_id: None,
        said_by: Vec::new(),
        is_calculable: false,
    }
}

/// True for words that only say how to get in touch: `You can reach us at`.
fn is_of_contact(word: &reading::Word) -> bool {
    !word.is_content() || CONTACT.contains(&word.stem.as_str())
}

fn unanswered() -> Problem {
    let detail = "a question that no fact answers".to_owned();
    Problem {
        kind: ProblemKind::Uncovered,
        words: String::new(),
        detail,
        fact_id: None,
        said_by: Vec::new(),
        is_calculable: false,
    }
}

fn unknown_telephone(number: &str) -> Problem {
    let detail = "no fact has this telephone number".to_owned();
    Problem {
        kind: ProblemKind::Number,
        words: number.to_owned(),
        detail,
        fact_id: None,
        said_by: Vec::new(),
        is_calculable: false,
    }
}

/// Finds general knowledge in the mouth of the business: `Our crew dries every wall within a day.`
fn promised(reading: &Reading, evidence: &Evidence<'_>, nearest: &[(usize, f64)]) -> Option<Problem> {
    let (at, share) = nearest.first().filter(|(_, share)| *share >= PROMISED)?;
    let statement = &evidence.statements[*at];
    let is_said =
        |(at, own): &(usize, f64)| *own >= 0.8 * share && !numbers::is_promise(reading, &evidence.statements[*at]);
    if nearest.iter().any(is_said) {
        return None;
    }
    numbers::is_promise(reading, statement).then(|| Problem {
        kind: ProblemKind::Attribution,
        words: reading.words.iter().map(|word| word.written.as_str()).take(8).collect::<Vec<_>>().join(" "),
        detail: "the closest fact is general and says nothing of the business".to_owned(),
        fact_id: Some(statement.fact.id.clone()),
        said_by: Vec::new(),
        is_calculable: false,
    })
}

/// Share of the content words, by weight, that the nearest facts and those of the figures have.
fn covered(reading: &Reading, evidence: &Evidence<'_>, nearest: &[(usize, f64)], ids: &[String]) -> f64 {
    let (mut total, mut met) = (0.0, 0.0);
    for word in reading.words.iter().filter(|word| word.is_content()) {
        total += word.weight;
        if is_covered(word, evidence, nearest, ids) {
            met += word.weight;
        }
    }
    if total > 0.0 {
        met / total
    } else if nearest.is_empty() && ids.is_empty() {
        0.0
    } else {
        1.0
    }
}

fn is_covered(word: &reading::Word, evidence: &Evidence<'_>, nearest: &[(usize, f64)], ids: &[String]) -> bool {
    if evidence.is_shared(&word.stem) || words::is_generic(&word.stem) {
        return true;
    }
    let by_nearest = nearest.iter().map(|(at, _)| &evidence.statements[*at]);
    let by_id = evidence.statements.iter().filter(|statement| ids.contains(&statement.fact.id));
    by_nearest.chain(by_id).any(|statement| {
        statement.reading.words.iter().chain(&statement.subject).any(|other| relation(word, other) >= RELATED)
    })
}
