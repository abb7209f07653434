//! The foot of a page.

use super::{Context, header::unbroken, html::escape, link::Base, words};
use crate::{Page, PageKind, Tenant, origin, phone};

/// Returns the foot of a page; none is given on the page of unknown addresses.
pub(super) fn footer(context: &Context<'_>, base: Base<'_>, page: Option<&Page>) -> String {
    let mut out = String::from("<footer class=\"foot\">\n<div class=\"wrap columns\">\n");
    out.push_str(&operator(context));
    if let Some(tenant) = context.tenant() {
        out.push_str(&business(tenant));
    }
    let work: Vec<&Page> = context.site.pages.iter().filter(|page| is_listed(context, page)).collect();
    out.push_str(&links(base, "Pages", &work));
    let site: Vec<&Page> = context.site.pages.iter().filter(|page| words::is_about_site(page.kind)).collect();
    out.push_str(&links(base, "This site", &site));
    out.push_str("</div>\n");
    if let Some(page) = page {
        out.push_str(&format!(
            "<div class=\"wrap\"><p class=\"made\">{}</p></div>\n",
            escape(&words::made(context, page))
        ));
    }
    out.push_str("</footer>\n");
    out
}

/// Every page except pages of places; the index of the areas lists these, or without one the home page.
fn is_listed(context: &Context<'_>, page: &Page) -> bool {
    match page.kind {
        PageKind::Home | PageKind::Service | PageKind::Article => true,
        PageKind::Area => context.index().is_some_and(|index| index.path == page.path),
        _ => false,
    }
}

fn operator(context: &Context<'_>) -> String {
    let operator = &context.site.operator;
    let mut out = format!("<div>\n<p class=\"title\">{}</p>\n", escape(&context.site.name));
    let (legal, name) = (operator.legal_name.trim(), context.operator());
    let run = if legal.is_empty() || legal == name { name.to_owned() } else { format!("{name} ({legal})") };
    out.push_str(&format!("<p>Run by {}.</p>\n", escape(&run)));
    let lines = operator.postal_address.lines().map(str::trim).filter(|line| !line.is_empty());
    let lines: Vec<String> = lines.map(escape).collect();
    if !lines.is_empty() {
        out.push_str(&format!("<address>{}</address>\n", lines.join("<br>")));
    }
    out.push_str(&format!("<p>{}</p>\n</div>\n", escape(&words::disclosure(context))));
    out
}

/// Shows the business that rents the site; its link is a paid one.
fn business(tenant: &Tenant) -> String {
    let mut out = format!("<div>\n<p class=\"title\">{}</p>\n", escape(tenant.name.trim()));
    let city = [tenant.city.trim(), tenant.state.trim(), tenant.postal_code.trim()];
    let city = city.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" ");
    let lines: Vec<String> =
        [tenant.street.trim(), city.trim()].into_iter().filter(|line| !line.is_empty()).map(escape).collect();
    if !lines.is_empty() {
        out.push_str(&format!("<address>{}</address>\n", lines.join("<br>")));
    }
    if let Some(link) = phone::link(&tenant.phone) {
        out.push_str(&format!("<p><a href=\"tel:{link}\">{}</a></p>\n", unbroken(&phone::shown(&tenant.phone))));
    }
    if let Some(licence) = tenant.licence.as_deref().map(str::trim).filter(|text| !text.is_empty()) {
        out.push_str(&format!("<p>License: {}</p>\n", escape(licence)));
    }
    if let Some(url) = tenant.url.as_deref().and_then(origin::web) {
        let host = url.host_str().unwrap_or_default();
        out.push_str(&format!(
            "<p><a href=\"{}\" rel=\"sponsored\">{}</a></p>\n",
            escape(url.as_str()),
            escape(host.trim_start_matches("www."))
        ));
    }
    out.push_str("</div>\n");
    out
}

fn links(base: Base<'_>, heading: &str, pages: &[&Page]) -> String {
    if pages.is_empty() {
        return String::new();
    }
    let items =
        pages.iter().map(|page| format!("<li><a href=\"{}\">{}</a></li>\n", base.to(&page.path), escape(&page.label)));
    let items: String = items.collect();
    format!("<nav aria-label=\"{heading}\">\n<p class=\"title\">{heading}</p>\n<ul>\n{items}</ul>\n</nav>\n")
}
