//! One key for close variants.

use super::place::PlaceMention;
use crate::text::{Stemmer, is_function_word, words};

/// Stems of the words, sorted, without function words: `plumbers in austin` and `austin plumber`
/// share `austin plumber`. A query of function words alone keeps them.
pub(crate) fn variant_key(folded: &str, stemmer: &Stemmer) -> String {
    let mut stems: Vec<String> =
        words(folded).filter(|word| !is_function_word(word)).map(|word| stemmer.stem(word)).collect();
    if stems.is_empty() {
        stems = words(folded).map(str::to_owned).collect();
    }
    stems.sort_unstable();
    stems.join(" ")
}

/// Stems of the words without the place and function words, in order; all stems when none is left.
pub(crate) fn page_stems(folded: &str, place: Option<&PlaceMention>, stemmer: &Stemmer) -> Vec<String> {
    let span = place.map_or((0, 0), |mention| mention.span);
    let stems: Vec<String> = words(folded)
        .enumerate()
        .filter(|(at, word)| (*at < span.0 || *at >= span.1) && !is_function_word(word))
        .map(|(_, word)| stemmer.stem(word))
        .collect();
    if stems.is_empty() { words(folded).map(|word| stemmer.stem(word)).collect() } else { stems }
}
