//! What the pages about the site say of recorded calls.

use crate::Page;

/// Sentence of the contact page.
pub(super) const ON_CONTACT: &str = "Calls to this number are recorded.";
/// Sentence of the page about privacy.
pub(super) const ON_PRIVACY: &str = "Calls are recorded, and the recording shows what was asked for.";

/// Returns true if a composed page about the site says that calls are recorded.
#[must_use]
pub fn says_calls_are_recorded(page: &Page) -> bool {
    let sentences = page.draft.blocks.iter().flat_map(|block| &block.sentences);
    sentences.into_iter().any(|sentence| [ON_CONTACT, ON_PRIVACY].contains(&sentence.text.as_str()))
}
