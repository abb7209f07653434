//! What a page already says.

use std::collections::BTreeSet;

use engines::content::{Fact, FactKind, Sentence};

/// Parts of ten of the words of two sentences from which they say the same.
const SAME: usize = 8;
/// Sentences that are compared word by word.
const MOST_COMPARED: usize = 2_000;

/// Statements of the sections before.
#[derive(Debug, Clone, Default)]
pub struct Said {
    /// Facts that state something: a second sentence from them repeats it.
    stating: BTreeSet<String>,
    ids: BTreeSet<String>,
    keys: BTreeSet<String>,
    words: Vec<BTreeSet<String>>,
}

impl Said {
    /// Begins with nothing said. The name of a business, its service, place and telephone number may be said again.
    #[must_use]
    pub fn new(facts: &[Fact]) -> Self {
        use FactKind::{Business, Neighbourhood, Phone, Place, Service};
        let states = |fact: &&Fact| !matches!(fact.kind, Business | Service | Place | Neighbourhood | Phone);
        let stating = facts.iter().filter(states).map(|fact| fact.id.clone()).collect();
        Self { stating, ..Self::default() }
    }

    /// Returns true for a sentence whose words, or whose facts, were all said.
    #[must_use]
    pub fn has(&self, sentence: &Sentence) -> bool {
        let mut stating = sentence.fact_ids.iter().filter(|id| self.stating.contains(*id)).peekable();
        if stating.peek().is_some() && stating.all(|id| self.ids.contains(id)) {
            return true;
        }
        let key = key(&sentence.text);
        !key.is_empty() && (self.keys.contains(&key) || self.has_words(&words(&key)))
    }

    fn has_words(&self, own: &BTreeSet<String>) -> bool {
        let is_same = |other: &BTreeSet<String>| {
            let shared = own.intersection(other).count();
            let is_figure = |word: &&String| word.contains(char::is_numeric);
            10 * shared >= SAME * (own.len() + other.len() - shared)
                && !own.symmetric_difference(other).any(|word| is_figure(&word))
        };
        self.words.iter().any(is_same)
    }

    /// Adds what a section says, after all its sentences were compared.
    pub fn add<'a>(&mut self, sentences: impl IntoIterator<Item = &'a Sentence>) {
        for sentence in sentences {
            self.ids.extend(sentence.fact_ids.iter().filter(|id| self.stating.contains(*id)).cloned());
            let key = key(&sentence.text);
            if self.words.len() < MOST_COMPARED {
                self.words.push(words(&key));
            }
            self.keys.insert(key);
        }
    }
}

/// Returns the words of a text, in lower case, with single spaces.
pub(crate) fn key(text: &str) -> String {
    let lower = text.to_lowercase();
    let words = lower.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    words.collect::<Vec<_>>().join(" ")
}

fn words(key: &str) -> BTreeSet<String> {
    key.split(' ').map(str::to_owned).collect()
}
