//! Claims and their supporting facts.

use std::cell::OnceCell;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

use super::super::facts::{Sheet, words_of};
use super::super::input::{Draft, Fact, Sentence};
use super::super::{FactKind, Finding, Level};
use super::{MOST_OF_ONE, finding};
use crate::text::{WordTable, fold, words};

/// Words that claim a ranking.
const SUPERLATIVES: &[&str] = &[
    "best",
    "top rated",
    "top notch",
    "top quality",
    "leading",
    "cheapest",
    "fastest",
    "finest",
    "premier",
    "unbeatable",
    "unmatched",
    "unrivalled",
    "unrivaled",
    "favourite",
    "favorite",
    "lowest",
    "highest",
    "greatest",
    "largest",
    "oldest",
    "number one",
    "no 1",
    "most trusted",
    "most reliable",
    "most experienced",
    "most affordable",
    "world class",
    "second to none",
    "perfect",
];
/// Words that claim trust: a document, a promise, a record, an award.
const TRUST: &[&str] = &[
    "licensed",
    "licence",
    "license",
    "insured",
    "insurance",
    "bonded",
    "certified",
    "certification",
    "accredited",
    "guarantee",
    "guaranteed",
    "guarantees",
    "warranty",
    "warranties",
    "award",
    "awards",
    "award winning",
    "rated",
    "rating",
    "reviews",
    "stars",
    "star",
    "testimonials",
    "family owned",
    "veteran owned",
    "experienced",
    "experience",
    "approved",
    "endorsed",
    "vetted",
    "background checked",
];
/// Number words that are a claim before a unit.
const NUMBER_WORDS: &[&str] = &[
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
    "fifteen",
    "twenty",
    "thirty",
    "forty",
    "fifty",
    "sixty",
    "hundred",
    "hundreds",
    "thousand",
    "thousands",
    "dozen",
    "dozens",
    "million",
    "decade",
    "decades",
];

/// Support of a claim.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::content) enum Support {
    /// A fact that the sentence names.
    Cited,
    /// A fact of the sheet that the sentence does not cite.
    Known(String),
    /// No fact.
    None,
}

/// Words and phrases that are claims, by their first word.
static CLAIMS: LazyLock<WordTable<Vec<&'static str>>> = LazyLock::new(|| {
    let mut by_first: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for phrase in SUPERLATIVES.iter().chain(TRUST).chain(NUMBER_WORDS) {
        by_first.entry(phrase.split(' ').next().unwrap_or(phrase)).or_default().push(phrase);
    }
    WordTable::new(by_first.into_iter().map(|(first, phrases)| (first.to_owned(), phrases)))
});

/// Returns the claims of a text: numbers, superlatives and words of trust, case-folded.
fn claims(text: &str) -> BTreeSet<String> {
    let folded = fold(text);
    let mut claims = numbers(text);
    if text.contains('#') && text.replace(' ', "").contains("#1") {
        claims.insert("#1".to_owned());
    }
    let mut start = 0;
    for first in folded.split(' ') {
        let rest = folded.get(start..).unwrap_or_default();
        start += first.len() + 1;
        let is_here = |phrase: &&&str| {
            rest.strip_prefix(**phrase).is_some_and(|after| after.is_empty() || after.starts_with(' '))
        };
        let phrases = CLAIMS.get(first).into_iter().flatten();
        claims.extend(phrases.filter(is_here).map(|phrase| (*phrase).to_owned()));
    }
    claims
}

/// Returns the claims that a fact supports: those of its words, and the words of trust that its kind means.
fn supported(fact: &Fact) -> BTreeSet<String> {
    let meant: &[&str] = match fact.kind {
        FactKind::Licence => &["licensed", "licence", "license"],
        FactKind::Insurance => &["insured", "insurance"],
        FactKind::Experience => &["experience"],
        FactKind::Award => &["award", "awards"],
        FactKind::Rating => &["rating", "rated"],
        FactKind::Guarantee => &["guarantee", "guarantees"],
        _ => &[],
    };
    let mut claims = claims(&words_of(fact));
    let is_negated = fold(&fact.value).split(' ').any(|word| matches!(word, "no" | "not" | "none" | "without"));
    let meant = if is_negated { &[] } else { meant };
    claims.extend(meant.iter().map(|word| (*word).to_owned()));
    claims
}

/// Returns runs of digits, with thousands joined: `$1,200.50` gives `1200.50`, `24/7` gives `24` and `7`.
fn numbers(text: &str) -> BTreeSet<String> {
    if !text.chars().any(char::is_numeric) {
        return BTreeSet::new();
    }
    let characters: Vec<char> = text.chars().collect();
    let (mut found, mut run) = (BTreeSet::new(), String::new());
    for (at, character) in characters.iter().enumerate() {
        let is_inside =
            at > 0 && characters[at - 1].is_numeric() && characters.get(at + 1).is_some_and(|c| c.is_numeric());
        match character {
            c if c.is_numeric() => run.push(*c),
            ',' if is_inside => {}
            '.' if is_inside => run.push('.'),
            _ if !run.is_empty() => {
                found.insert(std::mem::take(&mut run));
            }
            _ => {}
        }
    }
    if !run.is_empty() {
        found.insert(run);
    }
    found
}

/// A sheet with the claims that its facts support, each read when it is first needed.
struct Backing<'a> {
    sheet: Sheet<'a>,
    claims: Vec<OnceCell<BTreeSet<String>>>,
}

impl<'a> Backing<'a> {
    fn new(sheet: Sheet<'a>) -> Self {
        Self { sheet, claims: vec![OnceCell::new(); sheet.all().len()] }
    }

    /// Iterates over the facts whose claims include this one.
    fn holders<'b>(&'b self, claim: &'b str) -> impl Iterator<Item = &'a Fact> + 'b {
        let facts = self.sheet.all().iter().zip(&self.claims);
        facts.filter(move |(fact, claims)| claims.get_or_init(|| supported(fact)).contains(claim)).map(|(fact, _)| fact)
    }

    /// Returns true if one of the facts with these ids supports a claim.
    fn is_cited(&self, ids: &[String], claim: &str) -> bool {
        let mut facts = self.sheet.all().iter().zip(&self.claims).filter(|(fact, _)| ids.contains(&fact.id));
        facts.any(|(fact, claims)| claims.get_or_init(|| supported(fact)).contains(claim))
    }

    fn support(&self, sentence: &Sentence) -> Vec<(String, Support)> {
        let behind = |claim: &str| {
            if self.is_cited(&sentence.fact_ids, claim) {
                return Support::Cited;
            }
            self.holders(claim).next().map_or(Support::None, |fact| Support::Known(fact.id.clone()))
        };
        claims(&sentence.text).into_iter().map(|claim| (claim.clone(), behind(&claim))).collect()
    }
}

/// Returns the support of each claim of a sentence.
pub(in crate::content) fn support(sentence: &Sentence, sheet: Sheet<'_>) -> Vec<(String, Support)> {
    Backing::new(sheet).support(sentence)
}

/// Lets each sentence cite the names in it that contain a claim: a service ("home insurance"), a place, a business ("A1 Plumbing").
pub(in crate::content) fn cite_names(draft: &mut Draft, sheet: Sheet<'_>) {
    let is_name = |fact: &&Fact| {
        matches!(fact.kind, FactKind::Business | FactKind::Service | FactKind::Place | FactKind::Neighbourhood)
    };
    let names: Vec<_> = sheet.all().iter().filter(is_name).map(|fact| (fact, claims(&fact.value))).collect();
    let names: Vec<_> = names.into_iter().filter(|(_, claims)| !claims.is_empty()).collect();
    if names.is_empty() {
        return;
    }
    let cite = |mut sentence: Sentence| {
        let found = claims(&sentence.text);
        for (fact, claims) in &names {
            let is_written = fact.kind != FactKind::Business || fold(&sentence.text).contains(&fold(&fact.value));
            if is_written && !claims.is_disjoint(&found) && !sentence.fact_ids.contains(&fact.id) {
                sentence.fact_ids.push(fact.id.clone());
            }
        }
        Some(sentence)
    };
    draft.blocks.iter_mut().for_each(|block| block.rewrite(cite));
    for sentence in [&mut draft.title, &mut draft.description] {
        *sentence = cite(std::mem::take(sentence)).unwrap_or_default();
    }
}

/// Iterates over the sentences of a page with their positions.
fn sentences(draft: &Draft) -> impl Iterator<Item = &Sentence> {
    let head = [&draft.title, &draft.description].into_iter().filter(|sentence| !sentence.text.trim().is_empty());
    head.chain(draft.body())
}

/// Share of the sentences that cite a fact.
pub(super) fn cited(draft: &Draft) -> f64 {
    let (all, cited) = sentences(draft).fold((0.0, 0.0), |(all, cited), sentence| {
        (all + 1.0, cited + f64::from(u8::from(!sentence.fact_ids.is_empty())))
    });
    if all > 0.0 { cited / all } else { 0.0 }
}

pub(super) fn findings(draft: &Draft, sheet: Sheet<'_>) -> Vec<Finding> {
    let mut findings = Vec::new();
    let backing = Backing::new(sheet);
    for (block, at, sentence) in draft.places().filter(|(.., sentence)| !sentence.text.trim().is_empty()) {
        findings.extend(backing.problems(sentence).into_iter().map(|found| Finding { block, sentence: at, ..found }));
        if findings.len() >= MOST_OF_ONE {
            break;
        }
    }
    findings
}

/// Finds the problems with the claims of a sentence.
pub(in crate::content) fn problems(sentence: &Sentence, sheet: Sheet<'_>) -> Vec<Finding> {
    Backing::new(sheet).problems(sentence)
}

impl Backing<'_> {
    fn problems(&self, sentence: &Sentence) -> Vec<Finding> {
        let sheet = self.sheet;
        let subject = || Some(sentence.text.clone());
        let mut findings = Vec::new();
        for id in sentence.fact_ids.iter().filter(|id| sheet.find(id).is_none()) {
            findings.push(finding(
                "unknown_fact",
                Level::Block,
                format!("the fact `{id}` is not in the sheet"),
                subject(),
            ));
        }
        let is_made_up = |fact: &&Fact| is_trust_kind(fact.kind) && !fact.is_owner_supplied;
        for fact in sentence.fact_ids.iter().filter_map(|id| sheet.find(id)).filter(is_made_up) {
            let detail = format!("\"{}\" is a rating, award or record that is not among the facts", fact.value);
            findings.push(finding("fabricated_trust", Level::Block, detail, subject()));
        }
        for (claim, support) in self.support(sentence) {
            match support {
                Support::Cited => {}
                Support::Known(id) => {
                    let detail = format!("\"{claim}\" is based on the fact `{id}`, which the sentence does not cite");
                    findings.push(finding("uncited_claim", Level::Warn, detail, subject()));
                }
                Support::None => {
                    let detail = format!("no fact supports \"{claim}\"");
                    findings.push(finding("unsupported_claim", Level::Block, detail, subject()));
                }
            }
        }
        findings
    }
}

fn is_trust_kind(kind: FactKind) -> bool {
    matches!(kind, FactKind::Award | FactKind::Rating)
}

/// Counts occurrences of a phrase in the words of a folded text, for the density.
pub(super) fn count_phrase(tokens: &[&str], phrase: &str) -> usize {
    let sought = fold(phrase);
    let phrase: Vec<&str> = words(&sought).collect();
    if phrase.is_empty() { 0 } else { tokens.windows(phrase.len()).filter(|run| *run == phrase.as_slice()).count() }
}
