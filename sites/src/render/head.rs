//! The head of a page.

use super::{
    Context,
    body::Parts,
    html::{clean, escape},
    jsonld,
    link::Base,
    picture,
};
use crate::{Page, PageKind, Site, theme};

/// Returns the head of a page.
pub(super) fn head(context: &Context<'_>, page: &Page, parts: &Parts<'_>) -> String {
    let base = Base::Page(&page.path);
    let address = escape(&context.absolute(&page.path));
    let title = escape(page.draft.title.text.trim());
    let description = escape(description(page, parts).trim());
    let mut out = opening(context.site, &title);
    out.push_str(&format!("<meta name=\"description\" content=\"{description}\">\n"));
    out.push_str(&format!("<link rel=\"canonical\" href=\"{address}\">\n"));
    out.push_str(&files(context, base));
    let kind = if page.kind == PageKind::Article { "article" } else { "website" };
    let picture = escape(&context.absolute(picture::PATH));
    let name = escape(&context.site.name);
    let properties = [
        ("og:type", kind),
        ("og:title", title.as_str()),
        ("og:description", description.as_str()),
        ("og:url", address.as_str()),
        ("og:site_name", name.as_str()),
        ("og:image", picture.as_str()),
        ("og:image:type", "image/png"),
        ("og:image:width", "1200"),
        ("og:image:height", "630"),
        ("og:image:alt", name.as_str()),
    ];
    for (property, content) in properties {
        out.push_str(&format!("<meta property=\"{property}\" content=\"{content}\">\n"));
    }
    out.push_str("<meta name=\"twitter:card\" content=\"summary_large_image\">\n");
    out.push_str(&jsonld::script(context, page, parts));
    if let Some(beacon) = &context.site.beacon {
        let (src, key) = (escape(&beacon.src), escape(&beacon.key));
        out.push_str(&format!("<script async src=\"{src}\" data-site=\"{key}\"></script>\n"));
    }
    out.push_str("</head>\n");
    out
}

/// Opens the head with what every page has.
pub(super) fn opening(site: &Site, title: &str) -> String {
    let (light, dark) = theme::bars(site.theme);
    format!(
        "<head>\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <title>{title}</title>\n<meta name=\"color-scheme\" content=\"light dark\">\n\
         <meta name=\"theme-color\" content=\"{light}\" media=\"(prefers-color-scheme: light)\">\n\
         <meta name=\"theme-color\" content=\"{dark}\" media=\"(prefers-color-scheme: dark)\">\n\
         <meta name=\"format-detection\" content=\"telephone=no\">\n"
    )
}

/// Links the style sheet, the icon and the feed.
pub(super) fn files(context: &Context<'_>, base: Base<'_>) -> String {
    let mut out = format!(
        "<link rel=\"stylesheet\" href=\"{}\">\n<link rel=\"icon\" href=\"{}\" type=\"image/svg+xml\">\n",
        base.to(&context.css),
        base.to("/favicon.svg")
    );
    if context.has_feed {
        out.push_str(&format!(
            "<link rel=\"alternate\" type=\"application/rss+xml\" title=\"{}\" href=\"{}\">\n",
            escape(&context.site.name),
            base.to("/feed.xml")
        ));
    }
    out
}

/// Returns the description, or the beginning of the text if an editor removed it.
fn description(page: &Page, parts: &Parts<'_>) -> String {
    let own = clean(&page.draft.description.text);
    if own.trim().is_empty() { parts.lead.chars().take(150).collect() } else { own }
}
