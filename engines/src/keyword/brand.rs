//! Detection of brand queries.

use std::collections::HashMap;

use super::rows::Entry;
use crate::text::{fold, words};

/// Second-level labels that belong to the public suffix, as in `co.uk`.
const SECOND_LEVEL: [&str; 7] = ["co", "com", "org", "net", "ac", "gov", "edu"];
/// Average position below which a page is at position 1.
const FIRST: f64 = 1.5;
/// Minimum number of other queries that must contain each word of the host's name for the name to be generic.
const GENERIC_QUERIES: usize = 3;

/// Detects brand queries.
#[derive(Debug, Default)]
pub(crate) struct Brand {
    /// Given terms, as folded words.
    terms: Vec<Vec<String>>,
    /// Name of the host without spaces, such as `acmeroofing`; empty when unknown or generic.
    host: String,
    /// Only a query of exactly the host's words names the brand.
    is_exact_only: bool,
    /// The host's name consists of ordinary words of these queries (`austinplumber`).
    pub(crate) is_host_generic: bool,
}

impl Brand {
    /// Derives the brand from the host and the given terms.
    ///
    /// A host name of words that each appear in several other queries (an exact-match domain) is not treated as a
    /// brand; otherwise its best queries would count as navigational. If the query of exactly these words has the most
    /// clicks of all queries at position 1, people search the name: that query is the brand, and longer ones are not.
    pub(crate) fn new(host: Option<&str>, terms: &[&str], entries: &[Entry]) -> Self {
        let terms = terms.iter().map(|term| words(&fold(term)).map(str::to_owned).collect());
        let mut brand = Self {
            terms: terms.filter(|words: &Vec<String>| !words.is_empty()).collect(),
            host: host.map(host_name).unwrap_or_default(),
            is_exact_only: false,
            is_host_generic: false,
        };
        if !brand.host.is_empty() && brand.is_generic(entries) {
            brand.is_exact_only = brand.is_searched_by_name(entries);
            brand.is_host_generic = !brand.is_exact_only;
        }
        if brand.is_host_generic {
            brand.host.clear();
        }
        brand
    }

    /// Returns true if a folded query names the brand.
    pub(crate) fn is_named(&self, folded: &str) -> bool {
        let words: Vec<&str> = words(folded).collect();
        let is_name = |(first, end): (usize, usize)| !self.is_exact_only || end - first == words.len();
        self.terms.iter().any(|term| contains_run(&words, term)) || self.run(&words).is_some_and(is_name)
    }

    /// Returns true if the query of exactly the host's words has the most clicks of the queries at position 1.
    fn is_searched_by_name(&self, entries: &[Entry]) -> bool {
        let is_first = |entry: &&Entry| entry.clicks > 0.0 && entry.position.is_some_and(|position| position < FIRST);
        let most = entries.iter().filter(is_first).map(|entry| entry.clicks).fold(0.0, f64::max);
        entries.iter().filter(is_first).filter(|entry| entry.clicks >= most).any(|entry| {
            let words: Vec<&str> = words(&entry.folded).collect();
            self.run(&words) == Some((0, words.len()))
        })
    }

    /// Returns the span of words that together spell the host's name.
    fn run(&self, words: &[&str]) -> Option<(usize, usize)> {
        if self.host.is_empty() {
            return None;
        }
        (0..words.len()).find_map(|first| {
            let mut rest = self.host.as_str();
            for (offset, word) in words[first..].iter().enumerate() {
                rest = rest.strip_prefix(word)?;
                if rest.is_empty() {
                    return Some((first, first + offset + 1));
                }
            }
            None
        })
    }

    fn is_generic(&self, entries: &[Entry]) -> bool {
        let mut outside: HashMap<&str, usize> = HashMap::new();
        let mut runs: Vec<Vec<&str>> = Vec::new();
        for entry in entries {
            let words: Vec<&str> = words(&entry.folded).collect();
            match self.run(&words) {
                Some((first, end)) if end - first > 1 => runs.push(words[first..end].to_vec()),
                Some(_) => {}
                None => words.iter().for_each(|word| *outside.entry(word).or_default() += 1),
            }
        }
        runs.iter().any(|run| run.iter().all(|word| outside.get(word).is_some_and(|count| *count >= GENERIC_QUERIES)))
    }
}

fn contains_run(words: &[&str], run: &[String]) -> bool {
    words.len() >= run.len() && words.windows(run.len()).any(|window| window.iter().zip(run).all(|(a, b)| *a == b))
}

/// Returns `acmeroofing` for `https://www.acme-roofing.co.uk/x`; empty for names under 4 letters,
/// which would match by chance, and for IP addresses.
fn host_name(host: &str) -> String {
    let bare = host.split("://").last().unwrap_or(host);
    let bare = bare.split(['/', ':', '?']).next().unwrap_or_default().to_lowercase();
    let mut labels: Vec<&str> = bare.split('.').filter(|label| !label.is_empty()).collect();
    if labels.len() < 2 || labels.iter().all(|label| label.bytes().all(|b| b.is_ascii_digit())) {
        return String::new();
    }
    labels.pop();
    if labels.len() > 1 && labels.last().is_some_and(|label| SECOND_LEVEL.contains(label)) {
        labels.pop();
    }
    let name: String = labels.last().map(|label| fold(label).replace(' ', "")).unwrap_or_default();
    if name.chars().count() < 4 { String::new() } else { name }
}
