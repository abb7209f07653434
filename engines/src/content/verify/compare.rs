//! Comparisons: `vinyl costs more than cedar` and `cedar is less expensive than vinyl` say the same.

use std::ops::Range;

use super::evidence::{Evidence, Statement};
use super::reading::{Reading, Word, relation};
use super::synonyms::groups;
use super::types::{Problem, ProblemKind};
use super::words::is_negator;

/// Relation from which two words name the same thing.
const SAME: f64 = 0.65;
/// Words between the two parts of `as long as`.
const EQUATED: usize = 4;
/// Words that say more and less on the same scale, as they are written.
const SCALES: &[(&str, &str)] = &[
    ("expensive costly dear dearer costlier cost costs", "cheap cheaper affordable inexpensive"),
    ("slow slower long longer take takes late later", "fast faster quick quicker soon sooner short shorter earlier"),
    ("easy easier simple simpler", "hard harder difficult tougher"),
    ("good better well effective reliable", "bad worse badly poorly"),
    ("heavy heavier firm firmer", "light lighter gentle gentler soft softer"),
    ("strong stronger tough", "weak weaker"),
    ("big bigger large larger great greater wide wider", "small smaller narrow narrower"),
    ("high higher tall taller", "low lower"),
    ("hot hotter warm warmer", "cool cooler cold colder"),
    ("deep deeper", "shallow shallower"),
    ("thick thicker", "thin thinner"),
    ("old older", "new newer young younger"),
    ("wet wetter damp damper", "dry drier dryer"),
    ("safe safer", "dangerous risky riskier"),
    ("loud louder noisy noisier", "quiet quieter"),
    ("bright brighter", "dark darker dim dimmer"),
    ("clean cleaner", "dirty dirtier"),
    ("smooth smoother", "rough rougher"),
    ("near nearer close closer", "far farther further"),
    ("common often", "rare rarer rarely seldom"),
];
/// Words that end the part of a sentence with a comparison.
const ENDS: &[&str] = &["but", "while", "because", "which", "if", "when", "so", "although", "unless"];
/// Words before two things of which one comes behind the comparative: `better to braces than to aligners`.
const PREPOSITIONS: &[&str] = &["to", "in", "on", "for", "with", "by", "at", "from", "under"];

/// A degree, as a scale with its direction: a scale of the list, or a word of its own.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Degree {
    scale: Option<usize>,
    stem: String,
    is_more: bool,
    /// Positions of its words.
    at: Vec<usize>,
}

/// Two things with the degrees in which they differ.
#[derive(Debug)]
struct Comparison<'a> {
    left: Vec<&'a Word>,
    right: Vec<&'a Word>,
    degrees: Vec<Degree>,
    /// True for `as long as`.
    is_equal: bool,
    is_negated: bool,
    /// Its clauses, from the first word that compares.
    part: Range<usize>,
}

/// A comparison that a fact makes too.
#[derive(Debug, Default)]
pub(super) struct Agreement {
    /// Positions of the words that the fact says, perhaps the other way round.
    pub(super) words: Vec<usize>,
    /// The part of the sentence that compares.
    pub(super) part: Range<usize>,
}

/// What a fact says of a comparison.
#[derive(Debug)]
pub(super) enum Outcome {
    Agrees(Agreement),
    Contradicts(Problem),
}

/// Checks a comparison of a sentence against the nearest facts; `None` where no fact compares the same things.
pub(super) fn check(reading: &Reading, evidence: &Evidence<'_>, nearest: &[(usize, f64)]) -> Option<Outcome> {
    let own = comparison(reading)?;
    let facts = nearest.iter().map(|(at, _)| &evidence.statements[*at]);
    facts.filter_map(|statement| outcome(reading, &own, statement)).next()
}

fn outcome(reading: &Reading, own: &Comparison<'_>, statement: &Statement<'_>) -> Option<Outcome> {
    let fact = comparison(&statement.reading)?;
    let is_crossed = is_crossed(own, &fact)?;
    let mut said = Vec::new();
    for degree in &own.degrees {
        let Some(other) = fact.degrees.iter().find(|other| is_same_scale(degree, other)) else { continue };
        let is_other_way = (degree.is_more != other.is_more) != is_crossed;
        let is_turned = match (own.is_equal, fact.is_equal) {
            (false, false) => is_other_way != (own.is_negated != fact.is_negated),
            // `Not better than` and `not as good as` leave room for the other.
            (true, true) => own.is_negated != fact.is_negated || own.is_negated && is_other_way,
            (true, false) => !own.is_negated || !is_other_way,
            (false, true) => !own.is_negated,
        };
        if is_turned {
            return Some(Outcome::Contradicts(Problem {
                kind: ProblemKind::Swapped,
                words: degree.at.iter().map(|at| reading.words[*at].written.as_str()).collect::<Vec<_>>().join(" "),
                detail: format!("the fact compares the other way: \"{}\"", statement.fact.value),
                fact_id: Some(statement.fact.id.clone()),
                said_by: Vec::new(),
                is_calculable: false,
            }));
        }
        said.extend(&degree.at);
    }
    (!said.is_empty()).then(|| Outcome::Agrees(Agreement { words: said, part: own.part.clone() }))
}

fn is_same_scale(one: &Degree, other: &Degree) -> bool {
    match (one.scale, other.scale) {
        (Some(one), Some(other)) => one == other,
        (None, None) => one.stem == other.stem,
        _ => false,
    }
}

/// Returns whether the things of two comparisons change places; `None` if these are other things.
fn is_crossed(own: &Comparison<'_>, fact: &Comparison<'_>) -> Option<bool> {
    let shared = |words: &[&Word], others: &[&Word]| {
        words.iter().filter(|word| others.iter().any(|other| is_same_thing(word, other))).count()
    };
    let straight = 2 * shared(&own.right, &fact.right);
    let crossed = shared(&own.right, &fact.left) + shared(&fact.right, &own.left);
    (straight != crossed).then_some(crossed > straight)
}

fn is_same_thing(one: &Word, other: &Word) -> bool {
    relation(one, other) >= SAME || groups(&one.stem) & groups(&other.stem) != 0
}

/// Reads the first comparison of a sentence.
fn comparison(reading: &Reading) -> Option<Comparison<'_>> {
    than(reading).or_else(|| equal(reading))
}

fn text(reading: &Reading, at: usize) -> &str {
    reading.words.get(at).map_or("", |word| word.text.as_str())
}

/// Returns the part of a sentence around a word: up to a mark or a connective.
fn part(reading: &Reading, at: usize) -> Range<usize> {
    let words = &reading.words;
    let is_end = |at: &usize| ENDS.contains(&words[*at].text.as_str());
    let start = (1..=at).rev().find(|at| words[*at].is_after_mark || is_end(at)).unwrap_or(0);
    let end = (at + 1..words.len()).find(|at| words[*at].is_after_mark || is_end(at)).unwrap_or(words.len());
    start..end
}

fn things(reading: &Reading, range: Range<usize>) -> Vec<&Word> {
    reading.words[range].iter().filter(|word| word.is_content()).collect()
}

fn is_negated(reading: &Reading, range: Range<usize>) -> bool {
    reading.words[range].iter().any(|word| is_negator(&word.text))
}

/// Reads `is harder to wash than satin`. A limit is none: `more than six dogs`.
fn than(reading: &Reading) -> Option<Comparison<'_>> {
    let at = reading.words.iter().position(|word| word.text == "than")?;
    if matches!(text(reading, at.checked_sub(1)?), "rather" | "other")
        || reading.quantities.iter().any(|quantity| (at + 1..=at + 2).contains(&quantity.at))
    {
        return None;
    }
    let part = part(reading, at);
    let degrees: Vec<Degree> = (part.start..at).filter_map(|at| degree(reading, part.start, at)).collect();
    let last = degrees.last()?.at.iter().max().copied()? + 1;
    let preposition = text(reading, at + 1);
    let behind = (last..at).find(|at| PREPOSITIONS.contains(&preposition) && text(reading, *at) == preposition);
    let first = degrees.first()?.at.iter().min().copied()?;
    let left = behind.map_or_else(|| things(reading, part.start..first), |behind| things(reading, behind..at));
    let is_negated = is_negated(reading, part.start..at);
    let right = things(reading, at + 1..part.end);
    let part = reading.clause_of(first).start..reading.clause_of(at).end;
    Some(Comparison { left, right, degrees, is_equal: false, is_negated, part })
}

/// Reads `does not last as long as`.
fn equal(reading: &Reading) -> Option<Comparison<'_>> {
    let is_as = |at: usize| text(reading, at) == "as";
    let (first, second) = (0..reading.words.len()).filter(|at| is_as(*at)).find_map(|first| {
        let second = (first + 2..=first + EQUATED).find(|at| is_as(*at))?;
        Some((first, second))
    })?;
    let part = part(reading, first);
    let word = (first + 1..second).next()?;
    let (scale, is_more) = scale(text(reading, word)).unzip();
    let degree = Degree {
        scale,
        stem: reading.words[word].stem.clone(),
        is_more: is_more.unwrap_or(true),
        at: (first..=second).collect(),
    };
    Some(Comparison {
        left: things(reading, part.start..first),
        right: things(reading, second + 1..part.end.max(second + 1)),
        degrees: vec![degree],
        is_equal: true,
        is_negated: is_negated(reading, part.start..first),
        part: reading.clause_of(first).start..reading.clause_of(second).end,
    })
}

/// Returns the scale of a word, and whether it says more on it.
fn scale(word: &str) -> Option<(usize, bool)> {
    let has = |list: &str| list.split(' ').any(|one| one == word);
    SCALES.iter().enumerate().find_map(
        |(at, (more, less))| {
            if has(more) { Some((at, true)) } else { has(less).then_some((at, false)) }
        },
    )
}

/// Reads a comparative: `longer`, `less expensive`, and `costs more`, where the verb names the scale.
fn degree(reading: &Reading, start: usize, at: usize) -> Option<Degree> {
    let word = text(reading, at);
    let is_more = match word {
        "more" => true,
        "less" | "fewer" => false,
        _ => {
            let (scale, is_more) = scale(word).filter(|_| word.ends_with("er") || word == "worse")?;
            return Some(Degree { scale: Some(scale), stem: reading.words[at].stem.clone(), is_more, at: vec![at] });
        }
    };
    let before = at.checked_sub(1).filter(|before| *before >= start);
    let of = |named: usize| {
        scale(text(reading, named)).map(|(scale, says_more)| Degree {
            scale: Some(scale),
            stem: String::new(),
            is_more: says_more == is_more,
            at: vec![named, at],
        })
    };
    of(at + 1).or_else(|| before.and_then(of)).or_else(|| {
        let noun = reading.words.get(at + 1).filter(|word| word.is_content())?;
        Some(Degree { scale: None, stem: noun.stem.clone(), is_more, at: vec![at, at + 1] })
    })
}
