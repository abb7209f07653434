//! Word alignment.

use super::super::lexicon;
use super::sentence::{Sentence, Word};

/// Minimum share of common letter runs for a similar spelling.
const SPELT_ALIKE: f64 = 0.5;

/// Computes the weight of the aligned words as a share of the weight of all words, 0 to 1.
///
/// Source: Sultan, Bethard & Sumner (2014), equation (1), with weighted words and graded partners.
pub(super) fn aligned(a: &Sentence, b: &Sentence) -> f64 {
    let mut partner_of_b = vec![0.0_f64; b.words.len()];
    let (mut matched, mut total) = (0.0, 0.0);
    for word in &a.words {
        let mut best: f64 = 0.0;
        for (other, partner) in b.words.iter().zip(&mut partner_of_b) {
            let likeness = likeness(word, other);
            best = best.max(likeness);
            *partner = partner.max(likeness);
        }
        matched += word.weight * best;
        total += word.weight;
    }
    for (word, best) in b.words.iter().zip(partner_of_b) {
        matched += word.weight * best;
        total += word.weight;
    }
    if total > 0.0 { matched / total } else { 0.0 }
}

/// Similarity of two words, 0 to 1. A number only matches itself.
fn likeness(a: &Word, b: &Word) -> f64 {
    if a.text == b.text || a.stem == b.stem {
        return 1.0;
    }
    if a.is_number || b.is_number {
        return 0.0;
    }
    lexicon::likeness(&a.meanings, &b.meanings).max(spelling(a, b))
}

/// Similarity of spelling for words of at least four letters: Dice's coefficient of their 3-letter runs.
fn spelling(a: &Word, b: &Word) -> f64 {
    if a.letters.len() < 6 || b.letters.len() < 6 {
        return 0.0;
    }
    let runs = a.letters.windows(3).filter(|run| b.letters.windows(3).any(|other| other == *run)).count();
    let dice = 2.0 * runs as f64 / (a.letters.len() + b.letters.len() - 4) as f64;
    if dice >= SPELT_ALIKE { 0.8 * dice.min(1.0) } else { 0.0 }
}
