//! The list of pages for search engines.

use super::html::escape;
use crate::Site;

/// Returns the sitemap; the day of each page is that of its last change.
pub(super) fn xml(site: &Site) -> String {
    let mut out = String::from(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">\n",
    );
    for page in &site.pages {
        let address = escape(&format!("{}{}", site.url, page.path));
        out.push_str(&format!("<url><loc>{address}</loc><lastmod>{}</lastmod></url>\n", page.updated_on));
    }
    out.push_str("</urlset>\n");
    out
}
