//! Sketches of pages, for finding near-duplicate pages among thousands.

mod compare;
mod min_hash;
mod names;
mod shingles;

pub(crate) use compare::compare_with;
pub use min_hash::Sketch;
pub(crate) use names::names_of;
pub use shingles::Shingles;

use engines::text::fold;

use crate::{SketchedPage, page::Reading};

/// Sketches a text whose names of place, service and business count as equal to the names on other pages.
#[must_use]
pub fn sketch(text: &str, names: &[String]) -> (Sketch, Shingles) {
    sketch_folded(&fold(text), names)
}

fn sketch_folded(folded: &str, names: &[String]) -> (Sketch, Shingles) {
    let shingles = Shingles::of(&names::without_names(folded, names));
    (Sketch::of(&shingles), shingles)
}

/// Sketches the main text of a page; `None` for pages about the site, such as its privacy policy.
pub(crate) fn sketch_page(site: &sites::Site, reading: &Reading<'_>) -> Option<SketchedPage> {
    let page = reading.page.filter(|_| reading.is_content())?;
    let (sketch, shingles) = sketch_folded(&reading.main, &names_of(site, page));
    (!shingles.is_empty()).then(|| SketchedPage { path: page.path.clone(), sketch, shingles })
}
