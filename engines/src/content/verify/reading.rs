//! Sentences as words, clauses and quantities.

use std::ops::Range;

use super::figure::{Figure, figures_of};
use super::irregular;
use super::quantity::{Quantity, quantities};
use super::words::{is_clause_start, is_generic};
use crate::semantic::{Meanings, is_listed, likeness, meanings, rarity};
use crate::text::{Stemmer, fold, is_stopword};

/// Maximum number of words read of a sentence.
pub(super) const MOST_WORDS: usize = 400;

/// Relation of a word to a compound that begins with it.
const COMPOUND: f64 = 0.55;
/// Letters of each part of a compound.
const LEAST_PART: usize = 4;
/// Letters of the shorter of two stems of which one comes from the other.
const LEAST_BASE: usize = 3;
/// Endings of stems that keep the meaning of a verb or adjective.
const ENDINGS: &[&str] =
    &["ment", "th", "al", "anc", "enc", "ag", "ness", "iti", "ti", "ion", "ation", "ist", "er", "or", "ur", "ing"];

/// A word of a sentence.
#[derive(Debug, Default)]
pub(super) struct Word {
    /// Folded spelling.
    pub(super) text: String,
    /// Spelling of the text, without marks around it.
    pub(super) written: String,
    pub(super) stem: String,
    /// Weight by rarity, 0 to 1; 0 for words without content.
    pub(super) weight: f64,
    pub(super) meanings: Meanings,
    pub(super) is_capital: bool,
    /// True for the first word of a sentence.
    pub(super) is_first: bool,
    /// True after a comma, semicolon, colon, dash or bracket.
    pub(super) is_after_mark: bool,
    /// True before a question mark.
    pub(super) is_asking: bool,
    /// True behind a hyphen: `free` of `interest-free`.
    pub(super) is_joined: bool,
    /// A figure in digits.
    pub(super) figure: Option<Figure>,
}

impl Word {
    /// True for words that carry a meaning of their own: no function words, no figures.
    pub(super) fn is_content(&self) -> bool {
        self.weight > 0.0
    }

    /// True for words that say what a sentence is about: no words of price or time.
    pub(super) fn is_specific(&self) -> bool {
        self.is_content() && !is_generic(&self.stem)
    }
}

/// A sentence that was read.
#[derive(Debug, Default)]
pub(super) struct Reading {
    pub(super) words: Vec<Word>,
    pub(super) quantities: Vec<Quantity>,
    /// Ranges of words between marks and conjunctions.
    pub(super) clauses: Vec<Range<usize>>,
    /// True if it speaks about the business itself: `we`, `our`, or its name.
    pub(super) is_of_business: bool,
    /// True if it names the business.
    pub(super) is_named: bool,
    /// True if it has more figures than are read.
    pub(super) is_cut: bool,
}

/// Reads sentences; holds the names of the business.
#[derive(Debug)]
pub(super) struct Reader {
    stemmer: Stemmer,
    businesses: Vec<Vec<String>>,
}

impl Reader {
    pub(super) fn new<'a>(businesses: impl Iterator<Item = &'a str>) -> Self {
        let folded = |name: &str| fold(name).split(' ').map(str::to_owned).collect();
        Self { stemmer: Stemmer::default(), businesses: businesses.map(folded).collect() }
    }

    pub(super) fn read(&self, text: &str) -> Reading {
        let words = self.words(text);
        let (quantities, is_cut) = quantities(&words);
        let clauses = clauses(&words, &quantities);
        let is_named = self.is_named(&words);
        let is_of_business = is_named || is_own(&words);
        Reading { words, quantities, clauses, is_of_business, is_named, is_cut }
    }

    fn is_named(&self, words: &[Word]) -> bool {
        let is_here = |name: &Vec<String>| {
            words.windows(name.len()).any(|run| run.iter().zip(name).all(|(word, part)| word.text == *part))
        };
        self.businesses.iter().any(is_here)
    }

    fn words(&self, text: &str) -> Vec<Word> {
        let spaced = text.replace('\u{2014}', " \u{2014} ").replace(" - ", " \u{2014} ").replace('\u{2019}', "'");
        let (mut words, mut is_after_mark, mut is_first): (Vec<Word>, bool, bool) = (Vec::new(), false, true);
        for piece in spaced.split_whitespace() {
            let core = piece.trim_matches(|c: char| !c.is_alphanumeric() && !matches!(c, '$' | '€' | '£' | '%' | '#'));
            let opens = piece.starts_with(['(', '[', '\u{2014}']) || core.is_empty();
            for (place, part) in parts(core).into_iter().enumerate() {
                if words.len() == MOST_WORDS {
                    return words;
                }
                words.push(Word {
                    is_first,
                    is_after_mark: is_after_mark || opens,
                    is_joined: place > 0,
                    ..self.word(part)
                });
                (is_after_mark, is_first) = (false, false);
            }
            let end = core.as_ptr() as usize + core.len() - piece.as_ptr() as usize;
            let tail = piece.get(end..).unwrap_or_default();
            if let Some(last) = words.last_mut() {
                last.is_asking |= tail.contains('?');
            }
            is_first |= tail.contains(['.', '!', '?']);
            is_after_mark |= core.is_empty() || is_first || tail.contains([',', ';', ':', ')', ']']);
        }
        words
    }

    fn word(&self, part: Part) -> Word {
        let (written, figure) = match part {
            Part::Figure(figure) => {
                let text = figure.written.to_lowercase();
                return Word {
                    stem: text.clone(),
                    text,
                    written: figure.written.clone(),
                    figure: Some(figure),
                    ..Word::default()
                };
            }
            Part::Word(word) => (word, None),
        };
        let is_short = written.contains('.') && written.chars().all(|c| c.is_alphabetic() || c == '.');
        let text = if is_short { written.replace('.', "").to_lowercase() } else { fold(&written).replace(' ', "") };
        let is_content = text.chars().nth(1).is_some() && !is_stopword(&text) && text.chars().any(char::is_alphabetic);
        let base = written.to_lowercase();
        let base = base.strip_suffix("'s").map_or_else(|| text.clone(), fold);
        Word {
            stem: self.stemmer.stem(irregular::base(&base)),
            weight: if is_content { rarity(&base) } else { 0.0 },
            meanings: if is_content { meanings(&base) } else { Meanings::default() },
            is_capital: written.chars().next().is_some_and(char::is_uppercase),
            written,
            text,
            figure,
            ..Word::default()
        }
    }
}

/// True for words in which the business speaks: `we`, `our`.
fn is_own(words: &[Word]) -> bool {
    let is_own = |word: &Word| matches!(word.text.as_str(), "we" | "our" | "us" | "ours" | "were" | "weve" | "well");
    words.iter().any(|word| is_own(word) && !is_look_alike(word))
}

/// `were` and `well` without an apostrophe are other words; `US` is a country.
fn is_look_alike(word: &Word) -> bool {
    matches!(word.text.as_str(), "were" | "well") && !word.written.contains('\'')
        || word.written == "US"
        || word.written == "U.S"
}

/// A part of a piece of text between spaces.
enum Part {
    Word(String),
    Figure(Figure),
}

/// Splits at hyphens and slashes between letters, and reads figures.
fn parts(core: &str) -> Vec<Part> {
    if core.is_empty() {
        return Vec::new();
    }
    if core.chars().any(char::is_numeric)
        && let Some((figures, rest)) = figures_of(core)
    {
        let words = rest.split(['-', '/', '\u{2013}']).filter(|word| !word.is_empty());
        return figures.into_iter().map(Part::Figure).chain(words.map(|word| Part::Word(word.to_owned()))).collect();
    }
    let words = core.split(['-', '/', '\u{2013}', '\u{2011}']).filter(|word| !word.is_empty());
    words.map(|word| Part::Word(word.to_owned())).collect()
}

/// Splits at marks and conjunctions; the bounds of a range stay together.
fn clauses(words: &[Word], quantities: &[Quantity]) -> Vec<Range<usize>> {
    let is_in_range =
        |at: usize| quantities.windows(2).any(|pair| pair[0].is_low() && pair[0].at < at && at <= pair[1].at);
    let (mut clauses, mut start) = (Vec::new(), 0);
    for (at, word) in words.iter().enumerate().skip(1) {
        if (word.is_after_mark || is_clause_start(&word.text)) && !is_in_range(at) && start < at {
            clauses.push(start..at);
            start = at;
        }
    }
    clauses.push(start..words.len());
    clauses
}

impl Reading {
    /// Returns the clause that holds a word.
    pub(super) fn clause_of(&self, at: usize) -> Range<usize> {
        self.clauses.iter().find(|clause| clause.contains(&at)).cloned().unwrap_or(0..self.words.len())
    }

    pub(super) fn contents(&self, range: Range<usize>) -> impl Iterator<Item = &Word> {
        self.words[range].iter().filter(|word| word.is_content())
    }

    pub(super) fn has(&self, words: &[&str]) -> bool {
        self.words.iter().any(|word| words.contains(&word.text.as_str()))
    }

    /// Returns where a phrase of folded words begins.
    pub(super) fn find(&self, phrase: &str) -> Option<usize> {
        let length = phrase.split(' ').count();
        let is_here = |run: &[Word]| run.iter().zip(phrase.split(' ')).all(|(word, part)| word.text == part);
        self.words.windows(length).position(is_here)
    }
}

/// How much two words mean the same, 0 to 1.
pub(super) fn relation(a: &Word, b: &Word) -> f64 {
    if a.stem == b.stem {
        return 1.0;
    }
    let shared = a.stem.bytes().zip(b.stem.bytes()).take_while(|(x, y)| x == y).count();
    if shared >= 5 && shared + 3 >= a.stem.len().max(b.stem.len()) {
        return 0.8;
    }
    if is_derived(&a.stem, &b.stem) {
        return 0.8;
    }
    if is_compound(&a.text, &b.text) {
        return COMPOUND.max(likeness(&a.meanings, &b.meanings));
    }
    likeness(&a.meanings, &b.meanings)
}

/// True if one word is the other with a second word behind it: `class` and `classroom`.
fn is_compound(a: &str, b: &str) -> bool {
    let (short, long) = if a.len() < b.len() { (a, b) } else { (b, a) };
    let is_word = |rest: &str| rest.len() >= LEAST_PART && is_listed(rest);
    short.len() >= LEAST_PART && long.strip_prefix(short).is_some_and(is_word)
}

/// True if one stem is the other with an ending that makes a noun or adjective of a verb: `pay` and `payment`.
pub(super) fn is_derived(a: &str, b: &str) -> bool {
    let (short, long) = if a.len() < b.len() { (a, b) } else { (b, a) };
    let is_ending = |rest: &str| ENDINGS.contains(&rest);
    short.len() >= LEAST_BASE
        && (long.strip_prefix(short).is_some_and(is_ending)
            || short.strip_suffix('e').and_then(|base| long.strip_prefix(base)).is_some_and(is_ending))
}
