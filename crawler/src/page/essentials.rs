//! The facts of a page that a crawl needs, without a tree where the page is common.

use url::Url;

use super::{Cancelled, Canonical, Headers, Link, Robots, encoding, head, links, scan, tree};

/// Title, canonical addresses, robots directives and links of a page.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Essentials {
    /// Titles in their order.
    pub titles: Vec<String>,
    /// Meta descriptions in their order.
    pub descriptions: Vec<String>,
    /// Canonical addresses of the head, the body and the headers.
    pub canonicals: Vec<Canonical>,
    /// Robots directives of `meta` elements and headers.
    pub robots: Robots,
    /// Seconds and target of a `meta` element that forwards to another page.
    pub refresh: Option<(u32, Url)>,
    /// The first links.
    pub links: Vec<Link>,
    /// Number of all links.
    pub link_count: u64,
}

/// Reads only the facts of an HTML page that a crawl needs, with the same results as [`super::read`].
///
/// # Errors
/// Returns [`Cancelled`] if `is_cancelled` returned true.
pub fn read_essentials(
    body: &[u8], url: &Url, headers: &Headers, is_cancelled: &dyn Fn() -> bool,
) -> Result<Essentials, Cancelled> {
    let (html, _) = encoding::decode(body, headers.get("content-type"));
    if is_cancelled() {
        return Err(Cancelled);
    }
    match scan::scan(&html, url, headers) {
        Some(essentials) => Ok(essentials),
        None => parse(&html, url, headers, is_cancelled),
    }
}

/// Reads the facts from the tree of a page.
pub(super) fn parse(
    html: &str, url: &Url, headers: &Headers, is_cancelled: &dyn Fn() -> bool,
) -> Result<Essentials, Cancelled> {
    let tree = tree::parse(html, is_cancelled)?;
    let base = head::base(&tree, url);
    let head = head::collect(&tree, &base, url, headers);
    let links = links::collect(&tree, &base);
    Ok(Essentials {
        titles: head.titles,
        descriptions: head.descriptions,
        canonicals: head.canonicals,
        robots: head.robots,
        refresh: head.refresh.and_then(|refresh| refresh.target(&base)),
        links: links.links,
        link_count: links.count,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn read_essentials_returns_the_same_as_read() {
        let html = b"<title>Kites</title><base href=/x/><meta name=robots content=nofollow><meta http-equiv=Refresh content='0;url=r'><link rel=canonical href=y>\
            <meta name=description content=All><a href=z rel=nofollow>Z</a>";
        let url = Url::parse("https://example.com/").unwrap();
        let all = super::super::read(html, &url, &Headers::default(), &|| false).unwrap();
        let few = read_essentials(html, &url, &Headers::default(), &|| false).unwrap();
        assert_eq!(
            (&few.titles, &few.descriptions, &few.canonicals),
            (&all.titles, &all.descriptions, &all.canonicals)
        );
        assert_eq!((&few.robots, &few.links, few.link_count), (&all.robots, &all.links, all.link_count));
        assert_eq!(few.links.len(), 1);
        let refresh = all.document.refresh.as_ref().and_then(|refresh| refresh.target(&all.base));
        assert_eq!(
            (few.refresh.clone(), refresh),
            (Some((0, Url::parse("https://example.com/x/r").unwrap())), few.refresh)
        );
    }
}
