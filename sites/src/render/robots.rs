//! Rules for crawlers.

use crate::Site;

/// Returns the rules: every page may be crawled.
pub(super) fn text(site: &Site) -> String {
    format!("User-agent: *\nAllow: /\n\nSitemap: {}/sitemap.xml\n", site.url)
}
