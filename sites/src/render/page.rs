//! A page of a site.

use super::{Context, body::Parts, cards, footer, form, head, header, html::escape, link::Base, sources};
use crate::{Page, PageKind};

/// Maximum number of areas on the home page of a site with an index of them.
const AREAS_OF_HOME: usize = 12;

/// Returns the HTML of a page.
pub(super) fn page(context: &Context<'_>, page: &Page) -> String {
    let base = Base::Page(&page.path);
    let parts = Parts::of(page);
    let mut out = String::with_capacity(32 << 10);
    out.push_str(&format!("<!DOCTYPE html>\n<html lang=\"{}\">\n", escape(&context.site.language)));
    out.push_str(&head::head(context, page, &parts));
    let theme = crate::theme::class(context.site.theme);
    out.push_str(&format!("<body class=\"{theme} {}\">\n", kind(page.kind)));
    out.push_str(&header::header(context, base, Some(&page.path)));
    out.push_str("<main id=\"main\">\n");
    article(&mut out, context, page, &parts);
    after(&mut out, context, page);
    out.push_str(&sources::sources(context, page));
    out.push_str("</main>\n");
    out.push_str(&footer::footer(context, base, Some(page)));
    out.push_str("</body>\n</html>\n");
    out
}

fn kind(kind: PageKind) -> &'static str {
    match kind {
        PageKind::Home => "home",
        PageKind::Service => "service",
        PageKind::Area => "area",
        PageKind::Article => "reading",
        PageKind::About | PageKind::Contact | PageKind::Privacy | PageKind::Terms => "site",
    }
}

fn article(out: &mut String, context: &Context<'_>, page: &Page, parts: &Parts<'_>) {
    let base = Base::Page(&page.path);
    out.push_str("<article>\n<header class=\"hero\">\n<div class=\"wrap\">\n");
    out.push_str(&header::crumbs(context, page));
    out.push_str(&format!("<h1>{}</h1>\n", escape(&parts.heading)));
    if !parts.lead.is_empty() {
        out.push_str(&format!("<p class=\"lead\">{}</p>\n", escape(&parts.lead)));
    }
    out.push_str(&actions(context, page, base));
    out.push_str("</div>\n</header>\n<div class=\"wrap page\">\n<div class=\"text\">\n");
    out.push_str(&parts.sections(&|words| area_link(context, page, words)));
    out.push_str("</div>\n");
    out.push_str(&header::side(context, page, parts));
    out.push_str("</div>\n</article>\n");
}

/// Returns the link to the page of a place that words name.
fn area_link(context: &Context<'_>, from: &Page, words: &str) -> Option<String> {
    let page = context.areas().find(|page| page.path != from.path && page.place.as_deref() == Some(words))?;
    Some(Base::Page(&from.path).to(&page.path))
}

/// Buttons at the top of a page.
fn actions(context: &Context<'_>, page: &Page, base: Base<'_>) -> String {
    if matches!(page.kind, PageKind::About | PageKind::Privacy | PageKind::Terms) {
        return String::new();
    }
    let mut buttons = String::new();
    if form::is_on(context, page) {
        buttons.push_str("<a class=\"button\" href=\"#request\">Send a request</a>\n");
    } else if page.kind != PageKind::Contact
        && let Some(contact) = context.of_kind(PageKind::Contact)
    {
        buttons.push_str(&format!("<a class=\"button\" href=\"{}\">Send a request</a>\n", base.to(&contact.path)));
    }
    buttons.push_str(&header::call(context, "button quiet"));
    if buttons.is_empty() { buttons } else { format!("<p class=\"act\">\n{buttons}</p>\n") }
}

/// What follows the text: further pages, areas, and the form.
fn after(out: &mut String, context: &Context<'_>, page: &Page) {
    let is_home = page.kind == PageKind::Home;
    if is_home {
        let pages = context.site.pages.iter();
        let pages: Vec<&Page> = pages.filter(|one| matches!(one.kind, PageKind::Service | PageKind::Article)).collect();
        out.push_str(&cards::cards(page, "Read on", &pages));
    } else if !matches!(page.kind, PageKind::About | PageKind::Contact | PageKind::Privacy | PageKind::Terms) {
        out.push_str(&cards::cards(page, "Read next", &cards::linked(context, page)));
    }
    let has_index = context.index().is_some();
    if is_home || page.kind == PageKind::Area && page.place.is_none() {
        let most = if is_home && has_index { AREAS_OF_HOME } else { usize::MAX };
        out.push_str(&cards::areas(context, page, most));
    }
    if form::is_on(context, page) {
        out.push_str(&form::form(context, page));
    } else if page.kind == PageKind::Contact {
        out.push_str(&form::fallback_section(context));
    }
}
