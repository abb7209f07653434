//! Anchor texts: phrases of a page that name another page.

use std::collections::{BTreeSet, HashMap};

use super::super::Page;
use super::super::terms::is_content;
use super::propose::about;
use crate::text::{Stemmer, fold, words};

/// Maximum number of words of an anchor.
const LONGEST: usize = 6;
/// Minimum share of the weight of a target's name that an anchor has.
const LEAST_NAMED: f64 = 0.5;
/// Words that name no topic: they neither begin nor end an anchor, and they end a noun phrase.
const EMPTY: [&str; 40] = [
    "ask", "begin", "begins", "best", "book", "call", "choose", "click", "contact", "explain", "explains", "find",
    "full", "help", "helps", "hire", "include", "includes", "know", "learn", "mean", "means", "need", "needs", "offer",
    "offers", "page", "provide", "provides", "read", "require", "requires", "schedule", "start", "starts", "today",
    "top", "want", "work", "works",
];

/// A word of a text.
pub(super) struct Token {
    /// First byte, and the one past the last, without punctuation.
    span: (usize, usize),
    folded: String,
    /// Stem of a word that can name something.
    stem: Option<String>,
    /// True if punctuation or the end of a line separates it from the word before.
    is_start: bool,
}

/// Names of the pages, with the weight of each word.
pub(super) struct Names {
    stemmer: Stemmer,
    /// Number of pages whose title or first heading has a stem.
    holders: HashMap<String, usize>,
    pages: f64,
}

impl Names {
    /// Counts the words of all titles and first headings.
    pub(super) fn read(pages: &[Page]) -> Self {
        let mut names = Self { stemmer: Stemmer::default(), holders: HashMap::new(), pages: pages.len() as f64 };
        for page in pages {
            let all = format!("{}\n{}", about(page), page.headings.first().map_or("", |heading| &heading.text));
            let stems: BTreeSet<String> =
                tokens(&all, &names.stemmer).into_iter().filter_map(|token| token.stem).collect();
            stems.into_iter().for_each(|stem| *names.holders.entry(stem).or_default() += 1);
        }
        names
    }

    /// Returns the part of the target's title that describes it most, without the name of the website; `None` for a page
    /// whose title and address have no words.
    pub(super) fn name(&self, target: &Page) -> Option<String> {
        let title = about(target);
        let parts = title.split(['|', '–', '—']).flat_map(|part| part.split(" - ")).map(str::trim);
        let weighed = parts.map(|part| (self.weight(&tokens(part, &self.stemmer)), part));
        // The first of equal parts.
        let best = weighed.fold((0.0, ""), |best, part| if part.0 > best.0 { part } else { best });
        (best.0 > 0.0).then(|| best.1.to_owned())
    }

    /// Reads the text of a page, once for all its targets.
    pub(super) fn text(&self, source: &Page) -> Vec<Token> {
        tokens(&source.text, &self.stemmer)
    }

    /// Returns the phrase of the source's text that names the target best.
    ///
    /// It is a run of words of the target's title or first heading with at least half of their weight, so that the rare words
    /// count most; it begins and ends with a word that names something, and the words next to it do not belong to it.
    pub(super) fn find(&self, source: &Page, text: &[Token], target: &Page) -> Option<String> {
        let heading = target.headings.first().map(|heading| heading.text.clone());
        let mut best: Option<(f64, (usize, usize))> = None;
        for name in [self.name(target), heading].into_iter().flatten() {
            let name = tokens(&name, &self.stemmer);
            for (named, run) in self.places(text, &name) {
                if best.is_none_or(|(most, _)| named > most) {
                    best = Some((named, run));
                }
            }
        }
        let (start, end) = best?.1;
        let words = &text[start..end];
        source.text.get(words.first()?.span.0..words.last()?.span.1).map(str::to_owned)
    }

    /// Finds the longest run of the name at each place of the text, with its share of the name's weight.
    fn places(&self, text: &[Token], name: &[Token]) -> Vec<(f64, (usize, usize))> {
        let whole = self.weight(name);
        let least_words = name.iter().filter(|token| token.stem.is_some()).count().min(2);
        let mut found = Vec::new();
        for start in (0..text.len()).filter(|start| text[*start].stem.is_some()) {
            for at in (0..name.len()).filter(|at| name[*at].stem == text[start].stem) {
                let length = shared(&text[start..], &name[at..]);
                let run = &text[start..start + length];
                let words = run.iter().filter(|token| token.stem.is_some()).count();
                let named = self.weight(run) / whole;
                if words >= least_words && named >= LEAST_NAMED && is_whole(text, (start, start + length)) {
                    found.push((named, (start, start + length)));
                }
            }
        }
        found
    }

    /// Sum of the weights of different words: ln(1 + pages / pages with the word).
    fn weight(&self, tokens: &[Token]) -> f64 {
        let stems: BTreeSet<&String> = tokens.iter().filter_map(|token| token.stem.as_ref()).collect();
        let holders = |stem: &String| self.holders.get(stem).copied().unwrap_or(1).max(1) as f64;
        stems.into_iter().map(|stem| (self.pages / holders(stem)).ln_1p()).sum()
    }
}

/// Number of leading words that two runs have in common, up to the last one that names something.
fn shared(text: &[Token], name: &[Token]) -> usize {
    let is_same = |(at, (a, b)): &(usize, (&Token, &Token))| {
        (*at == 0 || !a.is_start && !b.is_start)
            && match (&a.stem, &b.stem) {
                (Some(a), Some(b)) => a == b,
                (None, None) => a.folded == b.folded,
                _ => false,
            }
    };
    let same = text.iter().zip(name).take(LONGEST).enumerate().take_while(is_same);
    same.filter(|(_, (token, _))| token.stem.is_some()).map(|(at, _)| at + 1).last().unwrap_or(0)
}

/// True if the run is no part of a longer noun phrase: its neighbours name nothing, or punctuation separates them.
fn is_whole(text: &[Token], (start, end): (usize, usize)) -> bool {
    let before = start.checked_sub(1).filter(|_| !text[start].is_start).map(|at| &text[at]);
    let after = text.get(end).filter(|token| !token.is_start);
    before.into_iter().chain(after).all(|token| token.stem.is_none())
}

fn tokens(text: &str, stemmer: &Stemmer) -> Vec<Token> {
    let mut tokens: Vec<Token> = Vec::new();
    let mut is_start = true;
    for line in text.split_inclusive('\n') {
        let offset = line.as_ptr() as usize - text.as_ptr() as usize;
        for part in line.split_whitespace() {
            let at = offset + (part.as_ptr() as usize - line.as_ptr() as usize);
            let front = part.len() - part.trim_start_matches(|c: char| !c.is_alphanumeric()).len();
            let word = part.trim_matches(|c: char| !c.is_alphanumeric());
            if word.is_empty() {
                is_start = true;
                continue;
            }
            let folded = fold(word);
            let span = (at + front, at + front + word.len());
            tokens.push(Token { span, stem: stem(&folded, stemmer), folded, is_start: is_start || front > 0 });
            is_start = front + word.len() < part.len();
        }
        is_start = is_start || line.ends_with('\n');
    }
    tokens
}

/// Stem of a word that can name something. A compound is one word that is not part of a shorter name.
fn stem(folded: &str, stemmer: &Stemmer) -> Option<String> {
    let mut parts = words(folded);
    let word = parts.next()?;
    match parts.next() {
        Some(_) => Some(folded.to_owned()),
        None => (is_content(word) && EMPTY.binary_search(&word).is_err()).then(|| stemmer.stem(word)),
    }
}
