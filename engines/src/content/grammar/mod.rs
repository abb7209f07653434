//! Grammar of English sentences, by the rules of harper that are right on good prose.
//!
//! Source: harper-core 0.54 (the last version without a machine-learning stack). Rules of taste and rules that are
//! wrong more often than right are off; see [`OFF`]. Spelling is checked apart: harper searches
//! for suggestions without a bound, and reports terms of trades.

mod spelling;

use std::cell::RefCell;
use std::collections::BTreeSet;

use harper_core::linting::{Lint, LintGroup, LintKind, Linter, Suggestion};
use harper_core::parsers::PlainEnglish;
use harper_core::spell::FstDictionary;
use harper_core::{Dialect, Document, remove_overlaps};

/// Maximum number of characters of a sentence that is checked.
const LONGEST: usize = 2_000;
/// Share of ASCII letters below which a sentence is in another script.
const LATIN: f64 = 0.8;

/// Rules that are a matter of taste, or that were wrong on text that people had checked.
const OFF: &[&str] = &[
    "SpellCheck",
    "OxfordComma",
    "NoOxfordComma",
    "CompoundNouns",
    "PhrasalVerbAsCompoundNoun",
    "MissingPreposition",
    "HowTo",
    "PronounInflectionBe",
    "AdjectiveDoubleDegree",
    "ItsContraction",
    "DiscourseMarkers",
    "InflectedVerbAfterTo",
    "OutOfDate",
    "LetsConfusion",
    "AvoidAndAlso",
    "MergeWords",
    "BuiltIn",
    "Everyone",
    "InAWhile",
    "Into",
    "NounCountability",
    "Regionalisms",
    "AndIn",
    "CondenseAllThe",
    "Freezing",
    "OnFloor",
    "PronounContraction",
    "SomeOfThe",
    "BeckAndCall",
    "LongSentences",
    "SentenceCapitalization",
    "SpelledNumbers",
    "BoringWords",
    "UseGenitive",
    "Dashes",
    "AvoidCurses",
    "ExpandTimeShorthands",
    "FillerWords",
    "Hedging",
];

thread_local! {
    /// Rules and dictionary, which take a second to build; each thread has its own, because rules hold caches.
    static RULES: RefCell<Option<LintGroup>> = const { RefCell::new(None) };
}

/// A mistake of a sentence.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Mistake {
    /// The words concerned.
    pub(super) words: String,
    /// Explanation.
    pub(super) message: String,
    /// The sentence without the mistake, if there is one way to mend it.
    pub(super) mended: Option<String>,
}

/// Finds the mistakes of a sentence. `known` are folded words that are spelled as they should be, such as names.
///
/// Sentences in other scripts and of more than 2,000 characters are not checked.
pub(super) fn mistakes(sentence: &str, known: &BTreeSet<String>) -> Vec<Mistake> {
    let letters = sentence.chars().filter(|c| c.is_alphabetic()).count();
    let latin = sentence.chars().filter(char::is_ascii_alphabetic).count();
    if letters == 0 || (latin as f64) < LATIN * letters as f64 || sentence.chars().count() > LONGEST {
        return Vec::new();
    }
    RULES.with_borrow_mut(|rules| {
        let rules = rules.get_or_insert_with(rule_set);
        let source: Vec<char> = sentence.chars().collect();
        let document = Document::new(sentence, &PlainEnglish, &*FstDictionary::curated());
        let mut lints = rules.lint(&document);
        lints.retain(|lint| is_mistake(lint, &source, known));
        remove_overlaps(&mut lints);
        lints.sort_by_key(|lint| (lint.span.start, lint.span.end));
        let mut found: Vec<Mistake> = lints.iter().map(|lint| mistake(lint, &source)).collect();
        found.extend(spelling::misspellings(sentence, known));
        found
    })
}

fn rule_set() -> LintGroup {
    let mut rules = LintGroup::new_curated(FstDictionary::curated(), Dialect::American);
    for rule in OFF {
        rules.config.set_rule_enabled(rule, false);
    }
    rules
}

fn is_mistake(lint: &Lint, source: &[char], known: &BTreeSet<String>) -> bool {
    let words: String = source[lint.span.start..lint.span.end].iter().collect();
    if matches!(lint.lint_kind, LintKind::Readability | LintKind::Style | LintKind::Enhancement | LintKind::Regionalism)
    {
        return false;
    }
    // "An" or "a" before an abbreviation depends on how it is said: a HUD counselor, an FDA rule.
    let mut after = source[lint.span.end..].iter().skip_while(|c| c.is_whitespace());
    let is_before_abbreviation =
        after.next().is_some_and(|c| c.is_uppercase()) && after.next().is_some_and(|c| c.is_uppercase());
    let is_article = matches!(words.to_lowercase().as_str(), "a" | "an");
    // Names of the facts are written as the owner writes them.
    let is_name = words.split_whitespace().all(|word| known.contains(&crate::text::fold(word)));
    !(is_article && is_before_abbreviation || lint.lint_kind == LintKind::Capitalization && is_name)
}

fn mistake(lint: &Lint, source: &[char]) -> Mistake {
    let mended = lint.suggestions.first().map(|first| applied(first, lint, source));
    Mistake {
        words: source[lint.span.start..lint.span.end].iter().collect::<String>().trim().to_owned(),
        message: lint.message.clone(),
        mended,
    }
}

fn applied(suggestion: &Suggestion, lint: &Lint, source: &[char]) -> String {
    let mut text = source.to_vec();
    // The rule repeats the case of the one letter: `AN old roof`.
    let is_article = matches!(suggestion, Suggestion::ReplaceWith(with) if with[..] == ['A', 'N']);
    let article = Suggestion::ReplaceWith(vec!['A', 'n']);
    let chosen = if is_article { &article } else { suggestion };
    chosen.apply(lint.span, &mut text);
    text.into_iter().collect()
}
