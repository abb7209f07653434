//! Street addresses.

use super::{all, may_have_digits, patterns};

patterns! {
    /// A house number, a name and a kind of street.
    ADDRESS = r"\b\d{1,5}\s+(?:[NSEW]\.?\s+|North\s+|South\s+|East\s+|West\s+)?(?:[A-Z][\w'’.\-]*\s+|\d{1,3}(?:st|nd|rd|th)\s+){1,3}(?:Street|St|Avenue|Ave|Road|Rd|Boulevard|Blvd|Drive|Dr|Lane|Ln|Court|Ct|Highway|Hwy|Parkway|Pkwy|Place|Pl|Suite|Terrace|Way)\b\.?";
}

/// Returns the street addresses of a text.
pub(crate) fn find(text: &str) -> impl Iterator<Item = &str> {
    let is_possible = may_have_digits(text, 1);
    is_possible.then(|| all(&ADDRESS, text)).into_iter().flatten()
}
