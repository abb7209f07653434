//! Readability.

use crate::text::{fold, sentences, words};

/// Flesch reading ease: about 0 (hard) to 100 (easy). Returns `None` for a text without words.
///
/// 206.835 - 1.015 words per sentence - 84.6 syllables per word. Source: Flesch (1948), "A new readability yardstick",
/// Journal of Applied Psychology 32(3). Syllables are counted by their vowels, for English.
pub fn flesch_reading_ease(text: &str) -> Option<f64> {
    Counts::of_sentences(sentences(text)).ease()
}

/// Words, syllables and sentences of a text.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub(super) struct Counts {
    words: f64,
    syllables: f64,
    sentences: f64,
}

impl Counts {
    /// Counts the words and syllables of one sentence.
    pub(super) fn of_sentence(sentence: &str) -> Self {
        let folded = fold(sentence);
        let mut counts = Self { sentences: 1.0, ..Self::default() };
        for word in words(&folded) {
            counts.words += 1.0;
            counts.syllables += f64::from(syllables_of(word));
        }
        counts
    }

    pub(super) fn add(&mut self, other: Self) {
        self.words += other.words;
        self.syllables += other.syllables;
        self.sentences += other.sentences;
    }

    /// Counts the words and syllables of sentences.
    pub(super) fn of_sentences<'a>(sentences: impl IntoIterator<Item = &'a str>) -> Self {
        let mut counts = Self::default();
        sentences.into_iter().for_each(|sentence| counts.add(Self::of_sentence(sentence)));
        counts
    }

    /// Returns the counts with `old` replaced by `new`.
    pub(super) fn with(self, old: Self, new: Self) -> Self {
        Self {
            words: self.words - old.words + new.words,
            syllables: self.syllables - old.syllables + new.syllables,
            sentences: self.sentences - old.sentences + new.sentences,
        }
    }

    /// Returns the counts without those of a part of the text.
    pub(super) fn without(self, part: Self) -> Self {
        self.with(part, Self::default())
    }

    /// Returns the Flesch reading ease; `None` without words.
    pub(super) fn ease(self) -> Option<f64> {
        (self.words > 0.0).then(|| 206.835 - 1.015 * self.words / self.sentences - 84.6 * self.syllables / self.words)
    }
}

/// Counts runs of vowels, without a silent final e; at least 1.
fn syllables_of(word: &str) -> u32 {
    let is_vowel = |c: char| matches!(c, 'a' | 'e' | 'i' | 'o' | 'u' | 'y');
    let (mut runs, mut before) = (0, false);
    for letter in word.chars() {
        runs += u32::from(is_vowel(letter) && !before);
        before = is_vowel(letter);
    }
    let is_silent = word.ends_with('e') && !word.ends_with("le")
        || word.ends_with("ed") && !word.ends_with("ted") && !word.ends_with("ded");
    if is_silent && runs > 1 { runs - 1 } else { runs.max(1) }
}
