//! Keys of close variants.

use crate::gazetteer::PlaceMention;
use crate::text::{Stemmer, is_function_word, words};

/// Returns the stems of the words, sorted, without function words: `plumbers in austin` and `austin
/// plumber` share `austin plumber`. A query of only function words keeps them.
pub(crate) fn variant_key(folded: &str, stemmer: &Stemmer) -> String {
    let mut stems: Vec<String> =
        words(folded).filter(|word| !is_function_word(word)).map(|word| stemmer.stem(word)).collect();
    if stems.is_empty() {
        stems = words(folded).map(str::to_owned).collect();
    }
    stems.sort_unstable();
    stems.join(" ")
}

/// Words that only express that a provider is sought; one page targets them all.
pub(crate) const PROVIDERS: [&str; 14] = [
    "company",
    "companies",
    "contractor",
    "contractors",
    "service",
    "services",
    "specialist",
    "specialists",
    "pro",
    "pros",
    "expert",
    "experts",
    "professional",
    "professionals",
];
/// Replaces any of [`PROVIDERS`].
pub(crate) const PROVIDER: &str = "<provider>";

/// Returns the words without those of a place; all of them if none is left.
pub(crate) fn words_said(folded: &str, place: Option<&PlaceMention>) -> String {
    let span = place.map_or((0, 0), |mention| mention.span);
    let outside = words(folded).enumerate().filter(|(at, _)| *at < span.0 || *at >= span.1);
    let said = outside.map(|(_, word)| word).collect::<Vec<_>>().join(" ");
    if said.is_empty() { folded.to_owned() } else { said }
}

/// Returns the stems that determine the page of a query: without place and function words, in order.
///
/// Words for a provider are removed if a place is named, because then a provider is always sought; otherwise, and with
/// `near me`, they become one word. All stems are kept if none is left.
pub(crate) fn page_stems(folded: &str, place: Option<&PlaceMention>, stemmer: &Stemmer) -> Vec<String> {
    let span = place.map_or((0, 0), |mention| mention.span);
    let is_near_me = place.is_some_and(|mention| mention.key == "near me");
    let mut wants_provider = is_near_me;
    let mut stems = Vec::new();
    for (at, word) in words(folded).enumerate() {
        if (at >= span.0 && at < span.1) || is_function_word(word) {
            continue;
        }
        if PROVIDERS.contains(&word) {
            wants_provider = true;
        } else {
            stems.push(stemmer.stem(word));
        }
    }
    if stems.is_empty() {
        return words(folded).map(|word| stemmer.stem(word)).collect();
    }
    if wants_provider && (place.is_none() || is_near_me) {
        stems.push(PROVIDER.to_owned());
    }
    stems
}
