//! Entries of a sitemap.

/// Maximum number of entries, as in the protocol.
const MOST: usize = 50_000;

/// An entry of a sitemap.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Entry {
    pub(super) address: String,
    /// Day or time of the last change; empty if absent.
    pub(super) changed: String,
}

/// Reads the entries of a sitemap.
///
/// Source: <https://www.sitemaps.org/protocol.html>.
pub(super) fn parse(xml: &str) -> Vec<Entry> {
    let entries = xml.split("<url>").skip(1).take(MOST).map(|part| part.split("</url>").next().unwrap_or(part));
    let entry =
        |part: &str| Some(Entry { address: value(part, "loc")?, changed: value(part, "lastmod").unwrap_or_default() });
    entries.filter_map(entry).collect()
}

fn value(part: &str, name: &str) -> Option<String> {
    let (_, rest) = part.split_once(&format!("<{name}>"))?;
    let (value, _) = rest.split_once(&format!("</{name}>"))?;
    let plain = value.trim().replace("&lt;", "<").replace("&gt;", ">").replace("&quot;", "\"").replace("&apos;", "'");
    Some(plain.replace("&amp;", "&"))
}
