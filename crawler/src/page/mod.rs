//! What a page says: its bytes and headers become typed facts. No network, no clock.
//!
//! [`read`] decodes and parses a page once; each file here collects one kind of fact from its tree.

mod article;
mod body;
mod content;
mod document;
mod elements;
pub(crate) mod encoding;
mod essentials;
mod fingerprint;
mod head;
mod headers;
mod language;
pub mod limits;
mod link_header;
mod links;
mod robots;
mod scan;
mod structured;
mod text;
mod transfer;
mod tree;

use serde::{Deserialize, Serialize};
use url::Url;

pub use article::{Article, extract};
pub use body::Body;
pub use document::{Alternate, Document, Refresh};
pub use elements::{Form, Heading, Image, Resources};
pub use encoding::{Charset, CharsetSource};
pub use essentials::{Essentials, read_essentials};
pub use fingerprint::{Fingerprint, content_hash};
pub use head::{Canonical, CanonicalSource};
pub use headers::Headers;
pub use links::{Link, Position};
pub use robots::{Robots, RobotsRule, RobotsSource};
pub use structured::{Format, Item, StructuredData, Value};
pub use transfer::Transfer;

pub(crate) use text::cut;

/// The caller stopped the reading of a page.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the reading of the page was cancelled")]
pub struct Cancelled;

/// Facts of a page.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Page {
    /// Address that the page was read from, after redirects.
    pub url: Url,
    /// Address that relative addresses are resolved with: that of the page or of its `base` element.
    pub base: Url,
    /// Encoding of the bytes.
    pub charset: Charset,
    /// Returns whether the page exceeded a limit and was read in part.
    pub is_truncated: bool,
    /// Returns whether browsers use standards mode; without a document type they do not.
    pub is_standards_mode: bool,
    /// Titles in their order; a page should have one.
    pub titles: Vec<String>,
    /// Meta descriptions in their order; a page should have one.
    pub descriptions: Vec<String>,
    /// Canonical addresses of the head, the body and the headers.
    pub canonicals: Vec<Canonical>,
    /// Robots directives of `meta` elements and headers.
    pub robots: Robots,
    /// The first links, at most [`limits::MOST_LINKS`].
    pub links: Vec<Link>,
    /// Number of all links.
    pub link_count: u64,
    /// Addresses or texts of links that search engines cannot follow.
    pub uncrawlable: Vec<String>,
    /// Language, social tags, alternatives and more of the head.
    pub document: Document,
    /// The first headings, at most [`limits::MOST_ITEMS`].
    pub headings: Vec<Heading>,
    /// The first images, at most [`limits::MOST_ITEMS`].
    pub images: Vec<Image>,
    /// Number of all images.
    pub image_count: u64,
    /// Forms.
    pub forms: Vec<Form>,
    /// Scripts, style sheets and frames.
    pub resources: Resources,
    /// Number of all elements.
    pub element_count: u64,
    /// JSON-LD, microdata and RDFa.
    pub structured: StructuredData,
    /// Security, caching and compression of the response.
    pub transfer: Transfer,
    /// Text, language and fingerprints.
    pub body: Body,
    /// Bytes of the page, uncompressed.
    pub html_bytes: u64,
}

/// Reads the facts of an HTML page.
///
/// `url` is the address after redirects, `headers` are the headers of the response; `Content-Type` names the encoding.
/// `is_cancelled` is called every few kilobytes.
///
/// # Errors
/// Returns [`Cancelled`] if `is_cancelled` returned true.
pub fn read(body: &[u8], url: &Url, headers: &Headers, is_cancelled: &dyn Fn() -> bool) -> Result<Page, Cancelled> {
    let (html, charset) = encoding::decode(body, headers.get("content-type"));
    let tree = tree::read(&html, is_cancelled)?;
    let base = head::base(&tree, url);
    let head = head::collect(&tree, &base, url, headers);
    let links = links::collect(&tree, &base);
    let elements = elements::collect(&tree, &base, url);
    let document = document::collect(&tree, &base, url, headers);
    Ok(Page {
        url: url.clone(),
        base,
        charset,
        is_truncated: tree.is_truncated,
        is_standards_mode: tree.is_standards_mode,
        titles: head.titles,
        descriptions: head.descriptions,
        canonicals: head.canonicals,
        robots: head.robots,
        links: links.links,
        link_count: links.count,
        uncrawlable: links.uncrawlable,
        document,
        headings: elements.headings,
        images: elements.images,
        image_count: elements.image_count,
        forms: elements.forms,
        resources: elements.resources,
        element_count: elements.element_count,
        structured: structured::collect(&tree),
        transfer: transfer::collect(headers),
        body: body::collect(&tree, body.len(), is_cancelled)?,
        html_bytes: body.len() as u64,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn page(html: &str) -> Page {
        let url = Url::parse("https://example.com/a/b").unwrap();
        read(html.as_bytes(), &url, &Headers::default(), &|| false).unwrap()
    }

    #[test]
    fn links_are_resolved_with_the_base_of_the_page() {
        let page =
            page("<base href=/x/><nav><a href=y rel='NoFollow'> One  <b>two</b></a></nav><a href='mailto:a@b'>m</a>");
        assert_eq!(page.links[0].url.as_ref().unwrap().as_str(), "https://example.com/x/y");
        assert_eq!((page.links[0].anchor.as_str(), page.links[0].position), ("One two", Position::Navigation));
        assert!(page.links[0].is_nofollow());
        assert_eq!((page.links[1].url.as_ref(), page.link_count), (None, 2));
    }
}
