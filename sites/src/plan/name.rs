//! Name of a site.

use engines::content::title_pixels;

use super::{job::titled, region::Region};

/// Maximum number of characters of a name that is made here.
const LONGEST: usize = 48;
/// Maximum width in the header, pixels of a title.
const WIDEST: u32 = 460;

/// Returns the given name, or one made from the trade and the place. It names no brand.
pub(super) fn name(given: Option<&str>, trade: &str, region: &Region) -> String {
    let given = given.map(tidy).unwrap_or_default();
    if !given.is_empty() {
        return given;
    }
    let trade = titled(&tidy(trade));
    let place = tidy(&region.short);
    let wordings =
        [format!("{place} {trade} Guide"), format!("{place} {trade}"), format!("{trade} Guide"), trade.clone()];
    let is_short = |name: &&String| name.chars().count() <= LONGEST && title_pixels(name) <= WIDEST;
    let name = wordings.iter().find(is_short).cloned().unwrap_or_else(|| trade.chars().take(LONGEST).collect());
    tidy(&name)
}

/// Returns a text on one line without control characters.
fn tidy(text: &str) -> String {
    let clean: String = text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    clean.split_whitespace().collect::<Vec<_>>().join(" ")
}
