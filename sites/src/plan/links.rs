//! Order of the pages and links between them.

use std::collections::BTreeSet;

use engines::content::PageLink;

use super::PlanInput;
use crate::{Page, PageKind};

/// Maximum number of links to further pages at the end of a page.
const MOST: usize = 4;
/// Order of the pages in the navigation.
const ORDER: [&str; 7] = ["/", "/emergency/", "/cost/", "/choosing/", "/how-it-works/", "/questions/", "/areas/"];

/// Returns the position of a page in the navigation: pages about the work, areas in the order of the places, own pages, and
/// pages about the site.
pub(super) fn position(page: &Page, input: &PlanInput) -> (usize, usize, String) {
    let group = match page.kind {
        PageKind::Home => 0,
        PageKind::Service | PageKind::Article => 1,
        PageKind::Area => 2,
        PageKind::About => 3,
        PageKind::Contact => 4,
        PageKind::Privacy => 5,
        PageKind::Terms => 6,
    };
    let within = if page.kind == PageKind::Area {
        let place = input.places.iter().position(|one| Some(super::region::label(one)) == page.place);
        place.map_or(usize::from(page.place.is_some()) * input.places.len(), |at| at + 1)
    } else {
        ORDER.iter().position(|path| *path == page.path).unwrap_or(ORDER.len())
    };
    (group, within, page.path.clone())
}

/// Links pages to those that a reader may want next: written ones, and those whose text came without links.
pub(super) fn link(pages: &mut [Page], written: &BTreeSet<String>) {
    let all: Vec<(String, PageKind, String)> =
        pages.iter().map(|page| (page.path.clone(), page.kind, anchor(page))).collect();
    for (at, page) in pages.iter_mut().enumerate() {
        if written.contains(&page.path) || page.draft.links.is_empty() {
            page.draft.links = next(&all, at, page.kind);
        }
    }
}

/// Words of a link to a page.
fn anchor(page: &Page) -> String {
    match (page.kind, &page.place) {
        (PageKind::Area, Some(place)) => place.clone(),
        _ => page.label.clone(),
    }
}

/// Returns the pages that follow in the navigation: areas after areas, pages about the work after the others.
fn next(all: &[(String, PageKind, String)], at: usize, kind: PageKind) -> Vec<PageLink> {
    let is_area = kind == PageKind::Area;
    let fits = |kind: PageKind| {
        if is_area { kind == PageKind::Area } else { matches!(kind, PageKind::Service | PageKind::Article) }
    };
    let (before, after) = all.split_at(at);
    let others = after.iter().skip(1).chain(before).filter(|(_, kind, _)| fits(*kind));
    others.take(MOST).map(|(url, _, anchor)| PageLink { url: url.clone(), anchor: anchor.clone() }).collect()
}
