//! Drafts of pages about the site.

use engines::{
    common::Day,
    content::{Block, BlockKind, CitedFact, Draft, Fact, FactKind, Sentence, title_pixels},
};

/// Characters and pixels of a title that search engines show whole.
const TITLE: std::ops::RangeInclusive<usize> = 30..=60;
const TITLE_PIXELS: u32 = 561;
/// Characters of a description.
const DESCRIPTION: std::ops::RangeInclusive<usize> = 70..=155;

/// A page in the making.
#[derive(Debug, Default)]
pub(super) struct Text {
    pub(super) blocks: Vec<Block>,
    pub(super) facts: Vec<CitedFact>,
}

/// A sentence without a fact.
pub(super) fn plain(text: impl Into<String>) -> Sentence {
    Sentence { text: text.into(), ..Sentence::default() }
}

/// A sentence that a fact supports.
pub(super) fn cited(text: impl Into<String>, id: &str) -> Sentence {
    Sentence { text: text.into(), fact_ids: vec![id.to_owned()], ..Sentence::default() }
}

/// Returns a text with a capital at its start.
pub(super) fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}

/// Returns a list in words: `a, b and c`.
pub(super) fn list(names: &[String]) -> String {
    match names {
        [] => String::new(),
        [one] => one.clone(),
        [rest @ .., last] => format!("{} and {last}", rest.join(", ")),
    }
}

/// Returns the first wording whose length fits, otherwise the nearest one that is not too long, otherwise the first.
fn fitting(wordings: &[String], fits: impl Fn(&str) -> bool, most: usize) -> String {
    let fit = wordings.iter().find(|text| fits(text));
    let short = || wordings.iter().filter(|text| text.chars().count() <= most).max_by_key(|text| text.chars().count());
    fit.or_else(short).or_else(|| wordings.first()).cloned().unwrap_or_default()
}

/// Returns true for a title of a length that is shown whole.
pub(super) fn is_title(text: &str) -> bool {
    TITLE.contains(&text.chars().count()) && title_pixels(text) <= TITLE_PIXELS
}

impl Text {
    pub(super) fn heading(&mut self, level: u8, text: impl Into<String>) {
        let sentences = vec![plain(text)];
        self.blocks.push(Block { kind: BlockKind::Heading, level, sentences, ..Block::default() });
    }

    pub(super) fn paragraph(&mut self, sentences: Vec<Sentence>) {
        if !sentences.is_empty() {
            self.blocks.push(Block { sentences, ..Block::default() });
        }
    }

    /// Adds a paragraph of sentences without facts.
    pub(super) fn say(&mut self, sentences: &[&str]) {
        self.paragraph(sentences.iter().map(|text| plain(*text)).collect());
    }

    pub(super) fn item(&mut self, label: Option<Sentence>, sentences: Vec<Sentence>) {
        self.blocks.push(Block { kind: BlockKind::Item, label, sentences, ..Block::default() });
    }

    /// Adds a fact of the operator or tenant, and returns its id.
    pub(super) fn owner_fact<'a>(&mut self, id: &'a str, kind: FactKind, value: &str, source: &str) -> &'a str {
        if !self.facts.iter().any(|one| one.fact.id == id) {
            let fact = Fact {
                id: id.to_owned(),
                kind,
                value: value.to_owned(),
                source: source.to_owned(),
                is_owner_supplied: true,
                ..Fact::default()
            };
            self.facts.push(CitedFact { fact, sources: Vec::new() });
        }
        id
    }

    /// Adds a fact with its source, once.
    pub(super) fn fact(&mut self, fact: CitedFact) {
        if !self.facts.iter().any(|one| one.fact.id == fact.fact.id) {
            self.facts.push(fact);
        }
    }

    /// Returns the number of words.
    pub(super) fn words(&self) -> usize {
        let texts = self.blocks.iter().flat_map(Block::texts);
        texts.map(|sentence| sentence.text.split_whitespace().count()).sum()
    }

    /// Finishes the page with the first title and description that fit.
    pub(super) fn finish(self, titles: &[String], descriptions: &[String]) -> (Draft, Vec<CitedFact>) {
        let title = fitting(titles, is_title, *TITLE.end());
        let is_description = |text: &str| DESCRIPTION.contains(&text.chars().count());
        let description = fitting(descriptions, is_description, *DESCRIPTION.end());
        let draft =
            Draft { title: plain(title), description: plain(description), blocks: self.blocks, links: Vec::new() };
        (draft, self.facts)
    }
}

/// Returns a day in words: `November 25, 2026`.
pub(super) fn in_words(day: Day) -> String {
    crate::date::in_words(day)
}
