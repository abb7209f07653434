//! Candidates for key phrases and what the text says of each.

use std::collections::HashMap;

use super::phrase::{MOST_WORDS, Reading, Word};

/// Maximum number of different candidates; one that first occurs after so many others would not rank.
const MOST_CANDIDATES: usize = 2_000_000;

/// Stems of a phrase; 0 fills the places beyond its last word.
type Key = [u32; MOST_WORDS];

/// A phrase with the same stems in one or more places.
#[derive(Debug)]
pub(super) struct Candidate<'a> {
    key: Key,
    /// Words of its first occurrence.
    pub(super) words: &'a [Word<'a>],
    /// Number of occurrences.
    pub(super) times: u32,
    /// Number of occurrences as a whole run.
    pub(super) whole: u32,
    /// Number of sentences that contain it.
    pub(super) sentences: u32,
    /// Number of occurrences with a capital in each word, not at the start of a sentence.
    pub(super) names: u32,
    /// Frequency of the most frequent candidate that is one word longer and contains it.
    pub(super) longer: u32,
    last_sentence: u32,
}

impl<'a> Candidate<'a> {
    fn new(key: Key, words: &'a [Word<'a>]) -> Self {
        Self { key, words, times: 0, whole: 0, sentences: 0, names: 0, longer: 0, last_sentence: u32::MAX }
    }

    fn meet(&mut self, words: &[Word<'_>], is_whole: bool) {
        self.times += 1;
        self.whole += u32::from(is_whole);
        self.names += u32::from(words.iter().all(|word| word.is_name));
        self.sentences += u32::from(words[0].sentence != self.last_sentence);
        self.last_sentence = words[0].sentence;
    }

    pub(super) fn text(&self) -> String {
        self.words.iter().map(|word| word.text).collect::<Vec<_>>().join(" ")
    }
}

/// Returns all different phrases of one to five words inside the runs, in order of first occurrence, a longer one
/// after the shorter one that it begins with.
pub(super) fn candidates<'a>(reading: &'a Reading<'a>) -> Vec<Candidate<'a>> {
    let mut at: HashMap<Key, usize> = HashMap::new();
    let mut found: Vec<Candidate<'a>> = Vec::new();
    for run in &reading.runs {
        for start in (0..run.len()).filter(|start| !run[*start].is_general) {
            let most = run.len().min(start + MOST_WORDS);
            for end in (start + 1..=most).filter(|end| !run[*end - 1].is_general) {
                let words = &run[start..end];
                let key = key(words);
                let known = at.get(&key).copied();
                if known.is_none() && found.len() == MOST_CANDIDATES {
                    continue;
                }
                let index = known.unwrap_or(found.len());
                if known.is_none() {
                    at.insert(key, index);
                    found.push(Candidate::new(key, words));
                }
                found[index].meet(words, words.len() == run.len());
            }
        }
    }
    note_longer(&mut found, &at);
    found
}

/// Finds for each candidate the most frequent one that adds a word to it at either end.
fn note_longer(found: &mut [Candidate<'_>], at: &HashMap<Key, usize>) {
    for index in 0..found.len() {
        let Candidate { key, words, times, .. } = found[index];
        let mut without_first = [0; MOST_WORDS];
        without_first[..MOST_WORDS - 1].copy_from_slice(&key[1..]);
        let mut without_last = key;
        without_last[words.len() - 1] = 0;
        for part in [without_first, without_last].iter().filter_map(|part| at.get(part)) {
            found[*part].longer = found[*part].longer.max(times);
        }
    }
}

fn key(words: &[Word<'_>]) -> Key {
    let mut key = [0; MOST_WORDS];
    key.iter_mut().zip(words).for_each(|(place, word)| *place = word.stem);
    key
}
