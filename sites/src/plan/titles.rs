//! Unique titles.

use std::collections::{BTreeMap, BTreeSet};

use super::text::is_title;
use crate::Page;

/// Gives written pages whose title another page has, one with their label.
pub(super) fn separate(pages: &mut [Page], written: &BTreeSet<String>) {
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    for page in pages.iter() {
        *counts.entry(page.draft.title.text.clone()).or_default() += 1;
    }
    let mut seen: BTreeSet<String> = BTreeSet::new();
    for page in pages {
        let title = page.draft.title.text.clone();
        let is_shared = counts.get(&title).is_some_and(|count| *count > 1);
        if is_shared && written.contains(&page.path) && seen.contains(&title) {
            let place = page.place.clone().unwrap_or_default();
            let wordings = [
                format!("{title} ({})", page.label),
                format!("{}: {title}", page.label),
                format!("{place}: {}", page.label),
                format!("{} | {place}", page.path.trim_matches('/')),
            ];
            let is_free = |text: &&String| !seen.contains(*text) && !counts.contains_key(*text);
            let fits = wordings.iter().find(|text| is_free(text) && is_title(text));
            if let Some(text) = fits.or_else(|| wordings.iter().find(is_free)) {
                page.draft.title.text.clone_from(text);
            }
        }
        seen.insert(page.draft.title.text.clone());
    }
}
