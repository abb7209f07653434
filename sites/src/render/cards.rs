//! Links to further pages.

use super::{Context, html::escape, link::Base};
use crate::{Page, PageKind};

/// Maximum number of further pages.
const MOST: usize = 4;

/// Returns cards with the words and the description of pages.
pub(super) fn cards(from: &Page, heading: &str, pages: &[&Page]) -> String {
    if pages.is_empty() {
        return String::new();
    }
    let base = Base::Page(&from.path);
    let mut out = format!(
        "<section class=\"more\" aria-labelledby=\"more\">\n<div class=\"wrap\">\n<h2 id=\"more\">{}</h2>\n<ul class=\"cards\">\n",
        escape(heading)
    );
    for page in pages {
        out.push_str(&format!(
            "<li><a href=\"{}\">{}</a> <span>{}</span></li>\n",
            base.to(&page.path),
            escape(name(page)),
            escape(&page.draft.description.text)
        ));
    }
    out.push_str("</ul>\n</div>\n</section>\n");
    out
}

fn name(page: &Page) -> &str {
    match (&page.place, page.kind) {
        (Some(place), PageKind::Area) => place,
        _ => &page.label,
    }
}

/// Returns the pages that a page links to; those that do not exist, or are the page itself, are left out.
pub(super) fn linked<'a>(context: &'a Context<'_>, page: &Page) -> Vec<&'a Page> {
    let found = page.draft.links.iter().filter_map(|link| context.find(&link.url));
    let mut pages: Vec<&Page> = Vec::new();
    for one in found.filter(|one| one.path != page.path) {
        if pages.len() < MOST && !pages.iter().any(|known| known.path == one.path) {
            pages.push(one);
        }
    }
    pages
}

/// Returns the list of areas.
pub(super) fn areas(context: &Context<'_>, from: &Page, most: usize) -> String {
    let base = Base::Page(&from.path);
    let mut items = String::new();
    for page in context.areas().take(most) {
        let name = escape(page.place.as_deref().unwrap_or(&page.label));
        items.push_str(&format!("<li><a href=\"{}\">{name}</a></li>\n", base.to(&page.path)));
    }
    if items.is_empty() {
        return String::new();
    }
    let index = context.index().filter(|index| index.path != from.path);
    let all = index.map(|index| format!("<p><a href=\"{}\">Compare all areas</a></p>\n", base.to(&index.path)));
    format!(
        "<section class=\"areas\" aria-labelledby=\"areas\">\n<div class=\"wrap\">\n<h2 id=\"areas\">Areas</h2>\n<ul>\n{items}\
         </ul>\n{}</div>\n</section>\n",
        all.unwrap_or_default()
    )
}
