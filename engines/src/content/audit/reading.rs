//! The words of a page, read once for all checks of the page.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use super::input::AuditPage;
use super::plain::plain;
use super::site::Query;
use super::topic::content;
use crate::gazetteer::state_code;
use crate::text::{Stemmer, fold, sentences};

/// Minimum length of a word that may be a misspelling of another.
const LEAST_LETTERS: usize = 5;
/// Words that begin a question.
const QUESTION_WORDS: [&str; 16] = [
    "are", "can", "could", "do", "does", "how", "is", "should", "what", "when", "where", "which", "who", "why", "will",
    "would",
];

/// A page's text for one analysis.
#[derive(Debug)]
pub(super) struct Reading<'a> {
    pub(super) page: &'a AuditPage,
    pub(super) sentences: Vec<&'a str>,
    /// The folded sentences.
    pub(super) folded: Vec<String>,
    /// All folded: title, headings and text.
    whole: String,
    title: String,
    title_stems: BTreeSet<String>,
    stems: BTreeSet<String>,
    /// Stems by length, for the check of misspellings.
    by_length: HashMap<usize, Vec<String>>,
}

impl<'a> Reading<'a> {
    pub(super) fn new(page: &'a AuditPage, stemmer: &Stemmer) -> Self {
        let sentences = sentences(&page.text);
        let folded: Vec<String> = sentences.iter().map(|sentence| fold(sentence)).collect();
        let title = fold(page.title.as_deref().unwrap_or_default());
        let headings = page.h1.iter().chain(&page.headings).map(|heading| fold(heading));
        let mut whole = headings.collect::<Vec<_>>().join("\n");
        folded.iter().for_each(|sentence| {
            whole.push('\n');
            whole.push_str(sentence);
        });
        let mut stems = BTreeSet::new();
        whole.lines().for_each(|line| stems.extend(content(line, stemmer)));
        let title_stems = content(&title, stemmer);
        let mut by_length: HashMap<usize, Vec<String>> = HashMap::new();
        for stem in stems.union(&title_stems).filter(|stem| stem.len() >= LEAST_LETTERS - 1) {
            by_length.entry(stem.chars().count()).or_default().push(stem.clone());
        }
        Self { page, sentences, folded, whole, title, title_stems, stems, by_length }
    }

    /// True if the text of the page is known.
    pub(super) fn has_text(&self) -> bool {
        !self.folded.is_empty()
    }

    /// True if headings or text have a word with this stem.
    pub(super) fn has(&self, stem: &str) -> bool {
        self.stems.contains(stem)
    }

    pub(super) fn is_in_title(&self, query: &Query) -> bool {
        query.stems.iter().all(|stem| self.title_stems.contains(stem)) || self.title.contains(&query.folded)
    }

    pub(super) fn is_in_text(&self, query: &Query) -> bool {
        self.missing(query).is_empty()
    }

    /// Stems of a query that neither headings nor text have, also not in a near spelling.
    pub(super) fn missing(&self, query: &Query) -> BTreeSet<String> {
        if self.whole.contains(&query.folded) {
            return BTreeSet::new();
        }
        query.stems.iter().filter(|stem| !self.stems.contains(*stem) && !self.has_near(stem)).cloned().collect()
    }

    /// True if a word differs in one letter: a misspelling does not need a section.
    fn has_near(&self, stem: &str) -> bool {
        let length = stem.chars().count();
        if length < LEAST_LETTERS {
            return false;
        }
        let near = (length - 1..=length + 1).filter_map(|length| self.by_length.get(&length)).flatten();
        near.into_iter().any(|other| is_one_letter_apart(stem, other))
    }

    /// Returns a query as it is written on the page: words that the page only has with capitals keep them, and the first
    /// letter is a capital. A question ends with its mark.
    pub(super) fn written(&self, query: &Query) -> String {
        let forms = self.forms(query);
        let words: Vec<&str> = query
            .text
            .split_whitespace()
            .map(|word| forms.get(&word.to_lowercase()).map_or(word, String::as_str))
            .collect();
        let text = words.join(" ");
        let mut text = capitalised(&text);
        let first = query.folded.split(' ').next().unwrap_or_default();
        if QUESTION_WORDS.contains(&first) && query.stems.len() > 1 && !text.ends_with('?') {
            text.push('?');
        }
        text
    }

    /// The spelling of each word of the query inside the page's sentences, where only names have capitals: the one without
    /// capitals if there is any. Other words that name a place get a capital, codes of states all capitals.
    fn forms(&self, query: &Query) -> BTreeMap<String, String> {
        let wanted: BTreeSet<String> = query.text.split_whitespace().map(str::to_lowercase).collect();
        let mut forms: BTreeMap<String, String> = BTreeMap::new();
        let inside = |sentence: &&'a str| {
            let tokens: Vec<&'a str> =
                sentence.split(|c: char| !c.is_alphanumeric()).filter(|token| !token.is_empty()).skip(1).collect();
            tokens
        };
        for token in self.sentences.iter().flat_map(inside) {
            let lower = token.to_lowercase();
            if !wanted.contains(&lower) {
                continue;
            }
            if token == lower {
                forms.insert(lower.clone(), lower);
            } else {
                forms.entry(lower).or_insert_with(|| token.to_owned());
            }
        }
        let stemmer = Stemmer::default();
        for word in wanted.into_iter().filter(|word| query.place.contains(&stemmer.stem(word))) {
            let capital =
                if state_code(&word).is_some() && word.len() == 2 { word.to_uppercase() } else { capitalised(&word) };
            forms.entry(word).or_insert(capital);
        }
        forms
    }

    /// Sentences with every word of a query, without markup.
    pub(super) fn about(&self, query: &Query, stemmer: &Stemmer) -> Option<usize> {
        self.folded.iter().position(|sentence| {
            let stems = content(sentence, stemmer);
            !query.stems.is_empty() && query.stems.iter().all(|stem| stems.contains(stem))
        })
    }

    pub(super) fn sentence(&self, at: usize) -> String {
        plain(self.sentences[at])
    }
}

fn capitalised(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// True for two different words that one inserted, deleted or replaced letter makes equal.
fn is_one_letter_apart(a: &str, b: &str) -> bool {
    let (a, b): (Vec<char>, Vec<char>) = (a.chars().collect(), b.chars().collect());
    let start = a.iter().zip(&b).take_while(|(x, y)| x == y).count();
    let rest = a[start..].iter().rev().zip(b[start..].iter().rev()).take_while(|(x, y)| x == y).count();
    let changed = (a.len() - start - rest).max(b.len() - start - rest);
    let has_number = a.iter().chain(&b).any(|c| c.is_numeric());
    !has_number && changed == 1
}

/// True if most letters are Latin: only then the usual lengths of titles apply.
pub(in crate::content) fn is_latin(text: &str) -> bool {
    let letters = text.chars().filter(|c| c.is_alphabetic()).count();
    let latin = text.chars().filter(|c| c.is_alphabetic() && *c < '\u{250}').count();
    letters > 0 && 2 * latin > letters
}
