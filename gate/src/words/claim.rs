//! Claims of a business outside of the written text: in headers, footers and calls to action.

use engines::text::{fold, words};

use super::{matches, patterns};

/// Longest sentence without a subject that counts as a slogan, in words.
const SLOGAN: usize = 7;
/// Words that turn a sentence round, as folded words.
const NEGATORS: &[&str] = &[
    "not", "no", "never", "nor", "neither", "without", "cannot", "don", "doesn", "isn", "aren", "dont", "doesnt",
    "isnt", "arent", "nobody", "none",
];
/// Words with which a business speaks of itself, as folded words.
const VOICE: &[&str] = &["we", "our", "us", "ours"];

patterns! {
    /// A claim of trust, rank, record or price.
    CLAIM = r"(?i)\blicen[sc]ed\b|\binsured\b|\bbonded\b|\bcertified\b|\baccredited\b|\baward[- ]winning\b|\bawards?\b|\bguarante(?:e|es|ed)\b|\bwarrant(?:y|ies)\b|#\s?1\b|\bnumber one\b|\bno\. ?1\b|\bbest\b|\btop[- ]rated\b|\bmost trusted\b|\bleading\b|\bcheapest\b|\blowest price|\bfamily[- ]owned\b|\bveteran[- ]owned\b|\b\d+\+? years\b|\bdecades\b|\bsince (?:19|20)\d\d\b|\b24/7\b|\b\d[\d,]*\+? (?:happy |satisfied )?(?:customers|clients|homeowners|reviews|jobs)\b|\b[1-5](?:\.\d)?[- ]stars?\b|\bfive[- ]star\b|\bsame[- ]day\b|\bwithin (?:an|one|\d+) (?:hours?|minutes)\b|\bfree (?:estimate|quote|inspection|consultation)s?\b|\$\s?\d";
}

/// Returns true for a sentence in which a business speaks of itself.
pub(crate) fn has_voice(sentence: &str) -> bool {
    words(&fold(sentence)).any(|word| VOICE.contains(&word))
}

/// Returns true for a folded word that turns a sentence round.
pub(crate) fn is_negator(word: &str) -> bool {
    NEGATORS.contains(&word)
}

/// Returns true for a sentence in which a business claims something of itself.
pub(crate) fn is_of_business(sentence: &str) -> bool {
    if sentence.trim_end().ends_with('?') || !matches(&CLAIM, sentence) {
        return false;
    }
    let folded = fold(sentence);
    let has = |list: &[&str]| words(&folded).any(|word| list.contains(&word));
    !has(NEGATORS) && (has(VOICE) || words(&folded).count() <= SLOGAN)
}
