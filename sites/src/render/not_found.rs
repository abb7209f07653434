//! The page of unknown addresses.

use super::{Context, footer, head, header, html::escape, link::Base};
use crate::PageKind;

/// Returns the page. Its links start at the root: a host serves it for addresses of any depth, where relative ones would miss.
pub(super) fn page(context: &Context<'_>) -> String {
    let base = Base::Root;
    let site = context.site;
    let mut out = format!("<!DOCTYPE html>\n<html lang=\"{}\">\n", escape(&site.language));
    out.push_str(&head::opening(site, &escape(&format!("Page not found - {}", site.name))));
    out.push_str("<meta name=\"robots\" content=\"noindex\">\n");
    out.push_str(&head::files(context, base));
    out.push_str(&format!("</head>\n<body class=\"{} site\">\n", crate::theme::class(site.theme)));
    out.push_str(&header::header(context, base, None));
    out.push_str(
        "<main id=\"main\">\n<article>\n<header class=\"hero\">\n<div class=\"wrap\">\n<h1>Page not found</h1>\n\
         <p class=\"lead\">There is no page at this address. It may have been moved or removed.</p>\n",
    );
    out.push_str("<p class=\"act\">\n<a class=\"button\" href=\"/\">Go to the home page</a>\n");
    if let Some(contact) = context.of_kind(PageKind::Contact) {
        out.push_str(&format!("<a class=\"button quiet\" href=\"{}\">Contact</a>\n", contact.path));
    }
    out.push_str("</p>\n</div>\n</header>\n</article>\n</main>\n");
    out.push_str(&footer::footer(context, base, None));
    out.push_str("</body>\n</html>\n");
    out
}
