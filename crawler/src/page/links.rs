//! Links of a page.

use serde::{Deserialize, Serialize};
use url::Url;

use super::limits::{MOST_ITEMS, MOST_LINKS, MOST_TEXT_BYTES, MOST_URL_BYTES};
use super::text::cut;
use super::tree::{Data, Element, NodeId, Step, Tree};

/// A link of a page.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Link {
    /// Value of `href` as written.
    pub href: String,
    /// Absolute address without fragment; `None` if `href` is not an address or not of the web.
    pub url: Option<Url>,
    /// Text of the link, or the alternative text of its images.
    pub anchor: String,
    /// Words of `rel` in lower case.
    pub rel: Vec<String>,
    /// Where on the page the link is.
    pub position: Position,
    /// Returns whether only an image's alternative text names the target.
    pub is_image: bool,
}

impl Link {
    /// Returns whether search engines are asked not to follow the link: `nofollow`, `ugc` or `sponsored`.
    #[must_use]
    pub fn is_nofollow(&self) -> bool {
        self.rel.iter().any(|word| matches!(word.as_str(), "nofollow" | "ugc" | "sponsored"))
    }
}

/// Part of the page that a link is in.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Position {
    /// Page header.
    Header,
    /// Navigation.
    Navigation,
    /// Sidebar.
    Aside,
    /// Page footer.
    Footer,
    /// Anywhere else.
    #[default]
    Content,
}

/// Returns the part of the page that an element opens.
pub(super) fn position(element: &Element) -> Option<Position> {
    part(&element.name, element.attribute("role"))
}

/// Returns the part of the page that an element with this name in lower case and this role opens.
pub(super) fn part(name: &str, role: Option<&str>) -> Option<Position> {
    let of_role = role.and_then(|role| match role.trim() {
        "banner" => Some(Position::Header),
        "navigation" | "menu" | "menubar" => Some(Position::Navigation),
        "complementary" => Some(Position::Aside),
        "contentinfo" => Some(Position::Footer),
        "main" => Some(Position::Content),
        _ => None,
    });
    of_role.or(match name {
        "header" => Some(Position::Header),
        "nav" => Some(Position::Navigation),
        "aside" => Some(Position::Aside),
        "footer" => Some(Position::Footer),
        "main" | "article" => Some(Position::Content),
        _ => None,
    })
}

/// Links of a page and how many there are.
#[derive(Debug, Default)]
pub(super) struct Links {
    pub(super) links: Vec<Link>,
    pub(super) count: u64,
    pub(super) uncrawlable: Vec<String>,
}

/// Collects the links of a page. Nested links do not exist, so the text of a link ends at the next one.
pub(super) fn collect(tree: &Tree, base: &Url) -> Links {
    let mut found = Links::default();
    let mut positions: Vec<(NodeId, Position)> = Vec::new();
    let mut walk = tree.walk(super::tree::ROOT);
    while let Some(step) = walk.next() {
        match step {
            Step::Enter(id) => {
                let Some(element) = tree.element(id) else { continue };
                if element.is_silent {
                    walk.skip_children();
                    continue;
                }
                positions.extend(position(element).map(|position| (id, position)));
                if &*element.name == "a" && found.uncrawlable.len() < MOST_ITEMS {
                    found.uncrawlable.extend(uncrawlable(tree, id, element, base));
                }
                if matches!(&*element.name, "a" | "area") && element.attribute("href").is_some() {
                    found.count += 1;
                    if found.links.len() < MOST_LINKS {
                        let position = positions.last().map_or(Position::Content, |(_, position)| *position);
                        found.links.push(link(tree, id, element, base, position));
                    }
                }
            }
            Step::Leave(id) => {
                if positions.last().is_some_and(|(opened, _)| *opened == id) {
                    positions.pop();
                }
            }
        }
    }
    found
}

fn link(tree: &Tree, id: NodeId, element: &Element, base: &Url, position: Position) -> Link {
    let text = tree.text(id, MOST_TEXT_BYTES);
    build(|name| element.attribute(name), text, || alternatives(tree, id), base, position)
}

/// Returns the link of an element with these attributes and this text. `images` returns the alternative texts of its
/// images.
pub(super) fn build<'a>(
    attribute: impl Fn(&str) -> Option<&'a str>, text: String, images: impl FnOnce() -> String, base: &Url,
    position: Position,
) -> Link {
    let href = attribute("href").unwrap_or_default().trim();
    let is_image = text.is_empty();
    let anchor = if is_image { accessible_name(&attribute, images) } else { text };
    let rel = cut(attribute("rel").unwrap_or_default(), MOST_TEXT_BYTES).to_ascii_lowercase();
    let rel = rel.split_ascii_whitespace().map(str::to_owned).collect();
    let is_image = is_image && !anchor.is_empty();
    Link { href: cut(href, MOST_URL_BYTES), url: resolve(base, href), anchor, rel, position, is_image }
}

/// Returns the address or text of a link that search engines cannot follow, by the rules of Lighthouse's audit
/// `crawlable-anchors`.
fn uncrawlable(tree: &Tree, id: NodeId, element: &Element, base: &Url) -> Option<String> {
    let href: Option<String> = element.attribute("href").map(|href| href.split_whitespace().collect());
    let is_filled = |name: &str| element.attribute(name).is_some_and(|value| !value.trim().is_empty());
    let raw = href.as_deref().unwrap_or_default();
    if is_filled("role") || raw.starts_with("mailto:") || (raw.is_empty() && is_filled("id")) {
        return None;
    }
    if raw.starts_with("file:") {
        return Some(cut(raw, MOST_TEXT_BYTES));
    }
    if is_filled("name") {
        return None;
    }
    let Some(href) = href else {
        let belongs_to_address = ["target", "download", "ping", "rel", "hreflang", "type", "referrerpolicy", "onclick"];
        let is_link = belongs_to_address.iter().any(|name| element.attribute(name).is_some());
        return is_link.then(|| tree.text(id, MOST_TEXT_BYTES));
    };
    let is_void = href.contains("javascript:void(0)") || href.contains("javascript:void0");
    let is_invalid = || href.len() <= MOST_URL_BYTES && base.join(&href).is_err();
    (is_void || is_invalid()).then(|| cut(&href, MOST_TEXT_BYTES))
}

/// Returns the accessible name of a link without text: its label, title or the alternative text of its images.
fn accessible_name<'a>(attribute: &impl Fn(&str) -> Option<&'a str>, images: impl FnOnce() -> String) -> String {
    let own = attribute("aria-label").or(attribute("alt")).filter(|text| !text.trim().is_empty());
    let text = own.map_or_else(images, str::to_owned);
    let text = if text.trim().is_empty() { attribute("title").unwrap_or_default().to_owned() } else { text };
    super::text::collapse(&text, MOST_TEXT_BYTES)
}

/// Returns the alternative texts of the first images of a link.
fn alternatives(tree: &Tree, id: NodeId) -> String {
    let images = tree.walk(id).filter_map(|step| match step {
        Step::Enter(id) => match &tree.node(id).data {
            Data::Element(element) if &*element.name == "img" => element.attribute("alt"),
            _ => None,
        },
        Step::Leave(_) => None,
    });
    images.take(8).collect::<Vec<_>>().join(" ")
}

/// Resolves an address of the web; drops its fragment.
pub(super) fn resolve(base: &Url, href: &str) -> Option<Url> {
    if href.len() > MOST_URL_BYTES {
        return None;
    }
    let address = href.trim().split('#').next().unwrap_or_default();
    let url = base.join(address).ok()?;
    matches!(url.scheme(), "http" | "https").then_some(url)
}
