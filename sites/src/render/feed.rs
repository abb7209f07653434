//! The feed of the articles.

use super::html::escape;
use crate::{Page, PageKind, Site, date};

/// Maximum number of articles.
const MOST: usize = 50;

/// Returns the feed in RSS 2.0, newest article first.
pub(super) fn xml(site: &Site) -> String {
    let mut articles: Vec<&Page> = site.pages.iter().filter(|page| page.kind == PageKind::Article).collect();
    articles.sort_by(|a, b| b.updated_on.cmp(&a.updated_on).then_with(|| a.path.cmp(&b.path)));
    let (name, url) = (escape(&site.name), escape(&site.url));
    let mut out = format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<rss version=\"2.0\" xmlns:atom=\"http://www.w3.org/2005/Atom\">\n<channel>\n\
         <title>{name}</title>\n<link>{url}/</link>\n<description>Articles of {name}</description>\n\
         <language>{}</language>\n<atom:link href=\"{url}/feed.xml\" rel=\"self\" type=\"application/rss+xml\"/>\n",
        escape(&site.language)
    );
    if let Some(newest) = articles.first() {
        out.push_str(&format!("<lastBuildDate>{}</lastBuildDate>\n", date::in_feed(newest.updated_on)));
    }
    for page in articles.into_iter().take(MOST) {
        let address = escape(&format!("{}{}", site.url, page.path));
        out.push_str(&format!(
            "<item>\n<title>{}</title>\n<link>{address}</link>\n<guid>{address}</guid>\n<description>{}</description>\n\
             <pubDate>{}</pubDate>\n</item>\n",
            escape(&page.draft.title.text),
            escape(&page.draft.description.text),
            date::in_feed(page.updated_on)
        ));
    }
    out.push_str("</channel>\n</rss>\n");
    out
}
