//! The top of a page: skip link, disclosure, name, navigation, and the side column.

use super::{Context, body::Parts, html::escape, icon, jsonld::trail, link::Base, words};
use crate::{Page, PageKind, phone};

/// Maximum number of pages about the work in the navigation.
const MOST: usize = 5;
/// Minimum number of sections for a table of contents.
const FEWEST_SECTIONS: usize = 3;

/// Returns the top of a page; `current` is its path.
pub(super) fn header(context: &Context<'_>, base: Base<'_>, current: Option<&str>) -> String {
    let mut out = String::from("<a class=\"skip\" href=\"#main\">Skip to the content</a>\n");
    let more = context
        .of_kind(PageKind::About)
        .map(|about| format!(" <a href=\"{}\">How this site works</a>", base.to(&about.path)));
    out.push_str(&format!(
        "<aside class=\"strip\" aria-label=\"About this site\"><p class=\"wrap\">{}{}</p></aside>\n",
        escape(&words::disclosure(context)),
        more.unwrap_or_default()
    ));
    out.push_str("<header class=\"top\">\n<div class=\"wrap bar\">\n");
    out.push_str(&format!(
        "<a class=\"brand\" href=\"{}\">{}<span>{}</span></a>\n",
        base.to("/"),
        icon::mark(context.site),
        escape(&context.site.name)
    ));
    let items = items(context, base, current);
    out.push_str(&format!("<nav class=\"nav\" aria-label=\"Main\">\n<ul>\n{items}</ul>\n</nav>\n"));
    out.push_str(&call(context, "call"));
    // The same links for narrow screens, which the style sheet shows there in place of the list.
    out.push_str(&format!(
        "<details class=\"menu\"><summary>Menu</summary>\n<nav aria-label=\"Menu\">\n<ul>\n{items}</ul>\n</nav>\n</details>\n"
    ));
    out.push_str("</div>\n</header>\n");
    out
}

/// Returns the links of the navigation: pages about the work, the index of the areas, and contact.
fn items(context: &Context<'_>, base: Base<'_>, current: Option<&str>) -> String {
    let pages = context.site.pages.iter();
    let work = pages.filter(|page| matches!(page.kind, PageKind::Service | PageKind::Article)).take(MOST);
    work.chain(context.index())
        .chain(context.of_kind(PageKind::Contact))
        .map(|page| item(page, base, current))
        .collect()
}

fn item(page: &Page, base: Base<'_>, current: Option<&str>) -> String {
    let mark = if current == Some(page.path.as_str()) { " aria-current=\"page\"" } else { "" };
    format!("<li><a href=\"{}\"{mark}>{}</a></li>\n", base.to(&page.path), escape(&page.label))
}

/// Returns the link that calls.
pub(super) fn call(context: &Context<'_>, class: &str) -> String {
    let Some(number) = &context.site.contact.phone else { return String::new() };
    let Some(link) = phone::link(&number.number) else { return String::new() };
    format!("<a class=\"{class}\" href=\"tel:{link}\">Call&nbsp;{}</a>\n", unbroken(&phone::shown(&number.number)))
}

/// Returns a number that is not broken at the end of a line.
pub(super) fn unbroken(number: &str) -> String {
    escape(number).replace(' ', "&nbsp;").replace('-', "&#8209;")
}

/// Returns the way from home to a page.
pub(super) fn crumbs(context: &Context<'_>, page: &Page) -> String {
    let trail = trail(context, page);
    if page.path == "/" {
        return String::new();
    }
    let base = Base::Page(&page.path);
    let mut out = String::from("<nav class=\"crumbs\" aria-label=\"Breadcrumb\">\n<ol>\n");
    for one in trail {
        let label = escape(&one.label);
        out.push_str(&if one.path == page.path {
            format!("<li aria-current=\"page\">{label}</li>\n")
        } else {
            format!("<li><a href=\"{}\">{label}</a></li>\n", base.to(&one.path))
        });
    }
    out.push_str("</ol>\n</nav>\n");
    out
}

/// Returns the column beside the text: its contents, and how to get in touch.
pub(super) fn side(context: &Context<'_>, page: &Page, parts: &Parts<'_>) -> String {
    let sections: Vec<_> = parts.sections.iter().filter(|section| !section.heading.is_empty()).collect();
    let mut out = String::new();
    if sections.len() >= FEWEST_SECTIONS {
        out.push_str("<nav class=\"toc\" aria-label=\"On this page\">\n<p class=\"title\">On this page</p>\n<ol>\n");
        for section in sections {
            out.push_str(&format!("<li><a href=\"#{}\">{}</a></li>\n", section.id, escape(&section.heading)));
        }
        out.push_str("</ol>\n</nav>\n");
    }
    if !words::is_about_site(page.kind) {
        out.push_str(&reach(context, Base::Page(&page.path)));
    }
    if out.is_empty() {
        out
    } else {
        format!("<aside class=\"side\" aria-label=\"Contents and contact\">\n{out}</aside>\n")
    }
}

/// Returns the box that says how to get in touch.
fn reach(context: &Context<'_>, base: Base<'_>) -> String {
    let mut out = call(context, "button");
    if let Some(contact) = context.of_kind(PageKind::Contact) {
        out.push_str(&format!("<p><a href=\"{}\">Other ways to get in touch</a></p>\n", base.to(&contact.path)));
    }
    if context.site.contact.phone.as_ref().is_some_and(|phone| phone.is_recorded) {
        out.push_str("<p class=\"note\">Calls are recorded.</p>\n");
    }
    if out.is_empty() {
        out
    } else {
        format!("<div class=\"reach\">\n<p class=\"title\">Talk to somebody</p>\n{out}</div>\n")
    }
}
