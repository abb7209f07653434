//! Key phrases of a text.
//!
//! Candidates are phrases within runs of words between function words, verbs, adverbs and punctuation: the noun phrases
//! that a part-of-speech tagger would find, found by lists.
//!
//! In an abstract almost every phrase occurs once, so a score of whole runs is used: the frequency of its words, the
//! length of the phrases around them, its own frequency and its first position. In a long text the repetition of a
//! phrase is the better evidence, and single words and parts of runs are key phrases too: the score is a log-linear
//! model of frequency, spread over sentences, first position, and form. Between the lengths the scores are mixed.
//!
//! Sources: Rose et al. (2010), "Automatic keyword extraction from individual documents" (RAKE): runs between stop
//! words, degree of words; El-Beltagy & Rafea (2009), "KP-Miner": weight of early positions; Mihalcea & Tarau (2004),
//! "TextRank": noun phrases as candidates; Witten et al. (1999), "KEA": a learned model of frequency and position;
//! Frantzi et al. (2000), "C-value": parts of longer phrases.

mod candidate;
mod lexicon;
mod phrase;

use candidate::{Candidate, candidates};
use phrase::{MOST_WORDS, Reading, read};

use crate::common::EngineError;
use crate::text::Stemmer;

/// Maximum length of the text that is read, in bytes.
const MOST_BYTES: usize = 20_000_000;
/// Factor of the score of single words, which are seldom key phrases of abstracts.
const SINGLE: f64 = 0.5;
/// Factor for a single word that is an acronym or name (`SVM`, `LaTeX`).
const CAPITAL: f64 = 1.5;
/// Weight of the degree of a word.
const DEGREE: f64 = 0.5;
/// Number of words up to which a text is scored as an abstract, and from which as a long text.
const LENGTHS: (f64, f64) = (180.0, 400.0);
/// Share of the model of long texts in the score of a long text; the rest is the score of abstracts, which is better at
/// phrases of several words.
const LONG_SHARE: f64 = 0.8;
/// Scale of the logarithm of the score of abstracts.
const SCALE: f64 = 3.0;
/// Deduction in the score of abstracts for a phrase that is nowhere a whole run.
const PART: f64 = 6.0;
/// Endings of abstract nouns.
const NOUN_ENDINGS: [&str; 11] =
    ["tion", "sion", "ity", "ment", "ness", "ism", "ence", "ance", "ology", "graphy", "sis"];

/// Returns the `top` key phrases of a text, best first, in the form of their first occurrence.
///
/// # Errors
/// Returns [`EngineError::TooLarge`] for a text beyond 20 MB, [`EngineError::InvalidParameter`] for `top` 0.
pub fn keyphrases(text: &str, top: usize) -> Result<Vec<String>, EngineError> {
    if text.len() > MOST_BYTES {
        return Err(EngineError::TooLarge { what: "bytes of text", got: text.len(), limit: MOST_BYTES });
    }
    if top == 0 {
        return Err(EngineError::InvalidParameter { field: "top", problem: "must be at least 1".to_owned() });
    }
    let reading = read(text, &Stemmer::default());
    let weights = word_weights(&reading);
    let long_share = long_share_of(reading.words);
    let score = |candidate: &Candidate<'_>| {
        let long = if long_share > 0.0 { long_share * long_score(candidate) } else { 0.0 };
        (1.0 - long_share) * abstract_score(candidate, &weights) + long
    };
    let found = candidates(&reading).into_iter().filter(|candidate| long_share > 0.0 || candidate.whole > 0);
    let mut phrases: Vec<(f64, Candidate<'_>)> = found.map(|candidate| (score(&candidate), candidate)).collect();
    phrases.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.words[0].place.cmp(&b.1.words[0].place)));
    Ok(phrases.into_iter().take(top).map(|(_, phrase)| phrase.text()).collect())
}

/// Share of the model of long texts: 0 for an abstract, [`LONG_SHARE`] for a long text, and between them by the
/// logarithm of the number of words.
fn long_share_of(words: usize) -> f64 {
    let (short, long) = LENGTHS;
    (((words as f64).max(1.0) / short).ln() / (long / short).ln()).clamp(0.0, LONG_SHARE)
}

/// sqrt(ln(1 + tf)) x (1 + 0.5 ln(1 + degree)) of each stem; degree: adjacent words in runs.
fn word_weights(reading: &Reading<'_>) -> Vec<f64> {
    let mut counts = vec![(0.0_f64, 0.0_f64); reading.stems + 1];
    for run in reading.runs.iter().filter(|run| run.len() <= MOST_WORDS) {
        for word in run {
            let count = &mut counts[word.stem as usize];
            count.0 += 1.0;
            count.1 += (run.len() - 1) as f64;
        }
    }
    counts.into_iter().map(|(tf, degree)| tf.ln_1p().sqrt() * (1.0 + DEGREE * degree.ln_1p())).collect()
}

/// Logarithm of: sum of word weights x (1 + ln frequency) / ln(2 + first position).
fn abstract_score(phrase: &Candidate<'_>, weights: &[f64]) -> f64 {
    let mut sum: f64 = phrase.words.iter().map(|word| weights[word.stem as usize]).sum();
    if let [single] = phrase.words {
        sum *= if single.is_capital { SINGLE * CAPITAL } else { SINGLE };
    }
    let times = f64::from(phrase.whole.max(1));
    let score = sum * (1.0 + times.ln()) / (2.0 + phrase.words[0].place as f64).ln();
    SCALE * score.max(1e-3).ln() - if phrase.whole == 0 { PART } else { 0.0 }
}

/// Log-linear model of a phrase of a long text. The weights maximise the likelihood of the phrases that readers and
/// authors chose (softmax over the candidates of each text) in seven collections of news, papers, reports and theses.
fn long_score(phrase: &Candidate<'_>) -> f64 {
    let (words, times) = (phrase.words, f64::from(phrase.times));
    let letters: usize = words.iter().map(|word| word.text.chars().count()).sum();
    let last = words.last().map(|word| word.text.to_lowercase()).unwrap_or_default();
    let if_so = |holds: bool, weight: f64| if holds { weight } else { 0.0 };
    0.95 * f64::from(phrase.sentences).ln() - 0.31 * (1.0 + words[0].place as f64).ln()
        + 0.32 * f64::from(phrase.names) / times
        - 0.72 * f64::from(phrase.longer) / times
        + 0.034 * letters as f64 / words.len() as f64
        + if_so(words.len() == 1, -0.68)
        + if_so(words.len() >= 4, -1.7)
        + if_so(words.iter().any(|word| word.is_capital), 0.14)
        + if_so(NOUN_ENDINGS.iter().any(|ending| last.ends_with(ending)), 0.58)
        + if_so(words.iter().any(|word| word.text.contains(|c: char| c.is_ascii_digit())), -1.8)
}
