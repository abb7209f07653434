//! Links of a page.

use url::Url;

use crate::{
    css::{Style, Styles},
    html::{NodeId, Tree},
};

/// A link.
#[derive(Debug, Clone)]
pub(crate) struct Link {
    pub(crate) node: NodeId,
    pub(crate) href: String,
    pub(crate) target: Target,
    /// Text, or the alternative text of its picture, or its label.
    pub(crate) text: String,
    /// Values of `rel`, in lower case.
    pub(crate) rel: Vec<String>,
    /// True if nobody sees it.
    pub(crate) is_hidden: bool,
}

/// Where a link leads.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Target {
    /// A path of the site, with the fragment.
    Internal(String, Option<String>),
    /// Another host.
    External(String),
    /// A telephone number, an email address or another application.
    App(String),
    /// A script, or an address that cannot be read.
    Broken,
}

impl Target {
    /// Resolves an address on a page.
    pub(crate) fn of(href: &str, address: &Url) -> Self {
        let Ok(url) = address.join(href.trim()) else { return Self::Broken };
        match url.scheme() {
            "http" | "https" if url.origin() == address.origin() => {
                Self::Internal(url.path().to_owned(), url.fragment().map(str::to_owned))
            }
            "http" | "https" => {
                url.host_str().map_or(Self::Broken, |host| Self::External(host.trim_start_matches("www.").to_owned()))
            }
            "javascript" | "data" | "vbscript" => Self::Broken,
            scheme => Self::App(scheme.to_owned()),
        }
    }
}

/// Reads the links of a page.
pub(super) fn read(tree: &Tree, styles: &Styles, address: &Url) -> Vec<Link> {
    let anchors = tree.all().filter(|(_, element)| matches!(&*element.name, "a" | "area"));
    let links = anchors.filter_map(|(node, element)| {
        let href = element.attribute("href")?.to_owned();
        let rel = element.attribute("rel").unwrap_or_default().to_ascii_lowercase();
        let text = tree.text(node);
        let picture =
            || tree.elements(node).find_map(|(_, inner)| inner.attribute("alt")).unwrap_or_default().to_owned();
        let text =
            if text.is_empty() { element.attribute("aria-label").map_or_else(picture, str::to_owned) } else { text };
        Some(Link {
            node,
            target: Target::of(&href, address),
            href,
            text,
            rel: rel.split_ascii_whitespace().map(str::to_owned).collect(),
            is_hidden: styles.get(node).is_some_and(Style::is_hidden),
        })
    });
    links.collect()
}
