//! Readability.

use crate::text::{fold, sentences, words};

/// Flesch reading ease: about 0 (hard) to 100 (easy). Returns `None` for a text without words.
///
/// 206.835 - 1.015 words per sentence - 84.6 syllables per word. Source: Flesch (1948), "A new readability yardstick",
/// Journal of Applied Psychology 32(3). Syllables are counted by their vowels, for English.
pub fn flesch_reading_ease(text: &str) -> Option<f64> {
    let (mut count, mut syllables, mut ends) = (0.0, 0.0, 0.0);
    for sentence in sentences(text) {
        let folded = fold(sentence);
        let in_sentence: Vec<&str> = words(&folded).collect();
        count += in_sentence.len() as f64;
        syllables += in_sentence.iter().map(|word| f64::from(syllables_of(word))).sum::<f64>();
        ends += 1.0;
    }
    (count > 0.0).then(|| 206.835 - 1.015 * count / ends - 84.6 * syllables / count)
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
