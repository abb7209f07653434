//! Main content of a page: its text without navigation, comments, related links and consent banners.
//!
//! 1. [`outline`] cuts the page into blocks of text within their elements.
//! 2. [`boilerplate`] marks elements that are not content by their name, role, class and links.
//! 3. [`container`] chooses the element that holds the content: the one with the most text and the fewest links.
//! 4. [`blocks`] drops what remains between the paragraphs.

mod blocks;
mod boilerplate;
mod container;
mod hints;
mod outline;
mod phrases;

use boilerplate::Trust;

use super::Cancelled;
use super::tree::Tree;

/// Returns the main content of a page as paragraphs divided by empty lines.
pub(super) fn extract(tree: &Tree, is_cancelled: &dyn Fn() -> bool) -> Result<String, Cancelled> {
    let mut outline = outline::Outline::new(tree, is_cancelled)?;
    let mut best = String::new();
    for trust in [Trust::Names, Trust::Frame, Trust::Nothing] {
        boilerplate::mark(&mut outline, trust);
        let container = container::choose(&mut outline);
        let text = blocks::join(&outline, container);
        if text.len() > 2 * best.len() {
            best = text;
        }
        if best.len() >= ENOUGH_BYTES {
            break;
        }
    }
    Ok(best)
}

/// Bytes of a content that is not searched again with less trust in names.
const ENOUGH_BYTES: usize = 300;
