//! What a page is about: the words of its title, first heading and address.

use std::collections::{BTreeSet, HashMap};

use super::input::AuditPage;
use crate::gazetteer::Gazetteer;
use crate::text::{Stemmer, fold, is_stopword, words};

/// Separators between a title and the name of the website.
pub(in crate::content) const SEPARATORS: [&str; 6] = [" | ", " - ", " \u{2013} ", " \u{2014} ", " \u{b7} ", " :: "];
/// Minimum number of titles that end with the name of the website.
const LEAST_FOR_NAME: usize = 3;
/// Words for what a reader wants. Pages of which only one has such a word serve different readers.
const INTENTS: [&str; 24] = [
    "cost",
    "price",
    "pricing",
    "fee",
    "cheap",
    "how",
    "what",
    "why",
    "when",
    "guide",
    "tip",
    "diy",
    "vs",
    "versus",
    "compare",
    "comparison",
    "best",
    "top",
    "review",
    "example",
    "emergency",
    "contact",
    "faq",
    "job",
];
/// Words of addresses that say nothing about the content.
const ADDRESS_WORDS: [&str; 8] = ["html", "htm", "php", "asp", "aspx", "index", "page", "www"];
/// Share of the words of two pages that both have, from which they have one subject.
const SAME: f64 = 0.5;

/// What a page is about.
#[derive(Debug, Default)]
pub(super) struct Topic {
    /// Stems of title and first heading.
    stems: BTreeSet<String>,
    /// Stems of the last part of the address, without numbers.
    pub(super) address: BTreeSet<String>,
    /// Stems of title, first heading and address.
    pub(super) all: BTreeSet<String>,
    intents: BTreeSet<String>,
    numbers: BTreeSet<String>,
    place: Option<String>,
}

impl Topic {
    /// Reads the topics of all pages together, because a place can be ambiguous in one title.
    pub(super) fn read_all(pages: &[AuditPage], name: Option<&str>) -> Vec<Self> {
        let texts: Vec<String> = pages.iter().map(|page| text(page, name)).collect();
        // A page that is gone has no title, but its address may name the place.
        let named =
            |(page, text): (&AuditPage, &String)| if text.is_empty() { last_part(&page.url) } else { text.clone() };
        let named: Vec<String> = pages.iter().zip(&texts).map(named).collect();
        let named: Vec<&str> = named.iter().map(String::as_str).collect();
        let places = Gazetteer::new(&[]).find_all(&named);
        let stemmer = Stemmer::default();
        let topic = |((page, text), place): ((&AuditPage, &String), Option<String>)| {
            let stems = content(text, &stemmer);
            let address = address(&page.url, &stemmer);
            Self {
                all: stems.union(&address).cloned().collect(),
                intents: stems.union(&address).filter(|stem| INTENTS.contains(&stem.as_str())).cloned().collect(),
                numbers: words(text).filter(|word| word.chars().any(char::is_numeric)).map(str::to_owned).collect(),
                place,
                stems,
                address,
            }
        };
        let places = places.into_iter().map(|mention| mention.map(|mention| mention.key));
        pages.iter().zip(&texts).zip(places).map(topic).collect()
    }

    /// Returns true if this page names a place that the other one does not name.
    pub(super) fn is_elsewhere(&self, other: &Self) -> bool {
        self.place.is_some() && self.place != other.place
    }

    /// Returns true if two pages name different places or numbers: pages of one template.
    pub(super) fn differs_in_a_name(&self, other: &Self) -> bool {
        self.place != other.place || self.numbers != other.numbers
    }

    /// Returns true if the pages are about one subject, for the same reader, in the same place.
    pub(super) fn is_same(&self, other: &Self) -> bool {
        let both = self.stems.intersection(&other.stems).count() as f64;
        let all = self.stems.union(&other.stems).count() as f64;
        all > 0.0 && both / all >= SAME && self.intents == other.intents && !self.differs_in_a_name(other)
    }
}

/// Title without the name of the website, and first heading, folded.
fn text(page: &AuditPage, name: Option<&str>) -> String {
    let title = page.title.as_deref().map(|title| core(title, name)).unwrap_or_default();
    let title = fold(title);
    match page.h1.as_deref().map(fold) {
        Some(heading) if heading != title => format!("{title} {heading}").trim().to_owned(),
        _ => title,
    }
}

/// Words of the last part of the address, folded.
fn last_part(url: &str) -> String {
    let path = url.split(['?', '#']).next().unwrap_or_default().trim_end_matches('/');
    let rest = path.split_once("://").map_or(path, |(_, rest)| rest);
    rest.rsplit_once('/').map(|(_, last)| fold(last)).unwrap_or_default()
}

/// Returns the title without the name of the website.
pub(super) fn core<'a>(title: &'a str, name: Option<&str>) -> &'a str {
    let Some(name) = name else { return title.trim() };
    match split(title) {
        Some((core, last)) if last == name => core.trim(),
        _ => title.trim(),
    }
}

/// Returns the part that most titles end with.
pub(super) fn site_name<'a>(titles: impl Iterator<Item = &'a str>) -> Option<String> {
    let (mut counts, mut all) = (HashMap::<&str, usize>::new(), 0);
    for title in titles {
        all += 1;
        if let Some((_, last)) = split(title) {
            *counts.entry(last).or_default() += 1;
        }
    }
    let most = counts.into_iter().max_by(|a, b| a.1.cmp(&b.1).then_with(|| b.0.cmp(a.0)));
    most.filter(|(_, count)| *count >= LEAST_FOR_NAME && 2 * count > all).map(|(name, _)| name.to_owned())
}

/// Splits a title at its last separator.
fn split(title: &str) -> Option<(&str, &str)> {
    let found = SEPARATORS.iter().filter_map(|separator| Some((title.rfind(separator)?, separator.len())));
    let (at, length) = found.max()?;
    Some((&title[..at], title[at + length..].trim())).filter(|(_, last)| !last.is_empty())
}

/// Stems of the content words of a folded text.
pub(super) fn content(folded: &str, stemmer: &Stemmer) -> BTreeSet<String> {
    words(folded).filter(|word| !is_stopword(word)).map(|word| stemmer.stem(word)).collect()
}

fn address(url: &str, stemmer: &Stemmer) -> BTreeSet<String> {
    let folded = last_part(url);
    let is_word =
        |word: &&str| !ADDRESS_WORDS.contains(word) && word.chars().any(|c| !c.is_numeric()) && !is_stopword(word);
    words(&folded).filter(is_word).map(|word| stemmer.stem(word)).collect()
}
