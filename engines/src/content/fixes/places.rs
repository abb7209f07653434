//! Where a page has its keyword.

use std::collections::BTreeSet;

use super::input::PageFacts;
use super::output::{KeywordPlace, PlaceKind};
use crate::text::{Stemmer, fold, is_stopword, sentences, words};

/// Words of the opening.
const OPENING: usize = 100;

/// A keyword as it is looked for.
#[derive(Debug)]
pub(super) struct Keyword {
    folded: String,
    stems: BTreeSet<String>,
}

impl Keyword {
    pub(super) fn new(text: &str, stemmer: &Stemmer) -> Self {
        let folded = fold(text);
        let content: BTreeSet<String> =
            words(&folded).filter(|word| !is_stopword(word)).map(|word| stemmer.stem(word)).collect();
        // A keyword of common words alone, such as "how to", is looked for with all its words.
        let stems = if content.is_empty() { words(&folded).map(|word| stemmer.stem(word)).collect() } else { content };
        Self { folded, stems }
    }

    /// Returns whether a text has every word of the keyword, in any order and inflection.
    pub(super) fn is_in(&self, text: &str, stemmer: &Stemmer) -> bool {
        let folded = fold(text);
        if !self.folded.is_empty() && folded.contains(&self.folded) {
            return true;
        }
        let found: BTreeSet<String> = words(&folded).map(|word| stemmer.stem(word)).collect();
        !self.stems.is_empty() && self.stems.iter().all(|stem| found.contains(stem))
    }
}

/// Looks for the keyword in each place. Weights follow the impact of the fix of that place.
pub(super) fn places(page: &PageFacts, keyword: &Keyword, stemmer: &Stemmer) -> Vec<KeywordPlace> {
    let has = |text: Option<&String>| text.is_some_and(|text| keyword.is_in(text, stemmer));
    let opening: String = page.text.split_whitespace().take(OPENING).collect::<Vec<_>>().join(" ");
    let place = |place, is_found, weight| KeywordPlace { place, is_found, weight };
    vec![
        place(PlaceKind::Title, has(page.title.as_ref()), 30.0),
        place(PlaceKind::Text, keyword.is_in(&page.text, stemmer), 25.0),
        place(PlaceKind::Heading, has(page.h1.as_ref()), 20.0),
        place(PlaceKind::Opening, keyword.is_in(&opening, stemmer), 10.0),
        place(PlaceKind::Subheading, page.headings.iter().any(|text| keyword.is_in(text, stemmer)), 5.0),
        place(PlaceKind::Description, has(page.description.as_ref()), 5.0),
        place(PlaceKind::Address, keyword.is_in(&path_words(&page.url), stemmer), 5.0),
    ]
}

/// Weighted share of the places that have the keyword, 0 to 100.
pub(super) fn placement(places: &[KeywordPlace]) -> f64 {
    let all: f64 = places.iter().map(|place| place.weight).sum();
    let found: f64 = places.iter().filter(|place| place.is_found).map(|place| place.weight).sum();
    if all > 0.0 { (found / all * 100.0).round() } else { 0.0 }
}

/// Returns the path of an address as words.
fn path_words(url: &str) -> String {
    let rest = url.split_once("://").map_or(url, |(_, rest)| rest);
    let path = rest.split_once('/').map_or("", |(_, path)| path);
    path.split(['?', '#']).next().unwrap_or_default().replace(['-', '_', '/', '.'], " ")
}

/// Returns the first sentence with the keyword, by its number.
pub(super) fn sentence_with(text: &str, keyword: &Keyword, stemmer: &Stemmer) -> Option<usize> {
    sentences(text).iter().position(|sentence| keyword.is_in(sentence, stemmer))
}
